//! Rows that were stored before a rule became stricter are still displayed.

use serde_json::json;

use crate::harness::{TestServer, with_server};
use crate::workers;

/// A name that is not allowed today, a number in an old format, a place that has another name now.
const OLD: [(&str, &str); 3] = [
    (
        "name",
        "A name of two hundred characters, as they were allowed before the rule that keeps names on one line of a card \
      was made, and as some of the first people who ever registered with us still have it in their profile today",
    ),
    ("phone", "0495-276 5432"),
    ("place", "Malabar"),
];

async fn make_old(server: &TestServer) {
    let statements = [
        "UPDATE users SET username = '{name}', district = '{place}', state = '{place}', pincode = '0'",
        "UPDATE accounts SET phone = '{phone}', email = 'no address' WHERE role <> 'admin'",
        "UPDATE doctors SET full_name = '{name}', district = '{place}', state = '{place}'",
        "UPDATE facilities SET name = '{name}', district = '{place}', state = '{place}'",
        "UPDATE appointments SET patient_name = '{name}', contact_number = '{phone}'",
        "UPDATE donors SET name = '{name}', phone = '{phone}', email = 'no address', state = '{place}', district = '{place}'",
        // The address of a link was not stored then.
        "UPDATE blood_links SET mailed_to = NULL",
        "UPDATE blood_requests SET patient_name = '{name}', contact_name = '{name}', phone = '{phone}',
         email = 'no address', state = '{place}', district = '{place}'",
    ];
    for statement in statements {
        let mut sql = statement.to_owned();
        for (name, value) in OLD {
            sql = sql.replace(&format!("{{{name}}}"), value);
        }
        let changed = server.app.db.write(async move |tx| tx.execute(&sql, &[]).await).await;
        assert!(changed.unwrap() > 0, "{statement}");
    }
}

#[tokio::test]
async fn rows_that_todays_rules_would_refuse_are_still_shown() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let doctor_token = server.sign_in_doctor(&doctor).await;
        assert_eq!(server.book(&patient, &doctor, "2026-11-16", "10:00").await.status, 200);
        workers::approved_facility(&server, &admin, &[]).await;
        server.unlisted_doctor(2, |_| {}).await;
        let donor = server.donor(1, json!({})).await;
        let request = server.open_request(1, json!({})).await;
        make_old(&server).await;
        let name = OLD[0].1;
        for (path, token) in [
            ("/admin/api/userdata", &admin),
            (&format!("/admin/api/users/{}", patient.id), &admin),
            ("/admin/api/doctors/view/data", &admin),
            (&format!("/admin/api/doctors/{doctor}"), &admin),
            ("/admin/api/workers/data?category=Pharmacy", &admin),
            ("/admin/api/workers/Doctor/pendingrequest", &admin),
            ("/admin/api/bookings", &admin),
            ("/admin/api/blood/donors", &admin),
            ("/admin/api/blood/requests", &admin),
            ("/user/api/finddoctors", &admin),
            ("/user/api/pharmacies", &admin),
            (&format!("/user/api/previous/booking/{}", patient.id), &patient.token),
            (&format!("/user/api/user/profile/{}", patient.id), &patient.token),
            (&format!("/user/api/doctor/appointments/{doctor}"), &doctor_token),
            (&format!("/user/api/doctor/profile/{doctor}"), &doctor_token),
            ("/user/api/blooddonor", &donor),
            ("/user/api/bloodrequest", &request),
        ] {
            let answer = server.ask("GET", path, token, None).await;
            assert!(answer.status == 200 && answer.text.contains(name), "{path}: {} {}", answer.status, answer.text);
        }
    })
    .await;
}
