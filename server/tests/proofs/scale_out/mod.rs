//! Three instances on PostgreSQL behind a load balancer, as large installations run it. While 2,000 people book, every instance is stopped
//! and started again, or replaced by a newer version. No request is refused, nothing is done twice, every message is queued once.

mod crowd;
mod front;

use std::path::Path;
use std::time::{Duration, Instant};

use doccare::platform::db::Db;
use tempfile::TempDir;

use self::crowd::Crowd;
use self::front::{FRONTS, Front};
use super::histories::Ending;
use super::program::STORMED;
use super::report;
use super::upgrades::older::build_older;
use crate::harness::cluster::{Cluster, free_port};
use crate::harness::{http_client, until};
use crate::process::{self, Server};

const PEOPLE: usize = 2_000;
const DOCTORS: &str = "150";
/// How long an instance serves on after SIGTERM: more than `HAProxy` needs to notice it.
const DRAIN: &str = "5";

#[ignore = "needs HAProxy, nginx, Patroni and etcd: `make field`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_under_load_refuses_no_request() {
    let mut page = HEAD.to_owned();
    for front in FRONTS {
        page += &roll(front, "restart", &process::itself(), &process::itself()).await;
    }
    report::write("scale-restart", &page);
}

#[ignore = "builds an older version of the program: `make soak`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_rolling_upgrade() {
    let (older, its_last) = build_older();
    let mut page = HEAD.to_owned();
    for front in FRONTS {
        page += &roll(front, &format!("upgrade from {its_last}"), &older, &process::itself()).await;
    }
    report::write("scale-upgrade", &page);
}

const HEAD: &str = "| in front | what | bookings | cancellations | refused or failed | doubled | messages not exactly once | most under way at once | streams that came back | took | slowest answer |\n\
                    |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";

/// An instance at a fixed port.
struct Instance {
    folder: TempDir,
    port: u16,
    server: Option<Server>,
}

impl Instance {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), port: free_port(), server: None }
    }

    /// Waits until it is ready.
    async fn start(&mut self, version: &Path, database: &str) {
        let listen = format!("127.0.0.1:{}", self.port);
        let settings = [("DOCCARE_DATABASE_URL", database), ("DOCCARE_DRAIN", DRAIN), ("DOCCARE_LISTEN", &listen)];
        // The limits are those of a real installation: each client has a separate address.
        let settings = STORMED
            .into_iter()
            .chain(settings)
            .chain([("DOCCARE_RATE_LIMITS", "on"), ("DOCCARE_LOAD_SHEDDING", "off")]);
        let mut command = process::program(version, self.folder.path(), &["serve"]);
        command.envs(settings.collect::<Vec<_>>());
        self.server = Some(tokio::task::spawn_blocking(move || Server::spawn(&mut command)).await.unwrap());
        let ready = format!("http://{listen}/readyz");
        until("it is ready", async || match http_client().get(&ready).send().await {
            Ok(answer) if answer.status() == 200 => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
    }

    async fn stop(&mut self) {
        let server = self.server.take().unwrap();
        server.terminate();
        let (ended_well, log) = tokio::task::spawn_blocking(move || server.ended()).await.unwrap();
        assert!(ended_well, "{log}");
    }
}

/// The figures as a row of a table.
async fn roll(front: &str, what: &str, before: &Path, after: &Path) -> String {
    let cluster = Cluster::start().await;
    let database = cluster.url();
    let mut instances = [Instance::new(), Instance::new(), Instance::new()];
    let people = (PEOPLE + 1).to_string();
    let fill = ["demo", "--doctors", DOCTORS, "--users", &people, "--bookings", "0", "--donors", "0"];
    let settings: Vec<_> = STORMED.into_iter().chain([("DOCCARE_DATABASE_URL", database.as_str())]).collect();
    let filled = process::program(before, instances[0].folder.path(), &fill).envs(settings).output().unwrap();
    assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stderr));
    let db = Db::open(&database.parse().unwrap()).unwrap();
    let demo = Ending::read(&db).await.unwrap().bookings.len();
    for instance in &mut instances {
        instance.start(before, &database).await;
    }
    let ports = [instances[0].port, instances[1].port, instances[2].port];
    let proxy = Front::start(front, ports).await;
    let crowd = Crowd::gather(&proxy.url, PEOPLE).await;
    crowd.assert_one_limit_for_all_instances().await;
    let (begun, booking) = (Instant::now(), crowd.book());
    crowd.until_booked(PEOPLE / 10).await;
    for instance in &mut instances {
        instance.stop().await;
        instance.start(after, &database).await;
        // The load balancer checks every second whether it is back.
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    crowd.until_booked(PEOPLE).await;
    let took = begun.elapsed();
    let done = booking.end().await;
    assert!(done.failures.is_empty(), "{} failed: {:.4000}", done.failures.len(), done.failures.join("\n"));
    crowd.assert_news_still_come().await;
    for instance in &mut instances {
        instance.stop().await;
    }
    let ending = Ending::read(&db).await.unwrap();
    assert_eq!(ending.disagreements(), Vec::<String>::new(), "sums and messages");
    assert_eq!(ending.bookings.len(), demo + done.bookings + 1, "every booking that was told of, and no other");
    let (bookings, cancelled, most, back) = (done.bookings, done.cancellations, done.most_under_way, done.streams_back);
    let (took, slowest) = (took.as_secs_f32(), done.slowest.as_secs_f32());
    format!(
        "| {front} | {what} | {bookings} | {cancelled} | 0 | 0 | 0 | {most} | {back} | {took:.0} s | {slowest:.2} s |\n"
    )
}
