//! Overload: some requests are refused at once so that the others are answered in time (decision 0049).

mod soak;

use std::time::Duration;

use doccare::platform::db::{Db, Error, Limits, Result};
use tokio::sync::oneshot;

use crate::harness::{Answer, TestServer, postgres, with_server};

/// Simulates this delay for the program, for long enough that it sheds load.
fn is_late(server: &TestServer, late: Duration) {
    for _ in 0..100 {
        server.app.load_shedder.record_delay(late);
    }
}

#[tokio::test]
async fn when_it_is_late_most_are_refused_at_once_until_it_is_not() {
    with_server(async |server| {
        let ask = async |path: &str| Answer::read(server.request("GET", path).header("accept-language", "ml")).await;
        is_late(&server, Duration::from_secs(1));
        let before = server.app.db.counts().statements;
        let (mut answered, mut refused) = (0, 0);
        for _ in 0..100 {
            let answer = ask("/user/api/finddoctors").await;
            if answer.status == 200 {
                answered += 1;
                continue;
            }
            refused += 1;
            answer.assert_problem(503, "busy");
            assert_eq!((answer.header("retry-after"), answer.header("content-language")), ("1", "ml"));
        }
        assert!(refused >= 90 && answered >= 3, "{refused} refused, {answered} answered");
        // Reading the index for the first time takes a few statements; each answer one.
        let asked = server.app.db.counts().statements - before;
        assert!(asked <= answered + 10, "who is refused costs the database nothing: {asked} for {answered}");
        for path in ["/healthz", "/readyz", "/", "/login"] {
            assert_eq!(ask(path).await.status, 200, "{path} is always answered");
        }
        is_late(&server, Duration::ZERO);
        for _ in 0..100 {
            assert_eq!(ask("/user/api/finddoctors").await.status, 200);
        }
    })
    .await;
}

#[tokio::test]
async fn when_it_is_late_most_pages_come_without_their_data() {
    with_server(async |server| {
        let doctor = format!("/doctors/{}", server.doctor(1).await);
        let page = async |path: &str| Answer::read(server.request("GET", path)).await.status;
        assert_eq!(page(&doctor).await, 200);
        is_late(&server, Duration::from_secs(1));
        for (path, unfilled) in [("/viewdoctors", 200), ("/medicines", 200), (doctor.as_str(), 503)] {
            let before = server.app.db.counts().statements;
            let mut unfilled_pages = 0;
            for number in 0..50 {
                let status = page(&format!("{path}?q={number}")).await;
                assert!(status == 200 || status == unfilled, "{path}: {status}");
                unfilled_pages += u32::from(status == unfilled);
            }
            let asked = server.app.db.counts().statements - before;
            assert!(unfilled_pages >= 45 && asked <= 40, "{path}: {unfilled_pages} without data, {asked} statements");
        }
    })
    .await;
}

/// SQLite's own queue has such a test in its module.
#[tokio::test]
async fn requests_beyond_the_connection_queue_are_refused_at_once() {
    // No waiting caller times out while this runs.
    let limits = Limits { connections: 1, queue: 2, acquire_timeout: Duration::from_mins(10), ..Limits::default() };
    let db = Db::open_with(&postgres::fresh_database().await, &limits).unwrap();
    let (held, is_held) = oneshot::channel();
    let (go_on, told) = oneshot::channel();
    let holder = {
        let db = db.clone();
        tokio::spawn(async move {
            db.read(async |tx| {
                tx.query("SELECT 1", &[], |_| Ok(())).await?;
                let _ = held.send(());
                let _ = told.await;
                Ok::<_, Error>(())
            })
            .await
        })
    };
    is_held.await.unwrap();
    let mut waiting: Vec<_> = (0..2).map(|_| Box::pin(db.read(async |_| Ok::<_, Error>(())))).collect();
    for unit in &mut waiting {
        assert!(futures::poll!(unit).is_pending(), "it waits");
    }
    let refused: Result<()> = db.read(async |_| Ok(())).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    go_on.send(()).unwrap();
    for unit in waiting {
        unit.await.expect("whoever waited has their turn");
    }
    holder.await.unwrap().unwrap();
    db.read(async |_| Ok::<_, Error>(())).await.expect("and the queue is empty again");
}
