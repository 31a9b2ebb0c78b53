//! Work in the background: jobs that run by the clock, or as soon as somebody rings their bell.
//!
//! `crate::jobs` lists them all. Whoever leaves work behind rings; nobody does a job's work inline. A job that fails or
//! panics is reported and tried again, later each time. Of a job's items, one that fails waits by itself
//! ([`Setbacks`]) while the others go on.

use std::collections::HashMap;
use std::error::Error;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::BoxFuture;
use jiff::SignedDuration;
use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::clock::{Clock, millis};
use super::db::{self, Db};
use super::ids::Secret;
use super::job_results;
use super::metrics::Metrics;
use super::statements::{self, Statements};
use super::traces::Traces;

/// How long a job is left to an instance that may have died; whoever is alive renews it in time.
const LEASE: Duration = Duration::from_mins(1);
/// A job that fails waits this long at first, and twice as long each time.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// The same for an item of a job.
const FIRST_WAIT_OF_ITEM: SignedDuration = SignedDuration::from_mins(1);
const LONGEST_WAIT_OF_ITEM: SignedDuration = SignedDuration::from_hours(1);

/// Wakes a job. Rung several times before it is heard, it was rung once.
#[derive(Clone, Default)]
pub struct Bell(Arc<Notify>);

impl Bell {
    pub fn ring(&self) {
        self.0.notify_one();
    }

    pub async fn rung(&self) {
        self.0.notified().await;
    }

    /// Whether it was rung and nobody heard it yet; for whoever steps the jobs by hand.
    pub fn take(&self) -> bool {
        self.rung().now_or_never().is_some()
    }
}

/// What a turn of a job leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Nothing to do before the next time.
    Done,
    /// The next turn follows at once.
    More,
    /// So much that was old was deleted, which is noted for the operator; where that was not all, the next turn follows at once.
    Deleted { rows: u64, is_all: bool },
    /// Another instance has the lease: it is looked at again when the lease ends, because that instance may have been killed.
    Leased { ends_in: Duration },
}

pub type Outcome = Result<Turn, Box<dyn Error + Send + Sync>>;

/// One kind of work, on the state that all jobs share.
pub struct Job<S: 'static> {
    pub name: &'static str,
    /// How long it rests after it is done, unless its bell is rung.
    pub every: Duration,
    pub bell: Option<fn(&S) -> &Bell>,
    /// Whether one instance does it at a time. That saves work; what must not happen twice is the database's to decide.
    pub alone: bool,
    pub work: fn(S) -> BoxFuture<'static, Outcome>,
}

/// Which lease of a job an instance takes.
#[derive(Debug, Clone, Copy)]
enum Lease {
    /// A new one, or one that has ended.
    Any,
    /// Only one that another instance did not give back.
    LeftBehind,
}

/// Who has the lease of a job.
enum LeaseHolder {
    ThisInstance,
    OtherInstance { ends_in: Duration },
    None,
}

/// Runs jobs until it is told to stop.
#[derive(Clone)]
pub struct Runner {
    db: Db,
    clock: Clock,
    stop: CancellationToken,
    /// Under which name this instance holds leases.
    instance: String,
    metrics: Option<Metrics>,
    traces: Option<Traces>,
}

impl Runner {
    pub fn new(db: Db, clock: Clock, stop: CancellationToken) -> Self {
        let instance = Secret::random().expose()[..16].to_owned();
        Self { db, clock, stop, instance, metrics: None, traces: None }
    }

    /// Counts the turns there.
    #[must_use]
    pub fn counted_by(self, metrics: Metrics) -> Self {
        Self { metrics: Some(metrics), ..self }
    }

    /// Tells of turns that did something there, if anywhere.
    #[must_use]
    pub fn traced_by(self, traces: Option<Traces>) -> Self {
        Self { traces, ..self }
    }

    /// Starts the jobs; they have ended once the tracker has nothing to wait for.
    pub fn start<S: Clone + Send + Sync>(&self, state: &S, jobs: &'static [Job<S>]) -> TaskTracker {
        let tracker = TaskTracker::new();
        for job in jobs {
            let (runner, state) = (self.clone(), state.clone());
            tracker.spawn(async move { runner.keep(job, &state).await });
        }
        tracker.close();
        tracker
    }

    /// Turn after turn until the end; the one under way is finished.
    async fn keep<S: Clone>(&self, job: &'static Job<S>, state: &S) {
        let (mut failures, mut lease) = (0, Lease::Any);
        while !self.stop.is_cancelled() {
            let begun = Instant::now();
            let outcome = self.turn_with(lease, job, state).await;
            lease = Lease::Any;
            if let Some(metrics) = &self.metrics {
                metrics.job_turned(job.name, begun.elapsed(), outcome.is_ok().then(|| self.clock.now()));
            }
            let pause = match outcome {
                Ok(turn) => {
                    failures = 0;
                    match turn {
                        Turn::More => Duration::ZERO,
                        // Its instance gives the lease back when it is done, and then so is this turn; a killed one leaves it behind.
                        Turn::Leased { ends_in } if ends_in < job.every => {
                            lease = Lease::LeftBehind;
                            ends_in
                        }
                        _ => job.every,
                    }
                }
                Err(error) => {
                    failures += 1;
                    tracing::warn!(job = job.name, %error, failures, "a job failed");
                    wait_after(failures, job.every)
                }
            };
            tokio::select! {
                () = self.stop.cancelled() => {}
                // Ringing does not shorten the wait of a job that fails.
                () = rung(job, state), if failures == 0 => lease = Lease::Any,
                () = sleep(pause) => {}
            }
        }
    }

    /// One turn, unless another instance is at the job. What it deleted is noted.
    pub async fn turn<S: Clone>(&self, job: &Job<S>, state: &S) -> Outcome {
        self.turn_with(Lease::Any, job, state).await
    }

    async fn turn_with<S: Clone>(&self, lease: Lease, job: &Job<S>, state: &S) -> Outcome {
        match self.work(job, state, lease).await? {
            Turn::Deleted { rows, is_all } => {
                job_results::note(&self.db, job.name, self.clock.now_millis(), rows, None).await?;
                Ok(if is_all { Turn::Done } else { Turn::More })
            }
            turn => Ok(turn),
        }
    }

    async fn work<S: Clone>(&self, job: &Job<S>, state: &S, lease: Lease) -> Outcome {
        let work = self.traced(job, state);
        if !job.alone || !self.db.has_neighbours() {
            return work.await;
        }
        match self.hold(job.name, lease).await? {
            LeaseHolder::ThisInstance => {}
            LeaseHolder::OtherInstance { ends_in } => return Ok(Turn::Leased { ends_in }),
            LeaseHolder::None => return Ok(Turn::Done),
        }
        let (mut work, mut missed) = (pin!(work), 0);
        let outcome = loop {
            tokio::select! {
                outcome = &mut work => break outcome,
                () = sleep(LEASE / 3) => match self.hold(job.name, Lease::Any).await {
                    Ok(LeaseHolder::ThisInstance) => missed = 0,
                    Ok(_) => return Err("another instance took the job over".into()),
                    // It is tried once more before the lease ends.
                    Err(error) if missed == 0 => {
                        missed += 1;
                        tracing::warn!(job = job.name, %error, "a lease was not renewed");
                    }
                    Err(error) => return Err(error.into()),
                },
            }
        };
        // A lease that could not be ended ends by itself.
        let _ = self.let_go(job.name).await;
        outcome
    }

    /// The job's own work. Whoever takes traces gets one of it if it changed something, or failed.
    async fn traced<S: Clone>(&self, job: &Job<S>, state: &S) -> Outcome {
        let work = caught((job.work)(state.clone()));
        let Some(traces) = &self.traces else { return work.await? };
        let begun = Instant::now();
        statements::recorded(begun, async {
            let outcome = work.await.unwrap_or_else(|panicked| Err(panicked.into()));
            let noted = statements::noted();
            // Files are deleted without a statement.
            let has_deleted = matches!(outcome, Ok(Turn::Deleted { rows: 1.., .. }));
            if outcome.is_err() || has_deleted || noted.as_ref().is_some_and(Statements::has_changed) {
                traces.tell_of_job(job.name, begun.elapsed(), outcome.is_err(), noted.as_ref());
            }
            outcome
        })
        .await
    }

    /// Takes or renews the lease of a job, if it is free. A lease that lasts longer than two was written by a clock that was wrong.
    async fn hold(&self, job: &'static str, lease: Lease) -> db::Result<LeaseHolder> {
        let (instance, now) = (self.instance.clone(), self.clock.now_millis());
        let length = i64::try_from(LEASE.as_millis()).unwrap_or(i64::MAX);
        let (until, wrong) = (now.saturating_add(length), now.saturating_add(2 * length));
        let is_free = "job_leases.until <= $4 OR job_leases.instance = $2 OR job_leases.until > $5";
        let sql = match lease {
            Lease::Any => format!(
                "INSERT INTO job_leases (job, instance, until) VALUES ($1, $2, $3)
                 ON CONFLICT (job) DO UPDATE SET instance = excluded.instance, until = excluded.until WHERE {is_free}"
            ),
            Lease::LeftBehind => {
                format!("UPDATE job_leases SET instance = $2, until = $3 WHERE job = $1 AND ({is_free})")
            }
        };
        let held: db::Result<bool> = self
            .db
            .write_one(async move |tx| Ok(tx.execute(&sql, &[&job, &instance, &until, &now, &wrong]).await? == 1))
            .await;
        if held? {
            return Ok(LeaseHolder::ThisInstance);
        }
        let find = "SELECT until FROM job_leases WHERE job = $1";
        let until: Option<i64> = self.db.read(async |tx| tx.first(find, &[&job]).await).await?;
        let ends_in = |until: i64| u64::try_from((until - now).clamp(1, length)).unwrap_or(1);
        Ok(until.map_or(LeaseHolder::None, |until| LeaseHolder::OtherInstance {
            ends_in: Duration::from_millis(ends_in(until)),
        }))
    }

    async fn let_go(&self, job: &'static str) -> db::Result<()> {
        let instance = self.instance.clone();
        let sql = "DELETE FROM job_leases WHERE job = $1 AND instance = $2";
        self.db.write_one(async move |tx| tx.execute(sql, &[&job, &instance]).await.map(drop)).await
    }
}

async fn rung<S>(job: &Job<S>, state: &S) {
    match job.bell {
        Some(bell) => bell(state).rung().await,
        None => std::future::pending().await,
    }
}

/// Doubles with each failure in a row, up to the job's own pace but at least a minute.
fn wait_after(failures: u32, every: Duration) -> Duration {
    let doubled = FIRST_WAIT.saturating_mul(2_u32.saturating_pow(failures - 1));
    doubled.min(every.max(Duration::from_mins(1)))
}

#[derive(Debug, thiserror::Error)]
#[error("panicked")]
pub struct Panicked;

/// Runs something so that a panic in it ends nothing else; the panic itself is on the standard error.
pub async fn caught<T>(work: impl Future<Output = T>) -> Result<T, Panicked> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|_| Panicked)
}

/// Items that failed, by job and id, each with a time before which it is not tried again. In memory: a restart tries them all.
#[derive(Clone, Default)]
pub struct Setbacks(Arc<Mutex<HashMap<Item, Setback>>>);

/// What a job works on. Several jobs work on the same doctor, so the id alone would let the failure of one delay the others.
type Item = (&'static str, String);

struct Setback {
    wait: SignedDuration,
    until: i64,
}

impl Setback {
    /// Whether it still waits. One that would wait for longer than it was told was noted by a clock that was wrong.
    fn holds(&self, now: i64) -> bool {
        self.until > now && self.until.saturating_sub(now) <= millis(self.wait)
    }
}

impl Setbacks {
    /// How many wait.
    pub fn count(&self) -> usize {
        self.waiting().len()
    }

    /// Works on one item of a job after another. One that fails is reported and waits, longer each time, and the next has its
    /// turn; only a database that refuses two running ends the row.
    pub async fn each<F>(
        &self,
        job: &'static str,
        ids: Vec<String>,
        now: i64,
        work: impl Fn(String) -> F,
    ) -> db::Result<()>
    where
        F: Future<Output = db::Result<()>>,
    {
        let mut refused = Vec::new();
        for id in ids {
            let item = (job, id.clone());
            if self.waiting().get(&item).is_some_and(|setback| setback.holds(now)) {
                continue;
            }
            let done = caught(work(id)).await;
            match done.unwrap_or_else(|panicked| Err(db::Error::Other(panicked.to_string()))) {
                // Twice running it is the database, and no item waits for that.
                Err(error) if error.is_for_everybody() && !refused.is_empty() => {
                    self.waiting().retain(|item, _| !refused.contains(item));
                    return Err(error);
                }
                Err(error) => {
                    refused = if error.is_for_everybody() { vec![item.clone()] } else { Vec::new() };
                    self.note(item, &error, now);
                }
                Ok(()) => {
                    refused.clear();
                    self.waiting().remove(&item);
                }
            }
        }
        Ok(())
    }

    fn note(&self, item: Item, error: &db::Error, now: i64) {
        let mut waiting = self.waiting();
        // What has not come back for long after its wait is gone.
        waiting.retain(|_, setback| setback.until.saturating_add(millis(LONGEST_WAIT_OF_ITEM)) > now);
        let before = waiting.get(&item).map(|setback| setback.wait.saturating_mul(2).min(LONGEST_WAIT_OF_ITEM));
        let wait = before.unwrap_or(FIRST_WAIT_OF_ITEM);
        let (job, id) = &item;
        tracing::error!(job, id, %error, again_in = wait.as_secs(), "one item failed and waits; the others go on");
        waiting.insert(item, Setback { wait, until: now.saturating_add(millis(wait)) });
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<Item, Setback>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_that_was_rung_twice_is_heard_once() {
        let bell = Bell::default();
        assert!(!bell.take());
        bell.ring();
        bell.ring();
        assert_eq!((bell.take(), bell.take()), (true, false));
    }

    #[test]
    fn the_waits_of_a_failing_job_double_up_to_its_own_pace() {
        let millis = |failures, every| wait_after(failures, Duration::from_secs(every)).as_millis();
        assert_eq!([1, 2, 5, 11, 99].map(|failures| millis(failures, 5)), [100, 200, 1600, 60_000, 60_000]);
        assert_eq!([11, 99].map(|failures| millis(failures, 86_400)), [102_400, 86_400_000]);
    }

    #[tokio::test]
    async fn an_item_that_fails_waits_longer_each_time_and_the_others_go_on() {
        let (setbacks, tried) = (Setbacks::default(), Mutex::new(Vec::new()));
        let step = async |minute: i64| {
            let work = async |id: String| match id.as_str() {
                "bad" => Err(db::Error::Other("no".into())),
                "worse" => panic!("no"),
                _ => Ok(()),
            };
            let ids = ["bad", "good", "worse", "fine"].map(String::from).to_vec();
            let noted = |id: String| {
                tried.lock().unwrap().push(id.clone());
                work(id)
            };
            setbacks.each("job", ids, minute * 60_000, noted).await.unwrap();
            std::mem::take(&mut *tried.lock().unwrap())
        };
        for (minute, all) in [(0, true), (0, false), (1, true), (2, false), (3, true), (6, false), (7, true)] {
            let expected: &[&str] = if all { &["bad", "good", "worse", "fine"] } else { &["good", "fine"] };
            assert_eq!(step(minute).await, expected, "minute {minute}");
        }
        assert_eq!(setbacks.count(), 2);
        assert_eq!(step(-9000).await, ["bad", "good", "worse", "fine"], "the clock was ahead");
        setbacks.each("job", vec!["bad".into()], 60 * 60_000, |_| async { Ok(()) }).await.unwrap();
        assert_eq!(setbacks.count(), 1);
        let busy = |_| async { Err(db::Error::Busy) };
        setbacks.each("job", vec!["slow".into()], 0, busy).await.expect("one that is held up stops nobody");
        let both = setbacks.each("job", vec!["good".into(), "fine".into()], 0, busy).await;
        assert!(matches!(both, Err(db::Error::Busy)), "nobody's fault: the whole job comes again");
        let again = setbacks.each("job", vec!["good".into(), "fine".into()], 0, |_| async { Ok(()) }).await;
        assert!(again.is_ok() && setbacks.count() == 1, "and nobody but the slow one waits");
    }
}
