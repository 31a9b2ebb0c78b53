//! The desk books for somebody who called: at once, at its own place, and never a slot that somebody else has.

use futures::future::{join, join_all};
use serde_json::{Value, json};

use super::{Caller, Clinic, MONDAY, TODAY, ids, recorded};
use crate::harness::{Answer, with_limits, with_server};
use crate::proofs::sums;

impl Caller<'_> {
    async fn book_for(&self, name: &str, phone: &str, (date, time): (&str, &str)) -> Answer {
        let body = json!({"name": name, "phoneNumber": phone, "date": date, "time": time});
        self.ask("POST", "doctor/desk/bookings/{doctor}", Some(body)).await
    }

    /// The times of a day that can be booked at the desk.
    async fn free(&self, day: &str) -> Vec<String> {
        let week = self.done("GET", "doctor/desk/slots/{doctor}", None).await;
        let days = week["data"].as_array().unwrap();
        assert_eq!(days.len(), 7, "{week}");
        let found = days.iter().find(|found| found["day"] == day).unwrap();
        let times = found["slots"].as_array().unwrap().iter();
        times.map(|slot| slot["time"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn a_visit_for_somebody_who_called_is_approved_at_once_and_is_everywhere() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let assistant = &clinic.assistant;
        // Whom the desk books for is not bound by the minimum notice.
        server.execute(&format!("UPDATE doctors SET notice_minutes = 120 WHERE id = '{}'", assistant.doctor)).await;
        server.catch_up().await;
        let public = format!("/user/api/doctor/{}/slots?date={TODAY}", assistant.doctor);
        assert_eq!(server.get(&public).await.body["data"][0]["time"], "11:15", "two hours, and a moment past nine");
        assert_eq!(assistant.free(TODAY).await[0], "10:00");
        let booked = assistant.book_for("Rema Devi", "+91 98470 12345", (TODAY, "10:15")).await;
        assert_eq!(booked.status, 201, "{}", booked.text);
        let visit = &booked.body["data"];
        assert_eq!(
            (&visit["status"], &visit["token"], &visit["walkIn"], &visit["deskBooking"], &visit["contact_number"]),
            (&json!("Checked"), &json!("2"), &json!(false), &json!("unclaimed"), &json!("9847012345"))
        );
        assert_eq!(visit["told"], false, "messages to phones are not set up here");
        let id = visit["_id"].as_str().unwrap();
        let again = assistant.book_for("Rema Devi", "9847012345", (TODAY, "10:15")).await;
        assert_eq!((again.status, again.id()), (201, id.to_owned()), "the same form sent again");

        let day = clinic.doctor.today().await;
        let comer = &day["comers"][0];
        assert_eq!((&comer["_id"], &comer["walkIn"], &comer["attendance"]), (&json!(id), &json!(false), &json!(null)));
        let coming = assistant.done("GET", "doctor/appointment/upcoming/{doctor}?q=98470", None).await;
        assert_eq!(ids(&coming["data"]), [id], "found again by the number");
        let counted = assistant.done("GET", "desk/doctors", None).await;
        assert_eq!(counted["data"][0]["today"], 1);
        assert!(!assistant.free(TODAY).await.contains(&"10:15".to_owned()));
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // It can be marked like any other.
        assert_eq!(assistant.mark(id, Some("arrived")).await.status, 200);

        let rows = recorded(&server, &clinic.assistant_id).await;
        let actions: Vec<&str> = rows.iter().map(|(action, ..)| action.as_str()).collect();
        assert_eq!(actions, ["book", "arrived"], "once, although it was sent twice");
        assert!(rows.iter().all(|(_, _, whom)| whom == "Doctor Number1"));
        let named = "SELECT count(*) FROM audit_details WHERE subject_name LIKE 'Rema%'";
        assert_eq!(server.app.db.read(async |tx| tx.count(named, &[]).await).await.unwrap(), 0, "by its id alone");
        // Nobody has an account for it: nobody is written to.
        assert!(server.mails().await.iter().all(|mail| !mail.header("subject").contains("booked for your number")));
    })
    .await;
}

#[tokio::test]
async fn a_desk_books_at_its_own_place_within_the_coming_week_and_never_twice() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (assistant, desk) = (&clinic.assistant, &clinic.desk);
        assert_eq!(desk.free(MONDAY).await, ["11:00", "11:15", "11:30", "11:45"], "its own place alone");
        assert_eq!(assistant.free(MONDAY).await.len(), 8);
        assert_eq!(desk.book_for("Binu", "9847012345", (MONDAY, "10:15")).await.bad_fields(), ["time"]);
        let there = desk.book_for("Binu", "9847012345", (MONDAY, "11:15")).await;
        assert_eq!((there.status, &there.body["data"]["place"]["name"]), (201, &json!("hospital 1")), "{}", there.text);
        assistant.book_for("Chandran", "9847012346", (MONDAY, "11:15")).await.assert_problem(409, "slot_taken");
        // Somebody else of that name is somebody else.
        desk.book_for("Binu", "9847012347", (MONDAY, "11:15")).await.assert_problem(409, "slot_taken");
        let patient = server.patient(1).await;
        server.book(&patient, &desk.doctor, MONDAY, "11:15").await.assert_problem(409, "slot_taken");
        for (date, time, field) in [
            ("2026-11-22", "11:00", "date"),
            ("2026-11-14", "11:00", "time"),
            (MONDAY, "11:07", "time"),
            (MONDAY, "12:00", "time"),
        ] {
            assert_eq!(desk.book_for("Binu", "9847012345", (date, time)).await.bad_fields(), [field], "{date} {time}");
        }
        let wrong = assistant.book_for(" ", "12", ("soon", "11")).await;
        assert_eq!(wrong.bad_fields(), ["name", "phoneNumber", "date", "time"]);
        // Nobody blocks a day by one number.
        for time in ["10:00", "10:15", "10:30"] {
            assert_eq!(assistant.book_for("Binu", "9847012345", (MONDAY, time)).await.status, 201, "{time}");
        }
        let fifth = assistant.book_for("Binu", "9847012345", (MONDAY, "10:45")).await;
        fifth.assert_problem(409, "too_many_bookings");
        assert_eq!(assistant.book_for("Binu", "9847012345", ("2026-11-17", "10:45")).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn of_desks_and_patients_who_want_one_slot_one_gets_it() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patients = server.patients(0..5).await;
        let doctor = clinic.doctor.doctor.as_str();
        let numbers: Vec<String> = (0..5).map(|number| format!("984701234{number}")).collect();
        let callers = [&clinic.assistant, &clinic.desk, &clinic.doctor];
        let form = |phone: &String| json!({"name": "Rema", "phoneNumber": phone, "date": MONDAY, "time": "11:30"});
        let path = format!("/user/api/doctor/desk/bookings/{doctor}");
        let for_callers = numbers
            .iter()
            .enumerate()
            .map(|(number, phone)| server.ask("POST", &path, &callers[number % 3].token, Some(form(phone))));
        let by_themselves = patients.iter().map(|patient| server.book(patient, doctor, MONDAY, "11:30"));
        let (one, other) = join(join_all(for_callers), join_all(by_themselves)).await;
        let answers: Vec<Answer> = one.into_iter().chain(other).collect();
        assert_eq!(answers.iter().filter(|answer| answer.status < 300).count(), 1);
        for refused in answers.iter().filter(|answer| answer.status >= 300) {
            refused.assert_problem(409, "slot_taken");
        }
        assert_eq!(server.assert_none_overlap(doctor).await, 1);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        let without_visit = "SELECT count(*) FROM desk_bookings b
                             WHERE NOT EXISTS (SELECT 1 FROM appointments a WHERE a.id = b.visit_id)";
        assert_eq!(server.app.db.read(async |tx| tx.count(without_visit, &[]).await).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn a_desk_that_books_without_end_waits() {
    with_limits(async |server| {
        let clinic = Clinic::new(&server).await;
        let mut refused = None;
        for number in 0..130 {
            let (time, phone) = (["10:00", "10:15"][number % 2], format!("98470{number:05}"));
            let booked = clinic.assistant.book_for("Rema", &phone, (MONDAY, time)).await;
            if booked.status == 429 {
                refused = Some(number);
                break;
            }
        }
        assert_eq!(refused, Some(120));
    })
    .await;
}

/// Each booking and each end of one is a message.
#[tokio::test]
async fn a_desk_that_books_and_cancels_for_one_number_without_end_waits() {
    with_limits(async |server| {
        let clinic = Clinic::new(&server).await;
        let mut refused = None;
        for number in 0..25 {
            let booked = clinic.assistant.book_for("Rema", "9847012345", (MONDAY, "10:00")).await;
            if booked.status == 429 {
                refused = Some(number);
                break;
            }
            clinic.assistant.done("PATCH", &format!("doctor/appointment/cancel/{}", booked.id()), None).await;
        }
        assert_eq!(refused, Some(20));
        let other = clinic.assistant.book_for("Binu", "9847012346", (MONDAY, "10:00")).await;
        assert_eq!(other.status, 201, "{}", other.text);
    })
    .await;
}

/// What patients are shown of who comes to a doctor is nobody's name.
#[tokio::test]
async fn the_public_times_name_nobody() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        assert_eq!(clinic.assistant.book_for("Rema Devi", "9847012345", (MONDAY, "10:15")).await.status, 201);
        let closed = server.get(&format!("/user/api/doctor/{}/bookings?date={MONDAY}", clinic.doctor.doctor)).await;
        let times: Vec<&Value> = closed.body["data"].as_array().unwrap().iter().map(|closed| &closed["time"]).collect();
        assert!(times.contains(&&json!("10:15")), "{}", closed.text);
        assert!(!closed.text.contains("Rema") && !closed.text.contains("98470"));
    })
    .await;
}
