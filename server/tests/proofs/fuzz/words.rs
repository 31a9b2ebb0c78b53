//! Words that reach deeper code: real ids, and realistic input. schemathesis mixes them with its own.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Role, day};
use crate::harness::http_client;

/// The kind of `{id}` in a path, and the list that has such ids, as seen by a role.
const IDS: [(&str, &str, &str); 11] = [
    ("/admin/api/doctors/|/twofactor/|/user/api/doctor/.id", "admin", "/admin/api/doctors/view/data"),
    ("/admin/api/hospitals/", "admin", "/admin/api/workers/data"),
    ("/admin/api/users/|/blockandunblock/", "admin", "/admin/api/userdata"),
    ("/admin/api/administrators/", "admin", "/admin/api/administrators"),
    ("/admin/api/bookings/", "admin", "/admin/api/bookings"),
    ("/user/api/appointment/", "patient", "/user/api/previous/booking/{userId}"),
    ("/doctor/appointment/(approve|reject|cancel)", "doctor", "/user/api/doctor/appointments/{docId}"),
    ("/blood/requests/|/worker/bloodrequests/", "admin", "/admin/api/blood/requests"),
    ("/admin/api/messages/", "admin", "/admin/api/messages"),
    ("/workers/.category./(approved|rejected|pendingrequest)", "admin", "/admin/api/workers/Doctor/pendingrequest"),
    ("/workers/changes/", "admin", "/admin/api/workers/changes"),
];

/// Realistic values, by the names of fields and parameters. Passwords are excluded: a right one would change the login of a role.
fn typed() -> Vec<(&'static str, Vec<String>)> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let days = vec![day(0), day(1), day(2), day(-1)];
    let mut typed: Vec<(&str, Vec<String>)> =
        ["date", "from", "to", "until", "Needed_by"].into_iter().map(|name| (name, days.clone())).collect();
    for (names, values) in [
        (&["time", "startTime", "endTime", "breakStart", "breakEnd"][..], &["09:00", "10:15", "11:30", "5:45 PM"][..]),
        (&["email", "Email"], &["asha@example.org", "donor1@example.org"]),
        (&["phoneNumber", "phone_number", "phone_Number", "Phone_Number", "Phone_number", "phone"], &["9876543210"]),
        (&["name", "Name", "username", "full_Name", "Hospital_name", "Patient_name", "Contact_name"], &["Asha", "ആശ"]),
        (&["Hospital", "Address", "City", "consultation_Address"], &["Care Hospital", "MG Road"]),
        (&["Blood_group"], &["O-", "AB+"]),
        (&["gender", "Gender"], &["Male", "Female"]),
        (&["district", "District"], &["Kozhikode", "Ernakulam"]),
        (&["state", "State"], &["Kerala"]),
        (&["pincode", "Pincode"], &["673001"]),
        (&["DOB"], &["1990-02-03"]),
        (&["Age"], &["30"]),
        (&["Units"], &["2"]),
        (&["specialization"], &["Dermatology"]),
        (&["experience", "consultation_Fee", "maxFee"], &["12", "400"]),
        (&["reason", "note", "text", "message", "Reason"], &["It was asked for."]),
        (&["bookings"], &["keep", "notify", "cancel"]),
        (&["role"], &["user", "doctor", "admin"]),
        (&["code"], &["123456"]),
        (&["q"], &["a", "as", "98"]),
        (&["limit"], &["1", "2", "1000"]),
        (&["days"], &["1", "7"]),
        (&["status"], &["Pending", "open"]),
        (&["sort"], &["name", "fee"]),
    ] {
        typed.extend(names.iter().map(|name| (*name, texts(values))));
    }
    typed
}

/// The TOML configuration of schemathesis.
#[derive(Default)]
struct Settings {
    words: String,
    places: String,
}

impl Settings {
    /// Two times of three one of these values is used.
    fn send(&mut self, place: &str, words: &[String]) {
        let number = self.words.lines().count();
        writeln!(self.words, "dictionaries.d{number}.values = {}", json!(words)).unwrap();
        writeln!(self.places, "parameters.\"{place}\" = {{ dictionary = \"d{number}\", probability = 0.67 }}").unwrap();
    }
}

pub async fn settings(url: &str, roles: &[Role]) -> String {
    let role = |name: &str| roles.iter().find(|role| role.name == name).expect("a role");
    let mut settings = Settings::default();
    for (parameter, names) in
        [("userId", &["patient"][..]), ("docId", &["doctor"]), ("workerId", &["hospital", "pharmacy"])]
    {
        let ids: Vec<String> = names.iter().map(|name| role(name).id.clone()).collect();
        settings.send(&format!("path.{parameter}"), &ids);
    }
    settings.send("path.category", &["Doctor", "Hospital", "Pharmacy"].map(String::from));
    for (name, values) in typed() {
        settings.send(&format!("body.{name}"), &values);
        settings.send(&format!("query.{name}"), &values);
    }
    for (pattern, name, list) in IDS {
        let list = list.replace("{userId}", &role("patient").id).replace("{docId}", &role("doctor").id);
        let ids = ids(url, role(name), &list).await;
        if !ids.is_empty() {
            writeln!(settings.places, "[[operations]]\ninclude-path-regex = '{pattern}'").unwrap();
            settings.send("path.id", &ids);
        }
    }
    // It would try to register accounts by itself, and fails at our forms.
    format!("auth.auto-signup = false\n{}{}", settings.words, settings.places)
}

/// The ids in a list.
async fn ids(url: &str, role: &Role, list: &str) -> Vec<String> {
    let token = role.token.as_deref().expect("a token");
    let answer = http_client().get(format!("{url}{list}")).bearer_auth(token).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{list}");
    let page: Value = answer.json().await.unwrap();
    let rows = page["data"].as_array().expect("rows");
    rows.iter().filter_map(|row| row["_id"].as_str().map(String::from)).take(30).collect()
}
