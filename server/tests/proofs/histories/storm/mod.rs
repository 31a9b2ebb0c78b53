//! Patients, doctors and an administrator with conflicting calls, all of which are recorded.

mod caller;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use doccare::directory::facilities::Category;
use doccare::platform::clock::midnight;
use jiff::Span;
use jiff::civil::Date;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

pub use self::caller::Caller;
use super::checker::{self, Kept};
use super::ending::Ending;
use super::history::{Call, DAY, Deed, Id, Minute, Outcome, Refusal, Visit};
use super::model::{CLOSES, OPENS};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, http_client, until};
use crate::logins::facility;
use crate::proofs::storm;

pub struct Storm {
    client: reqwest::Client,
    /// The instances' addresses.
    urls: RwLock<Vec<String>>,
    first_day: Date,
    doctors: Vec<Person>,
    admin: Person,
    begun: Instant,
    calls: Mutex<Vec<Call>>,
    /// Answers that are not allowed.
    unexpected: Mutex<Vec<String>>,
    /// The number of remaining calls.
    left: AtomicI64,
    /// Answers of success.
    done: AtomicU64,
    /// Answers with 503.
    told_later: AtomicU64,
    /// The longest latency, in nanoseconds.
    slowest: AtomicU64,
    /// The patient of each caller.
    patients: Mutex<Vec<Id>>,
    /// The latest bookings with their doctors.
    latest: Mutex<VecDeque<(Id, usize)>>,
    /// The product's ids of leave, by the note, which is the history's id.
    leave: Mutex<BTreeMap<Id, String>>,
    /// Whether doctors move sessions too. Not where answers are lost: only the answer says what was proposed to whom.
    moves_sessions: AtomicBool,
    /// The latest session moves with their doctors.
    moves: Mutex<VecDeque<(Id, usize)>>,
    /// Makes names of people and leave unique.
    named: AtomicUsize,
    asked: AtomicUsize,
}

/// A logged-in account, until it is logged out.
struct Person {
    id: String,
    email: String,
    login: &'static str,
    token: Mutex<String>,
}

/// The result of a call.
struct Told {
    outcome: Outcome,
    body: Value,
    is_signed_out: bool,
}

/// A doctor whose hours are sessions at a hospital, the same on every day: a profile that changes the hours changes them.
async fn plan_sessions(server: &TestServer, number: usize, doctor: &str) {
    let (hospital, ..) = facility(server, Category::Hospital, number).await;
    server.confirm_at(doctor, &hospital).await;
    for weekday in 0..7 {
        server
            .execute(&format!(
                "INSERT INTO doctor_sessions (id, doctor_id, weekday, from_minute, to_minute, hospital_id)
                 VALUES ('{doctor} {weekday}', '{doctor}', {weekday}, {OPENS}, {CLOSES}, '{hospital}')"
            ))
            .await;
    }
}

impl Storm {
    /// A setup with doctors who work from ten to twelve. Its database may be served by other instances afterwards.
    pub async fn gather(server: &TestServer, doctors: usize) -> Self {
        let first = server.patient(0).await;
        let mut people = Vec::with_capacity(doctors);
        for number in 0..doctors {
            let (id, email) = (server.doctor(number).await, format!("doctor{number}@example.org"));
            if number % 2 == 1 {
                plan_sessions(server, number, &id).await;
            }
            people.push(Person { id, email, login: "/user/api/doctor/login", token: Mutex::default() });
        }
        // The doctors' password is the patient's.
        let known = format!("(SELECT password_hash FROM accounts WHERE id = '{}')", first.id);
        server.execute(&format!("UPDATE accounts SET password_hash = {known} WHERE role = 'doctor'")).await;
        server.make_admin().await;
        let (id, email, login) = (String::new(), ADMIN.0.to_owned(), "/admin/api/login");
        Self {
            client: http_client(),
            urls: RwLock::new(vec![server.url.clone()]),
            first_day: server.clock.india().date().tomorrow().unwrap(),
            doctors: people,
            admin: Person { id, email, login, token: Mutex::default() },
            begun: Instant::now(),
            calls: Mutex::default(),
            unexpected: Mutex::default(),
            left: AtomicI64::new(0),
            done: AtomicU64::new(0),
            told_later: AtomicU64::new(0),
            slowest: AtomicU64::new(0),
            patients: Mutex::default(),
            latest: Mutex::default(),
            leave: Mutex::default(),
            moves_sessions: AtomicBool::new(false),
            moves: Mutex::default(),
            named: AtomicUsize::new(0),
            asked: AtomicUsize::new(0),
        }
    }

    /// From now on doctors move sessions, and patients answer.
    pub fn move_sessions(&self) {
        self.moves_sessions.store(true, Ordering::SeqCst);
    }

    /// How many visits went to a proposed time.
    pub fn accepted_moves(&self) -> usize {
        let is_accepted = |call: &&Call| matches!(call.deed, Deed::AcceptMove { .. }) && call.outcome == Outcome::Done;
        self.calls.lock().unwrap().iter().filter(is_accepted).count()
    }

    /// From now on calls go there.
    pub fn ask_at(&self, urls: Vec<String>) {
        *self.urls.write().unwrap() = urls;
    }

    /// Callers with a patient each, who continue in the next round.
    pub async fn callers(&self, number: usize) -> Vec<Caller> {
        for person in self.doctors.iter().chain([&self.admin]) {
            assert!(self.sign_in(person).await.is_some(), "{} cannot sign in", person.email);
        }
        let mut callers = Vec::with_capacity(number);
        for seed in 0..number {
            let patient = self.new_patient().await.expect("a patient");
            self.patients.lock().unwrap().push(patient.id.as_str().into());
            callers.push(Caller::new(seed, patient));
        }
        callers
    }

    /// Until so many calls were made.
    pub async fn blow(self: &Arc<Self>, callers: Vec<Caller>, calls: i64) -> Vec<Caller> {
        self.left.store(calls, Ordering::SeqCst);
        storm::blow(self, callers, |storm, _| storm.left.load(Ordering::SeqCst) > 0).await
    }

    /// Waits for so many successful calls; then the fault happens during others, and after it so many more must succeed.
    pub async fn blow_through(
        self: &Arc<Self>,
        callers: Vec<Caller>,
        before: u64,
        fault: impl Future<Output = ()>,
        after: u64,
    ) -> Vec<Caller> {
        self.tidy_up().await;
        let end = async {
            self.until_done(before).await;
            fault.await;
            self.until_done(after).await;
            self.left.store(0, Ordering::SeqCst);
        };
        let (callers, ()) = futures::join!(self.blow(callers, i64::MAX), end);
        self.nothing_is_under_way();
        callers
    }

    async fn until_done(&self, more: u64) {
        let enough = self.done() + more;
        until("the storm goes on", async || {
            // Violations are reported at the end.
            let is_over = self.done() >= enough || !self.unexpected.lock().unwrap().is_empty();
            if is_over { Ok(()) } else { Err(format!("{} of {enough} done", self.done())) }
        })
        .await;
    }

    /// How many calls were answered as done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::SeqCst)
    }

    /// How many calls were answered with 503.
    pub fn told_later(&self) -> u64 {
        self.told_later.load(Ordering::SeqCst)
    }

    pub fn calls(&self) -> usize {
        self.calls.lock().unwrap().len()
    }

    pub fn slowest(&self) -> Duration {
        Duration::from_nanos(self.slowest.load(Ordering::SeqCst))
    }

    pub fn unknown(&self) -> usize {
        self.calls.lock().unwrap().iter().filter(|call| call.outcome == Outcome::Unknown).count()
    }

    /// A call without an answer can no longer take effect: its task is gone.
    pub fn nothing_is_under_way(&self) {
        let now = self.now();
        for call in self.calls.lock().unwrap().iter_mut().filter(|call| call.outcome == Outcome::Unknown) {
            call.end = call.end.min(now);
        }
    }

    /// Undoes suspensions, blocks and leave whose caller ended before undoing them.
    async fn tidy_up(&self) {
        for doctor in 0..self.doctors.len() {
            self.restore(doctor).await;
        }
        let patients = self.patients.lock().unwrap().clone();
        for user in patients {
            self.unblock(user).await;
        }
        for (number, doctor) in self.doctors.iter().enumerate() {
            self.sign_in(doctor).await;
            let request = self.request("GET", &format!("/user/api/doctor/schedule/{}", doctor.id), doctor);
            let Ok(schedule) = Answer::heard(request).await else { continue };
            for leave in schedule.body["data"]["leave"].as_array().into_iter().flatten() {
                let note: Id = leave["note"].as_str().unwrap_or_default().into();
                self.leave.lock().unwrap().insert(note.clone(), leave["_id"].as_str().unwrap_or_default().into());
                self.remove_leave(number, note).await;
            }
        }
    }

    /// All errors of the history, and of the rows in the database.
    pub fn violations(&self, ending: &Ending) -> Vec<String> {
        let begins = midnight(self.first_day).as_millisecond();
        let kept = ending.bookings.iter().map(|booking| Kept {
            booking: booking.id.as_str().into(),
            doctor: self.doctors.iter().position(|doctor| doctor.id == booking.doctor).expect("a doctor of the storm"),
            visit: Visit {
                user: booking.user.as_str().into(),
                at: (booking.starts_at - begins) / 60_000,
                is_approved: booking.status == "Checked",
            },
            is_active: booking.is_active(),
        });
        let (calls, kept) = (self.calls.lock().unwrap(), kept.collect::<Vec<_>>());
        let mut wrong = self.unexpected.lock().unwrap().clone();
        wrong.extend(checker::violations(&calls, &kept, self.doctors.len(), self.now()));
        wrong.extend(ending.disagreements());
        wrong.extend(self.unrecorded(&calls, ending));
        wrong
    }

    /// Actions that the audit log has fewer times than they were done.
    fn unrecorded(&self, calls: &[Call], ending: &Ending) -> Vec<String> {
        let mut done = BTreeMap::<(&str, &str), i64>::new();
        for call in calls.iter().filter(|call| call.outcome == Outcome::Done) {
            let doctor = self.doctors[call.doctor.unwrap_or_default()].id.as_str();
            let deed: (&str, &str) = match &call.deed {
                Deed::Approve { booking } => ("approve", booking),
                Deed::Reject { booking } => ("reject", booking),
                Deed::CancelVisit { booking } => ("cancel", booking),
                Deed::DeleteAccount { user } => ("delete", user),
                Deed::Suspend { .. } => ("suspend", doctor),
                Deed::Restore => ("restore", doctor),
                _ => continue,
            };
            *done.entry(deed).or_default() += 1;
        }
        let is_missing = |((action, subject), times): &((&str, &str), i64)| ending.recorded(action, subject) < *times;
        let missing = done.into_iter().filter(is_missing);
        missing.map(|(deed, times)| format!("{deed:?} was done {times} times and written down less often")).collect()
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn name(&self) -> usize {
        self.named.fetch_add(1, Ordering::SeqCst)
    }

    /// At one of the instances, in turn.
    fn anonymous(&self, method: &str, path: &str) -> RequestBuilder {
        let urls = self.urls.read().unwrap();
        let url = &urls[self.asked.fetch_add(1, Ordering::SeqCst) % urls.len()];
        self.client.request(method.parse().unwrap(), format!("{url}{path}"))
    }

    fn request(&self, method: &str, path: &str, person: &Person) -> RequestBuilder {
        self.anonymous(method, path).bearer_auth(person.token.lock().unwrap())
    }

    /// The id, if the login succeeds.
    async fn sign_in(&self, person: &Person) -> Option<String> {
        let password = if person.login == self.admin.login { ADMIN.1 } else { PASSWORD };
        let form = json!({"email": person.email, "password": password});
        let answer = Answer::heard(self.anonymous("POST", person.login).json(&form)).await.ok()?;
        answer.body["token"].as_str()?.clone_into(&mut person.token.lock().unwrap());
        Some(answer.body["data"]["_id"].as_str().unwrap_or_default().to_owned())
    }

    async fn new_patient(&self) -> Option<Person> {
        let number = self.name();
        let (email, phone) = (format!("storm{number}@example.org"), format!("97{number:08}"));
        let form = json!({"username": format!("Patient {number}"), "email": email, "phone_number": phone, "password": PASSWORD});
        let mut patient = Person { id: String::new(), email, login: "/user/api/login", token: Mutex::default() };
        Answer::heard(self.anonymous("POST", "/user/api/register").json(&form)).await.ok()?;
        patient.id = self.sign_in(&patient).await?;
        Some(patient)
    }

    /// Makes a call and records it. `deed` gets the answer, if there is one.
    async fn call(&self, doctor: Option<usize>, request: RequestBuilder, deed: impl FnOnce(&Value) -> Deed) -> Told {
        self.left.fetch_sub(1, Ordering::SeqCst);
        let begin = self.now();
        let heard = Answer::heard(request).await;
        let mut end = self.now();
        self.slowest.fetch_max(end - begin, Ordering::SeqCst);
        let (mut outcome, status, body) = match heard {
            Ok(answer) => (self.outcome(&answer), answer.status, answer.body),
            // No connection was possible.
            Err(error) if error.is_connect() => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                (Outcome::Refused(Refusal::Other), 0, Value::Null)
            }
            Err(_) => (Outcome::Unknown, 0, Value::Null),
        };
        let deed = deed(if outcome == Outcome::Done { &body } else { &Value::Null });
        if outcome == Outcome::Unknown && matches!(deed, Deed::MoveSession { .. }) {
            self.unexpected.lock().unwrap().push("a session move whose answer was lost".into());
        }
        if outcome == Outcome::Unknown {
            end = u64::MAX;
        }
        // Only a call for a doctor's time (a booking, a move, a list) can get "no such doctor".
        if outcome == Outcome::Refused(Refusal::NoDoctor)
            && !matches!(deed, Deed::Book { .. } | Deed::Move { .. } | Deed::List { .. })
        {
            outcome = Outcome::Refused(Refusal::Other);
        }
        self.done.fetch_add(u64::from(outcome == Outcome::Done), Ordering::SeqCst);
        self.calls.lock().unwrap().push(Call { begin, end, doctor, deed, outcome });
        Told { outcome, body, is_signed_out: [401, 403].contains(&status) }
    }

    fn outcome(&self, answer: &Answer) -> Outcome {
        match (answer.status, answer.body["code"].as_str().unwrap_or_default()) {
            (200 | 201, _) => Outcome::Done,
            (404, _) => Outcome::Refused(Refusal::NoDoctor),
            (409, "slot_taken") => Outcome::Refused(Refusal::Taken),
            (409, "not_changeable") => Outcome::Refused(Refusal::NotChangeable),
            (422, _) => Outcome::Refused(Refusal::NotBookable),
            (409, "too_many_bookings") | (401 | 403, _) => Outcome::Refused(Refusal::Other),
            // It had no effect, and the answer has a Retry-After.
            (503, _) if !answer.header("retry-after").is_empty() => {
                self.told_later.fetch_add(1, Ordering::SeqCst);
                Outcome::Refused(Refusal::Other)
            }
            (500, "outcome_unknown") => Outcome::Unknown,
            _ => {
                self.unexpected.lock().unwrap().push(format!("{} {}", answer.status, answer.text));
                Outcome::Unknown
            }
        }
    }

    fn date(&self, day: i64) -> String {
        self.first_day.checked_add(Span::new().days(day)).unwrap().to_string()
    }

    /// As forms have it.
    fn slot(&self, at: Minute) -> Value {
        json!({"date": self.date(at / DAY), "time": time(at % DAY)})
    }

    /// The minute of an instant of an answer.
    fn minute_of(&self, instant: &Value) -> Option<Minute> {
        let at: jiff::Timestamp = instant.as_str()?.parse().ok()?;
        Some((at.as_millisecond() - midnight(self.first_day).as_millisecond()) / 60_000)
    }

    async fn restore(&self, doctor: usize) {
        let path = format!("/admin/api/doctors/{}/restore", self.doctors[doctor].id);
        self.call(Some(doctor), self.request("POST", &path, &self.admin), |_| Deed::Restore).await;
    }

    async fn unblock(&self, user: Id) {
        let request = self.request("PATCH", &format!("/admin/api/blockandunblock/{user}"), &self.admin);
        self.call(None, request.json(&json!({"isDeleted": false})), |_| Deed::Unblock { user }).await;
    }

    async fn remove_leave(&self, doctor: usize, leave: Id) {
        let Some(id) = self.leave.lock().unwrap().get(&leave).cloned() else { return };
        let path = format!("/user/api/doctor/leave/{}/{id}", self.doctors[doctor].id);
        self.as_doctor(doctor, |person| self.request("DELETE", &path, person), |_| Deed::RemoveLeave { leave }).await;
    }

    /// A doctor who was suspended meanwhile logs in again.
    async fn as_doctor(
        &self,
        doctor: usize,
        request: impl FnOnce(&Person) -> RequestBuilder,
        deed: impl FnOnce(&Value) -> Deed,
    ) -> Told {
        let person = &self.doctors[doctor];
        let told = self.call(Some(doctor), request(person), deed).await;
        if told.is_signed_out {
            self.sign_in(person).await;
        }
        told
    }
}

fn time(minute: Minute) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}
