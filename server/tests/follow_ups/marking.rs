//! Noting follow-ups, and their fee.

use jiff::SignedDuration;
use serde_json::json;

use super::{approved, begin};
use crate::harness::people::booking_form;
use crate::harness::with_server;

#[tokio::test]
async fn a_visit_is_marked_proposed_when_its_day_can_be_booked_and_taken_without_a_fee() {
    with_server(async |server| {
        let practice = begin(server).await;
        let server = &practice.server;
        assert_eq!(practice.seen().await, json!(null));
        practice.marked(10, true).await;
        let seen = practice.seen().await;
        let waiting =
            json!({"days": 10, "day": "2026-11-25", "withoutFee": true, "state": "waiting", "changeable": true});
        assert_eq!(seen, waiting);
        // The 25th can be booked from the 19th on; the mail is sent at eight.
        server.clock.advance(SignedDuration::from_mins(3 * 24 * 60 + 21 * 60 + 29));
        assert!(practice.mails().await.is_empty());
        assert!(practice.proposals().await.is_empty());
        server.clock.advance(SignedDuration::from_mins(2));
        let mails = practice.mails().await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].header("to").contains(&practice.patient.email));
        let text = mails[0].text("text/plain").unwrap();
        for wanted in [
            "Dr. Doctor Number1 asked you to come again around Wed 25 Nov.",
            "Wed 25 Nov, 10:00 am",
            "Wed 25 Nov, 10:45 am",
            "Wed 25 Nov, 11:30 am",
            "No fee for this visit",
            "https://care.example/user/bookings",
        ] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        assert_eq!(practice.mails().await.len(), 1, "once");

        let proposals = practice.proposals().await;
        assert_eq!((&proposals[0]["_id"], &proposals[0]["fee"]), (&json!(practice.visit), &json!(0)));
        assert_eq!(proposals[0]["doctorId"]["full_Name"], "Doctor Number1");
        assert_eq!(practice.offered().await, ["2026-11-25 10:00", "2026-11-25 10:45", "2026-11-25 11:30"]);
        practice.mark(json!({"days": 12})).await.assert_problem(409, "not_changeable");
        practice.unmark().await.assert_problem(409, "not_changeable");

        let booked = practice.take("2026-11-25", "10:45").await;
        assert_eq!((booked.status, &booked.body["data"]["status"]), (200, &json!("Pending")), "{}", booked.text);
        assert_eq!(booked.body["data"]["followUpOf"], practice.visit.as_str());
        assert_eq!(booked.body["data"]["withoutFee"], true);
        assert_eq!(booked.body["data"]["patient_name"], "Asha Nair");
        assert!(practice.proposals().await.is_empty());
        assert_eq!(practice.seen().await["state"], "booked");

        let path = format!("/user/api/doctor/appointment/approve/{}", booked.id());
        let decided = server.ask("PATCH", &path, &practice.token, None).await;
        assert_eq!((&decided.body["data"]["fee"], &decided.body["data"]["withoutFee"]), (&json!(0), &json!(true)));
        server.clock.advance(SignedDuration::from_hours(7 * 24));
        let path = format!("/user/api/doctor/dashboard/{}", practice.doctor);
        let figures = server.ask("GET", &path, &practice.token, None).await;
        let monthly = figures.body["data"]["revenue"]["monthly"].clone();
        let earned: i64 = monthly.as_array().unwrap().iter().map(|day| day["amount"].as_i64().unwrap()).sum();
        assert_eq!(earned, 300, "the first visit alone");
        let all = "SELECT CAST(sum(amount) AS BIGINT) FROM revenue";
        assert_eq!(server.app.db.read(async |tx| tx.count(all, &[]).await).await.unwrap(), 300);
    })
    .await;
}

#[tokio::test]
async fn a_follow_up_with_a_fee_costs_what_the_doctor_takes_then() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, false).await;
        assert_eq!(practice.mails().await.len(), 1, "that day can be booked already");
        practice.server.execute("UPDATE doctors SET consultation_fee = 350").await;
        assert_eq!(practice.proposals().await[0]["fee"], 350);
        let booked = practice.take("2026-11-18", "10:00").await;
        assert_eq!((booked.status, &booked.body["data"]["withoutFee"]), (200, &json!(false)), "{}", booked.text);
        let path = format!("/user/api/previous/booking/{}", practice.patient.id);
        let own = practice.server.ask("GET", &path, &practice.patient.token, None).await;
        assert_eq!(own.body["data"][0]["doctorId"]["consultation_Fee"], 350);
        assert_eq!(own.body["data"][1]["followUpOf"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn a_mark_can_be_changed_and_taken_back_and_only_a_visit_that_has_begun_is_marked() {
    with_server(async |server| {
        let practice = begin(server).await;
        let server = &practice.server;
        for days in [json!(0), json!(366), json!("soon"), json!(null), json!(-3), json!(1.5)] {
            let refused = practice.mark(json!({"days": days})).await;
            refused.assert_problem(422, "invalid_fields");
            assert_eq!(refused.bad_fields(), ["days"]);
        }
        assert_eq!(practice.mark(json!({"days": 1, "withoutFee": "yes"})).await.bad_fields(), ["withoutFee"]);
        practice.unmark().await.assert_problem(409, "not_changeable");
        practice.marked(30, false).await;
        practice.marked(365, true).await;
        assert_eq!((practice.seen().await["day"].clone(), practice.rows().await), (json!("2027-11-15"), 1));
        assert_eq!(practice.unmark().await.status, 200);
        assert_eq!((practice.seen().await, practice.rows().await), (json!(null), 0));

        // A visit that has not begun, one that is not approved, an unknown one, and another doctor's.
        let later =
            approved(server, &practice.patient, &practice.doctor, &practice.token, booking_form("2026-11-16", "10:00"))
                .await;
        practice.mark_of(&later, json!({"days": 7})).await.assert_problem(409, "not_changeable");
        let pending = server.booked(&practice.patient, &practice.doctor, "2026-11-16", "10:15").await;
        practice.mark_of("nobody", json!({"days": 7})).await.assert_problem(404, "not_found");
        server.clock.advance(SignedDuration::from_hours(24));
        practice.mark_of(&pending, json!({"days": 7})).await.assert_problem(409, "not_changeable");
        assert_eq!(practice.mark_of(&later, json!({"days": 7})).await.status, 200);
        let other = server.doctor(2).await;
        let other = server.sign_in_doctor(&other).await;
        let path = format!("/user/api/doctor/followup/{}", practice.visit);
        server.ask("PUT", &path, &other, Some(json!({"days": 7}))).await.assert_problem(403, "forbidden");

        // A day in the past, and a visit that is too old.
        server.clock.advance(SignedDuration::from_hours(14 * 24));
        let refused = practice.mark(json!({"days": 3})).await;
        refused.assert_problem(422, "invalid_fields");
        assert_eq!(refused.bad_fields(), ["days"]);
        practice.marked(20, false).await;
        server.clock.advance(SignedDuration::from_hours(15 * 24));
        practice.mark(json!({"days": 60})).await.assert_problem(409, "not_changeable");
        assert_eq!(practice.seen().await, json!(null), "it is listed no more");
    })
    .await;
}

#[tokio::test]
async fn a_walk_in_is_listed_as_one_and_cannot_be_asked() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (server, doctor) = (&practice.server, &practice.doctor);
        let path = format!("/user/api/doctor/today/{doctor}/walkins");
        let form = json!({"name": "Binu", "phoneNumber": "9876543211", "time": "10:45"});
        let added = server.ask("POST", &path, &practice.token, Some(form)).await;
        assert_eq!(added.status, 201, "{}", added.text);
        server.clock.advance(SignedDuration::from_mins(30));
        let listed = server.ask("GET", &format!("/user/api/doctor/followups/{doctor}"), &practice.token, None).await;
        let rows: Vec<_> = listed.body["data"].as_array().unwrap().iter().collect();
        let named: Vec<_> = rows.iter().map(|row| (&row["patient_name"], &row["walkIn"])).collect();
        assert_eq!(named, [(&json!("Binu"), &json!(true)), (&json!("Asha Nair"), &json!(false))], "{}", listed.text);
        let id = rows[0]["_id"].as_str().unwrap();
        practice.mark_of(id, json!({"days": 10})).await.assert_problem(409, "not_changeable");
    })
    .await;
}
