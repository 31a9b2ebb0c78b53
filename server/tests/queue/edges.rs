//! Edge cases of the clinic's day: a visit's page before and after its day, a walk-in's form that changes, a cancellation during the
//! announcement of a delay, and tokens after the hours were changed twice.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Doctor, MONDAY, TODAY, approved, each, follow, link_of, page, told};
use crate::harness::{TestServer, with_server};
use crate::proofs::sums;

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn tokens(queue: &Value) -> Vec<&str> {
    queue["waiting"].as_array().unwrap().iter().map(|one| one["token"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_visits_stream_is_silent_before_its_day_and_ends_with_it() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let today = approved(&server, &server.patient(2).await, &doctor, TODAY, "10:00").await;
        let id = approved(&server, &patient, &doctor, MONDAY, "10:15").await;
        let link = link_of(&server, &patient, &id).await;
        let mut screen = follow(&server, "/user/api/screen/events", &doctor.screen(&server).await).await;
        let mut stream = follow(&server, "/user/api/visit/events", &link).await;
        doctor.says(&server, &today, "arrived").await;
        assert_eq!(tokens(&told(&mut screen).await.unwrap()), ["1"]);
        assert_eq!(page(&server, &link).await.body["data"]["queue"], json!(null), "it says only when it is");
        server.clock.advance(DAY);
        doctor.says(&server, &id, "arrived").await;
        assert_eq!(tokens(&told(&mut stream).await.unwrap()), ["2"], "nothing came of the day before");
        server.clock.advance(DAY);
        // A change for the watchers.
        let doctor = doctor.with_token(server.sign_in_doctor(&doctor.id).await);
        doctor.screen(&server).await;
        assert!(told(&mut stream).await.is_none(), "the visit's day is over");
    })
    .await;
}

#[tokio::test]
async fn all_links_together_have_so_many_streams() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = approved(&server, &patient, &doctor, TODAY, "10:00").await;
        let link = link_of(&server, &patient, &id).await;
        let others: Vec<_> = (0..100_000)
            .map_while(|number| server.app.link_streams.try_acquire(Some(format!("visit {number}"))))
            .collect();
        assert!(others.len() < 100_000, "there is an end");
        for (path, link) in [("visit", link.clone()), ("screen", doctor.screen(&server).await)] {
            let refused = server.with_link("GET", &format!("/user/api/{path}/events"), &link, None).await;
            refused.assert_problem(429, "too_many_tries");
        }
        assert_eq!(page(&server, &link).await.status, 200, "the page itself asks now and then");
        drop(others);
        assert!(told(&mut follow(&server, "/user/api/visit/events", &link).await).await.is_some());
    })
    .await;
}

async fn count(server: &TestServer, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn a_waiting_walk_in_gets_a_slot_when_the_form_is_sent_with_a_time() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let walk_in = async |name: &str, time: Option<&str>| doctor.walk_in(&server, name, time).await;
        let shown = async || {
            let day = doctor.today(&server).await;
            let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
            let fields = |field: &str| each(&day, field).into_iter().map(text).collect::<Vec<_>>();
            fields("token").into_iter().zip(fields("time")).collect::<Vec<_>>()
        };
        let row = |token: &str, time: &str| (token.to_owned(), time.to_owned());
        assert_eq!(walk_in("Binu", None).await.status, 201);
        // At once, as by an impatient double press.
        for answer in join_all((0..4).map(|_| walk_in("Binu", Some("10:00")))).await {
            assert_eq!(answer.status, 201, "{}", answer.text);
        }
        assert_eq!(shown().await, [row("W1", "10:00")], "they leave those who wait, and keep the token");
        assert_eq!(count(&server, "walk_ins").await, 0);
        assert_eq!(walk_in("Binu", None).await.status, 201);
        assert_eq!(shown().await.len(), 1, "who has a slot does not wait besides");
        assert_eq!(walk_in("Binu", Some("10:15")).await.status, 201);
        assert_eq!(shown().await, [row("W1", "10:00"), row("W2", "10:15")], "another slot is another visit");

        assert_eq!(walk_in("Chandran", None).await.status, 201);
        walk_in("Chandran", Some("10:00")).await.assert_problem(409, "slot_taken");
        walk_in("Chandran", Some("13:00")).await.assert_problem(422, "invalid_fields");
        let waiting = shown().await;
        assert_eq!(waiting[2], row("W3", "-"), "who could not have it waits on: {waiting:?}");
        let id = doctor.today(&server).await["comers"][2]["_id"].as_str().unwrap().to_owned();
        doctor.says(&server, &id, "called").await;
        assert_eq!(walk_in("Chandran", Some("10:30")).await.status, 201);
        let [first, second, called] = &waiting[..] else { panic!("three: {waiting:?}") };
        let after = [called, first, second].map(Clone::clone);
        assert_eq!(shown().await, after, "who is inside comes first and needs no slot any more");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn patients_who_cancelled_get_no_mail_about_a_delay() {
    with_server(async |server| {
        let (first, second, doctor) = (server.patient(1).await, server.patient(2).await, Doctor::of(&server, 1).await);
        let gone = approved(&server, &first, &doctor, TODAY, "10:00").await;
        let taken_back = approved(&server, &second, &doctor, TODAY, "10:15").await;
        server.mails().await;
        // The cancellation is in progress, and not committed.
        let cancel = format!("UPDATE appointments SET status = 'Cancelled' WHERE id = '{gone}'");
        let held = server.hold(None, Some("appointments IN EXCLUSIVE"), &cancel).await;
        let told = server.meet(held, doctor.is_late(&server, 20)).await;
        assert_eq!(told.status, 200, "{}", told.text);
        let about: Vec<String> = server
            .app
            .db
            .read(async |tx| tx.all("SELECT about FROM mail_queue WHERE about IS NOT NULL", &[]).await)
            .await
            .unwrap_or_else(|error: doccare::platform::db::Error| panic!("{error}"));
        assert_eq!(about, std::slice::from_ref(&taken_back));
        let path = format!("/user/api/appointment/cancel/{taken_back}");
        assert_eq!(server.ask("PATCH", &path, &second.token, None).await.status, 200);
        let mails = server.mails().await;
        assert!(!mails.iter().any(|mail| mail.header("subject").contains("late")), "and who cancels after it");
    })
    .await;
}

#[tokio::test]
async fn no_two_tokens_of_a_day_are_the_same_however_often_the_hours_change() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let begin_at = async |minute: i64| {
            server.set_start(&doctor.id, minute).await;
        };
        let token = async |id: &str| {
            let sql = format!("SELECT token FROM appointments WHERE id = '{id}'");
            server.app.db.read(async |tx| tx.first::<String>(&sql, &[]).await).await.unwrap().unwrap()
        };
        let first = approved(&server, &patient, &doctor, MONDAY, "10:30").await;
        begin_at(630).await;
        let second = approved(&server, &patient, &doctor, MONDAY, "11:00").await;
        let path = format!("/user/api/appointment/cancel/{first}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        begin_at(660).await;
        let third = approved(&server, &patient, &doctor, MONDAY, "11:30").await;
        assert_eq!((token(&second).await.as_str(), token(&third).await.as_str()), ("3-2", "3-3"));
    })
    .await;
}
