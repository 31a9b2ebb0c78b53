//! Live updates of open pages.

use std::time::Duration;

use doccare::identity;
use doccare::platform::pubsub::ADMINISTRATION;
use jiff::SignedDuration;

use super::{DAY, Doctor, booked, decide};
use crate::harness::{TestServer, on_both_engines, with_server};

#[tokio::test]
async fn a_doctors_event_stream_sends_their_own_bookings_only_and_ends_with_the_server() {
    with_server(async |server| {
        let (patient, doctor, other) =
            (server.patient(1).await, Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let path = format!("/user/api/doctor/events/{}", doctor.id);
        let mut stream = server.request("GET", &path).bearer_auth(&doctor.token).send().await.unwrap();
        assert_eq!(stream.headers()["content-type"], "text/event-stream");
        assert!(stream.headers().get("content-encoding").is_none());
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
        booked(&server, &patient, &other, DAY, "10:00").await;
        let silent = tokio::time::timeout(Duration::from_millis(300), stream.chunk()).await;
        assert!(silent.is_err(), "another doctor's booking was heard");
        let id = booked(&server, &patient, &doctor, DAY, "10:00").await;
        let heard = tokio::time::timeout(Duration::from_secs(5), stream.chunk()).await.unwrap().unwrap().unwrap();
        assert_eq!(heard, "event: bookings\ndata: {}\n\n");
        decide(&server, &doctor, "approve", &id, None).await;
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b"event: bookings"));
        server.app.stop.cancel();
        assert_eq!(stream.chunk().await.unwrap(), None);
        let late = server.request("GET", &path).bearer_auth(&doctor.token).send().await;
        assert!(late.unwrap_err().is_connect(), "nobody new is let in while the server stops");
    })
    .await;
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_tells_of_no_change_after_it() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let open = async |path: &str, token: &str| {
            let mut stream = server.request("GET", path).bearer_auth(token).send().await.unwrap();
            assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
            stream
        };
        let path = format!("/user/api/doctor/events/{}", doctor.id);
        let mut logged_out = open(&path, &doctor.token).await;
        assert_eq!(server.ask("POST", "/user/api/logout", &doctor.token, None).await.status, 200);
        booked(&server, &patient, &doctor, DAY, "10:00").await;
        assert_eq!(logged_out.chunk().await.unwrap(), None);

        let mut ended = open(&path, &server.sign_in_doctor(&doctor.id).await).await;
        let id = doctor.id.clone();
        server.app.db.write(async move |tx| identity::end_sessions(tx, &id).await).await.unwrap();
        booked(&server, &patient, &doctor, DAY, "10:15").await;
        assert_eq!(ended.chunk().await.unwrap(), None);

        let mut idle = open("/admin/api/events", &server.admin_token().await).await;
        server.clock.advance(SignedDuration::from_mins(30));
        server.app.pubsub.publish(ADMINISTRATION);
        assert_eq!(idle.chunk().await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn concurrent_streams_are_limited_for_each_account() {
    with_server(async |server| {
        let (one, other) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let open = async |id: &str, token: &str| {
            server.request("GET", &format!("/user/api/doctor/events/{id}")).bearer_auth(token).send().await.unwrap()
        };
        let mut streams = Vec::new();
        for _ in 0..32 {
            let mut stream = open(&one.id, &one.token).await;
            assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
            streams.push(stream);
        }
        // Another session of the same account shares the limit.
        for token in [&one.token, &server.sign_in_doctor(&one.id).await] {
            let refused = open(&one.id, token).await;
            assert_eq!(refused.status(), 429);
            assert!(refused.text().await.unwrap().contains("close some"));
        }
        assert_eq!(open(&other.id, &other.token).await.status(), 200);
        streams.pop();
        // The server notices it a moment later.
        while open(&one.id, &one.token).await.status() != 200 {}
    })
    .await;
}

#[tokio::test]
async fn instances_on_one_database_exchange_events() {
    on_both_engines(async |url| {
        if !url.to_string().starts_with("postgres") {
            return;
        }
        let (here, there) = (TestServer::start(url.clone()).await, TestServer::start(url).await);
        let (patient, doctor) = (here.patient(1).await, Doctor::of(&here, 1).await);
        let path = format!("/user/api/doctor/events/{}", doctor.id);
        let mut stream = there.request("GET", &path).bearer_auth(&doctor.token).send().await.unwrap();
        stream.chunk().await.unwrap();
        // Each instance gets the events of the others on a separate connection.
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'";
        while here.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap() < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        booked(&here, &patient, &doctor, DAY, "10:00").await;
        let heard = tokio::time::timeout(Duration::from_secs(5), stream.chunk()).await.unwrap().unwrap().unwrap();
        assert!(heard.starts_with(b"event: bookings"));
    })
    .await;
}
