//! Waiting for a slot of a full day: who gets what becomes free, for how long it is held, and how one leaves the line.

use doccare::booking::waitlist;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer, do_job, on_both_engines, with_server};

pub const MONDAY: &str = "2026-11-16";
const TIMES: [&str; 8] = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
/// The tests begin on a Sunday at nine: what becomes free is held for so long.
pub const HALF_AN_HOUR: SignedDuration = SignedDuration::from_mins(30);

/// A doctor whose Monday is full, and the bookings of that day with their patients.
pub struct Full {
    pub doctor: String,
    pub visits: Vec<(Patient, String)>,
}

pub async fn full(server: &TestServer, number: usize) -> Full {
    let doctor = server.doctor(number).await;
    let patients = [server.patient(number * 100 + 90).await, server.patient(number * 100 + 91).await];
    let mut visits = Vec::new();
    for (place, time) in TIMES.iter().enumerate() {
        let patient = patients[place / 4].clone();
        let booked = server.book(&patient, &doctor, MONDAY, time).await;
        assert_eq!(booked.status, 200, "{}", booked.text);
        visits.push((patient, booked.body["data"]["_id"].as_str().unwrap().to_owned()));
    }
    Full { doctor, visits }
}

impl Full {
    pub async fn free(&self, server: &TestServer, time: &str) {
        let (patient, id) = &self.visits[TIMES.iter().position(|known| *known == time).unwrap()];
        let path = format!("/user/api/appointment/cancel/{id}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
    }
}

pub async fn wait_for(server: &TestServer, patient: &Patient, doctor: &str, body: Value) -> Answer {
    // Ids sort by the millisecond.
    server.clock.advance(SignedDuration::from_millis(1));
    server.ask("POST", &format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id), &patient.token, Some(body)).await
}

/// Somebody new who waits for Monday.
pub async fn waiting(server: &TestServer, number: usize, doctor: &str) -> Patient {
    let patient = server.patient(number).await;
    let waits = wait_for(server, &patient, doctor, json!({"date": MONDAY})).await;
    assert_eq!(waits.status, 201, "{}", waits.text);
    patient
}

pub async fn waits(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let list = server.ask("GET", &format!("/user/api/user/waitlist/{}", patient.id), &patient.token, None).await;
    list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone()
}

pub async fn offered_time(server: &TestServer, patient: &Patient) -> Option<String> {
    waits(server, patient).await.first()?["offer"]["time"].as_str().map(String::from)
}

pub async fn free_times(server: &TestServer, doctor: &str) -> Vec<String> {
    let slots = server.get(&format!("/user/api/doctor/{doctor}/slots?date={MONDAY}")).await;
    slots.body["data"].as_array().unwrap().iter().map(|slot| slot["time"].as_str().unwrap().to_owned()).collect()
}

pub async fn job(server: &TestServer) {
    do_job(&server.app, "waitlist").await;
    assert_eq!(server.app.setbacks.count(), 0);
}

pub async fn mails_to(server: &TestServer, patient: &Patient, subject: &str) -> Vec<Eml> {
    let mut mails = server.mails().await;
    mails.retain(|mail| mail.header("to").contains(&patient.email) && mail.header("subject").starts_with(subject));
    mails
}

pub const OFFER: &str = "A time has become free";
pub const ENDED: &str = "You no longer wait";

/// The token of the link in an offer.
fn link_in(mail: &Eml) -> String {
    let text = mail.text("text/plain").expect("a text");
    let (_, rest) = text.split_once("/waitlist#").unwrap_or_else(|| panic!("{text}"));
    rest.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn what_becomes_free_is_held_for_the_first_in_line_and_shown_to_nobody_else() {
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
        // Before anybody was told, and after.
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
        assert_eq!(offers[0].header("subject"), "A time has become free: Nov 16, 2026, 10:30 AM");
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
async fn what_runs_out_is_the_next_ones_and_then_everybodys_also_while_the_job_is_late() {
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
        // Nobody noted that it ran out, and yet it is no longer the first one's.
        assert_eq!(offered_time(&server, &first).await, None);
        server.book(&first, doctor, MONDAY, "11:00").await.assert_problem(409, "slot_taken");
        assert!(free_times(&server, doctor).await.is_empty());
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("11:00"));
        assert_eq!(mails_to(&server, &second, OFFER).await.len(), 1);
        server.book(&first, doctor, MONDAY, "11:00").await.assert_problem(409, "slot_taken");
        // It runs out once more, and nobody is left: shown and booked before the job comes.
        server.clock.advance(HALF_AN_HOUR);
        assert_eq!(free_times(&server, doctor).await, ["11:00"]);
        assert_eq!(server.book(&stranger, doctor, MONDAY, "11:00").await.status, 200);
        job(&server).await;
        assert_eq!((waits(&server, &first).await.len(), waits(&server, &second).await.len()), (1, 1), "they wait on");
        // The next one is the first one's again.
        full.free(&server, "11:15").await;
        job(&server).await;
        assert_eq!(offered_time(&server, &first).await.as_deref(), Some("11:15"));
        assert_eq!(mails_to(&server, &first, OFFER).await.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn whatever_frees_a_slot_frees_it_for_who_waits_and_only_at_their_hours() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let doctor = &full.doctor;
        let token = server.sign_in_doctor(doctor).await;
        let id = |time: &str| full.visits[TIMES.iter().position(|known| *known == time).unwrap()].1.clone();
        let deed = async |deed: &str, time: &str| {
            let path = format!("/user/api/doctor/appointment/{deed}/{}", id(time));
            assert_eq!(server.ask("PATCH", &path, &token, None).await.status, 200);
        };
        // Whoever wants the afternoon only waits for ever.
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
        full.free(&server, "11:45").await;
        job(&server).await;
        assert_eq!(offered_time(&server, &late).await.as_deref(), Some("11:45"));
    })
    .await;
}

#[tokio::test]
async fn nothing_is_held_half_an_hour_before_it_begins() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (patient, stranger) = (waiting(&server, 1, &full.doctor).await, server.patient(2).await);
        // Monday, 9:31: the slot of ten is anybody's, that of 10:15 is held for a quarter of 44 minutes.
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
async fn nobody_waits_for_what_is_free_or_what_nobody_can_have() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (patient, doctor) = (server.patient(1).await, &full.doctor);
        for (body, status, code) in [
            (json!({"date": "2026-11-17"}), 409, "no_longer_needed"),
            (json!({"date": "2026-11-14"}), 422, "invalid_fields"),
            (json!({"date": "2026-11-22"}), 422, "invalid_fields"),
            (json!({"date": MONDAY, "from": "13:00"}), 422, "invalid_fields"),
            (json!({"date": MONDAY, "from": "11:00", "to": "11:00"}), 422, "invalid_fields"),
            (json!({"date": MONDAY, "person": "nobody"}), 404, "not_found"),
        ] {
            wait_for(&server, &patient, doctor, body).await.assert_problem(status, code);
        }
        let unknown = wait_for(&server, &patient, "nobody", json!({"date": MONDAY})).await;
        unknown.assert_problem(404, "not_found");
        // Sent again it is the same place with other hours.
        let whole = wait_for(&server, &patient, doctor, json!({"date": MONDAY})).await;
        let part = wait_for(&server, &patient, doctor, json!({"date": MONDAY, "from": "11:00", "to": "11:30"})).await;
        assert_eq!(whole.body["data"]["_id"], part.body["data"]["_id"]);
        let own = waits(&server, &patient).await;
        assert_eq!((own.len(), &own[0]["from"], &own[0]["to"]), (1, &json!("11:00"), &json!("11:30")));
        full.free(&server, "10:00").await;
        assert_eq!(free_times(&server, doctor).await, ["10:00"], "it is none of their hours");
        let stranger = server.patient(2).await;
        let other_hours = json!({"date": MONDAY, "from": "11:00"});
        assert_eq!(wait_for(&server, &stranger, doctor, other_hours).await.status, 201);
        let day = json!({"date": MONDAY});
        wait_for(&server, &stranger, doctor, day).await.assert_problem(409, "no_longer_needed");
    })
    .await;
}

#[tokio::test]
async fn what_is_held_counts_as_booked_and_one_waits_for_five_days_at_most() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let doctor = &full.doctor;
        // Four with one doctor on one day; the owner of the first four gives one back, and waits.
        let (owner, _) = full.visits[0].clone();
        wait_for(&server, &owner, doctor, json!({"date": MONDAY})).await.assert_problem(409, "too_many_bookings");
        let patient = waiting(&server, 1, doctor).await;
        for time in ["11:00", "11:15", "11:30", "11:45"] {
            full.free(&server, time).await;
        }
        job(&server).await;
        assert_eq!(offered_time(&server, &patient).await.as_deref(), Some("11:00"));
        // The others are anybody's, and with three of them and the one that is held there are four.
        let wider = format!("UPDATE doctors SET end_minute = 780 WHERE id = '{doctor}'");
        server.execute(&wider).await;
        let entry = waits(&server, &patient).await[0]["_id"].as_str().unwrap().to_owned();
        // They wait for the hours up to 11:15 only: what they book later does not end it.
        server.execute(&format!("UPDATE waitlist_entries SET to_minute = 675 WHERE id = '{entry}'")).await;
        for time in ["11:15", "11:30", "11:45"] {
            assert_eq!(server.book(&patient, doctor, MONDAY, time).await.status, 200);
        }
        server.book(&patient, doctor, MONDAY, "12:00").await.assert_problem(409, "too_many_bookings");
        assert_eq!(server.book(&patient, doctor, MONDAY, "11:00").await.status, 200, "the one that is held");

        let busy = server.patient(2).await;
        for number in 0..6 {
            let other = server.doctor_with(number + 10, |doctor| doctor.schedule.end = doctor.schedule.start).await;
            if number < 5 {
                let nobody_there = wait_for(&server, &busy, &other, json!({"date": MONDAY})).await;
                nobody_there.assert_problem(422, "invalid_fields");
            }
            let hours = format!("UPDATE doctors SET end_minute = start_minute + 15 WHERE id = '{other}'");
            server.execute(&hours).await;
            assert_eq!(server.book(&server.patient(number + 20).await, &other, MONDAY, "10:00").await.status, 200);
            let waits = wait_for(&server, &busy, &other, json!({"date": MONDAY})).await;
            if number < 5 {
                assert_eq!(waits.status, 201, "{}", waits.text);
            } else {
                waits.assert_problem(409, "limit_reached");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_link_shows_a_page_and_leaves_the_list_and_opening_it_does_nothing() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (first, second) = (waiting(&server, 1, &full.doctor).await, waiting(&server, 2, &full.doctor).await);
        full.free(&server, "10:00").await;
        job(&server).await;
        let link = link_in(&mails_to(&server, &first, OFFER).await[0]);
        for _ in 0..2 {
            assert_eq!(server.get("/waitlist").await.status, 200, "what scanners open");
            let shown = server.ask("GET", "/user/api/waitlist/link", &link, None).await;
            assert_eq!((shown.status, &shown.body["data"]["offer"]["time"]), (200, &json!("10:00")), "{}", shown.text);
            assert!(!shown.text.contains(&first.email) && !shown.text.contains(&first.id));
        }
        for wrong in ["", "made-up", &first.token, &link[1..]] {
            for (method, path) in [("GET", "/user/api/waitlist/link"), ("POST", "/user/api/waitlist/leave")] {
                server.ask(method, path, wrong, None).await.assert_problem(410, "link_ended");
            }
        }
        assert_eq!(waits(&server, &first).await.len(), 1);
        for _ in 0..2 {
            assert_eq!(server.ask("POST", "/user/api/waitlist/leave", &link, None).await.status, 200);
        }
        server.ask("GET", "/user/api/waitlist/link", &link, None).await.assert_problem(410, "link_ended");
        assert!(waits(&server, &first).await.is_empty());
        assert!(free_times(&server, &full.doctor).await.is_empty(), "it is the next one's");
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:00"));

        let own = waits(&server, &second).await[0]["_id"].as_str().unwrap().to_owned();
        let path = |patient: &Patient| format!("/user/api/user/waitlist/{}/{own}", patient.id);
        server.ask("DELETE", &path(&first), &first.token, None).await.assert_problem(404, "not_found");
        server.ask("DELETE", &path(&second), &first.token, None).await.assert_problem(403, "forbidden");
        assert_eq!(server.ask("DELETE", &path(&second), &second.token, None).await.status, 200);
        server.ask("DELETE", &path(&second), &second.token, None).await.assert_problem(404, "not_found");
        assert_eq!(free_times(&server, &full.doctor).await, ["10:00"]);
    })
    .await;
}

#[tokio::test]
async fn a_mail_that_still_waits_is_taken_back_when_the_slot_is_taken_or_left() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (first, second) = (waiting(&server, 1, &full.doctor).await, waiting(&server, 2, &full.doctor).await);
        full.free(&server, "10:00").await;
        job(&server).await;
        assert_eq!(server.book(&first, &full.doctor, MONDAY, "10:00").await.status, 200);
        full.free(&server, "10:15").await;
        job(&server).await;
        let own = waits(&server, &second).await[0]["_id"].as_str().unwrap().to_owned();
        let path = format!("/user/api/user/waitlist/{}/{own}", second.id);
        assert_eq!(server.ask("DELETE", &path, &second.token, None).await.status, 200);
        for patient in [&first, &second] {
            assert!(mails_to(&server, patient, OFFER).await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn who_waits_for_a_doctor_who_will_not_be_there_is_told_and_who_waited_in_vain_is_not() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let mut doctors = Vec::new();
        for number in 1..=3 {
            let full = full(&server, number).await;
            doctors.push((waiting(&server, number, &full.doctor).await, full));
        }
        let [(left, on_leave), (of_suspended, suspended), (in_vain, _)] = &doctors[..] else { panic!() };
        let token = server.sign_in_doctor(&on_leave.doctor).await;
        let leave = json!({"from": MONDAY, "bookings": "keep"});
        let path = format!("/user/api/doctor/leave/{}", on_leave.doctor);
        assert_eq!(server.ask("POST", &path, &token, Some(leave)).await.status, 200);
        let path = format!("/admin/api/doctors/{}/suspend", suspended.doctor);
        assert_eq!(server.ask("POST", &path, &admin, None).await.status, 200);
        job(&server).await;
        for patient in [left, of_suspended] {
            assert_eq!(mails_to(&server, patient, ENDED).await.len(), 1);
            assert!(waits(&server, patient).await.is_empty());
        }
        assert_eq!(waits(&server, in_vain).await.len(), 1);
        server.clock.advance(SignedDuration::from_hours(40));
        job(&server).await;
        job(&server).await;
        assert!(waits(&server, in_vain).await.is_empty());
        assert!(mails_to(&server, in_vain, ENDED).await.is_empty());
        let waited = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM doctors WHERE waited", &[]).await);
        assert_eq!(waited.await.unwrap(), 0, "from now on nobody asks for lines");
    })
    .await;
}

#[tokio::test]
async fn what_somebody_waits_for_is_in_their_data_and_goes_with_them() {
    with_server(async |server| {
        let full = full(&server, 1).await;
        let (first, second) = (waiting(&server, 1, &full.doctor).await, waiting(&server, 2, &full.doctor).await);
        let third = waiting(&server, 3, &full.doctor).await;
        full.free(&server, "10:00").await;
        job(&server).await;
        let data = server.ask("GET", &format!("/user/api/user/data/{}", first.id), &first.token, None).await;
        assert_eq!(data.body["data"]["waitlist"][0]["offer"]["time"], "10:00", "{}", data.text);
        let profile = format!("/user/api/user/profile/{}", first.id);
        let gone = server.ask("DELETE", &profile, &first.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        job(&server).await;
        assert_eq!(offered_time(&server, &second).await.as_deref(), Some("10:00"));
        let admin = server.admin_token().await;
        let block = format!("/admin/api/blockandunblock/{}", second.id);
        assert_eq!(server.ask("PATCH", &block, &admin, None).await.status, 200);
        job(&server).await;
        assert_eq!(offered_time(&server, &third).await.as_deref(), Some("10:00"));
        let rows = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM waitlist_entries", &[]).await);
        assert_eq!(rows.await.unwrap(), 1);
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
        // SQLite is for one instance, which may be asked twice at once.
        let other = if server.app.db.has_neighbours() { Some(TestServer::start(url).await) } else { None };
        let apps = [&server.app, other.as_ref().map_or(&server.app, |other| &other.app)];
        for turn in join_all((0..12).map(|turn| waitlist::pass_on(apps[turn % 2]))).await {
            turn.unwrap();
        }
        assert_eq!(server.app.setbacks.count(), 0);
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
