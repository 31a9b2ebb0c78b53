//! The real process, with demo data, for proofs that need it.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::people::{booking_form, booking_path};
use crate::harness::{Answer, KEY, database_url, http_client};
use crate::process::{self, Server};

/// For a server under load: mails are not sent, so that they can be counted.
pub const STORMED: [(&str, &str); 3] =
    [("DOCCARE_KEY", KEY), ("DOCCARE_SMTP_URL", "smtp://127.0.0.1:1"), ("DOCCARE_RATE_LIMITS", "off")];

pub struct Program {
    pub server: Server,
    /// Its data dir; on SQLite the database too.
    pub data: TempDir,
    pub database: String,
    client: reqwest::Client,
}

/// A logged-in account.
#[derive(Debug, Clone)]
pub struct Person {
    pub id: String,
    pub token: String,
}

/// The amount of demo data: doctors, users, donors.
pub type Crowd = (usize, usize, usize);

impl Program {
    /// On a new database.
    pub async fn start(engine: &str, crowd: Crowd, settings: &[(&str, &str)]) -> Self {
        Self::started_by(|_| process::doccare_itself(), engine, crowd, settings).await
    }

    /// By a command of the test, which gets the data dir.
    pub async fn started_by(
        command: impl FnOnce(&Path) -> Command,
        engine: &str,
        crowd: Crowd,
        settings: &[(&str, &str)],
    ) -> Self {
        let data = tempfile::tempdir().unwrap();
        let database = database_url(engine, data.path()).await;
        let own = [("DOCCARE_DATABASE_URL", database.as_str()), ("DOCCARE_RATE_LIMITS", "off")];
        let settings: Vec<_> = settings.iter().copied().chain(own).collect();
        fill(data.path(), crowd, &settings);
        let mut command = command(data.path());
        let server = Server::spawn(process::in_folder(&mut command, data.path()).arg("serve").envs(settings));
        Self { server, data, database, client: http_client() }
    }

    /// Asks in Malayalam.
    pub async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: Option<Value>) -> Answer {
        let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.server.url));
        let request = request.header("accept-language", "ml");
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        Answer::read(if let Some(body) = body { request.json(&body) } else { request }).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None, None).await
    }

    pub async fn send_form(&self, path: &str, form: reqwest::multipart::Form) -> Answer {
        let request = self.client.post(format!("{}{path}", self.server.url)).header("accept-language", "ml");
        Answer::read(request.multipart(form)).await
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

    pub async fn book(&self, person: &Person, doctor: &str, slot: &(String, String)) -> Answer {
        let path = booking_path(doctor, &person.id);
        self.ask("POST", &path, Some(&person.token), Some(booking_form(&slot.0, &slot.1))).await
    }

    /// The number of mail files.
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
