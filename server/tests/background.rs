//! Background jobs: notifications, failures, panics, leases of other instances, shutdown; and the server's graceful shutdown.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use doccare::app::App;
use doccare::directory::{DayTime, Schedule};
use doccare::identity::passwords::Cost;
use doccare::platform::background::{Job, JobOutcome, NextRun, Runner, Wakeup};
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::lang::Lang;
use doccare::platform::mail::{Letter, Mail};
use doccare::platform::metrics::Page;
use doccare::platform::outbox;
use doccare::platform::{clock_guard, db};
use doccare::{jobs, server};
use jiff::SignedDuration;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::harness::{self, NOW, TestServer, on_both_engines, with_server};

const HOUR: Duration = Duration::from_hours(1);

/// The state of the jobs in these tests.
#[derive(Clone)]
struct State {
    wakeup: Wakeup,
    turns: Arc<AtomicUsize>,
    told: mpsc::UnboundedSender<usize>,
}

async fn with_runner<F: AsyncFn(Runner, State, mpsc::UnboundedReceiver<usize>, CancellationToken)>(test: F) {
    on_both_engines(async |url| {
        let db = db::Db::open(&url).unwrap();
        let stop = CancellationToken::new();
        let (told, hears) = mpsc::unbounded_channel();
        let state = State { wakeup: Wakeup::default(), turns: Arc::default(), told };
        let runner = Runner::new(db, Clock::set_to(NOW.parse().unwrap()), stop.clone());
        test(runner, state, hears, stop).await;
    })
    .await;
}

/// Fails, then panics, then has more to do, then is done.
fn have_a_bad_day(state: &State) -> JobOutcome {
    let turn = state.turns.fetch_add(1, Ordering::SeqCst);
    state.told.send(turn).unwrap();
    match turn {
        0 => Err("no".into()),
        1 => panic!("worse"),
        2 => Ok(NextRun::Immediately),
        _ => Ok(NextRun::Scheduled),
    }
}

const BAD_DAY: &[Job<State>] = &[Job {
    name: "bad day",
    every: HOUR,
    wakeup: Some(|state| &state.wakeup),
    exclusive: false,
    work: |state| Box::pin(async move { have_a_bad_day(&state) }),
}];

#[tokio::test]
async fn a_job_goes_on_after_a_failure_and_a_panic_and_comes_when_it_is_rung() {
    with_runner(async |runner, state, mut hears, stop| {
        let running = runner.start(&state, BAD_DAY);
        for turn in 0..4 {
            assert_eq!(hears.recv().await, Some(turn));
        }
        state.wakeup.notify();
        assert_eq!(hears.recv().await, Some(4));
        stop.cancel();
        running.wait().await;
    })
    .await;
}

/// A job that runs on one instance only, and blocks until the test lets it finish.
#[derive(Clone)]
struct Shared {
    begun: mpsc::UnboundedSender<()>,
    finish: CancellationToken,
}

const SHARED: Job<Shared> = Job {
    name: "shared",
    every: HOUR,
    wakeup: None,
    exclusive: true,
    work: |shared| {
        Box::pin(async move {
            shared.begun.send(())?;
            shared.finish.cancelled().await;
            Ok(NextRun::Immediately)
        })
    },
};

#[tokio::test]
async fn a_job_is_done_by_one_instance_and_taken_over_when_that_one_dies() {
    with_server(async |server| {
        if !server.app.db.is_multi_instance() {
            return;
        }
        let runner = || Runner::new(server.app.db.clone(), server.clock.clone(), server.app.stop.clone());
        let (here, there) = (runner(), runner());
        let (begun, mut hears) = mpsc::unbounded_channel();
        let shared = Shared { begun, finish: CancellationToken::new() };
        let (doomed, state) = (here.clone(), shared.clone());
        let doomed = tokio::spawn(async move { doomed.run_once(&SHARED, &state).await });
        hears.recv().await.unwrap();
        let is_leased =
            |turn: NextRun| matches!(turn, NextRun::Leased { ends_in } if ends_in <= Duration::from_mins(1));
        assert!(is_leased(there.run_once(&SHARED, &shared).await.unwrap()), "the other is at it");
        doomed.abort();
        let _ = doomed.await;
        shared.finish.cancel();
        assert!(is_leased(there.run_once(&SHARED, &shared).await.unwrap()), "it may live still");
        server.clock.advance(SignedDuration::from_mins(1));
        assert_eq!(there.run_once(&SHARED, &shared).await.unwrap(), NextRun::Immediately);
        assert_eq!(here.run_once(&SHARED, &shared).await.unwrap(), NextRun::Immediately, "who is done lets go");
    })
    .await;
}

fn mail(number: usize) -> Mail {
    let letter = Letter {
        lang: Lang::En,
        title: "News".into(),
        paragraphs: Vec::new(),
        facts: Vec::new(),
        action: None,
        links: Vec::new(),
        footer: String::new(),
    };
    letter.into_mail(format!("asha{number}@example.org"), "News")
}

async fn count(app: &App, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let found: db::Result<Option<i64>> = app.db.read(async |tx| tx.find(&sql, &[], |row| row.get(0)).await).await;
    found.unwrap().unwrap()
}

#[tokio::test]
async fn jobs_run_when_notified_and_end_on_shutdown() {
    on_both_engines(async |url| {
        let data = TempDir::new().unwrap();
        let clock = Clock::set_to(NOW.parse().unwrap());
        let app = App::build(harness::config(url, data.path()), clock.clone(), Cost::Low).await.unwrap();
        let running = Runner::new(app.db.clone(), clock, app.stop.clone()).start(&app, jobs::ALL);
        let now = app.clock.now();
        let written: db::Result<()> = app
            .db
            .write(async move |tx| {
                for number in 0..25 {
                    outbox::enqueue(tx, &mail(number), now).await?;
                }
                Ok(())
            })
            .await;
        written.unwrap();
        app.wake_outbox();
        while count(&app, "mail_queue").await > 0 {
            tokio::task::yield_now().await;
        }
        app.stop.cancel();
        running.wait().await;
        app.db.close().await;
    })
    .await;
}

/// One run of a job of the product.
async fn step(server: &TestServer, name: &str) {
    let runner = Runner::new(server.app.db.clone(), server.clock.clone(), server.app.stop.clone());
    let job = jobs::ALL.iter().find(|job| job.name == name).unwrap();
    clock_guard::trust(&server.app.db, server.clock.now()).await.unwrap();
    assert_eq!(runner.run_once(job, &server.app).await.unwrap(), NextRun::Scheduled);
}

#[tokio::test]
async fn expired_sessions_and_links_are_deleted() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let forgot = json!({"role": "user", "email": patient.email});
        assert_eq!(server.post("/user/api/password/forgot", forgot).await.status, 200);
        let left = async || {
            step(&server, "ended logins").await;
            (count(&server.app, "sessions").await, count(&server.app, "password_resets").await)
        };
        assert_eq!(left().await, (1, 1));
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(left().await, (1, 0));
        server.clock.advance(SignedDuration::from_hours(30 * 24));
        assert_eq!(left().await, (0, 0), "nobody signed in again");
    })
    .await;
}

#[tokio::test]
async fn a_request_that_never_ends_does_not_keep_the_server_from_stopping() {
    on_both_engines(async |url| {
        let data = TempDir::new().unwrap();
        let app = App::build(harness::config(url, data.path()), Clock::System, Cost::Low).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        let serving = tokio::spawn(server::serve(app, listener, stopped, Duration::from_millis(100)));
        let mut sender = TcpStream::connect(address).await.unwrap();
        let head = "POST /user/api/contact HTTP/1.1\r\nHost: care.example\r\nExpect: 100-continue\r\n\
                    Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
        sender.write_all(head.as_bytes()).await.unwrap();
        // The server asks for the body (`100 Continue`), which never comes.
        assert_eq!(sender.read_u8().await.unwrap(), b'H');
        drop(stop);
        serving.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn on_shutdown_it_reports_not_ready_and_serves_on_for_a_while() {
    on_both_engines(async |url| {
        let data = TempDir::new().unwrap();
        let config = Config { drain: Duration::from_mins(1), ..harness::config(url, data.path()) };
        let app = App::build(config, Clock::System, Cost::Low).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let ask = async |path: &str| {
            let answer = harness::http_client().get(format!("http://{address}{path}")).send().await;
            answer.unwrap().status().as_u16()
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async { drop(stopped.await) };
        let serving = tokio::spawn(server::serve(app, listener, stopped, Duration::ZERO));
        assert_eq!((ask("/readyz").await, ask("/healthz").await), (200, 200));
        drop(stop);
        harness::until("it is not ready any more", async || match ask("/readyz").await {
            503 => Ok(()),
            other => Err(other),
        })
        .await;
        assert_eq!((ask("/healthz").await, ask("/user/api/finddoctors").await), (200, 200));
        serving.abort();
    })
    .await;
}

/// A daily job of one instance at a time; it reports its start.
const DAILY: &[Job<State>] = &[Job {
    name: "once a day",
    every: Duration::from_hours(24),
    wakeup: None,
    exclusive: true,
    work: |state| Box::pin(async move { Ok(state.told.send(0).map(|()| NextRun::Scheduled)?) }),
}];

/// A lease that an instance took and did not release, which expires after so many milliseconds.
async fn lease(server: &TestServer, job: &str, millis: i64) {
    let until = server.clock.now_millis() + millis;
    server.execute(&format!("INSERT INTO job_leases (job, instance, until) VALUES ('{job}', 'killed', {until})")).await;
}

/// Starts the daily job while another instance has its lease, and returns once this instance has seen that.
async fn start_leased(server: &TestServer) -> (TaskTracker, mpsc::UnboundedReceiver<usize>) {
    lease(server, "once a day", 300).await;
    let ((told, hears), metrics) = (mpsc::unbounded_channel(), server.app.metrics.clone());
    let state = State { wakeup: Wakeup::default(), turns: Arc::default(), told };
    let runner = Runner::new(server.app.db.clone(), server.clock.clone(), server.app.stop.clone());
    let running = runner.with_metrics(metrics.clone()).start(&state, DAILY);
    let has_turned = || {
        let mut page = Page::default();
        metrics.write_to(&mut page);
        page.write().unwrap().contains("job_name=\"once a day\"")
    };
    while !has_turned() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    (running, hears)
}

#[tokio::test]
async fn a_job_whose_instance_was_killed_is_done_when_the_lease_ends_not_a_day_later() {
    with_server(async |server| {
        if !server.app.db.is_multi_instance() {
            return;
        }
        let (running, mut hears) = start_leased(&server).await;
        // The lease expires by the test's clock.
        let clock = server.clock.clone();
        let passes = tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_millis(100)).await;
                clock.advance(SignedDuration::from_millis(100));
            }
        });
        let begun = tokio::time::timeout(Duration::from_secs(15), hears.recv()).await;
        passes.abort();
        server.app.stop.cancel();
        running.wait().await;
        assert_eq!(begun, Ok(Some(0)), "it would have been a day");
    })
    .await;
}

#[tokio::test]
async fn a_job_that_another_instance_has_done_meanwhile_is_not_done_again() {
    with_server(async |server| {
        if !server.app.db.is_multi_instance() {
            return;
        }
        let (running, mut hears) = start_leased(&server).await;
        // The other instance is done and releases the lease.
        server.execute("DELETE FROM job_leases").await;
        server.clock.advance(SignedDuration::from_secs(1));
        let begun = tokio::time::timeout(Duration::from_secs(2), hears.recv()).await;
        server.app.stop.cancel();
        running.wait().await;
        assert!(begun.is_err(), "once a day, by one instance");
    })
    .await;
}

#[tokio::test]
async fn an_item_that_fails_in_one_job_is_not_delayed_in_another() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let time = |text| DayTime::parse(text).map_err(|_| ()).unwrap();
        let hours = Schedule::daily(time("10:00"), time("19:00"));
        let doctor = server.doctor_with(1, |doctor| doctor.schedule = hours).await;
        let broken = server.booked(&patient, &doctor, "2026-11-16", "10:00").await;
        let unanswered = server.booked(&patient, &doctor, "2026-11-15", "18:00").await;
        // The evening digest cannot decode this doctor's requests; the one that ended is not among them.
        server.execute(&format!("UPDATE appointments SET starts_at = 9000000000000000 WHERE id = '{broken}'")).await;
        server.clock.advance(SignedDuration::from_mins(10 * 60 + 30));
        harness::do_job(&server.app, "digests").await;
        assert_eq!(server.app.backoff.count(), 1, "the doctor's digest waits");
        harness::do_job(&server.app, "unanswered").await;
        let sql = format!("SELECT count(*) FROM appointments WHERE id = '{unanswered}' AND status = 'Rejected'");
        let ended = server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap();
        assert_eq!(ended, 1, "the request of the same doctor ends all the same");
    })
    .await;
}
