//! What patients say of a visit when they book it: why they come, and whether for the first time.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::{Doctor, PASSWORD, booking_form, booking_path};
use crate::harness::{do_job, with_server};
use crate::record::planted::tables_with;

const TODAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";
/// In nobody's name, and in no text of ours.
const WORD: &str = "zebrafever";

fn form(date: &str, time: &str) -> Value {
    let mut form = booking_form(date, time);
    form["visitReason"] = json!(format!("  {WORD}\n since Friday "));
    form["visitType"] = json!("first");
    form
}

fn shown(row: &Value) -> (&Value, &Value) {
    (&row["visitReason"], &row["visitType"])
}

#[tokio::test]
async fn the_patient_the_doctor_and_the_desk_see_it_and_nobody_else() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let said = (&json!(format!("{WORD} since Friday")), &json!("first"));
        let book = booking_path(&doctor.id, &patient.id);
        let booked = server.ask("POST", &book, &patient.token, Some(form(TODAY, "10:00"))).await;
        assert_eq!((booked.status, shown(&booked.body["data"])), (200, said), "{}", booked.text);
        let again = server.ask("POST", &book, &patient.token, Some(form(TODAY, "10:00"))).await;
        assert_eq!(again.id(), booked.id(), "the same form makes one booking");

        let (staff, _) = server.desk_staff(&doctor.id, 1).await;
        let desk = doctor.with_token(server.sign_in_desk(&staff).await);
        for who in [&doctor, &desk] {
            let pending = who.ask(&server, "GET", "appointments/{id}", None).await;
            assert_eq!(shown(&pending.body["data"][0]), said, "{}", pending.text);
        }
        server.approve(&doctor.token, &booked.id()).await;
        for who in [&doctor, &desk] {
            let today = who.ask(&server, "GET", "today/{id}", None).await;
            assert_eq!(shown(&today.body["data"]["comers"][0]), said, "{}", today.text);
            let coming = who.ask(&server, "GET", "appointment/upcoming/{id}", None).await;
            assert_eq!(shown(&coming.body["data"][0]), said, "{}", coming.text);
        }
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert_eq!(shown(&own.body["data"][0]), said);
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert_eq!(shown(&data.body["data"]["bookings"][0]), said, "{}", data.text);

        let admin = server.admin_token().await;
        for path in ["/admin/api/bookings".to_owned(), format!("/admin/api/bookings/{}", booked.id())] {
            let seen = server.ask("GET", &path, &admin, None).await;
            assert!(!seen.text.contains(WORD), "{path}: {}", seen.text);
        }
        let page = own.body["data"][0]["queuePage"].as_str().expect("a private link");
        let link = page.split_once('#').unwrap().1;
        let seen = server.ask("GET", "/user/api/visit", link, None).await;
        assert_eq!(seen.status, 200, "{}", seen.text);
        assert!(!seen.text.contains(WORD), "{}", seen.text);
        // It is nowhere else: no mail or message that waits, no audit text.
        assert_eq!(tables_with(&server, WORD).await.into_iter().collect::<Vec<_>>(), ["appointments"]);
        for mail in server.mails().await {
            assert!(!mail.text("text/plain").unwrap_or_default().contains(WORD), "{}", mail.header("subject"));
        }
    })
    .await;
}

#[tokio::test]
async fn both_can_be_left_out_and_what_is_wrong_is_named() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let path = booking_path(&doctor, &patient.id);
        let plain = server.ask("POST", &path, &patient.token, Some(booking_form(MONDAY, "10:00"))).await;
        assert_eq!((plain.status, shown(&plain.body["data"])), (200, (&Value::Null, &Value::Null)), "{}", plain.text);
        let with = |reason: &str, visit_type: &str| {
            let mut form = booking_form(MONDAY, "10:15");
            (form["visitReason"], form["visitType"]) = (json!(reason), json!(visit_type));
            form
        };
        let wrong = server.ask("POST", &path, &patient.token, Some(with(&"a".repeat(101), "second"))).await;
        wrong.assert_problem(422, "invalid_fields");
        assert_eq!(wrong.bad_fields(), ["visitReason", "visitType"]);
        let empty = server.ask("POST", &path, &patient.token, Some(with(" ", ""))).await;
        assert_eq!((empty.status, shown(&empty.body["data"])), (200, (&Value::Null, &Value::Null)), "{}", empty.text);
        // It stays when the visit is moved.
        let review = with(&"അ".repeat(100), "review");
        let booked = server
            .ask(
                "POST",
                &path,
                &patient.token,
                Some({
                    let mut form = review;
                    form["time"] = json!("10:45");
                    form
                }),
            )
            .await;
        let moved = json!({"date": MONDAY, "time": "11:00"});
        let path = format!("/user/api/appointment/reschedule/{}", booked.id());
        let moved = server.ask("PATCH", &path, &patient.token, Some(moved)).await;
        assert_eq!(shown(&moved.body["data"]), (&json!("അ".repeat(100)), &json!("review")), "{}", moved.text);
    })
    .await;
}

#[tokio::test]
async fn it_is_erased_with_the_account_and_after_the_retention() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        for (number, time) in [(1, "10:00"), (2, "10:15")] {
            let patient = server.patient(number).await;
            let path = booking_path(&doctor.id, &patient.id);
            let booked = server.ask("POST", &path, &patient.token, Some(form(MONDAY, time))).await;
            assert_eq!(booked.status, 200, "{}", booked.text);
            if number == 1 {
                let path = format!("/user/api/user/profile/{}", patient.id);
                let gone = server.ask("DELETE", &path, &patient.token, Some(json!({"password": PASSWORD}))).await;
                assert_eq!(gone.status, 200, "{}", gone.text);
                assert!(tables_with(&server, WORD).await.is_empty());
            }
        }
        assert!(!tables_with(&server, WORD).await.is_empty());
        server.clock.advance(SignedDuration::from_hours(24 * (3 * 365 + 2)));
        do_job(&server.app, "retention").await;
        assert!(tables_with(&server, WORD).await.is_empty());
        let left = "SELECT count(*) FROM appointments WHERE visit_type IS NOT NULL";
        let left = server.app.db.read(async |tx| tx.count(left, &[]).await).await.unwrap();
        assert_eq!(left, 0);
    })
    .await;
}
