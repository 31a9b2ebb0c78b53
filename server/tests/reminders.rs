//! Reminders of visits: when and to whom they are sent, only once, when they are withdrawn, and how they are stopped.

use doccare::platform::lang::Lang;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::Patient;
use crate::harness::{TestServer, do_job, on_both_engines, with_server};

/// The tests begin on a Sunday, at nine in the morning in India.
const UNTIL_EVENING: SignedDuration = SignedDuration::from_hours(9);
const MONDAY: &str = "2026-11-16";

/// A visit that the doctor has approved.
async fn approved(server: &TestServer, patient: &Patient, doctor: &str, date: &str, time: &str) -> String {
    let id = server.booked(patient, doctor, date, time).await;
    server.approve(&server.sign_in_doctor(doctor).await, &id).await;
    id
}

async fn change(server: &TestServer, patient: &Patient, verb: &str, id: &str, body: Option<Value>) {
    let changed = server.ask("PATCH", &format!("/user/api/appointment/{verb}/{id}"), &patient.token, body).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
}

/// The reminders that were mailed, recognised by their unsubscribe header.
async fn reminders(server: &TestServer) -> Vec<Eml> {
    do_job(&server.app, "reminders").await;
    let mails = server.mails().await;
    mails.into_iter().filter(|mail| !mail.header("list-unsubscribe").is_empty()).collect()
}

async fn subjects(server: &TestServer) -> Vec<String> {
    reminders(server).await.iter().map(|mail| mail.header("subject").to_owned()).collect()
}

/// The unsubscribe address of a reminder.
fn stop_address(mail: &Eml) -> String {
    let address = mail.header("list-unsubscribe");
    let address = address.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap();
    address.split_once("/reminders/").map(|(_, rest)| format!("/reminders/{rest}")).unwrap()
}

#[tokio::test]
async fn a_visit_is_reminded_of_the_evening_before_and_two_hours_before_once_each() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        // This one is not approved.
        assert_eq!(server.book(&patient, &doctor, MONDAY, "11:30").await.status, 200);
        assert!(reminders(&server).await.is_empty(), "it is morning");
        server.clock.advance(UNTIL_EVENING);
        let evening = reminders(&server).await;
        assert_eq!(evening.len(), 1);
        assert_eq!(evening[0].header("subject"), "Your visit is tomorrow: Mon 16 Nov, 10:30 am");
        assert!(evening[0].header("to").contains(&patient.email));
        assert_eq!(evening[0].header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
        let text = evening[0].text("text/plain").unwrap();
        for wanted in ["Dr. ", "/user/bookings", "google.com/maps", "/reminders/stop#"] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        // The part after `#` reaches no server's log; only the header's address, to which mail programs post, has the token in its query.
        let html = evening[0].text("text/html").unwrap();
        assert!(!text.contains("token=") && !html.contains("token="), "{text} {html}");
        assert_eq!(reminders(&server).await.len(), 1, "once");
        server.clock.advance(SignedDuration::from_mins(14 * 60 + 20));
        assert_eq!(reminders(&server).await.len(), 1, "20 past 8 is too early");
        server.clock.advance(SignedDuration::from_mins(15));
        let both = subjects(&server).await;
        assert_eq!(both.len(), 2);
        assert!(both[1].starts_with("Your visit is soon"), "{both:?}");
        server.clock.advance(SignedDuration::from_mins(30));
        assert_eq!(reminders(&server).await.len(), 2, "once");
    })
    .await;
}

#[tokio::test]
async fn malayalam_users_get_reminders_in_malayalam() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let lang = Lang::Ml.code();
        server.set_language(&patient.id, lang).await;
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        server.clock.advance(UNTIL_EVENING);
        let subjects = subjects(&server).await;
        assert!(subjects[0].starts_with("നാളെ"), "{subjects:?}");
    })
    .await;
}

#[tokio::test]
async fn several_instances_remind_once() {
    on_both_engines(async |url| {
        let servers = join_all((0..3).map(|_| TestServer::start(url.clone()))).await;
        let server = &servers[0];
        let doctor = server.doctor(1).await;
        for number in 0..8 {
            let patient = server.patient(number).await;
            let time = format!("{}:{:02}", 10 + number / 4, 15 * (number % 4));
            approved(server, &patient, &doctor, MONDAY, &time).await;
        }
        for server in &servers {
            server.clock.advance(UNTIL_EVENING);
        }
        // Each run by itself, as if there were no lease.
        let turns = servers.iter().map(|server| doccare::reminders::remind(&server.app));
        for turn in join_all(turns).await {
            turn.unwrap();
        }
        assert_eq!(reminders(server).await.len() + other_reminders(&servers[1..]).await, 8);
    })
    .await;
}

async fn other_reminders(servers: &[TestServer]) -> usize {
    let mut found = 0;
    for server in servers {
        found += reminders(server).await.len();
    }
    found
}

#[tokio::test]
async fn queued_reminders_of_cancelled_or_moved_visits_are_withdrawn() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let cancelled = approved(&server, &patient, &doctor, MONDAY, "10:00").await;
        let moved = approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        let kept = approved(&server, &patient, &doctor, MONDAY, "11:00").await;
        server.clock.advance(UNTIL_EVENING);
        // Enqueued, but not sent yet.
        do_job(&server.app, "reminders").await;
        change(&server, &patient, "cancel", &cancelled, None).await;
        change(&server, &patient, "reschedule", &moved, Some(json!({"date": MONDAY, "time": "11:30"}))).await;
        let told = subjects(&server).await;
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("11:00"), "{told:?} {kept}");
        // The doctor approves the new time: reminders are for that one.
        server.approve(&server.sign_in_doctor(&doctor).await, &moved).await;
        let told = subjects(&server).await;
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().any(|subject| subject.contains("11:30")), "{told:?}");
    })
    .await;
}

#[tokio::test]
async fn a_reminder_that_could_not_go_before_the_visit_never_goes() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        server.clock.advance(UNTIL_EVENING);
        do_job(&server.app, "reminders").await;
        server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!(reminders(&server).await.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn everybody_chooses_which_reminders_they_get() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let path = format!("/user/api/user/reminders/{}", patient.id);
        let chosen = async |body: Option<Value>| {
            let method = if body.is_some() { "PUT" } else { "GET" };
            server.ask(method, &path, &patient.token, body).await
        };
        assert_eq!(chosen(None).await.body["data"], json!({"evening": true, "soon": true}));
        assert_eq!(chosen(Some(json!({"evening": "perhaps"}))).await.bad_fields(), ["evening"]);
        let saved = chosen(Some(json!({"evening": false}))).await;
        assert_eq!(saved.body["data"], json!({"evening": false, "soon": true}), "{}", saved.text);
        assert_eq!(chosen(None).await.body["data"], json!({"evening": false, "soon": true}));
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        server.clock.advance(UNTIL_EVENING);
        assert!(reminders(&server).await.is_empty());
        server.clock.advance(SignedDuration::from_mins(14 * 60 + 45));
        assert_eq!(subjects(&server).await.len(), 1, "only two hours before");
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert_eq!(data.body["data"]["reminders"], json!({"evening": false, "soon": true}));
    })
    .await;
}

#[tokio::test]
async fn one_click_stops_reminders_and_opening_the_link_does_not() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let other = server.patient(2).await;
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        server.clock.advance(UNTIL_EVENING);
        let stop = stop_address(&reminders(&server).await[0]);
        let chosen = async |who: &Patient| {
            let path = format!("/user/api/user/reminders/{}", who.id);
            server.ask("GET", &path, &who.token, None).await.body["data"]["evening"].clone()
        };
        assert_eq!(server.get(&stop).await.status, 200);
        assert_eq!(chosen(&patient).await, true, "looking changes nothing");
        let click = |address: &str| {
            let form = ("content-type", "application/x-www-form-urlencoded");
            let request = server.request("POST", address).header(form.0, form.1);
            request.body("List-Unsubscribe=One-Click").send()
        };
        // A token with one character changed is invalid: the page answers as to any form.
        let changed = format!("{}{}", &stop[..stop.len() - 1], if stop.ends_with('0') { '1' } else { '0' });
        assert_eq!(click(&changed).await.unwrap().status().as_u16(), 200, "the page once more");
        assert_eq!(chosen(&patient).await, true);
        assert_eq!(click(&stop).await.unwrap().status().as_u16(), 200);
        assert_eq!((chosen(&patient).await, chosen(&other).await), (json!(false), json!(true)));
        assert_eq!(click(&stop).await.unwrap().status().as_u16(), 200, "as often as they like");
        server.clock.advance(SignedDuration::from_mins(14 * 60 + 45));
        assert_eq!(reminders(&server).await.len(), 1, "the one that went before");
    })
    .await;
}

#[tokio::test]
async fn the_page_stops_them_with_the_token_and_with_nothing_else() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        server.clock.advance(UNTIL_EVENING);
        let stop = stop_address(&reminders(&server).await[0]);
        let token = stop.split_once("token=").unwrap().1;
        for wrong in ["", "made-up", &patient.token, &token[1..]] {
            let refused = server.ask("POST", "/user/api/reminders/stop", wrong, None).await;
            refused.assert_problem(410, "link_ended");
        }
        let stopped = server.ask("POST", "/user/api/reminders/stop", token, None).await;
        assert_eq!(stopped.status, 200, "{}", stopped.text);
        // The link ends with the account: no settings of a deleted account are stored.
        let own = format!("/user/api/user/profile/{}", patient.id);
        let left =
            server.ask("DELETE", &own, &patient.token, Some(json!({"password": crate::harness::people::PASSWORD})));
        assert_eq!(left.await.status, 200);
        server.ask("POST", "/user/api/reminders/stop", token, None).await.assert_problem(410, "link_ended");
        let rows = server.app.db.read(async |tx| tx.count("SELECT count(*) FROM reminder_settings", &[]).await);
        assert_eq!(rows.await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn the_link_that_stops_reminders_ends_after_a_year() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        server.clock.advance(UNTIL_EVENING);
        let mail = reminders(&server).await.remove(0);
        let text = mail.text("text/plain").unwrap();
        let in_body = text.split("/reminders/stop#").nth(1).unwrap().split_whitespace().next().unwrap();
        let in_header = stop_address(&mail);
        let click = async || {
            let form = server.request("POST", &in_header).header("content-type", "application/x-www-form-urlencoded");
            form.body("List-Unsubscribe=One-Click").send().await.unwrap().text().await.unwrap()
        };
        let stop = async || server.ask("POST", "/user/api/reminders/stop", in_body, None).await;
        server.clock.advance(SignedDuration::from_hours(364 * 24));
        assert_eq!(stop().await.status, 200);
        assert!(click().await.starts_with("We will no longer remind you"), "one click");
        server.clock.advance(SignedDuration::from_hours(2 * 24));
        stop().await.assert_problem(410, "link_ended");
        assert!(click().await.contains("<html"), "the page, as to any other form");
    })
    .await;
}

#[tokio::test]
async fn an_early_clinic_is_reminded_of_the_evening_before_instead_of_in_the_night() {
    with_server(async |server| {
        let (both, only_soon) = (server.patient(1).await, server.patient(2).await);
        let (none, doctor) = (server.patient(3).await, server.doctor(1).await);
        server.set_start(&doctor, 360).await;
        for (patient, settings) in
            [(&only_soon, json!({"evening": false, "soon": true})), (&none, json!({"evening": false, "soon": false}))]
        {
            let path = format!("/user/api/user/reminders/{}", patient.id);
            assert_eq!(server.ask("PUT", &path, &patient.token, Some(settings)).await.status, 200);
        }
        approved(&server, &both, &doctor, MONDAY, "07:00").await;
        approved(&server, &only_soon, &doctor, MONDAY, "08:15").await;
        approved(&server, &only_soon, &doctor, MONDAY, "08:30").await;
        approved(&server, &none, &doctor, MONDAY, "07:30").await;
        server.clock.advance(UNTIL_EVENING);
        let mut told = subjects(&server).await;
        told.sort();
        let tomorrow = |time: &str| format!("Your visit is tomorrow: Mon 16 Nov, {time}");
        assert_eq!(told, [tomorrow("7:00 am"), tomorrow("8:15 am")]);
        // From 18:00 to 5:30: the two-hour reminder of the first visit would be due.
        server.clock.advance(SignedDuration::from_mins(11 * 60 + 30));
        assert_eq!(reminders(&server).await.len(), 2);
        server.clock.advance(SignedDuration::from_hours(1));
        let told = subjects(&server).await;
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told.iter().any(|subject| subject == "Your visit is soon: Mon 16 Nov, 8:30 am"), "{told:?}");
    })
    .await;
}
