//! A write with an `Idempotency-Key` is done once (decision 0067).

use doccare::platform::db;
use doccare::platform::idempotency::{self, ClaimOutcome, KeyedRequest, StoredResponse};
use doccare::platform::ids::hex;
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::harness::people::{Doctor, PASSWORD};
use crate::harness::{ADMIN, Answer, TestServer, do_job, until, with_limits, with_server};

const KEY: &str = "8e03978e-40d5-43dd-bc93-6894a57f9324";

/// Takes a day off: a write that would be done twice if it were sent twice.
async fn add(server: &TestServer, doctor: &Doctor, key: &str, note: &str) -> Answer {
    let path = format!("/user/api/doctor/leave/{}", doctor.id);
    let form = json!({"from": "2026-12-24", "note": note});
    Answer::read(server.request("POST", &path).bearer_auth(&doctor.token).header("idempotency-key", key).json(&form))
        .await
}

/// The notes of a doctor's days off.
async fn notes(server: &TestServer, doctor: &Doctor) -> Vec<String> {
    let sql = "SELECT note FROM doctor_leave WHERE doctor_id = $1 ORDER BY id";
    let notes: db::Result<Vec<String>> = server.app.db.read(async |tx| tx.all(sql, &[&doctor.id]).await).await;
    notes.unwrap()
}

async fn rows(server: &TestServer) -> i64 {
    let count: db::Result<i64> =
        server.app.db.read(async |tx| tx.count("SELECT count(*) FROM idempotency_keys", &[]).await).await;
    count.unwrap()
}

#[track_caller]
fn assert_repeats(again: &Answer, first: &Answer) {
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    assert_eq!(again.header("content-type"), first.header("content-type"));
    assert_eq!((again.header("idempotency-replayed"), first.header("idempotency-replayed")), ("true", ""));
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let first = add(&server, &doctor, KEY, "Christmas").await;
        assert_eq!(first.status, 200, "{}", first.text);
        for _ in 0..2 {
            assert_repeats(&add(&server, &doctor, KEY, "Christmas").await, &first);
        }
        // Also from another session of the account.
        let elsewhere = doctor.with_token(server.sign_in_doctor(&doctor.id).await);
        assert_repeats(&add(&server, &elsewhere, KEY, "Christmas").await, &first);
        add(&server, &doctor, KEY, "A wedding").await.assert_problem(422, "idempotency_key_reused");
        let path = format!("/user/api/doctor/leave/{}/{}", doctor.id, first.id());
        let other = server.request("DELETE", &path).bearer_auth(&doctor.token).header("idempotency-key", KEY);
        Answer::read(other).await.assert_problem(422, "idempotency_key_reused");
        assert_eq!(notes(&server, &doctor).await, ["Christmas"]);
        assert_eq!(add(&server, &doctor, "another", "A wedding").await.status, 200);
    })
    .await;
}

/// The stored fingerprint that recognises a repeated request.
async fn fingerprints(server: &TestServer) -> Vec<String> {
    let sql = "SELECT request FROM idempotency_keys ORDER BY claimed_at, id";
    let all: db::Result<Vec<String>> = server.app.db.read(async |tx| tx.all(sql, &[]).await).await;
    all.unwrap()
}

#[tokio::test]
async fn records_keep_no_digest_of_a_password() {
    with_server(async |server| {
        for (key, password) in [("a".repeat(32), "the first password"), ("b".repeat(32), "quite another one")] {
            let form = json!({"username": "Asha", "email": "a@example.org", "phone_number": "9812345607",
                              "password": password});
            let register = server.request("POST", "/user/api/register").header("idempotency-key", key).json(&form);
            assert!([200, 201].contains(&Answer::read(register).await.status));
        }
        let [first, second] = &fingerprints(&server).await[..] else { panic!("two keys") };
        assert_eq!(first, second, "two passwords can be told apart");
        // A body that is not JSON may contain a password anywhere.
        for body in ["{\"password\": \"secret\"", "password=secret"] {
            let register = server.request("POST", "/user/api/register").header("idempotency-key", "c".repeat(32));
            let register = register.header("content-type", "application/json").body(body);
            assert_eq!(Answer::read(register).await.status, 400, "{body}");
        }
        assert_eq!(rows(&server).await, 2);
    })
    .await;
}

#[tokio::test]
async fn a_refused_password_leaves_the_key_free_for_the_right_one() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let leave = async |password: &str| {
            let leave = server.request("DELETE", &format!("/user/api/user/profile/{}", patient.id));
            let leave = leave.bearer_auth(&patient.token).header("idempotency-key", KEY);
            Answer::read(leave.json(&json!({"password": password}))).await
        };
        leave("not the password").await.assert_problem(422, "invalid_fields");
        assert_eq!(rows(&server).await, 0);
        assert_eq!(leave(PASSWORD).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_repeated_refusal_has_the_same_text() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let long = "x".repeat(5000);
        let first = add(&server, &doctor, KEY, &long).await;
        first.assert_problem(422, "invalid_fields");
        assert_repeats(&add(&server, &doctor, KEY, &long).await, &first);
    })
    .await;
}

#[tokio::test]
async fn keys_are_separate_for_each_caller() {
    with_server(async |server| {
        let (one, two) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let first = add(&server, &one, KEY, "Christmas").await;
        let second = add(&server, &two, KEY, "A wedding").await;
        assert_eq!((first.status, second.status), (200, 200));
        assert_repeats(&add(&server, &two, KEY, "A wedding").await, &second);
        // A caller without a login gets 401, and nothing of the stored answer.
        let nobody = one.with_token("made up".into());
        add(&server, &nobody, KEY, "Christmas").await.assert_problem(401, "unauthenticated");
        let foreign = one.with_token(two.token.clone());
        add(&server, &foreign, "foreign", "Christmas").await.assert_problem(403, "forbidden");
        assert_eq!(notes(&server, &one).await, ["Christmas"]);
        assert_eq!(notes(&server, &two).await, ["A wedding"]);
    })
    .await;
}

#[tokio::test]
async fn of_32_equal_requests_at_once_one_is_done() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let answers = join_all((0..32).map(|_| add(&server, &doctor, KEY, "Christmas"))).await;
        let first: Vec<&Answer> = answers
            .iter()
            .filter(|answer| answer.status == 200 && answer.header("idempotency-replayed").is_empty())
            .collect();
        assert_eq!(first.len(), 1, "{answers:?}");
        for answer in &answers {
            if answer.status == 200 {
                assert_eq!(answer.body, first[0].body);
            } else {
                answer.assert_problem(409, "idempotency_key_in_use");
                assert_eq!(answer.header("retry-after"), "1");
            }
        }
        assert_repeats(&add(&server, &doctor, KEY, "Christmas").await, first[0]);
        assert_eq!(notes(&server, &doctor).await, ["Christmas"]);
    })
    .await;
}

/// The row that a process leaves when it dies after the commit, before the answer is stored.
#[tokio::test]
async fn after_a_lost_answer_a_committed_request_is_not_done_twice() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        assert_eq!(add(&server, &doctor, KEY, "Christmas").await.status, 200);
        server.execute("UPDATE idempotency_keys SET status = NULL, content_type = NULL, body = NULL").await;
        server.clock.advance(SignedDuration::from_mins(5));
        add(&server, &doctor, KEY, "Christmas").await.assert_problem(409, "idempotency_answer_lost");
        assert_eq!(notes(&server, &doctor).await, ["Christmas"]);
    })
    .await;
}

/// The row that a process leaves when it dies before the commit: the key is taken over when its lease is over.
#[tokio::test]
async fn a_request_without_a_write_is_done_by_the_retry() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        assert_eq!(add(&server, &doctor, KEY, "Christmas").await.status, 200);
        let undone = "status = NULL, content_type = NULL, body = NULL, written = FALSE";
        server.execute(&format!("UPDATE idempotency_keys SET {undone}")).await;
        server.execute("DELETE FROM doctor_leave").await;
        add(&server, &doctor, KEY, "Christmas").await.assert_problem(409, "idempotency_key_in_use");
        server.clock.advance(SignedDuration::from_mins(1));
        let done = add(&server, &doctor, KEY, "Christmas").await;
        assert_eq!((done.status, done.header("idempotency-replayed")), (200, ""));
        assert_eq!(notes(&server, &doctor).await, ["Christmas"]);
    })
    .await;
}

#[tokio::test]
async fn a_stalled_request_whose_key_was_taken_over_writes_nothing() {
    with_server(async |server| {
        let app = &server.app;
        let claim = async || {
            let asked = KeyedRequest { id: hex(b"key"), account_id: Some("asha".into()), request: b"POST /x\n".into() };
            idempotency::claim(&app.db, &app.keys, asked, app.clock.now()).await.unwrap()
        };
        let ClaimOutcome::Claimed(slow) = claim().await else { panic!("it is the first") };
        assert!(matches!(claim().await, ClaimOutcome::InProgress));
        server.clock.advance(SignedDuration::from_mins(1));
        let ClaimOutcome::Claimed(quick) = claim().await else { panic!("nobody is at it") };
        let write = async |claim: &idempotency::IdempotencyClaim, word: &'static str| {
            let claim = claim.clone();
            let done: db::Result<()> = app
                .db
                .write(async move |tx| {
                    tx.execute("INSERT INTO job_runs (job, ran_at) VALUES ($1, 1)", &[&word]).await?;
                    claim.note(tx).await
                })
                .await;
            done
        };
        let refused = write(&slow, "slow").await;
        assert!(matches!(refused, Err(db::Error::Busy)), "{refused:?}");
        write(&quick, "quick").await.unwrap();
        // Neither its answer nor its release takes effect.
        let answer = StoredResponse { status: 200, content_type: "application/json".into(), body: b"{}".into() };
        slow.keep(&app.db, &app.keys, &answer).await.unwrap();
        slow.give_up(&app.db).await.unwrap();
        assert!(matches!(claim().await, ClaimOutcome::InProgress));
        server.clock.advance(SignedDuration::from_mins(1));
        assert!(matches!(claim().await, ClaimOutcome::ResponseLost));
        quick.keep(&app.db, &app.keys, &answer).await.unwrap();
        assert!(matches!(claim().await, ClaimOutcome::Replay(kept) if kept == answer));
        let written: db::Result<Vec<String>> =
            app.db.read(async |tx| tx.all("SELECT job FROM job_runs", &[]).await).await;
        assert_eq!(written.unwrap(), ["quick"]);
    })
    .await;
}

/// A connection that breaks after the request was sent leaves no key locked.
#[tokio::test]
async fn a_request_of_a_disconnected_client_is_finished_and_its_answer_stored() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        for number in 0..20 {
            let (key, note) = (format!("key-{number}"), format!("Day {number}"));
            let body = json!({"from": "2026-12-24", "note": note}).to_string();
            let (id, token, length) = (&doctor.id, &doctor.token, body.len());
            let head =
                format!("POST /user/api/doctor/leave/{id} HTTP/1.1\r\nHost: care\r\nAuthorization: Bearer {token}");
            let kind = "Content-Type: application/json";
            let sent = format!("{head}\r\n{kind}\r\nIdempotency-Key: {key}\r\nContent-Length: {length}\r\n\r\n{body}");
            let mut line = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
            line.write_all(sent.as_bytes()).await.unwrap();
            drop(line);
            let again = until("it is answered", async || {
                let again = add(&server, &doctor, &key, &note).await;
                if again.status == 200 { Ok(again) } else { Err(again.text) }
            })
            .await;
            assert_eq!(add(&server, &doctor, &key, &note).await.body, again.body);
        }
        assert_eq!(notes(&server, &doctor).await.len(), 20);
    })
    .await;
}

#[tokio::test]
async fn a_key_is_stored_for_a_day_and_no_longer_than_its_account() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        assert_eq!(add(&server, &doctor, KEY, "Christmas").await.status, 200);
        server.clock.advance(SignedDuration::from_mins(24 * 60 - 1));
        do_job(&server.app, "idempotency keys").await;
        assert_eq!(rows(&server).await, 1);
        server.clock.advance(SignedDuration::from_mins(1));
        // Whether or not the cleanup job has run.
        assert_eq!(add(&server, &doctor, KEY, "A wedding").await.status, 200);
        assert_eq!(notes(&server, &doctor).await.len(), 2);
        server.clock.advance(SignedDuration::from_hours(24));
        do_job(&server.app, "idempotency keys").await;
        assert_eq!(rows(&server).await, 0);
        let patient = server.patient(1).await;
        let path = format!("/user/api/user/people/{}", patient.id);
        let form = json!({"name": "Amma", "phoneNumber": "9876543211"});
        let save = server.request("POST", &path).bearer_auth(&patient.token).header("idempotency-key", KEY);
        assert_eq!(Answer::read(save.json(&form)).await.status, 201);
        assert_eq!(rows(&server).await, 1);
        let path = format!("/user/api/user/profile/{}", patient.id);
        let leave = server.request("DELETE", &path).bearer_auth(&patient.token).header("idempotency-key", "leaving");
        assert_eq!(Answer::read(leave.json(&json!({"password": PASSWORD}))).await.status, 200);
        assert_eq!(rows(&server).await, 0);
    })
    .await;
}

#[tokio::test]
async fn stored_requests_and_answers_are_unreadable_without_the_key() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        assert_eq!(add(&server, &doctor, KEY, "Zubaidaplant").await.status, 200);
        let text: db::Result<Option<String>> = server
            .app
            .db
            .read(async |tx| {
                tx.first("SELECT id || request || attempt || content_type || body FROM idempotency_keys", &[]).await
            })
            .await;
        let text = text.unwrap().unwrap();
        for word in ["Zubaidaplant", KEY] {
            assert!(!text.contains(word) && !text.contains(&hex(word.as_bytes())), "{word}: {text}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_request_without_an_outcome_can_be_retried_with_the_same_key() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        // No client input makes this fail, so the table is renamed for a moment.
        server.execute("ALTER TABLE doctor_leave RENAME TO leave_away").await;
        assert!(add(&server, &doctor, KEY, "Christmas").await.status >= 500);
        assert_eq!(rows(&server).await, 0);
        server.execute("ALTER TABLE leave_away RENAME TO doctor_leave").await;
        assert_eq!(add(&server, &doctor, KEY, "Christmas").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_visitors_key_must_be_long_and_their_message_is_stored_once() {
    with_limits(async |server| {
        let send = async |key: &str, text: &str| {
            let form = json!({"name": "Asha", "email": "asha@example.org", "message": text});
            Answer::read(server.request("POST", "/user/api/contact").header("idempotency-key", key).json(&form)).await
        };
        send("short", "Are you open?").await.assert_problem(400, "invalid_request");
        let first = send(KEY, "Are you open?").await;
        assert_eq!(first.status, 201, "{}", first.text);
        assert_repeats(&send(KEY, "Are you open?").await, &first);
        send(KEY, "Are you closed?").await.assert_problem(422, "idempotency_key_reused");
        let count: db::Result<i64> =
            server.app.db.read(async |tx| tx.count("SELECT count(*) FROM contact_messages", &[]).await).await;
        assert_eq!(count.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn calls_that_answer_with_a_credential_accept_no_key() {
    with_server(async |server| {
        server.make_admin().await;
        let ask = |method: &str, path: &str, key: &str, body: Value| {
            Answer::read(server.request(method, path).header("idempotency-key", key).json(&body))
        };
        let login = json!({"email": ADMIN.0, "password": ADMIN.1});
        ask("POST", "/admin/api/login", KEY, login.clone()).await.assert_problem(400, "invalid_request");
        assert_eq!(server.post("/admin/api/login", login).await.status, 200, "without one it is let in");
        for (method, path) in [("PUT", "/user/api/password"), ("POST", "/user/api/blooddonor/pause")] {
            ask(method, path, KEY, json!({})).await.assert_problem(400, "invalid_request");
        }
        // Reads are idempotent anyway.
        let read = server.request("GET", "/user/api/reference").header("idempotency-key", "a b");
        assert_eq!(Answer::read(read).await.status, 200);
        assert_eq!(rows(&server).await, 0);
    })
    .await;
}
