//! A session that must move: its visits are laid into free slots, which are reserved for their patients until they answer.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::moving::mails_to;
use super::{Caller, Clinic, MONDAY, TODAY, recorded};
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, do_job, with_limits, with_server};
use crate::proofs::sums;

pub(super) const TUESDAY: &str = "2026-11-17";
pub(super) const REASON: &str = "The doctor is in surgery.";
pub(super) const PROPOSED: &str = "Can you come at another time?";

impl Caller<'_> {
    fn form((date, from): (&str, &str), (to_date, to_time): (&str, &str)) -> Value {
        json!({"sessionDate": date, "sessionTime": from, "date": to_date, "time": to_time, "reason": REASON})
    }

    pub(super) async fn move_session(&self, session: (&str, &str), target: (&str, &str)) -> Answer {
        self.ask("POST", "doctor/sessionmoves/{doctor}", Some(Self::form(session, target))).await
    }

    async fn preview(&self, (date, from): (&str, &str), (to_date, to_time): (&str, &str)) -> Answer {
        let query = format!("sessionDate={date}&sessionTime={from}&date={to_date}&time={to_time}");
        self.ask("GET", &format!("doctor/sessionmoves/{{doctor}}/preview?{query}"), None).await
    }

    pub(super) async fn moves(&self) -> Value {
        self.done("GET", "doctor/sessionmoves/{doctor}", None).await["data"].clone()
    }

    /// The state of each visit of the only move, in their order, and whether the desk has to call.
    pub(super) async fn states(&self) -> Vec<(String, bool)> {
        let moves = self.moves().await;
        assert_eq!(moves.as_array().unwrap().len(), 1, "{moves}");
        let visits = moves[0]["visits"].as_array().unwrap().iter();
        visits.map(|one| (one["state"].as_str().unwrap().to_owned(), one["toCall"] == true)).collect()
    }

    pub(super) async fn accept_for(&self, visit: &str) -> Answer {
        self.ask("POST", &format!("doctor/appointment/proposal/{visit}"), None).await
    }

    pub(super) async fn keep(&self, visit: &str) -> Answer {
        self.ask("DELETE", &format!("doctor/appointment/proposal/{visit}"), None).await
    }
}

/// The free times of a day, for everybody.
pub(super) async fn free_times(server: &TestServer, doctor: &str, day: &str) -> Vec<String> {
    let slots = server.get(&format!("/user/api/doctor/{doctor}/slots?date={day}")).await;
    slots.body["data"].as_array().unwrap().iter().map(|slot| slot["time"].as_str().unwrap().to_owned()).collect()
}

/// When a patient's visits are, the latest first, and their states.
pub(super) async fn own_visits(server: &TestServer, patient: &Patient) -> Vec<(String, String)> {
    let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    own.body["data"].as_array().unwrap().iter().map(|row| (text(&row["startsAt"]), text(&row["status"]))).collect()
}

/// Patients with approved visits at these times of Monday.
pub(super) async fn booked(clinic: &Clinic<'_>, times: &[&str]) -> Vec<(Patient, String)> {
    let mut visits = Vec::new();
    for (number, time) in times.iter().enumerate() {
        let patient = clinic.server.patient(20 + number).await;
        let id = clinic.approved(&patient, MONDAY, time).await;
        visits.push((patient, id));
    }
    clinic.server.mails().await;
    visits
}

#[tokio::test]
async fn everybody_in_a_session_is_proposed_a_slot_that_is_reserved_and_the_old_time_stays() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (assistant, doctor) = (&clinic.assistant, clinic.doctor.doctor.as_str());
        let visits = booked(&clinic, &["10:00", "10:30"]).await;
        let other = server.patient(2).await;
        clinic.approved(&other, TUESDAY, "10:15").await;
        // Of requests nothing is moved: the doctor answers them.
        clinic.book(&server.patient(3).await, MONDAY, "10:45").await;
        let planned = assistant.preview((MONDAY, "10:00"), (TUESDAY, "10:00")).await;
        let plan = &planned.body["data"];
        assert_eq!((&plan["placed"], &plan["requests"]), (&json!(2), &json!(1)), "{}", planned.text);
        let rows = |rows: &Value, key: &str| -> Vec<Value> {
            rows.as_array().unwrap().iter().map(|row| row[key].clone()).collect()
        };
        assert_eq!(rows(&plan["visits"], "newTime"), [json!("10:00"), json!("10:30")]);
        assert_eq!(assistant.moves().await, json!([]), "looking changes nothing");

        let moved = assistant.move_session((MONDAY, "10:00"), (TUESDAY, "10:00")).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        // The session is named by any time within it.
        let again = assistant.move_session((MONDAY, "10:45"), (TUESDAY, "10:00")).await;
        assert_eq!((again.status, again.id()), (201, moved.id()), "the same form sent again");
        assert_eq!(assistant.states().await, vec![("open".to_owned(), false); 2]);
        let listed = &assistant.moves().await[0];
        assert_eq!(
            (&listed["sessionDay"], &listed["sessionFrom"], &listed["day"], &listed["reason"]),
            (&json!(MONDAY), &json!("10:00"), &json!(TUESDAY), &json!(REASON))
        );
        // Nine in the morning of Sunday: 25 hours to the first visit.
        let until = listed["visits"][0]["until"].as_str().unwrap();
        assert!(until.starts_with("2026-11-15T21:30:00"), "{until}");

        // The slots are nobody else's.
        let free = free_times(&server, doctor, TUESDAY).await;
        assert_eq!(free.iter().filter(|time| time.as_str() < "11:00").collect::<Vec<_>>(), ["10:45"]);
        server.book(&other, doctor, TUESDAY, "10:00").await.assert_problem(409, "slot_taken");
        let at_desk = json!({"name": "Rema", "phoneNumber": "9847012345", "date": TUESDAY, "time": "10:30"});
        assistant.ask("POST", "doctor/desk/bookings/{doctor}", Some(at_desk)).await.assert_problem(409, "slot_taken");
        for ((patient, _), time) in visits.iter().zip(["10:00", "10:30"]) {
            let starts = format!("{MONDAY}T{time}:00+05:30");
            assert_eq!(own_visits(&server, patient).await, [(starts, "Checked".to_owned())]);
            let mails = mails_to(&server, patient).await;
            let told: Vec<_> = mails.iter().filter(|(subject, _)| subject.starts_with(PROPOSED)).collect();
            assert_eq!(told.len(), 1, "once: {mails:?}");
            for said in [REASON, "Tue 17 Nov", "Mon 16 Nov", "/move#"] {
                assert!(told[0].1.contains(said), "{said}: {}", told[0].1);
            }
        }
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        let actions: Vec<String> = recorded(&server, &clinic.assistant_id).await.into_iter().map(|row| row.0).collect();
        assert_eq!(actions, ["move_session"], "once, although it was sent twice");
    })
    .await;
}

#[tokio::test]
async fn visits_that_find_no_slot_are_listed_for_a_call_and_nobody_is_mailed() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let visits = booked(&clinic, &["10:00", "10:15", "10:30"]).await;
        // Two slots are left of the session on Tuesday.
        let moved = clinic.doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:30")).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        let states = clinic.doctor.states().await;
        assert_eq!(states, [("open".to_owned(), false), ("open".to_owned(), false), ("unplaced".to_owned(), true)]);
        let (last, id) = &visits[2];
        assert!(mails_to(&server, last).await.iter().all(|(subject, _)| !subject.starts_with(PROPOSED)));
        clinic.doctor.accept_for(id).await.assert_problem(409, "not_changeable");
        // It was agreed on the phone that the old time stays.
        for _ in 0..2 {
            assert_eq!(clinic.doctor.keep(id).await.status, 200);
        }
        assert_eq!(clinic.doctor.states().await[2], ("kept".to_owned(), false));
        assert_eq!(own_visits(&server, last).await[0].0, "2026-11-16T10:30:00+05:30");
    })
    .await;
}

#[tokio::test]
async fn a_session_is_moved_once_at_a_time_until_the_move_is_withdrawn() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (doctor, visits) = (&clinic.doctor, booked(&clinic, &["10:00", "10:15"]).await);
        let moved = doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:00")).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        let second = clinic.assistant.move_session((MONDAY, "10:00"), (TUESDAY, "10:30")).await;
        second.assert_problem(409, "not_changeable");
        let (first, id) = &visits[0];
        let accept = format!("/user/api/user/moves/{}/{id}", first.id);
        assert_eq!(server.ask("POST", &accept, &first.token, None).await.status, 200);
        server.mails().await;

        let path = format!("doctor/sessionmoves/{{doctor}}/{}", moved.id());
        for _ in 0..2 {
            clinic.assistant.done("DELETE", &path, None).await;
        }
        clinic
            .assistant
            .ask("DELETE", "doctor/sessionmoves/{doctor}/other", None)
            .await
            .assert_problem(404, "not_found");
        assert_eq!(doctor.moves().await, json!([]));
        assert_eq!(own_visits(&server, first).await[0].0, "2026-11-17T10:00:00+05:30", "who accepted has moved");
        let (second, id) = &visits[1];
        let mails = mails_to(&server, second).await;
        let told = mails.iter().filter(|(subject, _)| subject.starts_with("Your appointment stays at its time"));
        assert_eq!(told.count(), 1, "{mails:?}");
        assert!(mails_to(&server, first).await.iter().all(|(subject, _)| !subject.contains("stays at its time")));
        let accept = format!("/user/api/user/moves/{}/{id}", second.id);
        server.ask("POST", &accept, &second.token, None).await.assert_problem(409, "not_changeable");
        assert!(free_times(&server, &doctor.doctor, TUESDAY).await.contains(&"10:15".to_owned()));

        // Now it can move again, with whoever is left in it.
        let again = doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:30")).await;
        assert_eq!(again.status, 201, "{}", again.text);
        assert_eq!(again.body["data"]["visits"][0]["newTime"], "10:30");
        assert_eq!(server.ask("POST", &accept, &second.token, None).await.status, 200);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_moved_or_is_at_another_place_is_refused() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let (desk, doctor) = (&clinic.desk, &clinic.doctor);
        let patient = server.patient(1).await;
        let at_hospital = clinic.approved(&patient, MONDAY, "11:00").await;
        clinic.approved(&patient, MONDAY, "10:00").await;
        // A hospital's desk sees its own session alone, and moves nothing to another place.
        desk.move_session((MONDAY, "10:00"), (TUESDAY, "11:00")).await.assert_problem(404, "not_found");
        assert_eq!(desk.move_session((MONDAY, "11:00"), (TUESDAY, "10:00")).await.bad_fields(), ["time"]);
        for (target, field) in [
            (("2026-11-22", "10:00"), "date"),
            ((TUESDAY, "10:07"), "time"),
            ((TUESDAY, "12:00"), "time"),
            (("2026-11-14", "10:00"), "time"),
        ] {
            assert_eq!(doctor.move_session((MONDAY, "10:00"), target).await.bad_fields(), [field], "{target:?}");
        }
        let empty = doctor.move_session((TUESDAY, "10:00"), (MONDAY, "10:15")).await;
        assert_eq!(empty.bad_fields(), ["sessionTime"]);
        let wrong = json!({"sessionDate": "soon", "sessionTime": "x", "date": "", "time": "y"});
        let wrong = doctor.ask("POST", "doctor/sessionmoves/{doctor}", Some(wrong)).await;
        assert_eq!(wrong.bad_fields(), ["sessionDate", "sessionTime", "date", "time", "reason"]);

        assert_eq!(doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:00")).await.status, 201);
        assert_eq!(desk.moves().await, json!([]), "another place's");
        let moved = desk.move_session((MONDAY, "11:00"), (TUESDAY, "11:15")).await;
        assert_eq!(moved.status, 201, "{}", moved.text);
        assert_eq!(desk.states().await, [("open".to_owned(), false)]);
        assert_eq!(doctor.moves().await.as_array().unwrap().len(), 2);
        let accepted = desk.accept_for(&at_hospital).await;
        let visit = &accepted.body["data"];
        assert_eq!((&visit["time"], &visit["place"]["name"]), (&json!("11:15"), &json!("hospital 1")));
        // Other doctors and patients have no part in it.
        let other = server.sign_in_doctor(&server.doctor(7).await).await;
        let path = format!("/user/api/doctor/appointment/proposal/{at_hospital}");
        server.ask("POST", &path, &other, None).await.assert_problem(403, "forbidden");
        server.ask("POST", &path, &patient.token, None).await.assert_problem(403, "forbidden");
    })
    .await;
}

#[tokio::test]
async fn a_proposed_slot_is_not_offered_to_the_waiting_list_until_it_is_declined() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let doctor = clinic.doctor.doctor.clone();
        let visits = booked(&clinic, &["10:00"]).await;
        for (number, time) in ["10:00", "10:15", "10:30"].into_iter().enumerate() {
            assert_eq!(server.book(&server.patient(30 + number).await, &doctor, TUESDAY, time).await.status, 200);
        }
        assert_eq!(clinic.doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:45")).await.status, 201);
        let waiting = server.patient(40).await;
        let path = format!("/user/api/doctor/{doctor}/waitlist/{}", waiting.id);
        let wish = json!({"date": TUESDAY, "from": "10:00", "to": "11:00"});
        assert_eq!(server.ask("POST", &path, &waiting.token, Some(wish)).await.status, 201, "nothing is free");
        let offered = async || {
            do_job(&server.app, "waitlist").await;
            let path = format!("/user/api/user/waitlist/{}", waiting.id);
            server.ask("GET", &path, &waiting.token, None).await.body["data"][0]["offer"]["time"].clone()
        };
        assert_eq!(offered().await, Value::Null);
        let (patient, id) = &visits[0];
        let decline = format!("/user/api/user/moves/{}/{id}", patient.id);
        assert_eq!(server.ask("DELETE", &decline, &patient.token, None).await.status, 200);
        assert_eq!(offered().await, "10:45");
        // Held for who waits: the desk cannot give it to the patient any more.
        clinic.doctor.accept_for(id).await.assert_problem(409, "slot_taken");
    })
    .await;
}

#[tokio::test]
async fn moves_of_a_session_that_is_over_are_deleted_and_nobody_looks_for_reserved_slots() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        booked(&clinic, &["10:00"]).await;
        assert_eq!(clinic.doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:00")).await.status, 201);
        let count = async |sql: &str| server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap();
        assert_eq!(count("SELECT count(*) FROM doctors WHERE has_waitlist").await, 1);
        server.clock.advance(SignedDuration::from_hours(14));
        for job in ["session moves", "waitlist"] {
            do_job(&server.app, job).await;
        }
        assert_eq!(server.app.backoff.count(), 0);
        assert_eq!(count("SELECT count(*) FROM doctors WHERE has_waitlist").await, 0);
        do_job(&server.app, "old session moves").await;
        assert_eq!(count("SELECT count(*) FROM move_proposals WHERE state = 'expired'").await, 1);
        server.clock.advance(SignedDuration::from_hours(3 * 24));
        do_job(&server.app, "old session moves").await;
        let left = "SELECT (SELECT count(*) FROM move_proposals) + (SELECT count(*) FROM session_moves)";
        assert_eq!(count(left).await, 0);
    })
    .await;
}

#[tokio::test]
async fn an_account_that_moves_sessions_without_end_waits() {
    with_limits(async |server| {
        let clinic = Clinic::new(&server).await;
        let mut refused = None;
        for number in 0..25 {
            let moved = clinic.assistant.move_session((TODAY, "10:00"), (TUESDAY, "10:00")).await;
            if moved.status == 429 {
                refused = Some(number);
                break;
            }
        }
        assert_eq!(refused, Some(20));
    })
    .await;
}
