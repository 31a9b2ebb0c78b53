//! Freed slots: for whom they are held, and for how long.

use doccare::waitlist;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{
    HALF_AN_HOUR, MONDAY, OFFER, TIMES, free_times, full, job, mails_to, offered_time, wait_for, waiting, waits,
};
use crate::harness::people::PASSWORD;
use crate::harness::{TestServer, on_both_engines, with_server};

#[tokio::test]
async fn a_freed_slot_is_held_for_the_first_entry_and_hidden_from_others() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let doctor = &full.doctor;
        let (first, second) = (waiting(&server, 1, doctor).await, waiting(&server, 2, doctor).await);
        let stranger = server.patient(3).await;
        let places: Vec<Value> = [waits(&server, &first).await, waits(&server, &second).await]
            .iter()
            .map(|own| own[0]["place"].clone())
            .collect();
        assert_eq!(places, [json!(1), json!(2)]);
        let slots = format!("/user/api/doctor/{doctor}/slots?date={MONDAY}");
        assert_eq!(server.get(&slots).await.body["whyNot"], json!({"reason": "full"}));

        full.free(&server, "10:30").await;
        // Before the mails were sent, and after.
        for is_offered in [false, true] {
            if is_offered {
                job(&server).await;
            }
            let shown = server.get(&slots).await;
            assert_eq!((&shown.body["data"], &shown.body["whyNot"]), (&json!([]), &json!({"reason": "held"})));
            let closed = server.get(&format!("/user/api/doctor/{doctor}/bookings?date={MONDAY}")).await;
            assert_eq!(closed.body["data"].as_array().unwrap().len(), TIMES.len(), "{}", closed.text);
            let found = server.get(&format!("/user/api/doctor/{doctor}")).await;
            assert_ne!(found.body["data"]["nextSlot"]["startsAt"], "2026-11-16T10:30:00+05:30");
            for other in [&stranger, &second] {
                let refused = server.book(other, doctor, MONDAY, "10:30").await;
                refused.assert_problem(409, "slot_taken");
                assert_eq!(refused.body["reason"], "held");
            }
            assert_eq!(offered_time(&server, &first).await.is_some(), is_offered);
        }
        let offers = mails_to(&server, &first, OFFER).await;
        assert_eq!(offers.len(), 1);
        assert_eq!(offers[0].header("subject"), "A time has become free: Mon 16 Nov, 10:30 am");
        assert!(mails_to(&server, &second, OFFER).await.is_empty());
        job(&server).await;
        assert_eq!(mails_to(&server, &first, OFFER).await.len(), 1, "once");
        assert_eq!(waits(&server, &first).await[0]["offer"]["startsAt"], "2026-11-16T10:30:00+05:30");

        assert_eq!(server.book(&first, doctor, MONDAY, "10:30").await.status, 200);
        assert!(waits(&server, &first).await.is_empty(), "who has a slot waits no longer");
        assert_eq!(waits(&server, &second).await[0]["place"], 1);
        assert_eq!(server.get(&slots).await.body["whyNot"], json!({"reason": "full"}));
    })
    .await;
}

#[tokio::test]
async fn an_expired_hold_passes_to_the_next_entry_and_then_to_all_even_if_the_job_is_late() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let doctor = &full.doctor;
        let (first, second) = (waiting(&server, 1, doctor).await, waiting(&server, 2, doctor).await);
        let stranger = server.patient(3).await;
        full.free(&server, "11:00").await;
        job(&server).await;
        assert_eq!(mails_to(&server, &first, OFFER).await.len(), 1);
        server.clock.advance(HALF_AN_HOUR - SignedDuration::from_millis(1));
        server.book(&second, doctor, MONDAY, "11:00").await.assert_problem(409, "slot_taken");
        server.clock.advance(SignedDuration::from_millis(1));
        // The job has not noted that it expired, and yet it is no longer reserved for the first entry.
        assert_eq!(offered_time(&server, &first).await, None);
        server.book(&first, doctor, MONDAY, "11:00").await.assert_problem(409, "slot_taken");
        assert!(free_times(&server, doctor).await.is_empty());
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("11:00"));
        assert_eq!(mails_to(&server, &second, OFFER).await.len(), 1);
        server.book(&first, doctor, MONDAY, "11:00").await.assert_problem(409, "slot_taken");
        // It expires once more, and the list is empty: the slot is listed and booked before the job runs.
        server.clock.advance(HALF_AN_HOUR);
        assert_eq!(free_times(&server, doctor).await, ["11:00"]);
        assert_eq!(server.book(&stranger, doctor, MONDAY, "11:00").await.status, 200);
        job(&server).await;
        assert_eq!((waits(&server, &first).await.len(), waits(&server, &second).await.len()), (1, 1), "they wait on");
        // The slot is offered to the first one again.
        full.offer(&server, "11:15", &first).await;
        assert_eq!(mails_to(&server, &first, OFFER).await.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn however_a_slot_is_freed_it_is_offered_to_entries_of_its_hours_only() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let doctor = &full.doctor;
        let token = server.sign_in_doctor(doctor).await;
        let id = |time: &str| full.visits[TIMES.iter().position(|known| *known == time).unwrap()].1.clone();
        let deed = async |deed: &str, time: &str| {
            let path = format!("/user/api/doctor/appointment/{deed}/{}", id(time));
            assert_eq!(server.ask("PATCH", &path, &token, None).await.status, 200);
        };
        // An entry for the afternoon only waits for ever.
        let late = server.patient(9).await;
        let hours = json!({"date": MONDAY, "from": "11:45", "to": "12:00"});
        assert_eq!(wait_for(&server, &late, doctor, hours).await.status, 201);
        for (number, (way, time)) in
            [("reject", "10:00"), ("cancel", "10:15"), ("move", "10:30"), ("leave", "10:45"), ("hours", "12:00")]
                .into_iter()
                .enumerate()
        {
            let patient = waiting(&server, number + 1, doctor).await;
            match way {
                "reject" => deed("reject", time).await,
                "cancel" => {
                    deed("approve", time).await;
                    deed("cancel", time).await;
                }
                "move" => {
                    let (owner, id) = &full.visits[2];
                    let slot = json!({"date": "2026-11-17", "time": "10:00"});
                    let path = format!("/user/api/appointment/reschedule/{id}");
                    assert_eq!(server.ask("PATCH", &path, &owner.token, Some(slot)).await.status, 200);
                }
                "leave" => {
                    let (owner, _) = &full.visits[0];
                    let path = format!("/user/api/user/profile/{}", owner.id);
                    let gone = server.ask("DELETE", &path, &owner.token, Some(json!({"password": PASSWORD}))).await;
                    assert_eq!(gone.status, 200, "{}", gone.text);
                }
                _ => {
                    let longer = format!("UPDATE doctors SET end_minute = 735 WHERE id = '{doctor}'");
                    server.execute(&longer).await;
                }
            }
            job(&server).await;
            assert_eq!(offered_time(&server, &patient).await.as_deref(), Some(time), "{way}");
            assert_eq!(server.book(&patient, doctor, MONDAY, time).await.status, 200, "{way}");
        }
        assert_eq!(offered_time(&server, &late).await, None);
        assert!(free_times(&server, doctor).await.is_empty());
        full.offer(&server, "11:45", &late).await;
    })
    .await;
}

#[tokio::test]
async fn nothing_is_held_half_an_hour_before_it_begins() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (patient, stranger) = (waiting(&server, 1, &full.doctor).await, server.patient(2).await);
        // Monday, 9:31: the slot of ten is not reserved, that of 10:15 is held for a quarter of 44 minutes.
        server.clock.advance(SignedDuration::from_mins(24 * 60 + 31));
        full.free(&server, "10:00").await;
        full.free(&server, "10:15").await;
        assert_eq!(free_times(&server, &full.doctor).await, ["10:00"]);
        job(&server).await;
        let offer = waits(&server, &patient).await[0]["offer"].clone();
        assert_eq!(offer["time"], "10:15");
        assert!(offer["until"].as_str().unwrap().starts_with("2026-11-16T09:42:00"), "{offer}");
        assert_eq!(server.book(&stranger, &full.doctor, MONDAY, "10:00").await.status, 200);
        server.book(&stranger, &full.doctor, MONDAY, "10:15").await.assert_problem(409, "slot_taken");
    })
    .await;
}

#[tokio::test]
async fn instances_that_pass_on_at_once_offer_a_slot_once() {
    on_both_engines(async |url| {
        let server = TestServer::start(url.clone()).await;
        let full = full(&server, 1).await;
        let patients = [waiting(&server, 1, &full.doctor).await, waiting(&server, 2, &full.doctor).await];
        full.free(&server, "10:00").await;
        // SQLite allows one instance, which may run the job twice at once.
        let other = if server.app.db.is_multi_instance() { Some(TestServer::start(url).await) } else { None };
        let apps = [&server.app, other.as_ref().map_or(&server.app, |other| &other.app)];
        for turn in join_all((0..12).map(|turn| waitlist::pass_on(apps[turn % 2]))).await {
            turn.unwrap();
        }
        assert_eq!(server.app.backoff.count(), 0);
        let held = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM waitlist_holds", &[]).await);
        assert_eq!(held.await.unwrap(), 1);
        let mut offers = 0;
        for patient in &patients {
            offers += mails_to(&server, patient, OFFER).await.len();
        }
        assert_eq!(offers, 1);
    })
    .await;
}
