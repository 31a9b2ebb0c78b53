//! A second factor: set up and switched off by its owner, asked for at every login, and bypassed by nothing.

use doccare::identity::Role;
use doccare::platform::keys::{self, KeySource};
use doccare::router;
use futures::future::join_all;
use jiff::SignedDuration;
use ring::hmac;
use serde_json::{Value, json};

use super::{Owner, confirm, confirmation, log_in, login_path, reset, reset_link, tick, token};
use crate::eml::Eml;
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, on_both_engines, postgres, with_limits, with_server};

const WITH_CODES: [Role; 4] = [Role::Doctor, Role::Hospital, Role::Pharmacy, Role::Admin];

/// Somebody with an authenticator app, signed in.
struct Enrolled {
    role: Role,
    id: String,
    email: String,
    phone: String,
    password: &'static str,
    token: String,
    app: AuthenticatorApp,
    recovery: Vec<String>,
}

/// What a phone does, written a second time: RFC 4648 and RFC 6238.
struct AuthenticatorApp(Vec<u8>);

impl AuthenticatorApp {
    fn set_up(secret: &str) -> Self {
        let value_of = |letter| "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(letter).expect("a letter of base 32");
        let letters = secret.chars().filter(|letter| *letter != ' ');
        let bits: Vec<String> = letters.map(|letter| format!("{:05b}", value_of(letter))).collect();
        let bits = bits.concat();
        Self((0..bits.len() / 8).map(|byte| u8::from_str_radix(&bits[byte * 8..byte * 8 + 8], 2).unwrap()).collect())
    }

    fn code(&self, server: &TestServer, off_by: i64) -> String {
        let step = server.clock.now().as_second() / 30 + off_by;
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let mac = hmac::sign(&key, &step.to_be_bytes());
        let mac = mac.as_ref();
        let start = usize::from(mac[19] & 0xf);
        let number = u32::from_be_bytes(mac[start..start + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }
}

fn call(role: Role, name: &str) -> String {
    let area = if role == Role::Admin { "admin" } else { "user" };
    format!("/{area}/api/twofactor{name}")
}

async fn offer(server: &TestServer, role: Role, token: &str, password: &str) -> Answer {
    server.ask("POST", &call(role, "/start"), token, Some(json!({"password": password}))).await
}

async fn confirm_app(server: &TestServer, role: Role, token: &str, code: &str) -> Answer {
    server.ask("POST", &call(role, "/confirm"), token, Some(json!({"code": code}))).await
}

fn codes_in(answer: &Answer) -> Vec<String> {
    let codes = answer.body["data"]["codes"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

fn challenge_in(answer: &Answer) -> String {
    answer.assert_problem(401, "second_factor_required");
    assert!(answer.body["token"].is_null(), "{}", answer.text);
    answer.body["challenge"].as_str().expect("a challenge").to_owned()
}

async fn answer_with(server: &TestServer, role: Role, challenge: &str, code: &str) -> Answer {
    let path = format!("{}/code", login_path(role));
    server.post(&path, json!({"challenge": challenge, "code": code})).await
}

fn half_a_minute(server: &TestServer) {
    server.clock.advance(SignedDuration::from_secs(30));
}

impl Enrolled {
    async fn new(server: &TestServer, role: Role, number: usize) -> Self {
        let (id, email, phone, password) = if role == Role::Admin {
            server.make_admin().await;
            (String::new(), ADMIN.0.to_owned(), String::new(), ADMIN.1)
        } else {
            let owner = Owner::new(server, role, number).await;
            (owner.id, owner.email, owner.phone, PASSWORD)
        };
        let login = log_in(server, role, &email, password).await;
        let id = if id.is_empty() { login.body["data"]["_id"].as_str().unwrap().to_owned() } else { id };
        let token = token(&login);
        let offer = offer(server, role, &token, password).await;
        let app = AuthenticatorApp::set_up(offer.body["data"]["secret"].as_str().expect(&offer.text));
        let on = confirm_app(server, role, &token, &app.code(server, 0)).await;
        assert_eq!(on.status, 200, "{}", on.text);
        let recovery = codes_in(&on);
        Self { role, id, email, phone, password, token, app, recovery }
    }

    async fn challenge(&self, server: &TestServer) -> String {
        challenge_in(&log_in(server, self.role, &self.email, self.password).await)
    }

    async fn log_in_with(&self, server: &TestServer, code: &str) -> Answer {
        let challenge = self.challenge(server).await;
        answer_with(server, self.role, &challenge, code).await
    }

    /// The next code that was not used.
    fn fresh_code(&self, server: &TestServer) -> String {
        half_a_minute(server);
        self.app.code(server, 0)
    }

    fn wrong_code(&self, server: &TestServer) -> String {
        let right = [-1, 0, 1].map(|off| self.app.code(server, off));
        (0..4).map(|number| format!("{number:06}")).find(|code| !right.contains(code)).unwrap()
    }

    async fn change(&self, server: &TestServer, name: &str, password: &str, code: &str) -> Answer {
        let body = json!({"password": password, "code": code});
        server.ask("POST", &call(self.role, name), &self.token, Some(body)).await
    }

    async fn shown(&self, server: &TestServer) -> Value {
        server.ask("GET", &call(self.role, ""), &self.token, None).await.body["data"].clone()
    }

    /// What is in the audit log about them, the latest first.
    async fn recorded(&self, server: &TestServer) -> Vec<(String, String, Option<String>)> {
        let id = self.id.clone();
        let rows = server.app.db.read(async |tx| {
            tx.all("SELECT action, actor_role, reason FROM audit WHERE subject_id = $1 ORDER BY id DESC", &[&id]).await
        });
        rows.await.unwrap()
    }
}

/// The titles of the mails to somebody since there were so many.
async fn titles(server: &TestServer, email: &str, known: usize) -> Vec<String> {
    let mails = server.mails().await;
    mails[known..]
        .iter()
        .filter(|mail| mail.header("to").contains(email))
        .map(|mail| mail.header("subject").to_owned())
        .collect()
}

#[tokio::test]
async fn every_worker_and_administrator_sets_it_up_and_logs_in_with_password_and_code() {
    with_server(async |server| {
        for role in WITH_CODES {
            let known = server.mails().await.len();
            let one = Enrolled::new(&server, role, 1).await;
            assert_eq!(one.recovery.len(), 10);
            assert_eq!(one.shown(&server).await["recoveryCodesLeft"], 10);
            assert!(one.shown(&server).await["enrolledAt"].is_string());
            let refused = log_in(&server, role, &one.email, one.password).await;
            let challenge = challenge_in(&refused);
            match role {
                Role::Hospital => assert_eq!(refused.body["message"], "Hospital not complited"),
                Role::Pharmacy => assert_eq!(refused.body["message"], "Pharmacy not complited"),
                _ => assert!(refused.body["message"].as_str().unwrap().contains("authenticator")),
            }
            half_a_minute(&server);
            let entered = answer_with(&server, role, &challenge, &one.app.code(&server, 0)).await;
            assert_eq!(entered.status, 200, "{}", entered.text);
            assert_eq!(
                (&entered.body["data"]["_id"], &entered.body["message"]),
                (&json!(one.id), &json!("You are signed in."))
            );
            let sessions = if role == Role::Admin { "/admin/api/sessions" } else { "/user/api/sessions" };
            let own = server.ask("GET", sessions, &token(&entered), None).await;
            assert_eq!((own.status, own.body["data"].as_array().unwrap().len()), (200, 2));
            // A login is begun once and ended once.
            half_a_minute(&server);
            let again = answer_with(&server, role, &challenge, &one.app.code(&server, 0)).await;
            again.assert_problem(410, "challenge_ended");
            assert_eq!(titles(&server, &one.email, known).await, ["Two-factor login is on"]);
            let recorded = one.recorded(&server).await;
            assert_eq!(recorded, [("second_factor_on".into(), role.as_str().into(), None)]);
        }
    })
    .await;
}

#[tokio::test]
async fn setting_it_up_asks_for_the_password_and_a_code_and_ends_every_other_session() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::Doctor, 1).await;
        let other = token(&log_in(&server, Role::Doctor, &owner.email, PASSWORD).await);
        let ask = async |password: &str| offer(&server, Role::Doctor, &owner.token, password).await;
        assert_eq!(ask("wrong").await.bad_fields(), ["password"]);
        assert_eq!(ask("").await.bad_fields(), ["password"]);
        let nothing_offered = confirm_app(&server, Role::Doctor, &owner.token, "123456").await;
        nothing_offered.assert_problem(409, "not_changeable");
        let first = ask(PASSWORD).await.body["data"].clone();
        let second = ask(PASSWORD).await.body["data"].clone();
        assert_ne!(first["secret"], second["secret"]);
        let link = second["link"].as_str().unwrap();
        assert!(link.starts_with("otpauth://totp/Doc%20Care:doctor1%40example.org"), "{link}");
        assert!(second["path"].as_str().unwrap().starts_with('M') && second["size"].as_i64().unwrap() > 20);
        // The earlier offer was replaced.
        let old = AuthenticatorApp::set_up(first["secret"].as_str().unwrap());
        let app = AuthenticatorApp::set_up(second["secret"].as_str().unwrap());
        let code = old.code(&server, 0);
        assert_eq!(confirm_app(&server, Role::Doctor, &owner.token, &code).await.bad_fields(), ["code"]);
        assert_eq!(confirm_app(&server, Role::Doctor, &owner.token, "").await.bad_fields(), ["code"]);
        assert_eq!(log_in(&server, Role::Doctor, &owner.email, PASSWORD).await.status, 200, "it is not on yet");
        server.clock.advance(SignedDuration::from_mins(30));
        let late = confirm_app(&server, Role::Doctor, &owner.token, &app.code(&server, 0)).await;
        late.assert_problem(409, "not_changeable");
        let third = ask(PASSWORD).await.body["data"]["secret"].as_str().unwrap().to_owned();
        let app = AuthenticatorApp::set_up(&third);
        assert_eq!(confirm_app(&server, Role::Doctor, &owner.token, &app.code(&server, 0)).await.status, 200);
        server.ask("GET", &owner.profile(), &other, None).await.assert_problem(401, "unauthenticated");
        assert_eq!(server.ask("GET", &owner.profile(), &owner.token, None).await.status, 200, "this one stays");
        ask(PASSWORD).await.assert_problem(409, "not_changeable");
        // What the database holds opens nothing.
        let rows: Vec<(String, String)> = server
            .app
            .db
            .read(async |tx| tx.all("SELECT f.secret, r.code_digest FROM second_factors f JOIN recovery_codes r ON r.account_id = f.account_id", &[]).await)
            .await
            .unwrap();
        assert_eq!(rows.len(), 10);
        assert!(rows.iter().all(|(secret, _)| secret.starts_with(server.app.keys.id()) && !secret.contains(&third)));
    })
    .await;
}

#[tokio::test]
async fn patients_have_none_and_nobody_sets_up_anothers() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let doctor = Owner::new(&server, Role::Doctor, 1).await;
        offer(&server, Role::Doctor, &patient.token, PASSWORD).await.assert_problem(403, "forbidden");
        offer(&server, Role::Admin, &doctor.token, PASSWORD).await.assert_problem(403, "forbidden");
        offer(&server, Role::Doctor, "forged", PASSWORD).await.assert_problem(401, "unauthenticated");
    })
    .await;
}

#[tokio::test]
async fn a_code_counts_once_and_a_step_early_or_late() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        // The code that switched it on is used up.
        let first = one.app.code(&server, 0);
        one.log_in_with(&server, &first).await.assert_problem(401, "wrong_code");
        server.clock.advance(SignedDuration::from_mins(5));
        for (off_by, counts) in [(-2, false), (2, false), (-1, true), (0, true), (1, true)] {
            let entered = one.log_in_with(&server, &one.app.code(&server, off_by)).await;
            assert_eq!(entered.status == 200, counts, "{off_by}: {}", entered.text);
        }
        for off_by in [-1, 0, 1] {
            let replayed = one.log_in_with(&server, &one.app.code(&server, off_by)).await;
            replayed.assert_problem(401, "wrong_code");
        }
        half_a_minute(&server);
        one.log_in_with(&server, &one.app.code(&server, 0)).await.assert_problem(401, "wrong_code");
        assert_eq!(one.log_in_with(&server, &one.fresh_code(&server)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn of_many_who_use_one_code_at_once_one_gets_in() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        for code in [one.fresh_code(&server), one.recovery[0].clone()] {
            let mut challenges = Vec::new();
            for _ in 0..8 {
                challenges.push(one.challenge(&server).await);
            }
            let answers = challenges.iter().map(|challenge| answer_with(&server, one.role, challenge, &code));
            let statuses: Vec<u16> = join_all(answers).await.iter().map(|answer| answer.status).collect();
            assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
            assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 7, "{statuses:?}");
        }
        // One login, many right codes at once: it ends once.
        let challenge = one.challenge(&server).await;
        let answers = one.recovery[1..5].iter().map(|code| answer_with(&server, one.role, &challenge, code));
        let answers = join_all(answers).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(one.shown(&server).await["recoveryCodesLeft"], 8);
    })
    .await;
}

#[tokio::test]
async fn of_two_instances_one_takes_a_code() {
    let url = postgres::fresh_database().await;
    let (first, second) = (TestServer::start(url.clone()).await, TestServer::start(url).await);
    let one = Enrolled::new(&first, Role::Doctor, 1).await;
    half_a_minute(&second);
    let code = one.fresh_code(&first);
    let (here, there) = (one.challenge(&first).await, one.challenge(&second).await);
    let answers =
        tokio::join!(answer_with(&first, one.role, &here, &code), answer_with(&second, one.role, &there, &code));
    let mut statuses = [answers.0.status, answers.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    // A login that one instance began, another ends.
    half_a_minute(&second);
    let challenge = one.challenge(&first).await;
    let code = one.fresh_code(&first);
    assert_eq!(answer_with(&second, one.role, &challenge, &code).await.status, 200);
}

#[tokio::test]
async fn a_recovery_code_signs_in_once_and_the_owner_is_told() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Hospital, 1).await;
        let known = server.mails().await.len();
        tick(&server);
        let typed = one.recovery[3].to_lowercase().replace('-', " ");
        assert_eq!(one.log_in_with(&server, &typed).await.status, 200);
        one.log_in_with(&server, &one.recovery[3]).await.assert_problem(401, "wrong_code");
        assert_eq!(one.shown(&server).await["recoveryCodesLeft"], 9);
        assert_eq!(titles(&server, &one.email, known).await, ["A recovery code was used"]);
        let text = server.mails().await.last().and_then(|mail: &Eml| mail.text("text/plain")).unwrap();
        assert!(text.contains("left: 9") && text.contains("/forgotpassword?role=hospital"), "{text}");
        assert_eq!(one.recorded(&server).await[0].0, "recovery_code");
        // Another's codes are not one's own.
        let other = Enrolled::new(&server, Role::Hospital, 2).await;
        one.log_in_with(&server, &other.recovery[0]).await.assert_problem(401, "wrong_code");
    })
    .await;
}

#[tokio::test]
async fn a_login_waits_five_minutes_for_its_code_and_takes_five_wrong_ones() {
    with_server(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let challenge = one.challenge(&server).await;
        server.clock.advance(SignedDuration::from_millis(5 * 60_000 - 1));
        answer_with(&server, one.role, &challenge, &one.wrong_code(&server)).await.assert_problem(401, "wrong_code");
        server.clock.advance(SignedDuration::from_millis(1));
        let late = answer_with(&server, one.role, &challenge, &one.app.code(&server, 0)).await;
        late.assert_problem(410, "challenge_ended");
        let challenge = one.challenge(&server).await;
        for _ in 0..5 {
            let wrong = answer_with(&server, one.role, &challenge, &one.wrong_code(&server)).await;
            wrong.assert_problem(401, "wrong_code");
        }
        let code = one.fresh_code(&server);
        answer_with(&server, one.role, &challenge, &code).await.assert_problem(410, "challenge_ended");
        assert_eq!(one.log_in_with(&server, &code).await.status, 200);
        // What is no code at all is a slip of the fingers.
        let challenge = one.challenge(&server).await;
        for typed in ["", "12345", "hello"] {
            assert_eq!(answer_with(&server, one.role, &challenge, typed).await.bad_fields(), ["code"]);
        }
        for made_up in ["", "nonsense", &"0".repeat(64)] {
            let answer = answer_with(&server, one.role, made_up, &one.fresh_code(&server)).await;
            assert!(answer.status == 410 || answer.bad_fields() == ["challenge"], "{}", answer.text);
        }
        // It is of the role that logged in.
        for role in [Role::Admin, Role::Hospital, Role::Pharmacy] {
            let elsewhere = answer_with(&server, role, &challenge, &one.app.code(&server, 0)).await;
            elsewhere.assert_problem(410, "challenge_ended");
        }
    })
    .await;
}

#[tokio::test]
async fn a_login_that_waits_ends_with_the_password_and_with_the_account() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let challenge = one.challenge(&server).await;
        let password = json!({"current": PASSWORD, "password": "three boats at noon"});
        assert_eq!(server.ask("PUT", "/user/api/password", &one.token, Some(password)).await.status, 200);
        let code = one.fresh_code(&server);
        answer_with(&server, one.role, &challenge, &code).await.assert_problem(410, "challenge_ended");
        let challenge = challenge_in(&log_in(&server, one.role, &one.email, "three boats at noon").await);
        let suspend = format!("/admin/api/doctors/{}/suspend", one.id);
        assert_eq!(server.ask("POST", &suspend, &admin, None).await.status, 200);
        answer_with(&server, one.role, &challenge, &code).await.assert_problem(410, "challenge_ended");
        log_in(&server, one.role, &one.email, "three boats at noon").await.assert_problem(403, "blocked");
    })
    .await;
}

#[tokio::test]
async fn neither_a_reset_nor_another_address_or_number_bypasses_the_code() {
    with_server(async |server| {
        for role in [Role::Doctor, Role::Hospital, Role::Pharmacy, Role::Admin] {
            let mut one = Enrolled::new(&server, role, 1).await;
            let challenge = one.challenge(&server).await;
            let link = reset_link(&server, role, &one.email).await;
            let answer = reset(&server, &link, "three boats at noon").await;
            assert_eq!((answer.status, &answer.body["token"]), (200, &Value::Null), "{}", answer.text);
            let code = one.fresh_code(&server);
            answer_with(&server, role, &challenge, &code).await.assert_problem(410, "challenge_ended");
            one.password = "three boats at noon";
            let entered = one.log_in_with(&server, &code).await;
            assert_eq!(entered.status, 200, "{}", entered.text);
            if role == Role::Admin {
                continue;
            }
            challenge_in(&log_in(&server, role, &one.phone, one.password).await);
            let owner = Owner {
                role,
                id: one.id.clone(),
                token: token(&entered),
                email: one.email.clone(),
                phone: one.phone.clone(),
            };
            let new = format!("new-{}@example.org", role.as_str());
            let sent = [(owner.email_field(), new.as_str()), ("current_password", one.password)];
            assert_eq!(owner.put(&server, &sent).await.status, 200);
            let confirmed = confirm(&server, &confirmation(&server, &new).await).await;
            assert_eq!((confirmed.status, &confirmed.body["token"]), (200, &Value::Null));
            challenge_in(&log_in(&server, role, &new, one.password).await);
        }
    })
    .await;
}

#[tokio::test]
async fn wrong_codes_are_tries_of_that_login_and_the_right_password_gives_none_back() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let from = async |network: &str, path: &str, body: Value| {
            Answer::read(server.request("POST", path).header("x-forwarded-for", network).json(&body)).await
        };
        let login = json!({"email": one.email, "password": PASSWORD});
        for number in 0..5 {
            // Each by a login of its own, from a network of its own.
            let network = format!("198.51.100.{number}");
            let challenge = challenge_in(&from(&network, login_path(one.role), login.clone()).await);
            let body = json!({"challenge": challenge, "code": one.wrong_code(&server)});
            from(&network, "/user/api/doctor/login/code", body).await.assert_problem(401, "wrong_code");
        }
        from("203.0.113.1", login_path(one.role), login.clone()).await.assert_problem(429, "too_many_tries");
        // By the number the password is asked for, and the code is not.
        let by_number = json!({"email": one.phone, "password": PASSWORD});
        let challenge = challenge_in(&from("203.0.113.1", login_path(one.role), by_number.clone()).await);
        let body = json!({"challenge": challenge, "code": one.fresh_code(&server)});
        from("203.0.113.1", "/user/api/doctor/login/code", body).await.assert_problem(429, "too_many_tries");
        server.clock.advance(SignedDuration::from_mins(15));
        let challenge = challenge_in(&from("203.0.113.1", login_path(one.role), by_number.clone()).await);
        let body = json!({"challenge": challenge, "code": one.app.code(&server, 0)});
        assert_eq!(from("203.0.113.1", "/user/api/doctor/login/code", body).await.status, 200);
        // Who got in here is not locked out by strangers, by neither name.
        for number in 0..5 {
            for name in [&one.email, &one.phone] {
                let wrong = json!({"email": name, "password": "wrong"});
                from(&format!("198.51.100.{number}"), login_path(one.role), wrong).await;
            }
        }
        for sent in [login, by_number] {
            challenge_in(&from("203.0.113.1", login_path(one.role), sent).await);
        }
    })
    .await;
}

#[tokio::test]
async fn new_recovery_codes_and_switching_off_ask_for_password_and_code() {
    with_server(async |server| {
        for role in WITH_CODES {
            let one = Enrolled::new(&server, role, 1).await;
            let known = server.mails().await.len();
            for name in ["/codes", "/off"] {
                let code = one.fresh_code(&server);
                assert_eq!(one.change(&server, name, "wrong", &code).await.bad_fields(), ["password"]);
                assert_eq!(one.change(&server, name, "", "").await.bad_fields(), ["password", "code"]);
                let wrong = one.change(&server, name, one.password, &one.wrong_code(&server)).await;
                assert_eq!(wrong.bad_fields(), ["code"]);
            }
            tick(&server);
            let renewed = one.change(&server, "/codes", one.password, &one.fresh_code(&server)).await;
            let codes = codes_in(&renewed);
            assert_eq!((codes.len(), one.shown(&server).await["recoveryCodesLeft"].clone()), (10, json!(10)));
            one.log_in_with(&server, &one.recovery[0]).await.assert_problem(401, "wrong_code");
            tick(&server);
            // A recovery code will do: the phone may be gone.
            assert_eq!(one.change(&server, "/off", one.password, &codes[0]).await.status, 200);
            assert_eq!(one.shown(&server).await, json!({"enrolledAt": null, "recoveryCodesLeft": 0}));
            assert_eq!(log_in(&server, role, &one.email, one.password).await.status, 200);
            one.change(&server, "/off", one.password, "123456").await.assert_problem(409, "not_changeable");
            let told = titles(&server, &one.email, known).await;
            assert_eq!(told, ["Your recovery codes were made anew", "Two-factor login is off"]);
            let actions: Vec<String> = one.recorded(&server).await.into_iter().map(|(action, ..)| action).collect();
            assert_eq!(actions, ["second_factor_off", "recovery_codes", "second_factor_on"]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_stolen_session_with_the_password_cannot_try_all_codes() {
    with_limits(async |server| {
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        for _ in 0..5 {
            let wrong = one.change(&server, "/off", PASSWORD, &one.wrong_code(&server)).await;
            assert_eq!(wrong.bad_fields(), ["code"]);
        }
        let right = one.change(&server, "/off", PASSWORD, &one.fresh_code(&server)).await;
        right.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn an_administrator_switches_a_workers_off_with_a_reason_that_the_worker_reads() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for role in [Role::Doctor, Role::Hospital, Role::Pharmacy] {
            let one = Enrolled::new(&server, role, 1).await;
            let path = format!("/admin/api/workers/{}/twofactor/{}", role.as_str(), one.id);
            let off = async |token: &str, reason: &str| {
                server.ask("POST", &format!("{path}/off"), token, Some(json!({"reason": reason}))).await
            };
            let challenge = one.challenge(&server).await;
            assert_eq!(server.ask("GET", &path, &admin, None).await.body["data"]["recoveryCodesLeft"], 10);
            assert_eq!(off(&admin, " ").await.bad_fields(), ["reason"]);
            off(&one.token, "Mine").await.assert_problem(403, "forbidden");
            let known = server.mails().await.len();
            tick(&server);
            let done = off(&admin, "The phone fell into the backwaters.").await;
            assert_eq!(done.status, 200, "{}", done.text);
            let code = one.fresh_code(&server);
            answer_with(&server, role, &challenge, &code).await.assert_problem(410, "challenge_ended");
            server.ask("GET", "/user/api/sessions", &one.token, None).await.assert_problem(401, "unauthenticated");
            assert_eq!(log_in(&server, role, &one.email, PASSWORD).await.status, 200);
            off(&admin, "Again").await.assert_problem(409, "not_changeable");
            let mails = server.mails().await;
            let [told] = &mails[known..] else { panic!("{} mails", mails.len() - known) };
            assert!(told.header("to").contains(&one.email));
            assert!(told.text("text/plain").unwrap().contains("The phone fell into the backwaters."));
            let (action, actor, reason) = one.recorded(&server).await.remove(0);
            assert_eq!((action.as_str(), actor.as_str()), ("second_factor_off", "admin"));
            assert_eq!(reason.as_deref(), Some("The phone fell into the backwaters."));
        }
        let patient = server.patient(9).await.id;
        for path in
            [format!("Doctor/twofactor/{patient}"), "Doctor/twofactor/some".into(), "User/twofactor/some".into()]
        {
            let unknown = server.ask("GET", &format!("/admin/api/workers/{path}"), &admin, None).await;
            unknown.assert_problem(404, "not_found");
        }
    })
    .await;
}

/// Every call of the administrator that reads and whose path names nobody.
fn admin_reads() -> Vec<String> {
    let api = serde_json::to_value(router::openapi()).unwrap();
    let paths = api["paths"].as_object().unwrap().iter();
    let reads = paths
        .filter(|(path, calls)| path.starts_with("/admin/api/") && calls["get"].is_object() && !path.contains('{'));
    reads.map(|(path, _)| path.clone()).collect()
}

#[tokio::test]
async fn where_it_is_demanded_an_administrator_can_do_nothing_but_set_it_up() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.admins_need_second_factor = true).await;
        let token = server.admin_token().await;
        let reads = admin_reads();
        assert!(reads.len() > 10, "{reads:?}");
        for path in reads.iter().filter(|path| *path != "/admin/api/twofactor") {
            server.ask("GET", path, &token, None).await.assert_problem(403, "enrolment_required");
        }
        let block = server.ask("PATCH", "/admin/api/blockandunblock/some", &token, None).await;
        block.assert_problem(403, "enrolment_required");
        let offered = offer(&server, Role::Admin, &token, ADMIN.1).await;
        let app = AuthenticatorApp::set_up(offered.body["data"]["secret"].as_str().unwrap());
        assert_eq!(confirm_app(&server, Role::Admin, &token, &app.code(&server, 0)).await.status, 200);
        let dashboard = server.ask("GET", "/admin/api/dashboard", &token, None).await;
        assert_eq!((dashboard.status, &dashboard.body["data"]["adminsWithoutSecondFactor"]), (200, &json!(0)));
        // It concerns administrators alone.
        let doctor = Owner::new(&server, Role::Doctor, 1).await;
        assert_eq!(server.ask("GET", &doctor.profile(), &doctor.token, None).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn the_dashboard_says_how_many_administrators_have_none() {
    with_server(async |server| {
        let token = server.admin_token().await;
        let without = async |token: &str| {
            let dashboard = server.ask("GET", "/admin/api/dashboard", token, None).await;
            dashboard.body["data"]["adminsWithoutSecondFactor"].clone()
        };
        assert_eq!(without(&token).await, 1);
        let offered = offer(&server, Role::Admin, &token, ADMIN.1).await;
        let app = AuthenticatorApp::set_up(offered.body["data"]["secret"].as_str().unwrap());
        assert_eq!(confirm_app(&server, Role::Admin, &token, &app.code(&server, 0)).await.status, 200);
        assert_eq!(without(&token).await, 0);
    })
    .await;
}

#[tokio::test]
async fn a_renewed_key_takes_over_with_use_and_a_lost_one_leaves_the_recovery_codes() {
    on_both_engines(async |url| {
        let given = |lines: &str| KeySource::Given(lines.parse().unwrap());
        let (old, new, other) = ("a".repeat(64), "b".repeat(64), "c".repeat(64));
        let start = async |keys: &str| TestServer::start_with(url.clone(), |config| config.key = given(keys)).await;
        let server = start(&old).await;
        let one = Enrolled::new(&server, Role::Doctor, 1).await;
        let renewed = start(&format!("{new},{old}")).await;
        renewed.clock.advance(SignedDuration::from_mins(1));
        assert_eq!(one.log_in_with(&renewed, &one.app.code(&renewed, 0)).await.status, 200);
        // What was used once is encrypted with the new key: the old one can go.
        let without_old = start(&new).await;
        without_old.clock.advance(SignedDuration::from_mins(2));
        assert_eq!(one.log_in_with(&without_old, &one.app.code(&without_old, 0)).await.status, 200);
        let lost = keys::Keys::load(&given(&other)).unwrap();
        keys::forget_lost(&without_old.app.db, &lost, 1).await.unwrap();
        let server = start(&other).await;
        server.clock.advance(SignedDuration::from_mins(3));
        let code = one.app.code(&server, 0);
        one.log_in_with(&server, &code).await.assert_problem(401, "wrong_code");
        let entered = one.log_in_with(&server, &one.recovery[0]).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
        let body = json!({"password": PASSWORD, "code": one.recovery[1]});
        let off = server.ask("POST", "/user/api/twofactor/off", &token(&entered), Some(body)).await;
        assert_eq!(off.status, 200, "{}", off.text);
    })
    .await;
}
