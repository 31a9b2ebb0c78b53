//! A clinic or a hospital that moves: who gets a mail, what calendars show, and what a visit shows of a hospital that is erased.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use doccare::jobs;
use doccare::platform::background::Runner;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, MONDAY, body, book};
use crate::eml::Eml;
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, do_job, with_server};

/// Longer than the delay after which a move is announced.
const LATER: SignedDuration = SignedDuration::from_mins(11);

/// Lets the job notice the move, and announce it after its delay.
async fn announce(server: &TestServer) {
    do_job(&server.app, "clinic moves").await;
    server.clock.advance(LATER);
    do_job(&server.app, "clinic moves").await;
}

/// The mails to a patient about another address.
async fn moved(server: &TestServer, patient: &Patient) -> Vec<Eml> {
    let mails = server.mails().await;
    let is_move =
        |mail: &Eml| mail.header("to").contains(&patient.email) && mail.header("subject").contains("new address");
    mails.into_iter().filter(is_move).collect()
}

async fn approve(server: &TestServer, doctor: &Doctor, visit: &Value) {
    server.tick();
    server.approve(&doctor.token, visit["_id"].as_str().unwrap()).await;
}

fn sequence(mail: &Eml) -> i64 {
    let calendar = mail.text("text/calendar").unwrap();
    let line = calendar.lines().find_map(|line| line.trim().strip_prefix("SEQUENCE:").map(str::to_owned));
    line.expect("a sequence").parse().unwrap()
}

async fn move_clinic(server: &TestServer, doctor: &Doctor, address: &str) {
    let saved = doctor.put_profile(server, "", &[("consultation_Address", address)]).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
}

async fn change_hospital(server: &TestServer, doctor: &Doctor, fields: &[(&'static str, &'static str)]) {
    let token = server.sign_in(&doctor.hospital, Role::Hospital).await;
    let form = fields.iter().fold(reqwest::multipart::Form::new(), |form, (name, value)| form.text(*name, *value));
    let path = format!("/user/api/worker/profile/{}", doctor.hospital);
    let saved = Answer::read(server.request("PUT", &path).bearer_auth(&token).multipart(form)).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
}

#[tokio::test]
async fn all_patients_of_a_clinic_that_moves_get_one_mail_with_a_calendar_update() {
    with_server(async |server| {
        let (asha, beena, cancelled) = (server.patient(1).await, server.patient(2).await, server.patient(3).await);
        let doctor = Doctor::with_two_places(&server, 1).await;
        let at_clinic = book(&server, &asha, &doctor, MONDAY, "17:00").await;
        approve(&server, &doctor, &at_clinic).await;
        book(&server, &beena, &doctor, MONDAY, "09:00").await;
        let given_back = book(&server, &cancelled, &doctor, MONDAY, "17:15").await;
        let path = format!("/user/api/appointment/cancel/{}", given_back["_id"].as_str().unwrap());
        assert_eq!(server.ask("PATCH", &path, &cancelled.token, None).await.status, 200);
        let before =
            sequence(server.mails().await.iter().rfind(|mail| mail.header("to").contains("patient1")).unwrap());

        // A mistake that is corrected at once is not announced.
        move_clinic(&server, &doctor, "14 Lighthouse Raod").await;
        do_job(&server.app, "clinic moves").await;
        move_clinic(&server, &doctor, "14 Lighthouse Road").await;
        announce(&server).await;
        announce(&server).await;
        let told = moved(&server, &asha).await;
        assert_eq!(told.len(), 1);
        let said = body(&told[0]);
        assert!(said.contains("14 Lighthouse Road") && !said.contains("Raod"), "{said}");
        let calendar = told[0].text("text/calendar").unwrap();
        assert!(calendar.replace("\r\n ", "").contains("14 Lighthouse Road"), "{calendar}");
        assert!(sequence(&told[0]) > before);
        assert_eq!(moved(&server, &beena).await.len(), 0, "the hospital has not moved");
        assert_eq!(moved(&server, &cancelled).await.len(), 0);
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", asha.id), &asha.token, None).await;
        assert_eq!(own.body["data"][0]["status"], "Checked", "it stays approved");
    })
    .await;
}

#[tokio::test]
async fn a_move_that_is_taken_back_at_once_is_not_announced() {
    with_server(async |server| {
        let (asha, doctor) = (server.patient(1).await, Doctor::with_two_places(&server, 1).await);
        book(&server, &asha, &doctor, MONDAY, "17:00").await;
        let profile = doctor.ask(&server, "GET", "profile/{id}", None).await;
        let address = profile.body["data"]["consultation_Address"].as_str().unwrap().to_owned();
        move_clinic(&server, &doctor, "14 Lighthouse Road").await;
        move_clinic(&server, &doctor, &address).await;
        announce(&server).await;
        assert_eq!(moved(&server, &asha).await.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn all_patients_of_a_hospital_that_moves_get_a_mail_in_their_language() {
    with_server(async |server| {
        let (asha, beena) = (server.patient(1).await, server.patient(2).await);
        let doctor = Doctor::with_two_places(&server, 1).await;
        server.set_language(&beena.id, "ml").await;
        book(&server, &asha, &doctor, MONDAY, "17:00").await;
        book(&server, &beena, &doctor, MONDAY, "09:00").await;
        change_hospital(&server, &doctor, &[("Address", "9 Harbour Lane")]).await;
        announce(&server).await;
        assert_eq!(moved(&server, &asha).await.len(), 0, "the clinic has not moved");
        let mails = server.mails().await;
        let to_beena: Vec<&Eml> = mails.iter().filter(|mail| mail.header("to").contains("patient2")).collect();
        let told = to_beena.iter().filter(|mail| mail.header("subject").contains("വിലാസം")).count();
        assert_eq!(told, 1);
    })
    .await;
}

#[tokio::test]
async fn a_visit_keeps_the_address_of_its_hospital_when_that_is_erased() {
    with_server(async |server| {
        let (asha, doctor) = (server.patient(1).await, Doctor::with_two_places(&server, 1).await);
        book(&server, &asha, &doctor, MONDAY, "09:00").await;
        let list = format!("/user/api/previous/booking/{}", asha.id);
        let before = server.ask("GET", &list, &asha.token, None).await.body["data"][0]["place"].clone();
        assert!(erase(&server.app, ErasureSubject::Account(Role::Hospital), doctor.hospital.clone()).await.unwrap());
        let after = server.ask("GET", &list, &asha.token, None).await.body["data"][0]["place"].clone();
        assert_eq!((&after["name"], &after["address"]), (&json!("hospital 1"), &before["address"]));
        let mut without_number = before;
        without_number["phone"] = json!(null);
        assert_eq!(after, without_number);
        let listed = server.get("/user/api/hospitals").await;
        assert_eq!(listed.body["total"], 0, "nobody else is told of it");
    })
    .await;
}

/// With a clock that is far ahead every visit looks past: the move must not be dropped as if it had been announced to everyone.
#[tokio::test]
async fn a_move_is_announced_although_the_clock_was_far_ahead_for_a_while() {
    with_server(async |server| {
        let (asha, doctor) = (server.patient(1).await, Doctor::with_two_places(&server, 1).await);
        book(&server, &asha, &doctor, MONDAY, "17:00").await;
        move_clinic(&server, &doctor, "14 Lighthouse Road").await;
        do_job(&server.app, "clinic moves").await;
        let year = SignedDuration::from_hours(365 * 24);
        server.clock.advance(year);
        let runner = Runner::new(server.app.db.clone(), server.clock.clone(), server.app.stop.clone());
        let job = jobs::ALL.iter().find(|job| job.name == "clinic moves").unwrap();
        runner.run_once(job, &server.app).await.unwrap();
        server.clock.advance(-year);
        announce(&server).await;
        assert_eq!(moved(&server, &asha).await.len(), 1);
    })
    .await;
}

/// A hospital's new street takes effect at once and its district once it is approved: patients get one mail about both.
#[tokio::test]
async fn a_hospital_that_moves_to_another_district_is_announced_once_with_the_whole_address() {
    with_server(async |server| {
        let (asha, doctor) = (server.patient(1).await, Doctor::with_two_places(&server, 1).await);
        book(&server, &asha, &doctor, MONDAY, "09:00").await;
        change_hospital(&server, &doctor, &[("Address", "9 Harbour Lane"), ("District", "Kollam")]).await;
        announce(&server).await;
        assert_eq!(moved(&server, &asha).await.len(), 0, "the district waits for approval");
        let admin = server.admin_token().await;
        let waiting = server.ask("GET", "/admin/api/workers/changes", &admin, None).await;
        let approve =
            format!("/admin/api/workers/changes/approved/{}", waiting.body["data"][0]["_id"].as_str().unwrap());
        assert_eq!(server.ask("PATCH", &approve, &admin, None).await.status, 200);
        announce(&server).await;
        let told = moved(&server, &asha).await;
        assert_eq!(told.len(), 1);
        let said = body(&told[0]);
        assert!(said.contains("9 Harbour Lane") && said.contains("Kollam"), "{said}");
    })
    .await;
}

#[tokio::test]
async fn a_hospital_whose_district_is_not_decided_about_is_announced_after_two_days() {
    with_server(async |server| {
        let (asha, doctor) = (server.patient(1).await, Doctor::with_two_places(&server, 1).await);
        let two_days = SignedDuration::from_hours(48);
        server.clock.advance(two_days);
        book(&server, &asha, &doctor, "2026-11-23", "09:00").await;
        change_hospital(&server, &doctor, &[("Address", "9 Harbour Lane"), ("District", "Kollam")]).await;
        do_job(&server.app, "clinic moves").await;
        server.clock.advance(two_days);
        do_job(&server.app, "clinic moves").await;
        assert_eq!(moved(&server, &asha).await.len(), 1);
    })
    .await;
}
