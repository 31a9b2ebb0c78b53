//! A month in an hour: people book, move and cancel, doctors decide and go on leave, the administrator blocks and suspends,
//! blood is asked for; after each day the rows, the sums and the mails are held against a plain model of what was done.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use doccare::demo;
use doccare::identity::Role;
use doccare::platform::audit::seals;
use doccare::platform::db::{self, DatabaseUrl};
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::dice::Dice;
use super::{report, sums};
use crate::eml::Eml;
use crate::harness::people::Patient;
use crate::harness::{Answer, TestServer, database_url, do_jobs, on_both_engines};

/// How much happens.
#[derive(Clone, Copy)]
struct Size {
    doctors: usize,
    patients: usize,
    donors: usize,
    days: usize,
    bookings_a_day: usize,
}

/// A booking as we believe it to be.
#[derive(Clone)]
struct Visit {
    doctor: usize,
    patient: usize,
    day: String,
    starts_at: i64,
    made_at: i64,
    status: &'static str,
    /// How many reminders of it were written.
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
    /// Mails that are to go to patients about their visits, by the beginning of their subject, and to doctors.
    expected: BTreeMap<&'static str, usize>,
    arrived: BTreeMap<&'static str, usize>,
    asked_for_blood: usize,
    /// Mails of all kinds.
    mails: usize,
    calls: usize,
}

const REQUESTED: &str = "Your appointment is requested";
const MOVED: &str = "Your appointment is moved";
const CANCELLED: &str = "Your appointment is cancelled";
const CONFIRMED: &str = "Your appointment is confirmed";
const REJECTED: &str = "Your appointment was not accepted";
const BY_DOCTOR: &str = "The doctor cancelled your appointment";
const AWAY: &str = "The doctor will be away";
const UNANSWERED: &str = "Your request was not answered in time";
const TOMORROW: &str = "Your appointment is tomorrow";
const SOON: &str = "Your appointment is soon";
const KINDS: [&str; 10] =
    [REQUESTED, MOVED, CANCELLED, CONFIRMED, REJECTED, BY_DOCTOR, AWAY, UNANSWERED, TOMORROW, SOON];
/// All that a doctor is told of visits.
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

    async fn ask(&mut self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        self.calls += 1;
        self.server.ask(method, path, token, body).await
    }

    /// What is asked for by somebody who may must be answered well.
    async fn must(&mut self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let answer = self.ask(method, path, token, body).await;
        assert!(answer.status < 300, "{method} {path}: {}", answer.text);
        answer
    }

    /// A slot that is listed as free, if the doctor has one on the day that falls.
    async fn listed_slot(&mut self, doctor: usize) -> Option<(String, String)> {
        let id = self.doctors[doctor].clone();
        let days = self.must("GET", &format!("/user/api/doctor/{id}/availability"), "", None).await;
        let days = days.body["data"].as_array().unwrap().clone();
        let day = days[self.dice.below(days.len())]["day"].as_str().unwrap().to_owned();
        let slots = self.must("GET", &format!("/user/api/doctor/{id}/slots?date={day}"), "", None).await;
        let slots = slots.body["data"].as_array().unwrap().clone();
        let slot = slots.get(self.dice.below(slots.len()))?;
        Some((day, slot["time"].as_str().unwrap().to_owned()))
    }

    /// Somebody books a listed slot: it must be theirs.
    async fn book(&mut self) {
        let (doctor, patient) = (self.dice.below(self.doctors.len()), self.dice.below(self.patients.len()));
        if self.suspended == Some(doctor) || self.blocked.contains(&patient) {
            return;
        }
        let Some((day, time)) = self.listed_slot(doctor).await else { return };
        let with_doctor = |visit: &&Visit| visit.patient == patient && is_active(visit);
        let held: Vec<&Visit> = self.visits.values().filter(with_doctor).collect();
        if held.iter().filter(|visit| visit.doctor == doctor && visit.day == day).count() >= 4 || held.len() >= 20 {
            return;
        }
        let id = self.patients[patient].clone();
        let token = self.server.sign_in(&id, Role::User).await;
        let somebody = Patient { id, token, email: String::new() };
        self.calls += 1;
        let answer = self.server.book(&somebody, &self.doctors[doctor], &day, &time).await;
        assert_eq!(answer.status, 200, "a listed slot: {day} {time} {}", answer.text);
        let id = answer.id();
        let starts_at = self.starts_at(&id).await;
        let made_at = self.server.clock.now_millis();
        self.visits.insert(id, Visit { doctor, patient, day, starts_at, made_at, status: "Pending", reminded: 0 });
        self.expect(&[REQUESTED, TO_DOCTORS]);
    }

    async fn starts_at(&self, id: &str) -> i64 {
        let sql = "SELECT starts_at FROM appointments WHERE id = $1";
        self.server.app.db.read(async |tx| tx.count(sql, &[&id]).await).await.unwrap()
    }

    /// The visits that are still to come and may be changed.
    fn coming(&self) -> Vec<(String, Visit)> {
        let now = self.server.clock.now_millis();
        let coming = self.visits.iter().filter(|(_, visit)| is_active(visit) && visit.starts_at > now);
        coming.map(|(id, visit)| (id.clone(), visit.clone())).collect()
    }

    fn set(&mut self, id: &str, status: &'static str) {
        self.visits.get_mut(id).unwrap().status = status;
    }

    /// One in twelve patients cancels, one in twelve moves their visit.
    async fn change_minds(&mut self) {
        for (id, visit) in self.coming() {
            if self.blocked.contains(&visit.patient) {
                continue;
            }
            match self.dice.below(48) {
                0 => {
                    let token = self.server.sign_in(&self.patients[visit.patient], Role::User).await;
                    self.must("PATCH", &format!("/user/api/appointment/cancel/{id}"), &token, None).await;
                    self.set(&id, "Cancelled");
                    self.expect(&[CANCELLED, TO_DOCTORS]);
                }
                1 if self.suspended != Some(visit.doctor) => {
                    let Some((date, time)) = self.listed_slot(visit.doctor).await else { continue };
                    let token = self.server.sign_in(&self.patients[visit.patient], Role::User).await;
                    let body = json!({"date": date, "time": time});
                    let path = format!("/user/api/appointment/reschedule/{id}");
                    let moved = self.ask("PATCH", &path, &token, Some(body)).await;
                    if moved.status == 409 {
                        continue; // a fifth visit to one doctor in a day
                    }
                    assert_eq!(moved.status, 200, "{}", moved.text);
                    let starts_at = self.starts_at(&id).await;
                    let visit = self.visits.get_mut(&id).unwrap();
                    (visit.day, visit.starts_at, visit.status) = (date, starts_at, "Pending");
                    visit.reminded = 0;
                    self.expect(&[MOVED, TO_DOCTORS]);
                }
                _ => {}
            }
        }
    }

    /// Doctors look at what waits for them.
    async fn decide(&mut self) {
        for (id, visit) in self.coming() {
            if visit.status != "Pending" || self.suspended == Some(visit.doctor) || !self.dice.one_in(3) {
                continue;
            }
            let token = self.server.sign_in_doctor(&self.doctors[visit.doctor]).await;
            let is_approved = !self.dice.one_in(6);
            let word = if is_approved { "approve" } else { "reject" };
            self.must("PATCH", &format!("/user/api/doctor/appointment/{word}/{id}"), &token, None).await;
            self.set(&id, if is_approved { "Checked" } else { "Rejected" });
            self.expect(&[if is_approved { CONFIRMED } else { REJECTED }]);
        }
    }

    /// A doctor is away for a day; the visits of that day are cancelled, or their patients told.
    async fn go_on_leave(&mut self, doctor: usize, day: &str) {
        if self.suspended == Some(doctor) {
            return;
        }
        let is_cancelled = self.dice.one_in(2);
        let id = self.doctors[doctor].clone();
        let token = self.server.sign_in_doctor(&id).await;
        let body = json!({"from": day, "bookings": if is_cancelled { "cancel" } else { "notify" }});
        self.must("POST", &format!("/user/api/doctor/leave/{id}"), &token, Some(body)).await;
        for (id, visit) in self.coming() {
            if visit.doctor == doctor && visit.day == day {
                if is_cancelled {
                    self.set(&id, "Cancelled");
                }
                self.expect(&[if is_cancelled { BY_DOCTOR } else { AWAY }]);
            }
        }
        let slots = self.must("GET", &format!("/user/api/doctor/{id}/slots?date={day}"), "", None).await;
        assert_eq!(slots.body["data"], json!([]), "nothing is listed on a day off");
    }

    /// One patient is blocked, with what was to come; one doctor is suspended until tomorrow.
    async fn administer(&mut self) {
        let admin = everybody(&self.server, Role::Admin).await;
        let token = self.server.sign_in(&admin[0], Role::Admin).await;
        if let Some(doctor) = self.suspended.take() {
            let path = format!("/admin/api/doctors/{}/restore", self.doctors[doctor]);
            self.must("POST", &path, &token, None).await;
        }
        let doctor = self.dice.below(self.doctors.len());
        let path = format!("/admin/api/doctors/{}/suspend", self.doctors[doctor]);
        self.must("POST", &path, &token, Some(json!({"reason": "A look at the papers"}))).await;
        self.suspended = Some(doctor);
        let patient = self.dice.below(self.patients.len());
        if !self.blocked.contains(&patient) {
            let path = format!("/admin/api/blockandunblock/{}", self.patients[patient]);
            let body = json!({"reason": "Nobody ever came", "bookings": "cancel"});
            self.must("PATCH", &path, &token, Some(body)).await;
            self.blocked.push(patient);
            for (id, _) in self.coming().into_iter().filter(|(_, visit)| visit.patient == patient) {
                self.set(&id, "Cancelled");
                self.expect(&[CANCELLED, TO_DOCTORS]);
            }
        }
    }

    /// Somebody asks for blood and confirms it; donors are asked by the job.
    async fn ask_for_blood(&mut self, day: &str) {
        self.asked_for_blood += 1;
        let number = self.asked_for_blood;
        let groups = ["O+", "A+", "B+", "AB+", "O-"];
        let districts = ["Kozhikode", "Ernakulam", "Thrissur", "Kollam", "Kannur"];
        let mut form = TestServer::request_form(number);
        form["Needed_by"] = json!(day);
        form["Blood_group"] = json!(groups[self.dice.below(groups.len())]);
        form["District"] = json!(districts[number % districts.len()]);
        self.calls += 1;
        let answer = self.server.post("/user/api/bloodrequest", form).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let to = format!("requester{number}@example.org");
        let sql = "SELECT content FROM mails WHERE recipient = $1";
        let content: db::Result<Option<String>> =
            self.server.app.db.read(async |tx| tx.find(sql, &[&to], |row| row.get(0)).await).await;
        let content = content.unwrap().expect("a mail with the link");
        let (_, link) = content.split_once("/bloodrequest/own#").expect("the link");
        let link: String = link.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect();
        self.must("POST", "/user/api/bloodrequest/confirm", &link, None).await;
    }

    /// Requests whose slots have begun end, and whoever has some to answer is told of them at their hour.
    fn expect_of_jobs(&mut self) {
        let (now, clock) = (self.server.clock.now_millis(), self.server.clock.india());
        let waiting: Vec<(String, Visit)> =
            self.visits.clone().into_iter().filter(|(_, visit)| visit.status == "Pending").collect();
        for (id, _) in waiting.iter().filter(|(_, visit)| visit.starts_at <= now) {
            self.set(id, "Rejected");
            self.expect(&[UNANSWERED, TO_DOCTORS]);
        }
        if clock.hour() == 19 {
            let due = clock.date().at(19, 0, 0, 0).to_zoned(clock.time_zone().clone()).unwrap();
            let due = due.timestamp().as_millisecond();
            let asked = waiting.iter().filter(|(_, visit)| visit.starts_at > now && visit.made_at < due);
            let doctors: BTreeSet<usize> = asked.map(|(_, visit)| visit.doctor).collect();
            let told = doctors.iter().filter(|doctor| self.suspended != Some(**doctor)).count();
            *self.expected.entry(DIGESTS).or_default() += told;
        }
    }

    /// Who comes tomorrow is told in the evening, and who comes within two hours then.
    fn expect_reminders(&mut self) {
        let (clock, minute) = (self.server.clock.india(), 60_000);
        let now = clock.timestamp().as_millisecond();
        let midnight = |days| clock.start_of_day().unwrap().checked_add(jiff::Span::new().days(days)).unwrap();
        let (tomorrow, after) = (midnight(1).timestamp().as_millisecond(), midnight(2).timestamp().as_millisecond());
        for visit in self.visits.values_mut().filter(|visit| visit.status == "Checked") {
            let soon = (now + 30 * minute..now + 120 * minute).contains(&visit.starts_at);
            if soon && visit.reminded < 2 {
                visit.reminded = 2;
                *self.expected.entry(SOON).or_default() += 1;
            }
            let evening = (18..21).contains(&clock.hour()) && (tomorrow..after).contains(&visit.starts_at);
            if evening && visit.reminded < 1 {
                visit.reminded = 1;
                *self.expected.entry(TOMORROW).or_default() += 1;
            }
        }
    }

    /// Twice: what donors are asked is mailed too.
    async fn do_jobs(&mut self) {
        self.expect_of_jobs();
        self.expect_reminders();
        do_jobs(&self.server.app).await;
        do_jobs(&self.server.app).await;
    }

    /// Reads what arrived and counts it by kind; the files are taken away.
    fn read_mails(&mut self) {
        let data = &self.server.app.config.data_dir;
        for mail in Eml::all_in(data) {
            self.mails += 1;
            let (to, subject) = (mail.header("to"), mail.header("subject"));
            let text = mail.text("text/plain").expect("every mail has a text");
            let kind = if to.starts_with("user") || to.starts_with("asha") {
                KINDS.into_iter().find(|kind| subject.starts_with(kind))
            } else if to.starts_with("doctor") && mail.parts().len() > 2 {
                Some(TO_DOCTORS)
            } else if to.starts_with("doctor") && text.contains("/doctor/appointments") {
                Some(DIGESTS)
            } else {
                text.contains("/bloodanswer#").then_some(QUESTIONS)
            };
            if let Some(kind) = kind {
                *self.arrived.entry(kind).or_default() += 1;
            }
        }
        for file in std::fs::read_dir(data.join("mails")).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
    }

    /// What must be true at the end of every day.
    async fn check(&mut self, day: usize) {
        self.read_mails();
        let db = &self.server.app.db;
        let sql = "SELECT id, doctor_id, starts_at, status FROM appointments ORDER BY doctor_id, starts_at";
        let rows: db::Result<Vec<(String, String, i64, String)>> = db
            .read(async |tx| tx.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).await)
            .await;
        let rows = rows.unwrap();
        assert_eq!(rows.len(), self.visits.len(), "day {day}: as many visits as were booked");
        for (id, doctor, starts_at, status) in &rows {
            let visit = &self.visits[id];
            let believed = (&self.doctors[visit.doctor], visit.starts_at, visit.status);
            assert_eq!((doctor, *starts_at, status.as_str()), believed, "day {day}: {id}");
        }
        assert_eq!(sums::read(db).await, Vec::<String>::new(), "day {day}");
        for (what, sql) in [
            ("mails that wait or failed", "SELECT count(*) FROM mails"),
            (
                "donors asked twice",
                "SELECT count(*) FROM (SELECT request_id, donor_id FROM blood_asks GROUP BY request_id, donor_id
                        HAVING count(*) > 1) twice",
            ),
        ] {
            let wrong = db.read(async |tx| tx.count(sql, &[]).await).await.unwrap();
            assert_eq!(wrong, 0, "day {day}: {what}");
        }
        let asked = db.read(async |tx| tx.count("SELECT count(*) FROM blood_asks", &[]).await).await.unwrap();
        let questions = self.arrived.remove(QUESTIONS).unwrap_or(0);
        *self.expected.entry(QUESTIONS).or_default() += questions;
        assert_eq!(self.arrived, without(&self.expected, QUESTIONS), "day {day}: every mail arrived, once");
        assert!(i64::try_from(self.expected[QUESTIONS]).unwrap() <= asked, "day {day}: who was asked was mailed once");
        let (keys, now) = (&self.server.app.keys, self.server.clock.now());
        let sealed = db.read(async |tx| seals::verify(tx, keys, &seals::Known::default(), now).await).await.unwrap();
        assert!(sealed.broken.is_none(), "day {day}: the record is whole");
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

/// Those that there are any of, without one kind.
fn without(counts: &BTreeMap<&'static str, usize>, kind: &str) -> BTreeMap<&'static str, usize> {
    counts
        .iter()
        .filter(|(known, count)| **known != kind && **count > 0)
        .map(|(known, count)| (*known, *count))
        .collect()
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
