//! A connection to PostgreSQL that breaks, stalls, or is open at one end only.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use doccare::platform::db::migrate::{self, Step};
use doccare::platform::db::{Db, Error, Limits, Result};
use futures::future::join_all;
use futures::join;

use super::count;
use crate::harness::line::{Line, Weather};
use crate::harness::{Answer, TestServer, until};
use crate::proofs::report;

const SCHEMA: &[Step] = &[Step { name: "0001_notes", sql: "CREATE TABLE notes (id BIGINT PRIMARY KEY);" }];

/// A database with this timeout; a busy machine may need most of it to answer.
async fn open(line: &Line, timeout: Duration) -> Db {
    let limits = Limits { connections: 4, acquire_timeout: timeout, statement: timeout, ..Limits::default() };
    migrate::run(&Db::open(&line.database).unwrap(), SCHEMA).await.unwrap();
    Db::open_with(&line.database, &limits).unwrap()
}

async fn read(db: &Db) -> Result<i64> {
    db.read(async |tx| tx.count("SELECT count(*) FROM notes", &[]).await).await
}

/// Waits until so many can read at once: each has a connection then.
async fn until_read(db: &Db, units: usize) {
    until("everybody reads", async || {
        join_all((0..units).map(|_| read(db))).await.into_iter().collect::<Result<Vec<_>>>()
    })
    .await;
}

/// Adds a note; the connection stalls before the commit.
async fn insert_into_silence(db: &Db, line: &Arc<Line>) -> Result<()> {
    let silent = line.clone();
    db.write(async move |tx| {
        tx.execute("INSERT INTO notes (id) VALUES (1)", &[]).await?;
        silent.turn(Weather::Silent);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_stalled_connection_times_out_with_the_right_outcome() {
    let line = Arc::new(Line::lay().await);
    let db = open(&line, Duration::from_secs(2)).await;
    until("it may be committed", async || match insert_into_silence(&db, &line).await {
        Err(Error::Unknown(_)) => Ok(()),
        // The machine was busy before the connection stalled.
        Err(Error::Busy) if line.is_fair() => Err(Error::Busy),
        other => panic!("{other:?}"),
    })
    .await;
    line.turn(Weather::Fair);
    // As many as there are transactions below.
    until_read(&db, 3).await;
    line.turn(Weather::Silent);
    let (reading, one, unit) = join!(
        read(&db),
        db.write_one(async |tx| tx.execute("INSERT INTO notes (id) VALUES (2)", &[]).await),
        db.write(async |tx| tx.execute("INSERT INTO notes (id) VALUES (3)", &[]).await),
    );
    assert!(matches!(reading, Err(Error::Busy)), "{reading:?}");
    assert!(matches!(one, Err(Error::Unknown(_))), "it may be there: {one:?}");
    assert!(matches!(unit, Err(Error::Busy)), "it was not committed: {unit:?}");
    line.turn(Weather::Fair);
    let insert = "INSERT INTO notes (id) VALUES (4) ON CONFLICT DO NOTHING";
    until("it goes on", async || db.write(async |tx| tx.execute(insert, &[]).await).await).await;
    let there = until("it is read", async || {
        let there: Result<Vec<i64>> =
            db.read(async |tx| tx.query("SELECT id FROM notes ORDER BY id", &[], |row| row.get(0)).await).await;
        there
    })
    .await;
    assert!(there.contains(&4) && !there.contains(&3), "{there:?}");
}

#[tokio::test]
async fn after_a_timeout_no_older_connection_is_used() {
    let line = Line::lay().await;
    let db = open(&line, Duration::from_secs(5)).await;
    until_read(&db, 4).await;
    line.turn(Weather::HalfOpen);
    // Every connection has got the new weather when one more that comes is not answered.
    let late =
        Db::open_with(&line.database, &Limits { acquire_timeout: Duration::from_millis(200), ..Limits::default() })
            .unwrap();
    assert!(matches!(read(&late).await, Err(Error::Busy)));
    line.turn(Weather::Fair);
    assert!(matches!(read(&db).await, Err(Error::Busy)), "the first finds out");
    let trips = db.counts();
    for _ in 0..8 {
        read(&db).await.expect("the others need not: none of the old lines is used");
    }
    assert!(db.counts().since(trips).trips >= 8);
}

#[tokio::test]
async fn while_the_connection_is_broken_requests_get_503() {
    let line = Line::lay().await;
    let server = TestServer::start(line.database.clone()).await;
    let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
    line.turn(Weather::Broken);
    let own = format!("/user/api/previous/booking/{}", patient.id);
    for (method, path) in [("GET", "/user/api/finddoctors"), ("GET", &own), ("POST", "/user/api/logout")] {
        let request = server.request(method, path).header("accept-language", "ml").bearer_auth(&patient.token);
        let answer = Answer::read(request).await;
        answer.assert_problem(503, "busy");
        assert_eq!((answer.header("retry-after"), answer.header("content-language")), ("1", "ml"), "{path}");
    }
    let refused = server.book(&patient, &doctor, "2026-11-16", "10:00").await;
    refused.assert_problem(503, "busy");
    assert_eq!((server.get("/readyz").await.status, server.get("/healthz").await.status), (503, 200));
    assert_eq!(server.get("/").await.status, 200, "pages need no database");
    line.turn(Weather::Fair);
    // One more transaction may fail until a reset connection is detected.
    until("it goes on", async || {
        let answer = server.book(&patient, &doctor, "2026-11-16", "10:00").await;
        if answer.status == 200 { Ok(()) } else { Err(answer) }
    })
    .await;
    assert_eq!(
        (server.taken(&doctor).await.len(), count(&server.app, "mail_queue").await),
        (1, 2),
        "done once, told once"
    );
}

/// With the product's timeouts: the time until a refusal, and the recovery time after each fault.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: `make soak`"]
async fn soak_faults() {
    let line = Line::lay().await;
    let server = TestServer::start(line.database.clone()).await;
    let (doctor, patient) = (server.doctor(1).await, server.patient(1).await);
    let mut rows = String::from(
        "| the line to PostgreSQL | asked meanwhile | refused with 503 | the longest wait | as before after |\n|---|---|---|---|---|\n",
    );
    for (weather, name) in
        [(Weather::Broken, "reset"), (Weather::Silent, "silent"), (Weather::HalfOpen, "open at one end")]
    {
        // Every connection of the pool is open.
        join_all((0..16).map(|_| server.get("/user/api/finddoctors"))).await;
        line.turn(weather);
        let begun = Instant::now();
        let ask = async |number: usize| {
            tokio::time::sleep(Duration::from_millis(500 * u64::try_from(number).unwrap())).await;
            let asked = Instant::now();
            let status = if number.is_multiple_of(4) {
                server.book(&patient, &doctor, "2026-11-16", "11:00").await.status
            } else {
                server.get("/user/api/finddoctors").await.status
            };
            (status, asked.elapsed())
        };
        let told = join_all((0..80).map(ask)).await;
        let longest = told.iter().map(|(_, took)| *took).max().unwrap();
        assert!(told.iter().all(|(status, _)| *status == 503), "{name}: {told:?}");
        assert!(longest < Duration::from_secs(25), "{name}: {longest:?}");
        println!("{name}: {} asked in {:?}, {longest:?} at most", told.len(), begun.elapsed());
        line.turn(Weather::Fair);
        let fair = Instant::now();
        let (mut recovered, mut good) = (Duration::ZERO, 0);
        until("everybody is answered twice running", async || {
            let answers = join_all((0..16).map(|_| server.get("/user/api/finddoctors"))).await;
            if let Some(bad) = answers.into_iter().find(|answer| answer.status != 200) {
                (recovered, good) = (fair.elapsed(), 0);
                return Err(Some(bad));
            }
            good += 1;
            if good == 2 { Ok(()) } else { Err(None) }
        })
        .await;
        let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
        let (asked, longest, recovered) = (told.len(), seconds(longest), seconds(recovered));
        writeln!(rows, "| {name} | {asked} | {asked} | {longest} | {recovered} |").unwrap();
    }
    let booked = server.book(&patient, &doctor, "2026-11-16", "11:00").await;
    assert_eq!((booked.status, server.taken(&doctor).await.len(), count(&server.app, "mail_queue").await), (200, 1, 2));
    report::write("faults", &rows);
}
