//! The program as it runs, filled with the demo's people, for proofs that need the real process.

use std::path::Path;
use std::process::Command;

use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::http_client;
use crate::process::{self, Server};

pub struct Program {
    pub server: Server,
    /// Its data dir; on SQLite the database too.
    pub data: TempDir,
    pub database: Option<String>,
    client: reqwest::Client,
}

/// What the program said.
#[derive(Debug)]
pub struct Said {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Said {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Asserts a refusal for now: 503, this many seconds, and words in the language of the request, which is Malayalam.
    #[track_caller]
    pub fn assert_later(&self, seconds: &str) {
        assert_eq!((self.status, self.header("retry-after")), (503, seconds), "{self:?}");
        assert_eq!((&self.body["code"], self.header("content-language")), (&json!("busy"), "ml"), "{self:?}");
        let is_malayalam = |c: char| ('\u{d00}'..='\u{d7f}').contains(&c);
        assert!(self.body["message"].as_str().is_some_and(|text| text.contains(is_malayalam)), "{self:?}");
    }
}

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: String,
    pub token: String,
}

/// How much of the demo's people there is: doctors, users, donors.
pub type Crowd = (usize, usize, usize);

impl Program {
    /// On the database of a URL, or on SQLite.
    pub fn start(database: Option<String>, crowd: Crowd, settings: &[(&str, &str)]) -> Self {
        Self::started_by(|_| process::doccare_itself(), database, crowd, settings)
    }

    /// By a command of the test's own, which is given the data dir.
    pub fn started_by(
        command: impl FnOnce(&Path) -> Command,
        database: Option<String>,
        crowd: Crowd,
        settings: &[(&str, &str)],
    ) -> Self {
        let data = tempfile::tempdir().unwrap();
        let url = database.as_deref().map(|url| ("DOCCARE_DATABASE_URL", url));
        let settings: Vec<_> = settings.iter().copied().chain(url).chain([("DOCCARE_RATE_LIMITS", "off")]).collect();
        fill(data.path(), crowd, &settings);
        let mut command = command(data.path());
        let server = Server::spawn(process::in_folder(&mut command, data.path()).arg("serve").envs(settings));
        Self { server, data, database, client: http_client() }
    }

    /// Asks in Malayalam.
    pub async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Said {
        let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.server.url));
        let request = request.header("accept-language", "ml");
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        Self::read(if let Some(body) = body { request.json(&body) } else { request }).await
    }

    pub async fn get(&self, path: &str) -> Said {
        self.ask("GET", path, None, None).await
    }

    pub async fn send_form(&self, path: &str, form: reqwest::multipart::Form) -> Said {
        let request = self.client.post(format!("{}{path}", self.server.url)).header("accept-language", "ml");
        Self::read(request.multipart(form)).await
    }

    async fn read(request: reqwest::RequestBuilder) -> Said {
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = serde_json::from_slice(&answer.bytes().await.expect("a body")).unwrap_or(Value::Null);
        Said { status, headers, body }
    }

    pub fn login_form(number: usize) -> Value {
        json!({"email": format!("user{number}@demo.example"), "password": "demo-crowd-1"})
    }

    /// Signs the `number`-th user in.
    pub async fn sign_in(&self, number: usize) -> Person {
        let said = self.ask("POST", "/user/api/login", None, Some(Self::login_form(number))).await;
        assert_eq!(said.status, 200, "{said:?}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Person { id: text(&said.body["data"]["_id"]), token: text(&said.body["token"]) }
    }

    /// The ids of the listed doctors.
    pub async fn doctors(&self) -> Vec<String> {
        let said = self.get("/user/api/finddoctors?limit=1000").await;
        let doctors = said.body["data"].as_array().expect("doctors").clone();
        doctors.iter().map(|doctor| doctor["_id"].as_str().unwrap().to_owned()).collect()
    }

    /// A doctor's free slots of the coming week, as day and time.
    pub async fn free_slots(&self, doctor: &str) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let days = self.get(&format!("/user/api/doctor/{doctor}/availability")).await;
        let mut free = Vec::new();
        for day in days.body["data"].as_array().expect("days") {
            let day = text(&day["day"]);
            let slots = self.get(&format!("/user/api/doctor/{doctor}/slots?date={day}")).await;
            let slots = slots.body["data"].as_array().expect("slots").clone();
            free.extend(slots.iter().map(|slot| (day.clone(), text(&slot["time"]))));
        }
        free
    }

    pub async fn book(&self, person: &Person, doctor: &str, slot: &(String, String)) -> Said {
        let form = json!({"name": "Asha", "phoneNumber": "9876543210", "date": slot.0, "time": slot.1});
        let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", person.id);
        self.ask("POST", &path, Some(&person.token), Some(form)).await
    }

    /// How many files with mails there are.
    pub fn mail_files(&self) -> usize {
        let files = std::fs::read_dir(self.data.path().join("mails")).unwrap();
        files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|kind| kind == "eml")).count()
    }
}

fn fill(data: &Path, (doctors, users, donors): Crowd, settings: &[(&str, &str)]) {
    let [doctors, users, donors] = [doctors, users + 1, donors].map(|number| number.to_string());
    let size = ["demo", "--doctors", &doctors, "--users", &users, "--bookings", "0", "--donors", &donors];
    let filled = process::run(data, &size, settings);
    assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stderr));
}
