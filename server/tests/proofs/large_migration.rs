//! Migrations that change every row of a million appointments, under load.

use std::time::{Duration, Instant};

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::migrations::STEPS;
use doccare::platform::clock::Clock;
use doccare::platform::db::migrate::{self, Step};
use doccare::platform::db::{self, Db};
use doccare_demo as demo;
use tempfile::TempDir;

use super::bookers::{Bookers, lost};
use super::sums;
use crate::harness::{ENGINES, KEY, config, database_url};
use crate::process::Server;

const APPOINTMENTS: usize = 1_000_000;
const CALLERS: usize = 8;
/// Bookings before the migrations begin and after they end.
const SOME: usize = 100;
/// A migration that held a lock all the time would block bookings for half a minute.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// A new column, an index by which its batches find the rows that still need it, the batches, and an index for later queries.
const LATER: [Step; 4] = [
    Step { name: "9001_room", sql: "ALTER TABLE appointments ADD COLUMN room BIGINT;" },
    Step {
        name: "9002_room_missing",
        sql: "-- {concurrently}\nCREATE INDEX CONCURRENTLY appointments_room_missing ON appointments (id) WHERE room IS NULL;",
    },
    Step {
        name: "9003_room_filled",
        sql: "-- {batches}
UPDATE appointments SET room = 1
WHERE id IN (SELECT id FROM appointments WHERE room IS NULL ORDER BY id LIMIT 2000);",
    },
    Step {
        name: "9004_room_index",
        sql: "-- {concurrently}\nCREATE INDEX CONCURRENTLY appointments_room ON appointments (room, id);",
    },
];

fn with_later() -> &'static [Step] {
    STEPS.iter().chain(&LATER).map(|step| Step { name: step.name, sql: step.sql }).collect::<Vec<_>>().leak()
}

async fn fill(data: &TempDir, url: &str) {
    let begun = Instant::now();
    let app = App::build(config(url.parse().unwrap(), data.path()), Clock::System, Cost::Low).await.unwrap();
    let size = demo::Size { doctors: 1000, users: 20_000, bookings: APPOINTMENTS, donors: 0 };
    demo::fill(&app, size, false).await.unwrap();
    app.db.close().await;
    println!("{APPOINTMENTS} appointments are there after {:?}", begun.elapsed());
}

/// Every step is recorded, and every appointment of before has its value. Those that are booked after the last batch have none.
async fn assert_complete(db: &Db) {
    assert!(migrate::is_done(db, with_later()).await.unwrap());
    let filled: db::Result<i64> =
        db.read(async |tx| tx.count("SELECT count(*) FROM appointments WHERE room IS NOT NULL", &[]).await).await;
    assert!(filled.unwrap() >= i64::try_from(APPOINTMENTS).unwrap());
}

/// On PostgreSQL people book while another instance runs the migrations. On SQLite the single program serves after them, so they are only
/// timed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "some five minutes on an idle machine: `make field`"]
async fn a_million_appointments_change_while_people_book() {
    for engine in ENGINES {
        let data = TempDir::new().unwrap();
        let url = database_url(engine, data.path()).await;
        fill(&data, &url).await;
        let db = Db::open(&url.parse().unwrap()).unwrap();
        if engine == "SQLite" {
            let begun = Instant::now();
            migrate::run(&db, with_later()).await.unwrap();
            println!("{engine}: the steps took {:?}", begun.elapsed());
            assert_complete(&db).await;
            continue;
        }
        let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", KEY), ("DOCCARE_RATE_LIMITS", "off")];
        let server = Server::start(data.path(), &settings);
        let mut bookers = Bookers::default();
        bookers.come(&server.url, CALLERS, 0);
        bookers.until_booked(SOME).await;
        let ((), usual) = bookers.longest_pause_during(tokio::time::sleep(Duration::from_secs(20))).await;
        let (begun, before) = (Instant::now(), bookers.known());
        let (migrated, pause) = bookers.longest_pause_during(Box::pin(migrate::run(&db, with_later()))).await;
        migrated.unwrap();
        println!(
            "{engine}: the steps took {:?}, {} bookings meanwhile, the longest pause between two {pause:?}, without the steps {usual:?}",
            begun.elapsed(),
            bookers.known() - before,
        );
        bookers.until_booked(SOME).await;
        drop(server);
        bookers.until_ended().await;
        assert_complete(&db).await;
        assert_eq!((lost(&bookers.acknowledged(), &db).await, sums::read(&db).await), (vec![], vec![]));
        assert!(pause < LONGEST_PAUSE, "{pause:?}");
    }
}
