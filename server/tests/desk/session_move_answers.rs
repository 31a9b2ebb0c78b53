//! Answers to a proposed time: by the patient's link or account, by the desk after a call, and what ends a proposal.

use futures::future::{join, join_all};
use jiff::SignedDuration;
use serde_json::json;

use super::moving::mails_to;
use super::session_moves::{PROPOSED, TUESDAY, booked, free_times, own_visits};
use super::{Clinic, MONDAY};
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer, do_job, with_server};
use crate::proofs::sums;

const OLD: &str = "2026-11-16T10:00:00+05:30";
const NEW: &str = "2026-11-17T10:00:00+05:30";

/// A clinic whose Monday session moves to Tuesday, with the visits of it.
async fn moving<'a>(server: &'a TestServer, times: &[&str]) -> (Clinic<'a>, Vec<(Patient, String)>) {
    let clinic = Clinic::new(server).await;
    let visits = booked(&clinic, times).await;
    let moved = clinic.doctor.move_session((MONDAY, "10:00"), (TUESDAY, "10:00")).await;
    assert_eq!(moved.status, 201, "{}", moved.text);
    (clinic, visits)
}

/// The token of the link in the mail that proposes a time.
async fn link_of(server: &TestServer, patient: &Patient) -> String {
    let mails = mails_to(server, patient).await;
    let (_, text) = mails.iter().find(|(subject, _)| subject.starts_with(PROPOSED)).expect("a proposal");
    let (_, rest) = text.split_once("/move#").unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn look(server: &TestServer, link: &str) -> Answer {
    server.ask("GET", "/user/api/visitmove", link, None).await
}

async fn answer(server: &TestServer, link: &str, deed: &str) -> Answer {
    server.ask("POST", &format!("/user/api/visitmove/{deed}"), link, None).await
}

/// An answer in the account: POST accepts, DELETE declines.
async fn own(server: &TestServer, method: &str, (patient, id): &(Patient, String)) -> Answer {
    server.ask(method, &format!("/user/api/user/moves/{}/{id}", patient.id), &patient.token, None).await
}

#[tokio::test]
async fn a_proposal_is_accepted_by_its_link_once_and_looking_at_it_accepts_nothing() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00"]).await;
        let (patient, _) = &visits[0];
        let link = link_of(&server, patient).await;
        for _ in 0..2 {
            assert_eq!(server.get("/move").await.status, 200, "what mail scanners open");
            let shown = look(&server, &link).await;
            let data = &shown.body["data"];
            assert_eq!(
                (shown.status, &data["state"], &data["startsAt"], &data["newStartsAt"]),
                (200, &json!("open"), &json!(OLD), &json!(NEW)),
                "{}",
                shown.text
            );
            assert!(!shown.text.contains("Asha") && !shown.text.contains(&patient.id), "{}", shown.text);
        }
        for wrong in ["", "made-up", &patient.token, &link[1..]] {
            look(&server, wrong).await.assert_problem(410, "link_ended");
            answer(&server, wrong, "accept").await.assert_problem(410, "link_ended");
            answer(&server, wrong, "decline").await.assert_problem(410, "link_ended");
        }
        assert_eq!(own_visits(&server, patient).await[0].0, OLD);
        for _ in 0..2 {
            let accepted = answer(&server, &link, "accept").await;
            let said = (accepted.status, &accepted.body["data"]["state"]);
            assert_eq!(said, (200, &json!("accepted")), "{}", accepted.text);
        }
        assert_eq!(own_visits(&server, patient).await, [(NEW.to_owned(), "Checked".to_owned())]);
        answer(&server, &link, "decline").await.assert_problem(409, "not_changeable");
        assert_eq!(clinic.doctor.states().await, [("accepted".to_owned(), false)]);
        assert!(free_times(&server, &clinic.doctor.doctor, MONDAY).await.contains(&"10:00".to_owned()));
        let mails = mails_to(&server, patient).await;
        let told: Vec<_> =
            mails.iter().filter(|(subject, _)| subject.starts_with("Your appointment is moved")).collect();
        assert_eq!(told.len(), 1, "{mails:?}");
        assert!(told[0].1.contains("Token"), "{}", told[0].1);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());

        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", patient.id)).await;
        look(&server, &link).await.assert_problem(410, "link_ended");
        answer(&server, &link, "accept").await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn in_the_account_a_proposal_is_listed_until_it_is_answered_and_is_in_the_export() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00", "10:15"]).await;
        let (patient, id) = &visits[0];
        let listed = async |patient: &Patient| {
            let path = format!("/user/api/user/moves/{}", patient.id);
            server.ask("GET", &path, &patient.token, None).await.body["data"].clone()
        };
        let proposals = listed(patient).await;
        let one = &proposals[0];
        assert_eq!(
            (&one["_id"], &one["patient_name"], &one["newStartsAt"], &one["fee"]),
            (&json!(id), &json!("Asha Nair"), &json!(NEW), &one["doctorId"]["consultation_Fee"])
        );
        // Of others it does not exist.
        let of_other = (patient.clone(), visits[1].1.clone());
        own(&server, "POST", &of_other).await.assert_problem(404, "not_found");
        own(&server, "DELETE", &of_other).await.assert_problem(404, "not_found");
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        let exported = &data.body["data"]["moves"][0];
        assert_eq!((&exported["visit"], &exported["state"]), (&json!(id), &json!("open")), "{}", data.text);

        for _ in 0..2 {
            assert_eq!(own(&server, "DELETE", &visits[0]).await.status, 200);
        }
        own(&server, "POST", &visits[0]).await.assert_problem(409, "not_changeable");
        for _ in 0..2 {
            let accepted = own(&server, "POST", &visits[1]).await;
            let visit = &accepted.body["data"];
            assert_eq!((&visit["status"], &visit["time"]), (&json!("Checked"), &json!("10:15")), "{}", accepted.text);
        }
        assert_eq!(listed(patient).await, json!([]));
        assert_eq!(clinic.desk.moves().await, json!([]));
        assert_eq!(clinic.doctor.states().await, [("declined".to_owned(), true), ("accepted".to_owned(), false)]);
        assert_eq!(own_visits(&server, patient).await[0].0, OLD);
        let free = free_times(&server, &clinic.doctor.doctor, TUESDAY).await;
        assert!(free.contains(&"10:00".to_owned()) && !free.contains(&"10:15".to_owned()), "{free:?}");
        // Whoever declined agrees on the phone after all.
        for _ in 0..2 {
            assert_eq!(clinic.assistant.accept_for(id).await.status, 200);
        }
        assert_eq!(own_visits(&server, patient).await[0].0, NEW);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // The account takes its proposals along.
        let path = format!("/user/api/user/profile/{}", patient.id);
        let deleted = server.ask("DELETE", &path, &patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(deleted.status, 200, "{}", deleted.text);
        let left = format!("SELECT count(*) FROM move_proposals WHERE visit_id = '{id}'");
        assert_eq!(server.app.db.read(async |tx| tx.count(&left, &[]).await).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn who_says_nothing_until_the_deadline_is_called_and_the_slot_is_free_at_that_moment() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00", "10:15"]).await;
        let doctor = clinic.doctor.doctor.as_str();
        let link = link_of(&server, &visits[0].0).await;
        server.clock.advance(SignedDuration::from_hours(13));
        // Whether the job has stored it or not.
        for is_stored in [false, true] {
            if is_stored {
                do_job(&server.app, "session moves").await;
                assert_eq!(server.app.backoff.count(), 0);
            }
            assert_eq!(look(&server, &link).await.body["data"]["state"], "expired", "{is_stored}");
            answer(&server, &link, "accept").await.assert_problem(409, "not_changeable");
            own(&server, "POST", &visits[0]).await.assert_problem(409, "not_changeable");
            assert_eq!(clinic.doctor.states().await, vec![("expired".to_owned(), true); 2]);
            assert!(free_times(&server, doctor, TUESDAY).await.contains(&"10:00".to_owned()), "{is_stored}");
        }
        assert_eq!(own_visits(&server, &visits[0].0).await[0].0, OLD);
        // The desk calls: the slot is still free for the first, and gone for the second.
        assert_eq!(clinic.assistant.accept_for(&visits[0].1).await.status, 200);
        assert_eq!(server.book(&server.patient(2).await, doctor, TUESDAY, "10:15").await.status, 200);
        clinic.assistant.accept_for(&visits[1].1).await.assert_problem(409, "slot_taken");
        assert_eq!(clinic.assistant.cancel(&visits[1].1).await.status, 200);
        assert_eq!(clinic.doctor.states().await, [("accepted".to_owned(), false), ("ended".to_owned(), false)]);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_proposal_ends_with_its_visit_and_frees_the_slot_at_the_same_commit() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00", "10:15", "10:30"]).await;
        let doctor = clinic.doctor.doctor.as_str();
        let [first, second, third] = &visits[..] else { panic!("three") };
        let links = [link_of(&server, &first.0).await, link_of(&server, &second.0).await];
        let cancel = format!("/user/api/appointment/cancel/{}", first.1);
        assert_eq!(server.ask("PATCH", &cancel, &first.0.token, None).await.status, 200);
        let reschedule = format!("/user/api/appointment/reschedule/{}", second.1);
        let to = json!({"date": MONDAY, "time": "10:45"});
        assert_eq!(server.ask("PATCH", &reschedule, &second.0.token, Some(to)).await.status, 200);
        assert_eq!(clinic.doctor.cancel(&third.1).await.status, 200);
        let free = free_times(&server, doctor, TUESDAY).await;
        assert_eq!(&free[..4], ["10:00", "10:15", "10:30", "10:45"]);
        let other = server.patient(2).await;
        for time in ["10:00", "10:15", "10:30"] {
            assert_eq!(server.book(&other, doctor, TUESDAY, time).await.status, 200, "{time}");
        }
        for is_stored in [false, true] {
            if is_stored {
                do_job(&server.app, "session moves").await;
            }
            assert_eq!(clinic.doctor.states().await, vec![("ended".to_owned(), false); 3], "{is_stored}");
            for link in &links {
                assert_eq!(look(&server, link).await.body["data"]["state"], "ended");
                answer(&server, link, "accept").await.assert_problem(409, "not_changeable");
            }
        }
        let stored = "SELECT count(*) FROM move_proposals WHERE state = 'ended'";
        assert_eq!(server.app.db.read(async |tx| tx.count(stored, &[]).await).await.unwrap(), 3);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_patient_may_move_the_visit_to_the_proposed_slot_in_the_usual_way() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00", "10:15"]).await;
        let reschedule = format!("/user/api/appointment/reschedule/{}", visits[0].1);
        let to = |time: &str| Some(json!({"date": TUESDAY, "time": time}));
        let others = server.ask("PATCH", &reschedule, &visits[0].0.token, to("10:15")).await;
        others.assert_problem(409, "slot_taken");
        let moved = server.ask("PATCH", &reschedule, &visits[0].0.token, to("10:00")).await;
        assert_eq!((moved.status, &moved.body["data"]["status"]), (200, &json!("Pending")), "{}", moved.text);
        assert_eq!(clinic.doctor.states().await, [("ended".to_owned(), false), ("open".to_owned(), false)]);
    })
    .await;
}

#[tokio::test]
async fn a_slot_that_the_doctor_does_not_work_any_more_cannot_be_accepted_and_the_desk_calls() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00"]).await;
        let link = link_of(&server, &visits[0].0).await;
        clinic.doctor.done("POST", "doctor/leave/{doctor}", Some(json!({"from": TUESDAY, "bookings": "keep"}))).await;
        answer(&server, &link, "accept").await.assert_problem(409, "slot_taken");
        assert_eq!(own_visits(&server, &visits[0].0).await[0].0, OLD);
        do_job(&server.app, "session moves").await;
        assert_eq!(clinic.doctor.states().await, [("expired".to_owned(), true)]);
        assert_eq!(clinic.doctor.keep(&visits[0].1).await.status, 200);
        assert_eq!(look(&server, &link).await.body["data"]["state"], "kept");
    })
    .await;
}

#[tokio::test]
async fn a_suspended_doctor_moves_nobody_and_the_moves_are_taken_back() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00"]).await;
        let (doctor, link) = (clinic.doctor.doctor.as_str(), link_of(&server, &visits[0].0).await);
        let admin = server.admin_token().await;
        let suspend = format!("/admin/api/doctors/{doctor}/suspend");
        let reason = Some(json!({"reason": "Asked.", "bookings": "keep"}));
        assert_eq!(server.ask("POST", &suspend, &admin, reason).await.status, 200);
        answer(&server, &link, "accept").await.assert_problem(404, "not_found");
        for job in ["session moves", "waitlist"] {
            do_job(&server.app, job).await;
        }
        assert_eq!(server.app.backoff.count(), 0);
        assert_eq!(look(&server, &link).await.body["data"]["state"], "withdrawn");
        let restore = format!("/admin/api/doctors/{doctor}/restore");
        assert_eq!(server.ask("POST", &restore, &admin, None).await.status, 200);
        answer(&server, &link, "accept").await.assert_problem(409, "not_changeable");
        assert!(free_times(&server, doctor, TUESDAY).await.contains(&"10:00".to_owned()));
    })
    .await;
}

#[tokio::test]
async fn of_answers_and_cancellations_at_once_one_wins_and_no_slot_has_two_visits() {
    with_server(async |server| {
        let (clinic, visits) = moving(&server, &["10:00", "10:15", "10:30", "10:45"]).await;
        let doctor = clinic.doctor.doctor.as_str();
        for (number, (patient, id)) in visits.iter().enumerate() {
            let link = link_of(&server, patient).await;
            let cancel = format!("/user/api/appointment/cancel/{id}");
            let other = server.patient(50 + number).await;
            let time = ["10:00", "10:15", "10:30", "10:45"][number];
            let by_link = (0..3).map(|_| answer(&server, &link, "accept"));
            let (accepted, (cancelled, taken)) = join(
                join_all(by_link),
                join(server.ask("PATCH", &cancel, &patient.token, None), server.book(&other, doctor, TUESDAY, time)),
            )
            .await;
            for one in &accepted {
                assert!([200, 409, 410].contains(&one.status), "{}", one.text);
            }
            // Cancelled before or after it moved; the slot is the other patient's only if it was free.
            assert_eq!(cancelled.status, 200, "{}", cancelled.text);
            assert!([200, 409].contains(&taken.status), "{}", taken.text);
            assert_eq!(own_visits(&server, patient).await[0].1, "Cancelled");
        }
        server.assert_none_overlap(doctor).await;
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}
