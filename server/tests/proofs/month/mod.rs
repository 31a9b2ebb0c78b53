//! A month in an hour: people book, move and cancel, doctors decide and go on leave, the administrator blocks and suspends, blood is
//! requested; after each day the rows, the sums and the mails are compared with a plain model.

mod checks;
mod deeds;

use std::collections::BTreeMap;
use std::time::Instant;

use doccare::identity::Role;
use doccare::platform::db::{self, DatabaseUrl};
use doccare::platform::outbox;
use doccare_demo as demo;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::dice::Dice;
use super::report;
use crate::harness::{Answer, TestServer, database_url, on_both_engines};

/// The amount of actions.
#[derive(Clone, Copy)]
struct Size {
    doctors: usize,
    patients: usize,
    donors: usize,
    days: usize,
    bookings_a_day: usize,
}

/// The expected state of a booking.
#[derive(Clone)]
struct Visit {
    doctor: usize,
    patient: usize,
    day: String,
    starts_at: i64,
    answer_by: i64,
    made_at: i64,
    status: &'static str,
    /// The number of its reminders.
    reminded: i64,
}

struct Month {
    server: TestServer,
    size: Size,
    dice: Dice,
    doctors: Vec<String>,
    patients: Vec<String>,
    blocked: Vec<usize>,
    suspended: Option<usize>,
    visits: BTreeMap<String, Visit>,
    /// Mails to send to patients about their visits, by the beginning of their subject, and to doctors.
    expected: BTreeMap<&'static str, usize>,
    arrived: BTreeMap<&'static str, usize>,
    asked_for_blood: usize,
    /// Mails of all kinds.
    mails: usize,
    calls: usize,
}

const REQUESTED: &str = "Your appointment is requested";
const MOVED: &str = "Your new time is requested";
const CANCELLED: &str = "Your appointment is cancelled";
const CONFIRMED: &str = "Your appointment is confirmed";
const REJECTED: &str = "Your request is declined";
const BY_DOCTOR: &str = "The doctor cancelled your appointment";
const AWAY: &str = "The doctor will be away";
const UNANSWERED: &str = "Your request was not answered in time";
const TOMORROW: &str = "Your visit is tomorrow";
const SOON: &str = "Your visit is soon";
const KINDS: [&str; 10] =
    [REQUESTED, MOVED, CANCELLED, CONFIRMED, REJECTED, BY_DOCTOR, AWAY, UNANSWERED, TOMORROW, SOON];
/// All mails about visits that a doctor gets.
const TO_DOCTORS: &str = "to doctors";
const DIGESTS: &str = "what waits for doctors";
const QUESTIONS: &str = "questions to donors";

impl Month {
    async fn begin(url: DatabaseUrl, size: Size) -> Self {
        let server = TestServer::start(url).await;
        // The first of December, ten in the morning: so the last round of a day is at the hour of the digests.
        server.clock.advance(SignedDuration::from_hours(16 * 24 + 1));
        let crowd = demo::Size { doctors: size.doctors, users: size.patients + 1, bookings: 0, donors: size.donors };
        demo::fill(&server.app, crowd, false).await.expect("the demo's people");
        let doctors = everybody(&server, Role::Doctor).await;
        let patients = everybody(&server, Role::User).await;
        let mut month = Self {
            server,
            size,
            dice: Dice(20_261_201),
            doctors,
            patients,
            blocked: Vec::new(),
            suspended: None,
            visits: BTreeMap::new(),
            expected: BTreeMap::new(),
            arrived: BTreeMap::new(),
            asked_for_blood: 0,
            mails: 0,
            calls: 0,
        };
        month.plan_sessions().await;
        month.do_jobs().await;
        month.read_mails();
        month.arrived.clear();
        month
    }

    /// Every third doctor sees patients in the morning and in the evening, for different fees.
    async fn plan_sessions(&mut self) {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
        let morning = days.map(|day| json!({"weekday": day, "from": "10:00", "to": "12:00"}));
        let evening = days.map(|day| json!({"weekday": day, "from": "17:00", "to": "19:00", "fee": 450}));
        let sessions = json!({"sessions": morning.into_iter().chain(evening).collect::<Vec<_>>()});
        for id in self.doctors.clone().into_iter().step_by(3) {
            let token = self.server.sign_in_doctor(&id).await;
            self.must("PUT", &format!("/user/api/doctor/sessions/{id}"), &token, Some(sessions.clone())).await;
        }
    }

    fn expect(&mut self, mails: &[&'static str]) {
        for mail in mails {
            *self.expected.entry(mail).or_default() += 1;
        }
    }

    /// Sends queued mails, because the next change of an appointment would withdraw them.
    async fn send_mails(&self) {
        let app = &self.server.app;
        outbox::drain(&app.db, &app.mailer, &self.server.clock).await.expect("mails go to files");
    }

    async fn ask(&mut self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        self.calls += 1;
        self.send_mails().await;
        self.server.ask(method, path, token, body).await
    }

    /// A call of somebody who may make it must succeed.
    async fn must(&mut self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let answer = self.ask(method, path, token, body).await;
        assert!(answer.status < 300, "{method} {path}: {}", answer.text);
        answer
    }

    /// The start of a visit, and its deadline if it is pending.
    async fn times_of(&self, id: &str) -> (i64, i64) {
        let sql = "SELECT starts_at, answer_due_at FROM appointments WHERE id = $1";
        let found = self.server.app.db.read(async |tx| tx.first(sql, &[&id]).await);
        found.await.unwrap().unwrap()
    }

    /// Upcoming visits that can be changed.
    fn coming(&self) -> Vec<(String, Visit)> {
        let now = self.server.clock.now_millis();
        let coming = self.visits.iter().filter(|(_, visit)| is_active(visit) && visit.starts_at > now);
        coming.map(|(id, visit)| (id.clone(), visit.clone())).collect()
    }

    fn set(&mut self, id: &str, status: &'static str) {
        self.visits.get_mut(id).unwrap().status = status;
    }

    async fn live(&mut self) {
        for day in 0..self.size.days {
            let today = self.server.clock.india().date();
            let in_days = |days: i64| today.checked_add(jiff::Span::new().days(days)).unwrap().to_string();
            self.administer().await;
            for round in 0..4 {
                for _ in 0..self.size.bookings_a_day / 4 {
                    self.book().await;
                }
                self.change_minds().await;
                self.decide().await;
                for _ in 0..self.doctors.len().div_ceil(80) {
                    let (doctor, ahead) = (self.dice.below(self.doctors.len()), 1 + self.dice.below(6));
                    self.go_on_leave(doctor, &in_days(i64::try_from(ahead).unwrap())).await;
                }
                if round == 0 {
                    self.ask_for_blood(&in_days(3)).await;
                }
                self.do_jobs().await;
                self.server.clock.advance(SignedDuration::from_hours(if round < 3 { 3 } else { 15 }));
            }
            self.take_holidays(&in_days(6)).await;
            self.do_jobs().await;
            self.check(day).await;
        }
    }

    /// On a holiday of Kerala half the doctors are away.
    async fn take_holidays(&mut self, day: &str) {
        let holidays = self.must("GET", "/user/api/holidays", "", None).await;
        if holidays.body["data"].as_array().unwrap().iter().any(|holiday| holiday["date"] == day) {
            for doctor in (0..self.doctors.len()).step_by(2) {
                self.go_on_leave(doctor, day).await;
            }
        }
    }
}

fn is_active(visit: &Visit) -> bool {
    visit.status == "Pending" || visit.status == "Checked"
}

async fn everybody(server: &TestServer, role: Role) -> Vec<String> {
    let sql = "SELECT id FROM accounts WHERE role = $1 ORDER BY id";
    let role = role.as_str();
    let all: db::Result<Vec<String>> =
        server.app.db.read(async |tx| tx.query(sql, &[&role], |row| row.get(0)).await).await;
    all.unwrap()
}

#[tokio::test]
async fn three_days_of_everything_leave_rows_sums_and_mails_as_they_must_be() {
    let size = Size { doctors: 6, patients: 30, donors: 20, days: 3, bookings_a_day: 24 };
    on_both_engines(async |url| {
        let mut month = Box::pin(Month::begin(url, size)).await;
        Box::pin(month.live()).await;
        assert!(month.visits.len() > 25 && month.mails > 100, "{} visits, {} mails", month.visits.len(), month.mails);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes half an hour: `make soak PROOF=soak_month`"]
async fn soak_month_sqlite() {
    soak("SQLite", "month-sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes half an hour: `make soak PROOF=soak_month`"]
async fn soak_month_postgres() {
    soak("PostgreSQL", "month-postgres").await;
}

async fn soak(engine: &str, part: &str) {
    let size = Size { doctors: 200, patients: 20_000, donors: 2000, days: 30, bookings_a_day: 600 };
    let (begun, folder) = (Instant::now(), TempDir::new().unwrap());
    let url = database_url(engine, folder.path()).await.parse().unwrap();
    let mut month = Box::pin(Month::begin(url, size)).await;
    Box::pin(month.live()).await;
    let Month { visits, asked_for_blood, mails, calls, doctors, patients, .. } = &month;
    let head = "| | days | doctors | patients | calls | visits | requests for blood | mails read back | violations | it took |\n|---|---|---|---|---|---|---|---|---|---|";
    let row = format!(
        "| {engine} | {} | {} | {} | {calls} | {} | {asked_for_blood} | {mails} | 0 | {:.0} min |",
        size.days,
        doctors.len(),
        patients.len(),
        visits.len(),
        begun.elapsed().as_secs_f64() / 60.0
    );
    println!("{row}");
    report::write(part, &format!("{head}\n{row}"));
}
