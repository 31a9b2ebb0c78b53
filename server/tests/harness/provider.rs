//! The reference receiver of phone messages: it behaves like a provider, as a test configures it. It accepts only signed requests.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use doccare::platform::clock::Clock;
use doccare::platform::delivery_queue;
use doccare::platform::phone_messages::{
    Channel, CodeSettings, Messenger, Provider, SIGNATURE, SharedSecret, Templates, sign, verify,
};
use jiff::SignedDuration;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::people::Patient;
use super::{Answer, TestServer, http_client};

pub const SECRET: &str = "a secret of the tests, 32 characters";
const TEMPLATES: &str = include_str!("../../../docs/message-templates.example.json");
pub const REPORTS: &str = "/api/messages/reports";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mood {
    Answers(u16),
    /// Redirects to another address.
    SendsOn(String),
    /// Reports the delivery to this address before it answers the request.
    ReportsFirst(String, u16),
}

/// A received message.
#[derive(Debug, Clone)]
pub struct Came {
    pub body: Value,
    pub idempotency_key: String,
    pub is_signed: bool,
}

#[derive(Clone)]
struct Desk {
    mood: Arc<Mutex<Mood>>,
    came: Arc<Mutex<Vec<Came>>>,
    clock: Clock,
}

pub struct Receiver {
    pub url: String,
    desk: Desk,
    serving: JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(State(desk): State<Desk>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let came = Came {
        body: serde_json::from_slice(&body).unwrap_or_default(),
        idempotency_key: text("idempotency-key"),
        is_signed: verify(SECRET, desk.clock.now(), &body, &text(SIGNATURE)),
    };
    let id = came.body["id"].clone();
    desk.came.lock().unwrap().push(came);
    let mood = desk.mood.lock().unwrap().clone();
    let status = |code| StatusCode::from_u16(code).unwrap();
    match mood {
        Mood::Answers(code) => status(code).into_response(),
        Mood::SendsOn(to) => (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, to)]).into_response(),
        Mood::ReportsFirst(url, code) => {
            let reports = json!({"reports": [{"id": id, "state": "delivered"}]}).to_string();
            let signature = sign(SECRET, desk.clock.now(), reports.as_bytes());
            let request = http_client().post(format!("{url}{REPORTS}")).header(SIGNATURE, signature);
            let told = request.header("content-type", "application/json").body(reports).send().await.unwrap();
            assert_eq!(told.status().as_u16(), 200);
            status(code).into_response()
        }
    }
}

impl Receiver {
    pub async fn start(clock: Clock) -> Self {
        let desk = Desk { mood: Arc::new(Mutex::new(Mood::Answers(200))), came: Arc::default(), clock };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/send", listener.local_addr().unwrap());
        let router = Router::new().fallback(take).with_state(desk.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, desk, serving }
    }

    pub fn become_one_that(&self, mood: Mood) {
        *self.desk.mood.lock().unwrap() = mood;
    }

    /// All messages so far.
    pub fn came(&self) -> Vec<Came> {
        self.desk.came.lock().unwrap().clone()
    }

    /// The latest code.
    pub fn code(&self) -> String {
        let latest = self.came().into_iter().rfind(|came| came.body["kind"] == "code").expect("a code");
        latest.body["variables"][0].as_str().unwrap().to_owned()
    }
}

/// The settings for this provider.
pub fn provider(url: &str) -> Provider {
    Provider {
        url: url.parse().unwrap(),
        secret: SharedSecret::parse(SECRET.into()).unwrap(),
        entity: "1101234567890123456".into(),
        header: "DOCCAR".into(),
        channels: Channel::ALL.to_vec(),
        templates: Templates::parse(TEMPLATES, &Channel::ALL, "care.example").unwrap(),
        site: "care.example".into(),
        codes: CodeSettings { enabled: true, per_day: 1000, price: None },
        loopback: true,
    }
}

impl TestServer {
    /// Ids sort by the millisecond, so the clock has to advance.
    pub fn tick(&self) {
        self.clock.advance(SignedDuration::from_millis(1));
    }

    fn messenger(&self) -> &Messenger {
        self.app.messenger.as_ref().expect("a provider")
    }

    /// Sends what is due, and returns how many messages were tried.
    pub async fn hand_over(&self) -> usize {
        self.tick();
        let mut tried = 0;
        loop {
            match delivery_queue::step(&self.app.db, self.messenger(), &self.clock).await.unwrap() {
                0 => return tried,
                some => tried += some,
            }
        }
    }

    /// Sends reports as the provider.
    pub async fn report(&self, reports: Value) -> Answer {
        let body = json!({"reports": reports}).to_string();
        let signature = sign(SECRET, self.clock.now(), body.as_bytes());
        self.report_signed(body, &signature).await
    }

    pub async fn report_signed(&self, body: String, signature: &str) -> Answer {
        let request = self.request("POST", REPORTS).header("content-type", "application/json");
        Answer::read(request.header(SIGNATURE, signature).body(body)).await
    }

    /// A patient who verified their number and wants messages on this channel.
    pub async fn reachable(&self, number: usize, channel: &str, receiver: &Receiver) -> Patient {
        let patient = self.patient(number).await;
        self.prove_number(&patient, receiver).await;
        let path = format!("/user/api/user/messages/{}", patient.id);
        let chosen = self.ask("PUT", &path, &patient.token, Some(json!({"channel": channel}))).await;
        assert_eq!(chosen.status, 200, "{}", chosen.text);
        patient
    }

    /// A patient who proved their number and has no e-mail address: they chose no channel, and are told everything by message.
    pub async fn without_address(&self, number: usize, receiver: &Receiver) -> Patient {
        let patient = self.patient(number).await;
        self.prove_number(&patient, receiver).await;
        self.execute(&format!("UPDATE accounts SET email = NULL, email_key = NULL WHERE id = '{}'", patient.id)).await;
        patient
    }

    pub async fn prove_number(&self, patient: &Patient, receiver: &Receiver) {
        self.tick();
        let path = format!("/user/api/user/phone/{}", patient.id);
        let sent = self.ask("POST", &format!("{path}/code"), &patient.token, None).await;
        assert_eq!(sent.status, 200, "{}", sent.text);
        self.hand_over().await;
        let proof = json!({"challenge": sent.body["data"]["challenge"], "code": receiver.code()});
        let proved = self.ask("POST", &format!("{path}/proof"), &patient.token, Some(proof)).await;
        assert_eq!(proved.status, 200, "{}", proved.text);
    }

    /// A patient's messages as the patient sees them: kind and state, the latest first.
    pub async fn states(&self, patient: &Patient) -> Vec<(String, String)> {
        let path = format!("/user/api/user/messages/{}", patient.id);
        let own = self.ask("GET", &path, &patient.token, None).await;
        assert_eq!(own.status, 200, "{}", own.text);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let messages = own.body["data"]["messages"].as_array().unwrap();
        messages.iter().map(|one| (text(&one["kind"]), text(&one["state"]))).collect()
    }
}
