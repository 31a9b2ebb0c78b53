//! PostgreSQL fails under concurrent load: its connections are killed, it crashes, or another server takes over. Everything acknowledged
//! stays, and the instances recover without a restart.

use std::sync::Arc;
use std::time::{Duration, Instant};

use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::db::{DatabaseUrl, Db};
use serde_json::json;
use tempfile::TempDir;

use super::histories::Ending;
use super::histories::storm::Storm;
use super::program::STORMED;
use super::report;
use crate::harness::cluster::Cluster;
use crate::harness::people::PASSWORD;
use crate::harness::postgres::{self, Server};
use crate::harness::{Answer, TestServer, http_client, until};
use crate::process;

const DOCTORS: usize = 3;
const CALLERS: usize = 8;
const INSTANCES: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_are_killed_lose_nothing() {
    let url = postgres::fresh_database_url().await;
    let (name, server) = (url.rsplit('/').next().unwrap(), postgres::url_of("postgres"));
    let kill = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    prove(&url, 4, async || {
        for _ in 0..5 {
            postgres::run(&server, &kill).await;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_crashes_loses_nothing() {
    let mut server = Server::start();
    postgres::run(&server.url_of("postgres"), "CREATE DATABASE care").await;
    let url = server.url_of("care");
    let server = std::cell::RefCell::new(&mut server);
    prove(&url, 3, async || tokio::task::block_in_place(|| server.borrow_mut().crash())).await;
}

/// Load with a fault in the middle of each run, at instances that are not restarted.
async fn prove(url: &str, rounds: usize, fault: impl AsyncFn()) {
    let database: DatabaseUrl = url.parse().unwrap();
    let mut servers = Vec::with_capacity(INSTANCES);
    for _ in 0..INSTANCES {
        servers.push(TestServer::start(database.clone()).await);
    }
    let storm = Arc::new(Storm::gather(&servers[0], DOCTORS).await);
    storm.ask_at(servers.iter().map(|server| server.url.clone()).collect());
    let mut callers = storm.callers(CALLERS).await;
    for _ in 0..rounds {
        callers = storm.blow_through(callers, 60, fault(), 60).await;
    }
    assert_nothing_lost(&storm, &servers[0].app.db).await;
}

async fn assert_nothing_lost(storm: &Storm, db: &Db) {
    let violations = storm.violations(&Ending::read(db).await.unwrap());
    assert!(violations.is_empty(), "{} violations: {:.20000}", violations.len(), violations.join("\n"));
}

/// The time limit of the recovery after the other server has taken over.
const SOON: Duration = Duration::from_secs(10);
/// No request takes longer, whatever happens.
const NO_HANG: Duration = Duration::from_secs(20);
const FAILOVERS: usize = 3;

#[ignore = "needs Patroni, etcd and HAProxy: `make field`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_loses_nothing_and_the_instances_follow_by_themselves() {
    let mut cluster = Cluster::start().await;
    let database: DatabaseUrl = cluster.url().parse().unwrap();
    let server = TestServer::start_by(Clock::System, Cost::Low, database.clone(), |_| {}).await;
    let storm = Arc::new(Storm::gather(&server, DOCTORS).await);
    drop(server);
    // Two instances connect by HAProxy, one finds the primary itself.
    let folders = [(); INSTANCES].map(|()| TempDir::new().unwrap());
    let urls = [cluster.url(), cluster.url(), cluster.url_of_both()];
    let instances: Vec<process::Server> = folders.iter().zip(&urls).map(|(folder, url)| serve(folder, url)).collect();
    storm.ask_at(instances.iter().map(|instance| instance.url.clone()).collect());
    let mut callers = storm.callers(CALLERS).await;
    let mut rows = Vec::with_capacity(FAILOVERS);
    for number in 1..=FAILOVERS {
        let (mut killed, mut promoted_after, mut slowest) = (0, Duration::ZERO, Duration::ZERO);
        let fault = async {
            killed = cluster.kill_primary().await;
            let begun = Instant::now();
            cluster.until_promoted(killed).await;
            storm.nothing_is_under_way();
            promoted_after = begun.elapsed();
            let back = instances.iter().map(|instance| until_back(&instance.url));
            slowest = futures::future::join_all(back).await.into_iter().max().unwrap_or_default();
        };
        callers = storm.blow_through(callers, 300, fault, 300).await;
        assert!(slowest < SOON, "an instance came back after {slowest:?}");
        let (promoted, back) = (promoted_after.as_secs_f32(), slowest.as_secs_f32());
        rows.push(format!("| {number} | {promoted:.1} s | {back:.1} s |\n"));
        cluster.start_node(killed);
        cluster.until_synchronous().await;
    }
    let db = Db::open(&database).unwrap();
    assert_nothing_lost(&storm, &db).await;
    let (calls, done, later, unknown) = (storm.calls(), storm.done(), storm.told_later(), storm.unknown());
    assert!(later > 0, "nobody heard 503 with Retry-After");
    assert!(storm.slowest() < NO_HANG, "somebody waited for {:?}", storm.slowest());
    let slowest = storm.slowest().as_secs_f32();
    let summary = format!(
        "{calls} calls, {done} done, {later} told to come again, {unknown} with an unknown outcome, 0 violations; nobody waited longer than {slowest:.1} s for an answer.\n"
    );
    let head = "| failover | promoted after | all instances back after the promotion |\n|--:|--:|--:|\n";
    report::write("failover", &format!("{summary}\n{head}{}", rows.concat()));
}

fn serve(folder: &TempDir, url: &str) -> process::Server {
    let settings: Vec<_> = STORMED.into_iter().chain([("DOCCARE_DATABASE_URL", url)]).collect();
    process::Server::start(folder.path(), &settings)
}

/// The time until a login works, which reads and writes.
async fn until_back(url: &str) -> Duration {
    let (begun, client) = (Instant::now(), http_client());
    let (login, form) =
        (format!("{url}/user/api/login"), json!({"email": "patient0@example.org", "password": PASSWORD}));
    until("somebody can sign in", async || match Answer::heard(client.post(&login).json(&form)).await {
        Ok(answer) if answer.status == 200 => Ok(()),
        other => Err(other),
    })
    .await;
    begun.elapsed()
}
