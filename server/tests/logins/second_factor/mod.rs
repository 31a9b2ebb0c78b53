//! The second factor: enabled and disabled by its owner, required at every login, and not bypassed.

mod limits;
mod logging_in;
mod setting_up;
mod stepping_up;

use doccare::identity::Role;
use jiff::SignedDuration;
use ring::hmac;
use serde_json::{Value, json};

use super::{Owner, log_in, login_path, token};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer};

const WITH_CODES: [Role; 5] = [Role::Doctor, Role::Hospital, Role::Pharmacy, Role::Desk, Role::Admin];

/// An account with an authenticator app, logged in.
pub struct Enrolled {
    role: Role,
    id: String,
    email: String,
    phone: String,
    password: &'static str,
    token: String,
    app: AuthenticatorApp,
    recovery: Vec<String>,
}

/// An independent implementation of the app: RFC 4648 and RFC 6238.
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

/// A code of the app for the secret that is offered now.
pub async fn offered(server: &TestServer, role: Role, token: &str, password: &str) -> String {
    let offer = offer(server, role, token, password).await;
    AuthenticatorApp::set_up(offer.body["data"]["secret"].as_str().expect(&offer.text)).code(server, 0)
}

/// The next code of a confirmed app.
pub async fn switched_on(server: &TestServer, role: Role, token: &str, password: &str) -> String {
    let offer = offer(server, role, token, password).await;
    let app = AuthenticatorApp::set_up(offer.body["data"]["secret"].as_str().expect(&offer.text));
    let on = confirm_app(server, role, token, &app.code(server, 0)).await;
    assert_eq!(on.status, 200, "{}", on.text);
    half_a_minute(server);
    app.code(server, 0)
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
        let id = if id.is_empty() { login.id() } else { id };
        let token = token(&login);
        let offer = offer(server, role, &token, password).await;
        let app = AuthenticatorApp::set_up(offer.body["data"]["secret"].as_str().expect(&offer.text));
        let on = confirm_app(server, role, &token, &app.code(server, 0)).await;
        assert_eq!(on.status, 200, "{}", on.text);
        let recovery = codes_in(&on);
        Self { role, id, email, phone, password, token, app, recovery }
    }

    /// A new account whose login waits for its code: the challenge, and the code.
    pub async fn waiting(server: &TestServer, role: Role, number: usize) -> (String, String) {
        let enrolled = Self::new(server, role, number).await;
        (enrolled.challenge(server).await, enrolled.fresh_code(server))
    }

    async fn challenge(&self, server: &TestServer) -> String {
        challenge_in(&log_in(server, self.role, &self.email, self.password).await)
    }

    async fn log_in_with(&self, server: &TestServer, code: &str) -> Answer {
        let challenge = self.challenge(server).await;
        answer_with(server, self.role, &challenge, code).await
    }

    /// The next unused code.
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

    /// The account's audit log, without its creation and logins, the latest first.
    async fn recorded(&self, server: &TestServer) -> Vec<(String, String, Option<String>)> {
        let id = self.id.clone();
        let rows = server.app.db.read(async |tx| {
            let sql =
                "SELECT l.action, l.actor_role, w.reason FROM audit_log l LEFT JOIN audit_details w ON w.id = l.id
                       WHERE l.subject_id = $1 AND l.action NOT IN ('create', 'login') ORDER BY l.id DESC";
            tx.all(sql, &[&id]).await
        });
        rows.await.unwrap()
    }
}

/// The subjects of the mails to an account since there were so many.
async fn titles(server: &TestServer, email: &str, known: usize) -> Vec<String> {
    let mails = server.mails().await;
    mails[known..]
        .iter()
        .filter(|mail| mail.header("to").contains(email))
        .map(|mail| mail.header("subject").to_owned())
        .collect()
}
