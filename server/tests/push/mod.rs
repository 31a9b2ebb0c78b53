//! Notifications to browsers: a push service of the test's on this machine, and browsers that decrypt what it was given.

mod delivering;
mod devices;
mod kinds;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use doccare::identity::passwords::Cost;
use doccare::platform::base64url;
use doccare::platform::clock::Clock;
use doccare::platform::push::PushServices;
use jiff::SignedDuration;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac::{self, HMAC_SHA256};
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::harness::provider::{Receiver, provider};
use crate::harness::{Answer, NOW, TestServer, do_job, on_both_engines};

const MONDAY: &str = "2026-11-16";

/// A request to the push service.
#[derive(Debug, Clone)]
struct Came {
    path: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Came {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

#[derive(Clone)]
struct Desk {
    /// What it answers.
    status: Arc<Mutex<u16>>,
    came: Arc<Mutex<Vec<Came>>>,
}

/// A push service on this machine.
struct PushService {
    origin: String,
    desk: Desk,
    serving: JoinHandle<()>,
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(State(desk): State<Desk>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let came = Came { path: uri.path().to_owned(), headers, body: body.to_vec() };
    desk.came.lock().unwrap().push(came);
    let status = StatusCode::from_u16(*desk.status.lock().unwrap()).unwrap();
    // Where a redirect would lead.
    (status, [(header::LOCATION, "/elsewhere")]).into_response()
}

impl PushService {
    async fn start() -> Self {
        let desk = Desk { status: Arc::new(Mutex::new(201)), came: Arc::default() };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(take).with_state(desk.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { origin, desk, serving }
    }

    fn answers(&self, status: u16) {
        *self.desk.status.lock().unwrap() = status;
    }

    fn came(&self) -> Vec<Came> {
        self.desk.came.lock().unwrap().clone()
    }

    /// The requests since the last call.
    fn take(&self) -> Vec<Came> {
        std::mem::take(&mut *self.desk.came.lock().unwrap())
    }
}

/// A browser with a subscription. Its key decrypts one message.
struct Browser {
    endpoint: String,
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Browser {
    fn new(service: &PushService, name: &str) -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self { endpoint: format!("{}/push/{name}", service.origin), private, public, auth: [7; 16] }
    }

    fn subscription(&self) -> Value {
        json!({
            "endpoint": self.endpoint,
            "p256dh": base64url::encode(&self.public),
            "auth": base64url::encode(&self.auth),
        })
    }

    /// RFC 8291, from the receiver's side.
    fn read(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(u32::from_be_bytes(size.try_into().unwrap()), 4096);
        assert_eq!(rest[0], 65);
        let (theirs, record) = rest[1..].split_at(65);
        let key = UnparsedPublicKey::new(&ECDH_P256, theirs);
        let secret = agree_ephemeral(self.private, &key, <[u8]>::to_vec).unwrap();
        let hkdf = |salt: &[u8], input: &[u8], info: &[u8]| {
            let extracted = hmac::sign(&hmac::Key::new(HMAC_SHA256, salt), input);
            let key = hmac::Key::new(HMAC_SHA256, extracted.as_ref());
            hmac::sign(&key, &[info, &[1]].concat()).as_ref().to_vec()
        };
        let input =
            hkdf(&self.auth, &secret, &[b"WebPush: info\0".as_slice(), self.public.as_slice(), theirs].concat());
        let key = hkdf(salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce = hkdf(salt, &input, b"Content-Encoding: nonce\0");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let mut record = record.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let opened = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let end = opened.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(opened[end], 2, "the last record");
        serde_json::from_slice(&opened[..end]).unwrap()
    }
}

/// The subscription of the example of RFC 8291, section 5.
pub fn subscription() -> Value {
    json!({
        "endpoint": "https://push.example.org/1",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    })
}

/// The claims of a request's signature, which must be of the key that browsers get.
fn claims(came: &Came, key: &str) -> Value {
    let (token, public) = came.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, key);
    let (signed, made) = token.rsplit_once('.').unwrap();
    let public = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, base64url::decode(public).unwrap());
    public.verify(signed.as_bytes(), &base64url::decode(made).unwrap()).expect("the signature is right");
    serde_json::from_slice(&base64url::decode(signed.split_once('.').unwrap().1).unwrap()).unwrap()
}

async fn subscribe(server: &TestServer, token: &str, browser: &Browser) -> Answer {
    server.tick();
    server.ask("POST", "/user/api/push", token, Some(browser.subscription())).await
}

/// A browser that gets the notifications of a session.
async fn subscribed(server: &TestServer, service: &PushService, token: &str, name: &str) -> Browser {
    let browser = Browser::new(service, name);
    let answer = subscribe(server, token, &browser).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    browser
}

async fn devices(server: &TestServer, token: &str) -> Vec<Value> {
    let list = server.ask("GET", "/user/api/push", token, None).await;
    list.body["data"]["devices"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone()
}

/// The key that browsers subscribe with.
async fn key(server: &TestServer, token: &str) -> String {
    server.ask("GET", "/user/api/push", token, None).await.body["data"]["key"].as_str().unwrap().to_owned()
}

/// Sends the pushes that are due.
async fn push(server: &TestServer) {
    server.tick();
    do_job(&server.app, "pushes").await;
}

async fn count(server: &TestServer, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
}

/// The subjects of all mails to an address so far.
async fn subjects(server: &TestServer, to: &str) -> Vec<String> {
    let mut mails = server.mails().await;
    mails.retain(|mail| mail.header("to").contains(to));
    mails.iter().map(|mail| mail.header("subject").to_owned()).collect()
}

async fn has_mail(server: &TestServer, to: &str, subject: &str) -> bool {
    subjects(server, to).await.iter().any(|found| found.starts_with(subject))
}

fn wait(server: &TestServer, seconds: i64) {
    server.clock.advance(SignedDuration::from_secs(seconds));
}

/// Runs a test with a push service, and a provider of messages to phones, on each engine.
async fn with_push<F: AsyncFn(TestServer, PushService, Receiver)>(test: F) {
    on_both_engines(async |url| {
        let (clock, service) = (Clock::set_to(NOW.parse().unwrap()), PushService::start().await);
        let receiver = Receiver::start(clock.clone()).await;
        let server = TestServer::start_by(clock, Cost::Low, url, |config| {
            config.messages = Some(provider(&receiver.url));
            config.push_services = PushServices::parse(&service.origin).unwrap();
        })
        .await;
        test(server, service, receiver).await;
    })
    .await;
}
