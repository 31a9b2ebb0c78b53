//! Invalid input for dates, times and numbers: a clear error, never a 5xx.

use serde_json::{Value, json};

use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, with_server};
use crate::workers;

/// Boundary values of calendars, clocks and numbers, and invalid ones.
const TYPED: [&str; 29] = [
    "",
    " ",
    "9999-12-31",
    "Dec 31, 9999",
    "9999-12-30",
    "0000-01-01",
    "Jan 1, 0",
    "-9999-01-01",
    "-009999-01-01",
    "Jan 1, -9999",
    "Jan 2, -9999",
    "Dec 31, 32767",
    "Dec 31, -32768",
    "+010000-01-01",
    "2026-02-30",
    "2026-11-16",
    "00:00",
    "23:59",
    "99:99",
    "-1",
    "0",
    "1e400",
    "NaN",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999999",
    "9223372036854775807.x",
    "-9223372036854775808.x",
    "ഇന്ന്",
];

/// A text longer than any field, but short enough for a request's head, where each byte takes three.
fn huge() -> String {
    "9".repeat(5_000)
}

#[track_caller]
fn assert_answered(answer: &Answer, what: &str) {
    assert!(answer.status < 500, "{what}: {} {}", answer.status, answer.text);
}

/// A text, encoded for an address or a header.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat()
}

pub struct Cast {
    pub patient: Patient,
    pub doctor: String,
    pub doctor_token: String,
    pub admin: String,
    pub donor: String,
    pub hospital: String,
    pub hospital_token: String,
    /// A booking of the patient.
    booking: String,
    request: String,
}

impl Cast {
    pub async fn meet(server: &TestServer) -> Self {
        let (patient, doctor, admin) = (server.patient(1).await, server.doctor(1).await, server.admin_token().await);
        let booked = server.book(&patient, &doctor, "2026-11-16", "10:00").await;
        server.open_request(1, json!({})).await;
        let requests = server.ask("GET", "/admin/api/blood/requests", &admin, None).await;
        Self {
            doctor_token: server.sign_in_doctor(&doctor).await,
            donor: server.donor(1, json!({})).await,
            hospital: workers::approved_facility(server, &admin, &[("category", Some("hospital"))]).await,
            hospital_token: workers::token(server, "hospital", "jeevan@example.org").await,
            booking: booked.body["data"]["_id"].as_str().unwrap_or_default().to_owned(),
            request: requests.body["data"][0]["_id"].as_str().unwrap_or_default().to_owned(),
            patient,
            doctor,
            admin,
        }
    }

    /// Valid forms, and the fields of each that get other values.
    fn forms(&self) -> Vec<(&'static str, String, &str, Value, &'static [&'static str])> {
        let Self { patient, doctor, doctor_token, admin, donor, booking, request, .. } = self;
        let book = json!({"name": "Asha", "phoneNumber": "9876543210", "date": "2026-11-17", "time": "10:00"});
        let late = json!({"name": "Asha", "phoneNumber": "9876543210", "date": "2026-11-17", "time": "23:00"});
        let book_path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", patient.id);
        let move_path = format!("/user/api/appointment/reschedule/{booking}");
        vec![
            ("POST", book_path.clone(), &patient.token, book, &["date", "time", "phoneNumber", "name"]),
            ("POST", book_path, &patient.token, late, &["date"]),
            (
                "PATCH",
                move_path.clone(),
                &patient.token,
                json!({"date": "2026-11-17", "time": "10:15"}),
                &["date", "time"],
            ),
            ("PATCH", move_path, &patient.token, json!({"date": "2026-11-17", "time": "23:00"}), &["date"]),
            ("PUT", format!("/user/api/user/profile/{}", patient.id), &patient.token, json!({}), &["DOB", "pincode"]),
            (
                "PUT",
                format!("/user/api/doctor/schedule/{doctor}"),
                doctor_token,
                json!({"breakStart": "10:00", "breakEnd": "10:15"}),
                &["breakStart", "breakEnd"],
            ),
            (
                "POST",
                format!("/user/api/doctor/leave/{doctor}"),
                doctor_token,
                json!({"from": "2026-12-01", "to": "", "bookings": "cancel"}),
                &["from", "to"],
            ),
            ("POST", "/user/api/bloodregister".into(), "", TestServer::donor_form(2), &["Age", "Phone_number"]),
            ("PUT", "/user/api/blooddonor".into(), donor, json!({}), &["Age"]),
            ("POST", "/user/api/blooddonor/pause".into(), donor, json!({}), &["until"]),
            ("POST", "/user/api/blooddonor/donation".into(), donor, json!({}), &["date"]),
            ("POST", "/user/api/bloodrequest".into(), "", TestServer::request_form(2), &["Needed_by", "Units"]),
            ("POST", format!("/admin/api/blood/requests/{request}/extend"), admin, json!({}), &["Needed_by"]),
        ]
    }
}

#[tokio::test]
async fn no_date_time_or_number_in_a_form_is_a_5xx() {
    with_server(async |server| {
        let (cast, huge) = (Cast::meet(&server).await, huge());
        for (method, path, token, form, fields) in cast.forms() {
            for field in fields {
                for typed in TYPED.into_iter().chain([huge.as_str()]) {
                    let mut form = form.clone();
                    form[*field] = json!(typed);
                    let answer = server.ask(method, &path, token, Some(form.clone())).await;
                    assert_answered(&answer, &format!("{path} {field}={typed:.20}"));
                    // The same as a JSON number.
                    if typed.parse::<f64>().is_ok_and(f64::is_finite) || typed == "1e400" {
                        let body = form.to_string().replace(&json!(typed).to_string(), typed);
                        let request = server.request(method, &path).bearer_auth(token);
                        let request = request.header("content-type", "application/json").body(body);
                        assert_answered(&Answer::read(request).await, &format!("{path} {field}: {typed:.20}"));
                    }
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn no_date_time_or_number_in_a_form_with_a_photo_is_a_5xx() {
    with_server(async |server| {
        let (cast, huge) = (Cast::meet(&server).await, huge());
        let (doctor, hospital) = (
            format!("/user/api/doctor/profile/{}", cast.doctor),
            format!("/user/api/worker/profile/{}", cast.hospital),
        );
        for typed in TYPED.into_iter().chain([huge.as_str()]) {
            for field in ["DOB", "experience", "consultation_Fee", "startTime", "endTime", "pincode", "phone_Number"] {
                let answer = workers::apply(&server, &[(field, Some(typed))]).await;
                assert_answered(&answer, &format!("register {field}={typed:.20}"));
            }
            for field in ["consultation_Fee", "startTime", "endTime", "pincode", "phone_Number"] {
                let answer = workers::put(&server, &doctor, &cast.doctor_token, &[(field, typed)]).await;
                assert_answered(&answer, &format!("{doctor} {field}={typed:.20}"));
            }
            for field in ["startTime", "endTime", "Pincode", "daysOff"] {
                let answer = workers::put(&server, &hospital, &cast.hospital_token, &[(field, typed)]).await;
                assert_answered(&answer, &format!("{hospital} {field}={typed:.20}"));
            }
        }
    })
    .await;
}

/// Every parameter of every reading call, from the API description, so that new ones are included.
#[tokio::test]
async fn no_parameter_of_a_call_that_reads_is_a_5xx() {
    let described = serde_json::to_value(doccare::router::openapi()).unwrap();
    with_server(async |server| {
        let (cast, huge) = (Cast::meet(&server).await, huge());
        let tokens = ["", &cast.patient.token, &cast.doctor_token, &cast.admin, &cast.hospital_token, &cast.donor];
        let mut tried = 0;
        for (path, call) in described["paths"].as_object().unwrap() {
            // Event streams do not end, so they are skipped.
            if call["get"].is_null() || path.contains("/events") {
                continue;
            }
            let filled = path
                .replace("{userId}", &cast.patient.id)
                .replace("{workerId}", &cast.hospital)
                .replace("{category}", "Doctor")
                .replace("{docId}", &cast.doctor)
                .replace("{id}", if path.contains("/appointment/") { &cast.booking } else { &cast.doctor });
            let mut token = "";
            for known in tokens {
                if ![401, 403, 410].contains(&server.ask("GET", &filled, known, None).await.status) {
                    token = known;
                    break;
                }
            }
            let parameters = call["get"]["parameters"].as_array().cloned().unwrap_or_default();
            for name in parameters.iter().filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str()) {
                for typed in TYPED.into_iter().chain([huge.as_str()]) {
                    let asked = format!("{filled}?{name}={}", encoded(typed));
                    let answer = server.ask("GET", &asked, token, None).await;
                    assert_answered(&answer, &format!("{filled}?{name}={typed:.20}"));
                    tried += usize::from([200, 422].contains(&answer.status));
                }
            }
        }
        assert!(tried > 500, "only {tried} calls were let in");
    })
    .await;
}

#[tokio::test]
async fn the_last_days_of_the_calendar_are_accepted() {
    with_server(async |server| {
        let cast = Cast::meet(&server).await;
        for (date, time, field) in [
            ("9999-12-31", "23:00", "date"),
            ("Dec 31, 9999", "00:00", "date"),
            ("Jan 1, -9999", "00:00", "date"),
            ("0000-01-01", "10:00", "time"),
        ] {
            let answer = server.book(&cast.patient, &cast.doctor, date, time).await;
            answer.assert_problem(422, "invalid_fields");
            assert_eq!(answer.bad_fields(), [field], "{date} {time}");
        }
        for day in ["9999-12-31", "Dec%2031,%209999", "0000-01-01"] {
            let path = format!("/user/api/doctor/appointments/{}?date={day}", cast.doctor);
            let list = server.ask("GET", &path, &cast.doctor_token, None).await;
            assert_eq!((list.status, &list.body["total"]), (200, &json!(0)), "{day}: no visit is on that day");
        }
    })
    .await;
}
