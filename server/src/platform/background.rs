//! Work in the background: jobs that run by the clock, or as soon as they are woken.
//!
//! `crate::jobs` lists them all. A caller that leaves work behind wakes the job; it never does the job's work inline. A job that fails or
//! panics is reported and tried again, later each time. Of a job's items, one that fails waits by itself
//! ([`super::backoff`]) while the others go on.

use std::error::Error;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::clock::Clock;
use super::db::{self, Db};
use super::ids::Secret;
use super::job_results;
use super::metrics::Metrics;
use super::query_log::{self, QueryLog};
use super::traces::Traces;

/// How long a lease lasts; a living instance renews it in time.
const LEASE_DURATION: Duration = Duration::from_mins(1);
/// The first delay after a failure; it doubles with each further one.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Wakes a job. Several notifications before it wakes are one.
#[derive(Clone, Default)]
pub struct Wakeup(Arc<Notify>);

impl Wakeup {
    pub fn notify(&self) {
        self.0.notify_one();
    }

    pub async fn notified(&self) {
        self.0.notified().await;
    }

    /// Takes a notification that the job has not seen yet, if there is one; for tests that run the jobs step by step.
    pub fn take(&self) -> bool {
        self.notified().now_or_never().is_some()
    }
}

/// The outcome of one job run: when the next one follows, and what was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextRun {
    /// After the job's interval.
    Scheduled,
    /// At once: there is more to do.
    Immediately,
    /// Old rows were deleted, which is stored for the operator; the next run follows at once unless that was all.
    Deleted { rows: u64, is_all: bool },
    /// Another instance has the lease; the job is tried again when the lease ends, because that instance may have been killed.
    Leased { ends_in: Duration },
}

pub type JobOutcome = Result<NextRun, Box<dyn Error + Send + Sync>>;

/// One background job; `S` is the state that all jobs share.
pub struct Job<S: 'static> {
    pub name: &'static str,
    /// The interval between two runs, unless it is woken.
    pub every: Duration,
    pub wakeup: Option<fn(&S) -> &Wakeup>,
    /// Whether only one instance runs it at a time. This saves work; what must not happen twice is ensured by the database.
    pub exclusive: bool,
    pub work: fn(S) -> BoxFuture<'static, JobOutcome>,
}

impl<S: 'static> Job<S> {
    #[must_use]
    pub const fn woken_by(self, wakeup: fn(&S) -> &Wakeup) -> Self {
        Self { wakeup: Some(wakeup), ..self }
    }

    #[must_use]
    pub const fn on_every_instance(self) -> Self {
        Self { exclusive: false, ..self }
    }
}

/// Which lease an instance may take.
#[derive(Debug, Clone, Copy)]
enum Lease {
    /// A new one or an expired one.
    Any,
    /// Only one that another instance did not release.
    LeftBehind,
}

/// The holder of a job's lease.
enum LeaseHolder {
    ThisInstance,
    OtherInstance { ends_in: Duration },
    None,
}

/// Runs the jobs until the program stops.
#[derive(Clone)]
pub struct Runner {
    db: Db,
    clock: Clock,
    stop: CancellationToken,
    /// The name under which this instance holds leases.
    instance: String,
    metrics: Option<Metrics>,
    traces: Option<Traces>,
}

impl Runner {
    pub fn new(db: Db, clock: Clock, stop: CancellationToken) -> Self {
        let instance = Secret::random().expose()[..16].to_owned();
        Self { db, clock, stop, instance, metrics: None, traces: None }
    }

    /// Counts job runs.
    #[must_use]
    pub fn with_metrics(self, metrics: Metrics) -> Self {
        Self { metrics: Some(metrics), ..self }
    }

    /// Exports traces of job runs that changed something.
    #[must_use]
    pub fn with_traces(self, traces: Option<Traces>) -> Self {
        Self { traces, ..self }
    }

    /// Starts the jobs; the returned tracker waits for their end.
    pub fn start<S: Clone + Send + Sync>(&self, state: &S, jobs: &'static [Job<S>]) -> TaskTracker {
        let tracker = TaskTracker::new();
        for job in jobs {
            let (runner, state) = (self.clone(), state.clone());
            tracker.spawn(async move { runner.run_forever(job, &state).await });
        }
        tracker.close();
        tracker
    }

    /// Runs the job again and again until the program stops; a run that has begun is finished.
    async fn run_forever<S: Clone>(&self, job: &'static Job<S>, state: &S) {
        let (mut failures, mut lease) = (0, Lease::Any);
        while !self.stop.is_cancelled() {
            let begun = Instant::now();
            let outcome = self.run_with(lease, job, state).await;
            lease = Lease::Any;
            if let Some(metrics) = &self.metrics {
                metrics.job_ran(job.name, begun.elapsed(), outcome.is_ok().then(|| self.clock.now()));
            }
            let pause = match outcome {
                Ok(run_once) => {
                    failures = 0;
                    match run_once {
                        NextRun::Immediately => Duration::ZERO,
                        // An instance that finishes releases its lease, and the run is done; a killed one leaves it behind.
                        NextRun::Leased { ends_in } if ends_in < job.every => {
                            lease = Lease::LeftBehind;
                            ends_in
                        }
                        _ => job.every,
                    }
                }
                Err(error) => {
                    failures += 1;
                    tracing::warn!(job = job.name, %error, failures, "a job failed");
                    retry_delay(failures, job.every)
                }
            };
            tokio::select! {
                () = self.stop.cancelled() => {}
                // A wake-up does not shorten the delay after a failure.
                () = notified(job, state), if failures == 0 => lease = Lease::Any,
                () = sleep(pause) => {}
            }
        }
    }

    /// Runs the job once, unless another instance is running it, and stores what it deleted.
    pub async fn run_once<S: Clone>(&self, job: &Job<S>, state: &S) -> JobOutcome {
        self.run_with(Lease::Any, job, state).await
    }

    async fn run_with<S: Clone>(&self, lease: Lease, job: &Job<S>, state: &S) -> JobOutcome {
        match self.work(job, state, lease).await? {
            NextRun::Deleted { rows, is_all } => {
                job_results::note(&self.db, job.name, self.clock.now_millis(), rows, None).await?;
                Ok(if is_all { NextRun::Scheduled } else { NextRun::Immediately })
            }
            run_once => Ok(run_once),
        }
    }

    async fn work<S: Clone>(&self, job: &Job<S>, state: &S, lease: Lease) -> JobOutcome {
        let work = self.traced(job, state);
        if !job.exclusive || !self.db.is_multi_instance() {
            return work.await;
        }
        match self.acquire_lease(job.name, lease).await? {
            LeaseHolder::ThisInstance => {}
            LeaseHolder::OtherInstance { ends_in } => return Ok(NextRun::Leased { ends_in }),
            LeaseHolder::None => return Ok(NextRun::Scheduled),
        }
        let (mut work, mut missed) = (pin!(work), 0);
        let outcome = loop {
            tokio::select! {
                outcome = &mut work => break outcome,
                () = sleep(LEASE_DURATION / 3) => match self.acquire_lease(job.name, Lease::Any).await {
                    Ok(LeaseHolder::ThisInstance) => missed = 0,
                    Ok(_) => return Err("another instance took the job over".into()),
                    // One more attempt before the lease ends.
                    Err(error) if missed == 0 => {
                        missed += 1;
                        tracing::warn!(job = job.name, %error, "a lease was not renewed");
                    }
                    Err(error) => return Err(error.into()),
                },
            }
        };
        // A lease that could not be released expires.
        let _ = self.release_lease(job.name).await;
        outcome
    }

    /// The job's work; a trace is exported if it changed something or failed.
    async fn traced<S: Clone>(&self, job: &Job<S>, state: &S) -> JobOutcome {
        let work = catch_panic((job.work)(state.clone()));
        let Some(traces) = &self.traces else { return work.await? };
        let begun = Instant::now();
        query_log::scope(begun, async {
            let outcome = work.await.unwrap_or_else(|panicked| Err(panicked.into()));
            let noted = query_log::recorded();
            // Deleting files runs no statement.
            let has_deleted = matches!(outcome, Ok(NextRun::Deleted { rows: 1.., .. }));
            if outcome.is_err() || has_deleted || noted.as_ref().is_some_and(QueryLog::has_changed) {
                traces.record_job(job.name, begun.elapsed(), outcome.is_err(), noted.as_ref());
            }
            outcome
        })
        .await
    }

    /// Acquires or renews a lease if it is free. One that lasts longer than two lease durations was written by a wrong clock.
    async fn acquire_lease(&self, job: &'static str, lease: Lease) -> db::Result<LeaseHolder> {
        let (instance, now) = (self.instance.clone(), self.clock.now_millis());
        let length = i64::try_from(LEASE_DURATION.as_millis()).unwrap_or(i64::MAX);
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

    async fn release_lease(&self, job: &'static str) -> db::Result<()> {
        let instance = self.instance.clone();
        let sql = "DELETE FROM job_leases WHERE job = $1 AND instance = $2";
        self.db.write_one(async move |tx| tx.execute(sql, &[&job, &instance]).await.map(drop)).await
    }
}

async fn notified<S>(job: &Job<S>, state: &S) {
    match job.wakeup {
        Some(wakeup) => wakeup(state).notified().await,
        None => std::future::pending().await,
    }
}

/// Exponential backoff, up to the job's interval but at least a minute.
fn retry_delay(failures: u32, every: Duration) -> Duration {
    let doubled = MIN_RETRY_DELAY.saturating_mul(2_u32.saturating_pow(failures - 1));
    doubled.min(every.max(Duration::from_mins(1)))
}

#[derive(Debug, thiserror::Error)]
#[error("panicked")]
pub struct Panicked;

/// Turns a panic of `work` into an error; the panic message is on standard error.
pub async fn catch_panic<T>(work: impl Future<Output = T>) -> Result<T, Panicked> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|_| Panicked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_notifications_wake_the_job_once() {
        let wakeup = Wakeup::default();
        assert!(!wakeup.take());
        wakeup.notify();
        wakeup.notify();
        assert_eq!((wakeup.take(), wakeup.take()), (true, false));
    }

    #[test]
    fn the_waits_of_a_failing_job_double_up_to_its_own_pace() {
        let millis = |failures, every| retry_delay(failures, Duration::from_secs(every)).as_millis();
        assert_eq!([1, 2, 5, 11, 99].map(|failures| millis(failures, 5)), [100, 200, 1600, 60_000, 60_000]);
        assert_eq!([11, 99].map(|failures| millis(failures, 86_400)), [102_400, 86_400_000]);
    }
}
