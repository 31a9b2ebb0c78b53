//! Users: registering, logging in, password reset, the profile, and deletion.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use serde_json::json;

use crate::eml::Eml;
use crate::harness::people::PASSWORD;
use crate::harness::{Answer, with_limits, with_server};

fn form() -> serde_json::Value {
    json!({"username": "Asha Nair", "email": "Asha@Example.org", "phone_number": "+91 98765 43210", "password": "tea-boat-42"})
}

#[tokio::test]
async fn registering_answers_201_and_a_second_time_200_with_a_message() {
    with_server(async |server| {
        let first = server.post("/user/api/register", form()).await;
        assert_eq!(first.status, 201, "{}", first.text);
        assert!(first.body["message"].is_string() && first.body["data"]["_id"].is_string());
        let mut again = form();
        again["email"] = json!("ASHA@example.ORG");
        let second = server.post("/user/api/register", again).await;
        assert_eq!(second.status, 200);
        assert_eq!(second.body["message"], "This email address is already registered.");
        assert!(second.body["data"].is_null());
    })
    .await;
}

#[tokio::test]
async fn every_bad_field_of_a_registration_is_named_at_once() {
    with_server(async |server| {
        let empty = server.post("/user/api/register", json!({})).await;
        empty.assert_problem(422, "invalid_fields");
        assert_eq!(empty.bad_fields(), ["username", "email", "phone_number", "password"]);
        for (field, value) in [
            ("username", json!("   ")),
            ("email", json!("asha")),
            ("phone_number", json!("12345")),
            ("phone_number", json!(5_876_543_210_u64)),
            ("password", json!("1234567")),
        ] {
            let mut wrong = form();
            wrong[field] = value;
            assert_eq!(server.post("/user/api/register", wrong).await.bad_fields(), [field]);
        }
        let mut number = form();
        number["phone_number"] = json!(9_876_543_210_u64);
        assert_eq!(server.post("/user/api/register", number).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn a_user_signs_in_with_address_or_mobile() {
    with_server(async |server| {
        server.post("/user/api/register", form()).await;
        let login = async |name: &str, password: &str| {
            server.post("/user/api/login", json!({"email": name, "password": password})).await
        };
        for name in ["asha@example.org", "9876543210", "+91 98765 43210"] {
            assert_eq!(login(name, "tea-boat-42").await.status, 200, "{name}");
        }
        for (name, password) in
            [("asha@example.org", "tea-boat-43"), ("9000000000", "tea-boat-42"), ("nobody", "tea-boat-42")]
        {
            login(name, password).await.assert_problem(401, "wrong_credentials");
        }
    })
    .await;
}

#[tokio::test]
async fn a_blocked_user_learns_it_only_with_the_right_password_and_their_token_ends() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let id = patient.id.clone();
        let block = server
            .app
            .db
            .write(async move |tx| tx.execute("UPDATE accounts SET state = 'blocked' WHERE id = $1", &[&id]).await);
        block.await.unwrap();
        let login = |password| json!({"email": patient.email, "password": password});
        server.post("/user/api/login", login(PASSWORD)).await.assert_problem(403, "blocked");
        server.post("/user/api/login", login("wrong")).await.assert_problem(401, "wrong_credentials");
        let path = format!("/user/api/user/profile/{}", patient.id);
        server.ask("GET", &path, &patient.token, None).await.assert_problem(401, "unauthenticated");
    })
    .await;
}

#[tokio::test]
async fn a_profile_contains_everything_but_the_password() {
    with_server(async |server| {
        let one = server.patient(1).await;
        let own = server.ask("GET", &format!("/user/api/user/profile/{}", one.id), &one.token, None).await;
        assert_eq!(own.body["data"]["email"], one.email);
        assert_eq!(own.body["data"]["phone_number"], "9800000001");
        assert_eq!(own.body["data"]["isDeleted"], false);
        assert!(!own.text.contains("argon2") && !own.text.contains("password"));
    })
    .await;
}

#[tokio::test]
async fn a_profile_keeps_what_is_not_sent_and_refuses_what_does_not_fit() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let path = format!("/user/api/user/profile/{}", patient.id);
        let put = async |body| server.ask("PUT", &path, &patient.token, Some(body)).await;
        let told = json!({"gender": "Female", "DOB": "1990-05-17", "state": "Kerala", "district": "Calicut", "pincode": 673_001});
        let saved = put(told).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let later = put(json!({"username": "Asha N", "unknown": 1, "_id": "x"})).await;
        let data = &later.body["data"];
        assert_eq!((&data["username"], &data["district"], &data["pincode"]), (&json!("Asha N"), &json!("Kozhikode"), &json!("673001")));
        for (body, field) in [
            (json!({"district": "Chennai"}), "district"),
            (json!({"state": "Tamil Nadu"}), "district"),
            (json!({"state": "Select state"}), "state"),
            (json!({"DOB": "2030-01-01"}), "DOB"),
            (json!({"gender": "Select gender"}), "gender"),
            (json!({"pincode": "12"}), "pincode"),
            (json!({"username": ""}), "username"),
            (json!({"email": ""}), "email"),
            (json!({"phone_number": "1"}), "phone_number"),
        ] {
            let answer = put(body.clone()).await;
            answer.assert_problem(422, "invalid_fields");
            assert_eq!(answer.bad_fields(), [field], "{body}");
        }
        assert_eq!(put(json!({"gender": "", "state": "", "district": ""})).await.body["data"]["district"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_a_mailed_link_once_within_an_hour() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let forgot =
            async |email: &str| server.post("/user/api/password/forgot", json!({"role": "user", "email": email})).await;
        let (known, unknown) = (forgot(&patient.email).await, forgot("nobody@example.org").await);
        assert_eq!((known.status, &known.text), (200, &unknown.text));
        let link = link(&server.mails().await[0]);
        assert!(link.starts_with("https://care.example/resetpassword#"));
        let token = link.split('#').nth(1).unwrap().to_owned();
        let reset = async |token: &str, password: &str| {
            server.post("/user/api/password/reset", json!({"token": token, "password": password})).await
        };
        let look = async |token: &str| server.with_link("GET", "/user/api/password/reset", token, None).await;
        assert_eq!(look(&token).await.body["data"], json!({"email": patient.email}));
        look("forged").await.assert_problem(410, "link_ended");
        reset("forged", "new password").await.assert_problem(410, "link_ended");
        reset(&token, "short").await.assert_problem(422, "invalid_fields");
        assert_eq!(reset(&token, "new password").await.status, 200);
        look(&token).await.assert_problem(410, "link_ended");
        reset(&token, "another one").await.assert_problem(410, "link_ended");
        let profile = format!("/user/api/user/profile/{}", patient.id);
        server.ask("GET", &profile, &patient.token, None).await.assert_problem(401, "unauthenticated");
        let login = |password: &str| json!({"email": patient.email, "password": password});
        server.post("/user/api/login", login(PASSWORD)).await.assert_problem(401, "wrong_credentials");
        assert_eq!(server.post("/user/api/login", login("new password")).await.status, 200);
    })
    .await;
}

/// A known address costs more work than an unknown one: the answer does not wait for either.
#[tokio::test]
async fn the_response_time_does_not_reveal_whether_an_address_has_an_account() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        for email in [patient.email.as_str(), "nobody@example.org"] {
            let asked = Instant::now();
            server.post("/user/api/password/forgot", json!({"role": "user", "email": email})).await;
            assert!(asked.elapsed() >= Duration::from_millis(50), "{email}: {:?}", asked.elapsed());
        }
    })
    .await;
}

#[tokio::test]
async fn a_link_is_too_old_after_an_hour_and_belongs_to_its_role() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let wrong_role = json!({"role": "doctor", "email": patient.email});
        assert_eq!(server.post("/user/api/password/forgot", wrong_role).await.status, 200);
        assert!(server.mails().await.is_empty());
        server.post("/user/api/password/forgot", json!({"role": "user", "email": patient.email})).await;
        let token = link(&server.mails().await[0]).split('#').nth(1).unwrap().to_owned();
        server.clock.advance(SignedDuration::from_mins(60));
        let late = server.post("/user/api/password/reset", json!({"token": token, "password": "new password"})).await;
        late.assert_problem(410, "link_ended");
        let nonsense = server.post("/user/api/password/forgot", json!({"role": "king", "email": "x"})).await;
        assert_eq!(nonsense.bad_fields(), ["role", "email"]);
    })
    .await;
}

#[tokio::test]
async fn nobody_can_fill_a_mailbox_with_links() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        for _ in 0..10 {
            server.post("/user/api/password/forgot", json!({"role": "user", "email": patient.email})).await;
        }
        assert_eq!(server.mails().await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn leaving_frees_slots_ends_sessions_and_leaves_nothing_personal() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        assert_eq!(server.book(&patient, &doctor, "2026-11-16", "10:00").await.status, 200);
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert_eq!(data.body["data"]["bookings"][0]["patient_name"], "Asha Nair");
        assert_eq!(data.body["data"]["profile"]["email"], patient.email);
        assert_eq!(data.body["data"]["sessions"][0]["current"], true);
        let path = format!("/user/api/user/profile/{}", patient.id);
        let wrong = server.ask("DELETE", &path, &patient.token, Some(json!({"password": "wrong"}))).await;
        assert_eq!(wrong.bad_fields(), ["password"]);
        let gone = server.ask("DELETE", &path, &patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        server.ask("GET", &path, &patient.token, None).await.assert_problem(401, "unauthenticated");
        let login = server.post("/user/api/login", json!({"email": patient.email, "password": PASSWORD})).await;
        login.assert_problem(401, "wrong_credentials");
        let taken = server.get(&format!("/user/api/doctor/{doctor}/bookings?date=2026-11-16")).await;
        assert_eq!(taken.body["data"], json!([]));
        for (table, column) in [
            ("accounts", "email"),
            ("accounts", "phone"),
            ("users", "username"),
            ("appointments", "patient_name"),
            ("appointments", "contact_number"),
        ] {
            let sql = format!("SELECT {column} FROM {table}");
            let left =
                server.app.db.read(async |tx| tx.query(&sql, &[], |row| row.get::<Option<String>>(0)).await).await;
            for value in left.unwrap().into_iter().flatten() {
                assert!(
                    !value.contains("patient1@")
                        && value != "9800000001"
                        && value != "Asha Nair"
                        && value != "Patient 1",
                    "{table}.{column}: {value}"
                );
            }
        }
        // The address can be registered again.
        server.patient(1).await;
    })
    .await;
}

fn link(mail: &Eml) -> String {
    let text = mail.text("text/plain").unwrap();
    text.split_whitespace().find(|word| word.starts_with("https://")).unwrap().to_owned()
}

#[tokio::test]
async fn messages_come_in_malayalam_too() {
    with_server(async |server| {
        let request = server.request("POST", "/user/api/register").header("accept-language", "ml").json(&form());
        assert_eq!(Answer::read(request).await.body["message"], "രജിസ്ട്രേഷൻ വിജയിച്ചു. ദയവായി ലോഗിൻ ചെയ്യുക.");
        server.post("/user/api/password/forgot", json!({"role": "user", "email": "asha@example.org"})).await;
        assert!(server.mails().await[0].header("subject").contains("പാസ്‌വേഡ്"));
    })
    .await;
}

#[tokio::test]
async fn the_own_data_is_taken_away_ten_times_an_hour_at_most() {
    with_limits(async |server| {
        let patient = server.patient(1).await;
        let take = async || {
            let path = format!("/user/api/user/data/{}", patient.id);
            server.ask("GET", &path, &patient.token, None).await
        };
        for _ in 0..10 {
            assert_eq!(take().await.status, 200);
        }
        take().await.assert_problem(429, "too_many_tries");
        server.clock.advance(SignedDuration::from_mins(61));
        assert_eq!(take().await.status, 200);
    })
    .await;
}
