//! Tokens of visits whose sessions were changed after they were approved.

use serde_json::json;

use super::{Doctor, MONDAY, SUNDAY};
use crate::harness::people::Patient;
use crate::harness::{TestServer, with_server};

const TOLD: &str = "Your token is now";

/// The subjects of mails to a patient about another token.
async fn told(server: &TestServer, patient: &Patient) -> Vec<String> {
    let mails = server.mails().await;
    let own = mails.iter().filter(|mail| mail.header("to").contains(&patient.email));
    own.map(|mail| mail.header("subject").split(':').next().unwrap_or_default().to_owned())
        .filter(|subject| subject.starts_with(TOLD))
        .collect()
}

#[tokio::test]
async fn sessions_that_become_one_leave_no_two_visits_with_one_token() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        doctor.works(&server, &[("10:00", "11:00", false), ("17:00", "18:00", false)]).await;
        let (first, second) = (server.patient(1).await, server.patient(2).await);
        doctor.visit(&server, &first, MONDAY, "10:00").await;
        doctor.visit(&server, &first, MONDAY, "10:15").await;
        doctor.visit(&server, &second, MONDAY, "17:00").await;
        assert_eq!(doctor.tokens(&server).await, ["1", "2", "1"]);
        // A preview writes nothing.
        let one = json!({"sessions": [{"weekday": "Monday", "from": "10:00", "to": "18:00"}]});
        doctor.done(&server, "PUT", "sessions/{id}?preview=true", Some(one)).await;
        assert_eq!(doctor.tokens(&server).await, ["1", "2", "1"]);
        doctor.works(&server, &[("10:00", "18:00", false)]).await;
        assert_eq!(doctor.tokens(&server).await, ["1", "2", "29"], "the number of the slot in its new session");
        assert_eq!(told(&server, &second).await, ["Your token is now 29"]);
        assert!(told(&server, &first).await.is_empty(), "what they were told stays true");
        // When the sessions are apart again, all tokens stay.
        doctor.works(&server, &[("10:00", "11:00", false), ("17:00", "18:00", false)]).await;
        assert_eq!(doctor.tokens(&server).await, ["1", "2", "29"]);
    })
    .await;
}

#[tokio::test]
async fn the_visits_of_an_extra_session_that_is_taken_back_get_tokens_of_their_own() {
    with_server(async |server| {
        let (doctor, first, second) =
            (Doctor::with_desk(&server, 1).await, server.patient(1).await, server.patient(2).await);
        let extra = doctor.add_extra(&server, SUNDAY, ("17:00", "18:00"), true).await;
        let morning = doctor.visit(&server, &first, SUNDAY, "10:00").await;
        doctor.visit(&server, &second, SUNDAY, "17:00").await;
        assert_eq!(doctor.tokens(&server).await, ["1", "1"]);
        let path = format!("sessions/{{id}}/extra/{extra}");
        let removed = doctor.done(&server, "DELETE", &path, None).await;
        assert_eq!(removed["data"]["bookings"][0]["token"], "29", "the answer knows it already");
        assert_eq!(doctor.tokens(&server).await, ["1", "29"]);
        assert_eq!(told(&server, &second).await, ["Your token is now 29"]);

        // A patient who was called in by a token keeps it.
        let extra = doctor.add_extra(&server, SUNDAY, ("18:00", "19:00"), false).await;
        let evening = doctor.visit(&server, &second, SUNDAY, "18:00").await;
        let mark = format!("today/{{id}}/attendance/{evening}");
        doctor.done(&server, "PATCH", &mark, Some(json!({"attendance": "arrived"}))).await;
        let path = format!("sessions/{{id}}/extra/{extra}");
        doctor.done(&server, "DELETE", &path, None).await;
        assert_eq!(doctor.tokens(&server).await, ["1-2", "29", "1"]);
        assert_eq!(told(&server, &first).await, ["Your token is now 1-2"]);
        let own = format!("/user/api/appointment/cancel/{morning}");
        assert_eq!(server.ask("PATCH", &own, &first.token, None).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn transactions_lock_several_visits_in_one_order() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_desk(&server, 1).await, server.patient(1).await);
        let first = doctor.visit(&server, &patient, SUNDAY, "10:00").await;
        server.tick();
        let second = doctor.visit(&server, &patient, SUNDAY, "10:15").await;
        assert!(first < second, "ids ascend");
        // A scan of the table finds the second one first now.
        server.execute(&format!("UPDATE appointments SET reason = NULL WHERE id = '{first}'")).await;
        let held = server.hold_after(&format!("UPDATE appointments SET reason = NULL WHERE id = '{first}'")).await;
        let late = doctor.ask(&server, "PUT", "today/{id}/late", Some(json!({"minutes": 20})));
        let done = std::sync::atomic::AtomicBool::new(false);
        let late = async {
            let answer = late.await;
            done.store(true, std::sync::atomic::Ordering::SeqCst);
            answer
        };
        let look = async {
            server.until_waiting(1, &done).await;
            if server.app.db.is_multi_instance() {
                let sql = format!("SELECT id FROM appointments WHERE id = '{second}' FOR UPDATE SKIP LOCKED");
                let free = server.app.db.write(async move |tx| tx.all::<String>(&sql, &[]).await).await.unwrap();
                assert_eq!(free, [second.as_str()], "who waits for the first holds none that comes after it");
            }
            held.go_on().await;
        };
        let (told, ()) = tokio::join!(late, look);
        assert_eq!(told.status, 200, "{}", told.text);
    })
    .await;
}
