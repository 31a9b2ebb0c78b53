//! Waiting lists, holds and bookings under concurrent load: patients book, move, cancel, join and leave, doctors reject, and the job passes
//! offers on, at several instances. After each round all calls have ended, and a checker reads the database.

mod checker;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use doccare::identity::passwords::Cost;
use doccare::platform::clock::{Clock, midnight};
use doccare::platform::db::{self, DatabaseUrl};
use doccare::waitlist;
use futures::future::join_all;
use jiff::SignedDuration;
use jiff::civil::Date;
use serde_json::{Value, json};
use tempfile::TempDir;

use self::checker::{At, Entry, Hold, Moment};
use super::dice::Dice;
use super::histories::Ending;
use super::{report, storm};
use crate::harness::people::{Patient, booking_form, booking_path};
use crate::harness::{NOW, TestServer, database_url, on_both_engines};

const DOCTORS: usize = 2;
const DAYS: [&str; 2] = ["2026-11-16", "2026-11-17"];
const OPENS: i64 = 600;
const SLOTS: usize = 8;
const CALLERS: usize = 8;
/// Patients of each caller, so that callers conflict with themselves and with others.
const PATIENTS: usize = 3;
/// Calls of each caller between two checks.
const GUST: usize = 12;
/// The number of job runs after which an unsettled rest is a violation.
const SETTLING_RUNS: usize = 3;
/// On PostgreSQL; SQLite is for one.
const INSTANCES: usize = 2;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_slot_is_doubled_held_and_sold_or_lost_while_people_wait() {
    on_both_engines(async |database| {
        prove(database, 1_000).await;
    })
    .await;
}

#[ignore = "20,000 calls: `make soak PROOF=soak_waitlist`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_waitlist_sqlite() {
    soak("SQLite", "waitlist-sqlite").await;
}

#[ignore = "20,000 calls: `make soak PROOF=soak_waitlist`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_waitlist_postgres() {
    soak("PostgreSQL", "waitlist-postgres").await;
}

async fn soak(engine: &str, part: &str) {
    let folder = TempDir::new().unwrap();
    let row = prove(database_url(engine, folder.path()).await.parse().unwrap(), 20_000).await;
    let head = "| engine | instances | calls | booked | joined | offers | taken | passed on or left | violations | stormed for |\n\
                |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    report::write(part, &format!("{head}{row}"));
}

/// An entry's id and doctor; its day and hours.
type EntryRow = ((String, String), (String, i64, i64));
/// A hold's id, entry and doctor; its slot, its end, and whether it passed.
type HoldRow = ((String, String, String), (i64, i64, bool));

struct Storm {
    servers: Vec<TestServer>,
    clock: Clock,
    doctors: Vec<(String, String)>,
    grid: Vec<At>,
}

/// A caller with several patients, one call after the other.
struct Caller {
    dice: Dice,
    patients: Vec<Patient>,
    /// How often each action was done.
    done: BTreeMap<&'static str, usize>,
    /// The holds that they declined.
    declined: BTreeSet<String>,
    unexpected: Vec<String>,
}

fn slot(place: usize) -> String {
    let minutes = usize::try_from(OPENS).unwrap() + 15 * place;
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// The figures as a row of a table.
async fn prove(database: DatabaseUrl, calls: usize) -> String {
    let clock = Clock::set_to(NOW.parse().unwrap());
    let is_multi_instance = matches!(database, DatabaseUrl::Postgres(_));
    let instances = if is_multi_instance { INSTANCES } else { 1 };
    let mut servers = Vec::new();
    for _ in 0..instances {
        servers.push(TestServer::start_by(clock.clone(), Cost::Low, database.clone(), |_| {}).await);
    }
    let mut doctors = Vec::new();
    for number in 0..DOCTORS {
        let id = servers[0].doctor(number).await;
        doctors.push((id.clone(), servers[0].sign_in_doctor(&id).await));
    }
    let mut grid = Vec::new();
    for (doctor, _) in &doctors {
        for date in DAYS {
            let begins = midnight(day(date)).as_millisecond() + OPENS * 60_000;
            grid.extend((0..SLOTS).map(|place| (doctor.clone(), begins + i64::try_from(place).unwrap() * 900_000)));
        }
    }
    let mut callers = Vec::new();
    for number in 0..CALLERS {
        let patients = servers[0].patients(number * PATIENTS..(number + 1) * PATIENTS).await;
        let (done, declined, unexpected) = Default::default();
        callers.push(Caller { dice: Dice(number as u64), patients, done, declined, unexpected });
    }
    let place = Arc::new(Storm { servers, clock, doctors, grid });
    let (begun, mut dice, mut made) = (Instant::now(), Dice(42), 0);
    let (mut before, mut seen, mut violations) = (Moment::default(), BTreeSet::new(), Vec::new());
    while made < calls && violations.is_empty() {
        callers = storm::blow(&place, callers, |_, made| made < GUST).await;
        made += CALLERS * GUST;
        let raw = place.look(false).await;
        violations.extend(raw.violations());
        let declined: BTreeSet<String> = callers.iter().flat_map(|caller| caller.declined.iter().cloned()).collect();
        violations.extend(raw.robbed(&before, &declined));
        before = place.settle().await;
        violations.extend(before.violations());
        seen.extend(before.holds.iter().map(|hold| hold.id.clone()));
        violations.extend(callers.iter_mut().flat_map(|caller| caller.unexpected.drain(..)));
        place.clock.advance(SignedDuration::from_secs(i64::try_from(dice.below(180)).unwrap()));
    }
    // Bookings by an offer are counted, mailed and audited like others.
    violations.extend(Ending::read(&place.servers[0].app.db).await.unwrap().disagreements());
    assert!(violations.is_empty(), "{} violations: {:.20000}", violations.len(), violations.join("\n"));
    let stormed = begun.elapsed().as_secs_f32();
    if is_multi_instance {
        // On a busy machine a caller may get 503, but never because of a deadlock.
        let sql = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
        let deadlocks = place.servers[0].app.db.read(async |tx| tx.count(sql, &[]).await).await;
        assert_eq!(deadlocks.unwrap(), 0);
    }
    let passed = place.end().await;
    let count = |what: &str| callers.iter().filter_map(|caller| caller.done.get(what)).sum::<usize>();
    let (offers, taken) = (seen.len(), count("taken"));
    assert!(count("booked") > 0 && count("joined") > 0 && offers > 0 && taken > 0 && passed > 0, "a storm of nothing");
    let engine = if is_multi_instance { "PostgreSQL" } else { "SQLite" };
    let rest = offers.saturating_sub(taken);
    let (booked, joined) = (count("booked"), count("joined"));
    format!(
        "| {engine} | {instances} | {made} | {booked} | {joined} | {offers} | {taken} | {rest} | 0 | {stormed:.0} s |\n"
    )
}

impl Storm {
    /// All rows, while no calls are in progress.
    async fn look(&self, is_settled: bool) -> Moment {
        let mut offered = BTreeSet::new();
        for (doctor, _) in &self.doctors {
            for date in DAYS {
                // Each instance is asked: all must show the same.
                let mut shown = Vec::new();
                for server in &self.servers {
                    let slots = server.get(&format!("/user/api/doctor/{doctor}/slots?date={date}")).await;
                    shown.push(slots.body["data"].clone());
                }
                assert!(shown.windows(2).all(|pair| pair[0] == pair[1]), "{shown:?}");
                let starts = shown[0].as_array().unwrap().iter().map(|slot| {
                    slot["startsAt"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond()
                });
                offered.extend(starts.map(|start| (doctor.clone(), start)));
            }
        }
        let app = &self.servers[0].app;
        let read: db::Result<_> = app
            .db
            .read_consistent(async |tx| {
                let visits: Vec<((String, i64), String)> = tx
                    .all(
                        "SELECT doctor_id, starts_at, user_id FROM appointments WHERE status IN ('Pending', 'Checked')",
                        &[],
                    )
                    .await
                    .map(|rows: Vec<(String, i64, String)>| {
                        rows.into_iter().map(|(doctor, start, user)| ((doctor, start), user)).collect()
                    })?;
                let entries: Vec<EntryRow> =
                    tx.all("SELECT id, doctor_id, on_day, from_minute, to_minute FROM waitlist_entries", &[]).await?;
                let holds: Vec<HoldRow> = tx
                    .all("SELECT id, entry_id, doctor_id, starts_at, held_until, passed FROM waitlist_holds", &[])
                    .await?;
                let of_holds = "SELECT about FROM mail_queue WHERE about IS NOT NULL
                                AND NOT EXISTS (SELECT 1 FROM appointments a WHERE a.id = mail_queue.about)";
                let told: Vec<String> = tx.all(of_holds, &[]).await?;
                Ok((visits, entries, holds, told))
            })
            .await;
        let (visits, entries, holds, told) = read.unwrap();
        let entries = entries.into_iter().map(|((id, doctor), (on, from, to))| {
            let begins = midnight(day(&on)).as_millisecond();
            Entry { id, doctor, from: begins + from * 60_000, to: begins + to * 60_000 }
        });
        let holds = holds.into_iter().map(|((id, entry, doctor), (start, until, passed))| Hold {
            id,
            entry,
            at: (doctor, start),
            until,
            passed,
        });
        Moment {
            now: self.clock.now_millis(),
            grid: self.grid.clone(),
            visits,
            entries: entries.collect(),
            holds: holds.collect(),
            offered,
            told,
            is_settled,
        }
    }

    /// Runs the job at every instance at once, without a lease. A doctor whose run was refused on a busy machine is in backoff for a minute
    /// (`Backoff`), also from the round before: then the job runs once more after that minute.
    async fn settle(&self) -> Moment {
        for _ in 0..SETTLING_RUNS {
            for turn in join_all(self.servers.iter().map(|server| waitlist::pass_on(&server.app))).await {
                assert!(matches!(turn, Ok(_) | Err(db::Error::Busy)), "{turn:?}");
            }
            let moment = self.look(true).await;
            let is_waiting = self.servers.iter().any(|server| server.app.backoff.count() > 0);
            if !is_waiting || moment.violations().is_empty() {
                return moment;
            }
            self.clock.advance(SignedDuration::from_mins(1));
        }
        self.look(true).await
    }

    /// Advances the time until no entry is left, and returns how many holds expired: every offer is answered or passed on.
    async fn end(&self) -> usize {
        let mut passed = BTreeSet::new();
        // Three days: all entries are over then.
        for _ in 0..72 {
            for server in &self.servers {
                waitlist::pass_on(&server.app).await.unwrap();
            }
            let moment = self.look(true).await;
            let wrong = moment.violations();
            assert!(wrong.is_empty(), "{wrong:#?}");
            passed.extend(moment.holds.into_iter().filter(|hold| hold.passed).map(|hold| hold.id));
            self.clock.advance(SignedDuration::from_mins(60));
        }
        let moment = self.look(true).await;
        assert!(moment.entries.is_empty() && moment.holds.is_empty(), "{moment:?}");
        for server in &self.servers {
            assert_eq!(server.app.backoff.count(), 0);
            let waited =
                server.app.db.read(async |tx| tx.count("SELECT count(*) FROM doctors WHERE has_waitlist", &[]).await);
            assert_eq!(waited.await.unwrap(), 0);
        }
        passed.len()
    }
}

impl storm::Caller<Storm> for Caller {
    async fn step(&mut self, storm: &Storm) {
        let server = &storm.servers[self.dice.below(storm.servers.len())];
        let patient = self.patients[self.dice.below(self.patients.len())].clone();
        let (doctor, doctor_token) = storm.doctors[self.dice.below(storm.doctors.len())].clone();
        let (date, time) = (self.dice.one_of(&DAYS), slot(self.dice.below(SLOTS)));
        match self.dice.below(100) {
            0..40 => self.book(server, &patient, &doctor, date, &time).await,
            40..55 => {
                if let Some(visit) = self.own_visit(server, &patient).await {
                    let path = format!("/user/api/appointment/cancel/{visit}");
                    self.ask(server, "PATCH", &path, &patient.token, None, "cancelled").await;
                }
            }
            55..63 => {
                if let Some(visit) = self.own_visit(server, &patient).await {
                    let path = format!("/user/api/appointment/reschedule/{visit}");
                    let to = json!({"date": date, "time": time});
                    self.ask(server, "PATCH", &path, &patient.token, Some(to), "moved").await;
                }
            }
            63..78 => {
                let mut wish = json!({"date": date});
                if self.dice.coin() {
                    wish["from"] = json!(slot(self.dice.below(SLOTS / 2)));
                    wish["to"] = json!(slot(SLOTS / 2 + self.dice.below(SLOTS / 2)));
                }
                let path = format!("/user/api/doctor/{doctor}/waitlist/{}", patient.id);
                self.ask(server, "POST", &path, &patient.token, Some(wish), "joined").await;
            }
            78..88 => self.answer_offer(server, &patient).await,
            88..94 => {
                let path = format!("/user/api/doctor/appointments/{doctor}?limit=20");
                let pending = server.ask("GET", &path, &doctor_token, None).await;
                let rows = pending.body["data"].as_array().cloned().unwrap_or_default();
                if let Some(one) = rows.get(self.dice.below(rows.len())).and_then(|row| row["_id"].as_str()) {
                    let verb = if self.dice.coin() { "reject" } else { "approve" };
                    let path = format!("/user/api/doctor/appointment/{verb}/{one}");
                    self.ask(server, "PATCH", &path, &doctor_token, None, verb).await;
                }
            }
            _ => {
                match waitlist::pass_on(&server.app).await {
                    // The answer with status 503.
                    Ok(_) | Err(db::Error::Busy) => {}
                    Err(error) => self.unexpected.push(format!("pass on: {error}")),
                }
            }
        }
    }
}

impl Caller {
    fn note(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    async fn ask(
        &mut self,
        server: &TestServer,
        method: &str,
        path: &str,
        token: &str,
        body: Option<Value>,
        done: &'static str,
    ) -> bool {
        let answer = server.ask(method, path, token, body).await;
        let is_done = [200, 201].contains(&answer.status);
        if is_done {
            self.note(done);
        } else if ![404, 409, 410, 422, 503].contains(&answer.status) {
            self.unexpected.push(format!("{method} {path}: {} {}", answer.status, answer.text));
        }
        is_done
    }

    async fn book(&mut self, server: &TestServer, patient: &Patient, doctor: &str, date: &str, time: &str) {
        let path = booking_path(doctor, &patient.id);
        let _ = self.ask(server, "POST", &path, &patient.token, Some(booking_form(date, time)), "booked").await;
    }

    async fn own_visit(&mut self, server: &TestServer, patient: &Patient) -> Option<String> {
        let path = format!("/user/api/previous/booking/{}?limit=40", patient.id);
        let own = server.ask("GET", &path, &patient.token, None).await;
        let rows = own.body["data"].as_array()?;
        let coming: Vec<&Value> = rows.iter().filter(|row| row["changeable"] == true).collect();
        coming.get(self.dice.below(coming.len()))?["_id"].as_str().map(String::from)
    }

    /// Accepts an offer, declines it, or leaves: logged in, or by the link.
    async fn answer_offer(&mut self, server: &TestServer, patient: &Patient) {
        let path = format!("/user/api/user/waitlist/{}", patient.id);
        let own = server.ask("GET", &path, &patient.token, None).await;
        let rows = own.body["data"].as_array().cloned().unwrap_or_default();
        let Some(wait) = rows.get(self.dice.below(rows.len())) else { return };
        let entry = wait["_id"].as_str().unwrap_or_default();
        match self.dice.below(8) {
            0 => {
                self.ask(server, "DELETE", &format!("{path}/{entry}"), &patient.token, None, "left").await;
            }
            1 => {
                let link = server.app.keys.encrypt("leaves the waitlist", "", entry.as_bytes());
                self.ask(server, "POST", "/user/api/waitlist/leave", &link, None, "left").await;
            }
            way @ 2..4 => {
                let sql = format!("SELECT id FROM waitlist_holds WHERE entry_id = '{entry}' ORDER BY passed, id");
                let hold: db::Result<Option<String>> =
                    server.app.db.read(async |tx| tx.find(&sql, &[], |row| row.get(0)).await).await;
                let Ok(Some(hold)) = hold else { return };
                let link = server.app.keys.encrypt("answers an offer of the waitlist", "", hold.as_bytes());
                let (path, done) = if way == 2 { ("accept", "taken") } else { ("decline", "declined") };
                let path = format!("/user/api/waitlist/{path}");
                if self.ask(server, "POST", &path, &link, None, done).await && done == "declined" {
                    self.declined.insert(hold);
                }
            }
            _ => {
                let (Some(doctor), Some(day)) = (wait["doctorId"]["_id"].as_str(), wait["day"].as_str()) else {
                    return;
                };
                if let Some(time) = wait["offer"]["time"].as_str() {
                    let (path, form) = (booking_path(doctor, &patient.id), booking_form(day, time));
                    self.ask(server, "POST", &path, &patient.token, Some(form), "taken").await;
                }
            }
        }
    }
}
