//! Follow-ups: what doctors ask for, when and to whom it is proposed, once, and what becomes of it.

use doccare::admin::erasure::{Whom, erase};
use doccare::identity::Role;
use doccare::platform::lang::Lang;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::{PASSWORD, Patient, booking_form, booking_path};
use crate::harness::{Answer, TestServer, do_job, on_both_engines, with_server};

/// The tests begin on a Sunday, the 15th, at nine in the morning in India; the doctor works from ten to twelve.
const TODAY: &str = "2026-11-15";

struct Practice {
    server: TestServer,
    patient: Patient,
    doctor: String,
    token: String,
    /// An approved visit that began half an hour ago.
    visit: String,
}

async fn begin(server: TestServer) -> Practice {
    let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
    let token = server.sign_in_doctor(&doctor).await;
    let visit = approved(&server, &patient, &doctor, &token, booking_form(TODAY, "10:00")).await;
    server.clock.advance(SignedDuration::from_mins(90));
    Practice { server, patient, doctor, token, visit }
}

async fn approved(server: &TestServer, patient: &Patient, doctor: &str, token: &str, form: Value) -> String {
    let booked = server.ask("POST", &booking_path(doctor, &patient.id), &patient.token, Some(form)).await;
    let id = booked.body["data"]["_id"].as_str().unwrap_or_else(|| panic!("{}", booked.text)).to_owned();
    let path = format!("/user/api/doctor/appointment/approve/{id}");
    assert_eq!(server.ask("PATCH", &path, token, None).await.status, 200);
    id
}

impl Practice {
    async fn mark(&self, body: Value) -> Answer {
        self.mark_of(&self.visit, body).await
    }

    async fn mark_of(&self, visit: &str, body: Value) -> Answer {
        self.server.ask("PUT", &format!("/user/api/doctor/followup/{visit}"), &self.token, Some(body)).await
    }

    async fn marked(&self, days: i64, without_fee: bool) {
        let marked = self.mark(json!({"days": days, "withoutFee": without_fee})).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
    }

    async fn unmark(&self) -> Answer {
        self.server.ask("DELETE", &format!("/user/api/doctor/followup/{}", self.visit), &self.token, None).await
    }

    /// What the doctor sees of the visit's follow-up.
    async fn seen(&self) -> Value {
        let path = format!("/user/api/doctor/followups/{}", self.doctor);
        let list = self.server.ask("GET", &path, &self.token, None).await;
        let rows = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone();
        rows.into_iter().find(|row| row["_id"] == self.visit.as_str()).unwrap_or_default()["followUp"].clone()
    }

    async fn proposals(&self) -> Vec<Value> {
        let path = format!("/user/api/user/followups/{}", self.patient.id);
        let list = self.server.ask("GET", &path, &self.patient.token, None).await;
        list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone()
    }

    /// The times that are offered for the visit, as in `2026-11-17 10:00`.
    async fn offered(&self) -> Vec<String> {
        let proposals = self.proposals().await;
        let slots = proposals.first().map(|proposal| proposal["slots"].as_array().unwrap().clone());
        let when = |slot: &Value| {
            let starts_at = slot["startsAt"].as_str().unwrap();
            format!("{} {}", &starts_at[..10], slot["time"].as_str().unwrap())
        };
        slots.iter().flatten().map(when).collect()
    }

    async fn take(&self, date: &str, time: &str) -> Answer {
        let path = format!("/user/api/user/followups/{}/{}", self.patient.id, self.visit);
        self.server.ask("POST", &path, &self.patient.token, Some(json!({"date": date, "time": time}))).await
    }

    async fn decline(&self) -> Answer {
        let path = format!("/user/api/user/followups/{}/{}", self.patient.id, self.visit);
        self.server.ask("DELETE", &path, &self.patient.token, None).await
    }

    /// The proposals that have arrived by mail.
    async fn mails(&self) -> Vec<Eml> {
        do_job(&self.server.app, "follow-ups").await;
        let mails = self.server.mails().await;
        mails.into_iter().filter(|mail| mail.header("subject").starts_with("Time for your next visit")).collect()
    }

    async fn leave(&self, from: &str, to: &str) {
        let path = format!("/user/api/doctor/leave/{}", self.doctor);
        let added = self.server.ask("POST", &path, &self.token, Some(json!({"from": from, "to": to}))).await;
        assert_eq!(added.status, 200, "{}", added.text);
    }

    async fn rows(&self) -> i64 {
        self.server.app.db.read(async |tx| tx.count("SELECT count(*) FROM follow_ups", &[]).await).await.unwrap()
    }
}

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
        // The 25th can be booked from the 19th on; the mail comes at eight.
        server.clock.advance(SignedDuration::from_mins(3 * 24 * 60 + 21 * 60 + 29));
        assert!(practice.mails().await.is_empty());
        assert!(practice.proposals().await.is_empty());
        server.clock.advance(SignedDuration::from_mins(2));
        let mails = practice.mails().await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].header("to").contains(&practice.patient.email));
        let text = mails[0].text("text/plain").unwrap();
        for wanted in [
            "Dr. Doctor Number1 asked you to come again around Nov 25, 2026.",
            "Nov 25, 2026, 10:00 AM",
            "Nov 25, 2026, 10:45 AM",
            "Nov 25, 2026, 11:30 AM",
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

        let id = booked.body["data"]["_id"].as_str().unwrap();
        let path = format!("/user/api/doctor/appointment/approve/{id}");
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
async fn with_a_fee_it_costs_what_the_doctor_takes_then() {
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

        // Not begun, not approved, nobody's, another's.
        let later =
            approved(server, &practice.patient, &practice.doctor, &practice.token, booking_form("2026-11-16", "10:00"))
                .await;
        practice.mark_of(&later, json!({"days": 7})).await.assert_problem(409, "not_changeable");
        let pending = server.book(&practice.patient, &practice.doctor, "2026-11-16", "10:15").await;
        let pending = pending.body["data"]["_id"].as_str().unwrap().to_owned();
        practice.mark_of("nobody", json!({"days": 7})).await.assert_problem(404, "not_found");
        server.clock.advance(SignedDuration::from_hours(24));
        practice.mark_of(&pending, json!({"days": 7})).await.assert_problem(409, "not_changeable");
        assert_eq!(practice.mark_of(&later, json!({"days": 7})).await.status, 200);
        let other = server.doctor(2).await;
        let other = server.sign_in_doctor(&other).await;
        let path = format!("/user/api/doctor/followup/{}", practice.visit);
        server.ask("PUT", &path, &other, Some(json!({"days": 7}))).await.assert_problem(403, "forbidden");

        // A day that is over, and a visit that is.
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
async fn several_instances_propose_once() {
    on_both_engines(async |url| {
        let servers = join_all((0..3).map(|_| TestServer::start(url.clone()))).await;
        let (patient, doctor) = (servers[0].patient(1).await, servers[0].doctor(1).await);
        let token = servers[0].sign_in_doctor(&doctor).await;
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            approved(&servers[0], &patient, &doctor, &token, booking_form(TODAY, time)).await;
        }
        for server in &servers {
            server.clock.advance(SignedDuration::from_hours(3));
        }
        let list = servers[0].ask("GET", &format!("/user/api/doctor/followups/{doctor}"), &token, None).await;
        for visit in list.body["data"].as_array().unwrap() {
            let path = format!("/user/api/doctor/followup/{}", visit["_id"].as_str().unwrap());
            assert_eq!(servers[0].ask("PUT", &path, &token, Some(json!({"days": 2}))).await.status, 200);
        }
        // Each by itself, as if no lease kept them apart.
        for turn in join_all(servers.iter().map(|server| doccare::booking::follow_ups::propose(&server.app))).await {
            turn.unwrap();
        }
        let waiting = "SELECT count(*) FROM mails WHERE about IS NOT NULL";
        assert_eq!(servers[0].app.db.read(async |tx| tx.count(waiting, &[]).await).await.unwrap(), 4);
    })
    .await;
}

#[tokio::test]
async fn a_day_without_anything_free_gives_way_to_the_nearest_after_it_and_a_fortnight_is_the_end() {
    with_server(async |server| {
        let practice = begin(server).await;
        let server = &practice.server;
        practice.leave("2026-11-17", "2026-11-18").await;
        practice.marked(2, false).await;
        let mails = practice.mails().await;
        assert_eq!(mails.len(), 1);
        let text = mails[0].text("text/plain").unwrap();
        assert!(text.contains("around Nov 17, 2026") && text.contains("That day has no free time."), "{text}");
        assert_eq!(practice.offered().await[0], "2026-11-19 10:00");
        practice.take("2026-11-16", "10:00").await.assert_problem(422, "invalid_fields");
        practice.take("2026-11-17", "10:00").await.assert_problem(422, "invalid_fields");
        assert_eq!(practice.take("2026-11-19", "10:15").await.status, 200);

        // Of a doctor who is away for long nothing is proposed, and then it is over.
        let second =
            approved(server, &practice.patient, &practice.doctor, &practice.token, booking_form(TODAY, "11:00")).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let away = Practice { visit: second, ..practice };
        away.leave("2026-11-20", "2026-12-31").await;
        away.marked(7, true).await;
        for _ in 0..3 {
            away.server.clock.advance(SignedDuration::from_hours(7 * 24));
            assert_eq!(away.mails().await.len(), 1);
        }
        assert_eq!(away.seen().await["state"], "waiting", "until the 6th");
        away.server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!((away.seen().await["state"].clone(), away.mails().await.len()), (json!("over"), 1));
        let marked = away.mark(json!({"days": 60})).await;
        assert_eq!(marked.status, 200, "the doctor may ask anew: {}", marked.text);
    })
    .await;
}

#[tokio::test]
async fn when_a_slot_is_gone_there_are_others_and_nobody_comes_twice() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (server, other) = (&practice.server, practice.server.patient(2).await);
        practice.marked(3, true).await;
        practice.take("2026-11-18", "10:00").await.assert_problem(409, "not_changeable");
        assert_eq!(practice.mails().await.len(), 1);
        assert_eq!(practice.offered().await, ["2026-11-18 10:00", "2026-11-18 10:45", "2026-11-18 11:30"]);
        for time in ["10:00", "10:45", "11:30"] {
            assert_eq!(server.book(&other, &practice.doctor, "2026-11-18", time).await.status, 200);
        }
        practice.take("2026-11-18", "10:45").await.assert_problem(409, "slot_taken");
        assert_eq!(practice.offered().await, ["2026-11-18 10:15", "2026-11-18 11:00", "2026-11-18 11:45"]);
        let first = practice.take("2026-11-18", "11:00").await;
        assert_eq!(first.status, 200, "{}", first.text);
        let again = practice.take("2026-11-18", "11:00").await;
        assert_eq!((again.status, &again.body["data"]["_id"]), (200, &first.body["data"]["_id"]));
        practice.take("2026-11-18", "10:15").await.assert_problem(409, "not_changeable");
        practice.decline().await.assert_problem(409, "not_changeable");

        // One that the doctor does not take can be chosen anew, for as long as the proposal lasts.
        let path = format!("/user/api/doctor/appointment/reject/{}", first.body["data"]["_id"].as_str().unwrap());
        assert_eq!(server.ask("PATCH", &path, &practice.token, None).await.status, 200);
        assert_eq!(practice.seen().await["state"], "proposed");
        let second = practice.take("2026-11-18", "11:45").await;
        assert_eq!((second.status, &second.body["data"]["withoutFee"]), (200, &json!(true)), "{}", second.text);
        // It stays what it is when it is moved.
        let path = format!("/user/api/appointment/reschedule/{}", second.body["data"]["_id"].as_str().unwrap());
        let slot = json!({"date": "2026-11-19", "time": "10:00"});
        let moved = server.ask("PATCH", &path, &practice.patient.token, Some(slot)).await;
        assert_eq!(moved.body["data"]["withoutFee"], true, "{}", moved.text);
        assert_eq!(server.assert_none_overlap(&practice.doctor).await, 5);
    })
    .await;
}

#[tokio::test]
async fn two_presses_at_once_book_one_visit() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00"];
        let answers = join_all(times.iter().map(|time| practice.take("2026-11-18", time))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let booked = "SELECT count(*) FROM appointments WHERE follows_id IS NOT NULL";
        assert_eq!(practice.server.app.db.read(async |tx| tx.count(booked, &[]).await).await.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn no_thank_you_ends_it_and_takes_back_a_mail_that_waits() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        // Written, but no mail server has it yet.
        do_job(&practice.server.app, "follow-ups").await;
        assert_eq!(practice.proposals().await.len(), 1);
        let other = practice.server.patient(2).await;
        let path = format!("/user/api/user/followups/{}/{}", other.id, practice.visit);
        practice.server.ask("DELETE", &path, &other.token, None).await.assert_problem(404, "not_found");
        assert_eq!(practice.decline().await.status, 200);
        assert_eq!(practice.decline().await.status, 200, "sent again");
        assert!(practice.mails().await.is_empty());
        assert!(practice.proposals().await.is_empty());
        assert_eq!(practice.seen().await["state"], "declined");
        practice.take("2026-11-18", "10:00").await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn what_is_not_answered_in_a_fortnight_is_over() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        practice.server.clock.advance(SignedDuration::from_hours(17 * 24));
        assert_eq!(practice.proposals().await.len(), 1, "the fourteenth day after it");
        practice.server.clock.advance(SignedDuration::from_hours(24));
        assert!(practice.proposals().await.is_empty());
        assert_eq!(practice.seen().await["state"], "over");
        practice.take("2026-12-03", "11:45").await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn while_a_doctor_is_suspended_or_a_patient_blocked_nothing_is_proposed() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (server, admin) = (&practice.server, practice.server.admin_token().await);
        let as_admin = async |method: &str, path: String| {
            let body = Some(json!({"reason": "It was asked for."}));
            assert_eq!(server.ask(method, &path, &admin, body).await.status, 200, "{path}");
        };
        practice.marked(3, true).await;
        as_admin("POST", format!("/admin/api/doctors/{}/suspend", practice.doctor)).await;
        assert!(practice.mails().await.is_empty());
        as_admin("POST", format!("/admin/api/doctors/{}/restore", practice.doctor)).await;
        as_admin("PATCH", format!("/admin/api/blockandunblock/{}", practice.patient.id)).await;
        assert!(practice.mails().await.is_empty());
        as_admin("PATCH", format!("/admin/api/blockandunblock/{}", practice.patient.id)).await;
        assert_eq!(practice.mails().await.len(), 1);

        let login = json!({"email": practice.patient.email, "password": PASSWORD});
        let token = server.post("/user/api/login", login).await.body["token"].as_str().unwrap().to_owned();
        let path = format!("/user/api/user/followups/{}", practice.patient.id);
        let shown = async || server.ask("GET", &path, &token, None).await.body["data"].as_array().unwrap().len();
        assert_eq!(shown().await, 1);
        as_admin("POST", format!("/admin/api/doctors/{}/suspend", practice.doctor)).await;
        assert_eq!(shown().await, 0);
        let one = format!("{path}/{}", practice.visit);
        let slot = json!({"date": "2026-11-18", "time": "10:00"});
        server.ask("POST", &one, &token, Some(slot)).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn whoever_leaves_takes_it_along_and_the_own_data_has_it() {
    with_server(async |server| {
        let practice = begin(server).await;
        let server = &practice.server;
        practice.marked(30, true).await;
        let path = format!("/user/api/user/data/{}", practice.patient.id);
        let data = server.ask("GET", &path, &practice.patient.token, None).await;
        let own = &data.body["data"]["followUps"][0];
        assert_eq!(
            (&own["visit"]["_id"], &own["followUp"]["days"]),
            (&json!(practice.visit), &json!(30)),
            "{}",
            data.text
        );
        let profile = format!("/user/api/user/profile/{}", practice.patient.id);
        let gone = server.ask("DELETE", &profile, &practice.patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!((gone.status, practice.rows().await), (200, 0), "{}", gone.text);
        practice.mark(json!({"days": 30})).await.assert_problem(409, "not_changeable");

        let patient = server.patient(2).await;
        let visit = approved(server, &patient, &practice.doctor, &practice.token, booking_form(TODAY, "11:00")).await;
        server.clock.advance(SignedDuration::from_hours(1));
        let practice = Practice { patient, visit, ..practice };
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        let doctor = Whom::Account(Role::Doctor);
        assert!(erase(&practice.server.app, doctor, practice.doctor.clone()).await.unwrap());
        assert_eq!((practice.proposals().await.len(), practice.rows().await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn it_is_for_the_same_person_also_when_they_are_saved_no_more() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        let people = format!("/user/api/user/people/{}", patient.id);
        let amma = json!({"name": "Amma", "phoneNumber": "9876543211"});
        let amma = server.ask("POST", &people, &patient.token, Some(amma)).await.body["data"]["_id"].clone();
        let mut practices = Vec::new();
        for time in ["10:00", "10:15"] {
            let mut form = booking_form(TODAY, time);
            (form["name"], form["phoneNumber"], form["person"]) = (json!("Amma"), json!("9876543211"), amma.clone());
            practices.push(approved(&server, &patient, &doctor, &token, form).await);
        }
        server.clock.advance(SignedDuration::from_mins(90));
        let [first, second] = <[String; 2]>::try_from(practices).unwrap();
        let practice = Practice { server, patient, doctor, token, visit: first };
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        let booked = practice.take("2026-11-18", "10:00").await;
        assert_eq!((&booked.body["data"]["patient_name"], &booked.body["data"]["person"]), (&json!("Amma"), &amma));
        let one = format!("{people}/{}", amma.as_str().unwrap());
        assert_eq!(practice.server.ask("DELETE", &one, &practice.patient.token, None).await.status, 200);
        let practice = Practice { visit: second, ..practice };
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 2);
        let booked = practice.take("2026-11-18", "10:15").await;
        let data = &booked.body["data"];
        assert_eq!((booked.status, &data["patient_name"], &data["person"]), (200, &json!("Amma"), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn the_limits_of_every_booking_hold_for_these_too() {
    with_server(async |server| {
        let practice = begin(server).await;
        practice.marked(3, true).await;
        assert_eq!(practice.mails().await.len(), 1);
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            let booked = practice.server.book(&practice.patient, &practice.doctor, "2026-11-18", time).await;
            assert_eq!(booked.status, 200, "{}", booked.text);
        }
        practice.take("2026-11-18", "11:00").await.assert_problem(409, "too_many_bookings");
        practice.take("2026-11-18", "11:07").await.assert_problem(422, "invalid_fields");
        assert_eq!(practice.proposals().await.len(), 1, "it is still there");
        assert_eq!(practice.take("2026-11-19", "11:00").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn whoever_reads_malayalam_is_asked_in_malayalam() {
    with_server(async |server| {
        let practice = begin(server).await;
        let (lang, id) = (Lang::Ml.code(), &practice.patient.id);
        practice.server.execute(&format!("UPDATE accounts SET lang = '{lang}' WHERE id = '{id}'")).await;
        practice.marked(3, true).await;
        do_job(&practice.server.app, "follow-ups").await;
        let mails = practice.server.mails().await;
        let subjects: Vec<&str> = mails.iter().map(|mail| mail.header("subject")).collect();
        assert!(subjects.iter().any(|subject| subject.starts_with("അടുത്ത സന്ദർശനത്തിന്")), "{subjects:?}");
    })
    .await;
}
