//! The database interface: every guarantee, on both engines.

mod long;
mod outcomes;

use std::sync::mpsc;
use std::time::Duration;

use doccare::platform::db::migrate::{self, Step};
use doccare::platform::db::{DatabaseUrl, Db, Error, Limits, Lock, Result, Tx};
use futures::FutureExt;
use futures::future::join_all;

use crate::harness::on_empty_databases;

const SCHEMA: &[Step] = &[Step {
    name: "0001_notes",
    sql: "CREATE TABLE notes (id BIGINT PRIMARY KEY, owner {text}, body {text}, done BOOLEAN NOT NULL);
          CREATE UNIQUE INDEX notes_body ON notes (owner, body);",
}];

/// Runs a test on a database with the table `notes`, on each engine.
async fn with_notes<F: AsyncFn(Db)>(test: F) {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, SCHEMA).await.unwrap();
        test(db.clone()).await;
        db.close().await;
    })
    .await;
}

async fn insert(tx: &mut Tx<'_>, id: i64, owner: &str) -> Result<u64> {
    let body = format!("note {id}");
    tx.execute("INSERT INTO notes (id, owner, body, done) VALUES ($1, $2, $3, $4)", &[&id, &owner, &body, &false]).await
}

async fn count(db: &Db) -> i64 {
    let rows: Result<Vec<i64>> =
        db.read(async |tx| tx.query("SELECT count(*) FROM notes", &[], |row| row.get(0)).await).await;
    rows.unwrap()[0]
}

#[tokio::test]
async fn all_statements_of_a_moment_see_the_same_and_the_next_reader_sees_the_rest() {
    with_notes(async |db| {
        let counted: Result<(i64, i64)> = db
            .read_consistent(async |tx| {
                let sql = "SELECT count(*) FROM notes";
                let before = tx.find(sql, &[], |row| row.get(0)).await?;
                db.write(async |tx| insert(tx, 1, "a").await).await?;
                let after = tx.find(sql, &[], |row| row.get(0)).await?;
                Ok((before.unwrap(), after.unwrap()))
            })
            .await;
        assert_eq!(counted.unwrap(), (0, 0));
        assert_eq!(count(&db).await, 1);
    })
    .await;
}

#[tokio::test]
async fn parameters_are_bound_by_their_number_and_not_by_their_place() {
    with_notes(async |db| {
        let rows: Result<Vec<(String, i64)>> = db
            .read(async |tx| {
                let sql = "SELECT CAST($2 AS TEXT), CAST($1 AS BIGINT) WHERE CAST($1 AS BIGINT) = 7";
                tx.query(sql, &[&7_i64, &"two"], |row| Ok((row.get(0)?, row.get(1)?))).await
            })
            .await;
        assert_eq!(rows.unwrap(), [("two".to_owned(), 7)]);
    })
    .await;
}

#[tokio::test]
async fn null_and_booleans_come_back_as_they_went() {
    with_notes(async |db| {
        type Note = (Option<String>, Option<String>, bool);
        let rows: Result<Vec<Note>> = db
            .write(async |tx| {
                let sql = "INSERT INTO notes (id, owner, body, done) VALUES ($1, $2, $3, $4)";
                tx.execute(sql, &[&1_i64, &None::<String>, &Some("text"), &true]).await?;
                tx.query("SELECT owner, body, done FROM notes WHERE done", &[], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })
                .await
            })
            .await;
        assert_eq!(rows.unwrap(), [(None, Some("text".to_owned()), true)]);
    })
    .await;
}

#[tokio::test]
async fn returning_answers_the_rows_that_were_written() {
    with_notes(async |db| {
        let ids: Result<Vec<i64>> = db
            .write_one(async |tx| {
                let sql = "INSERT INTO notes (id, owner, body, done) VALUES (1, 'a', 'x', $1), (2, 'a', 'y', $1)
                           RETURNING id";
                tx.query(sql, &[&false], |row| row.get(0)).await
            })
            .await;
        assert_eq!(ids.unwrap(), [1, 2]);
        assert_eq!(count(&db).await, 2);
    })
    .await;
}

#[tokio::test]
async fn text_sorts_by_its_bytes_on_both_engines() {
    with_notes(async |db| {
        let sorted: Result<Vec<String>> = db
            .write(async |tx| {
                for (id, body) in ["b", "B", "ക", "a", "á", "_"].iter().enumerate() {
                    let sql = "INSERT INTO notes (id, owner, body, done) VALUES ($1, 'a', $2, $3)";
                    tx.execute(sql, &[&i64::try_from(id).unwrap_or(0), body, &false]).await?;
                }
                tx.query("SELECT body FROM notes ORDER BY body", &[], |row| row.get(0)).await
            })
            .await;
        assert_eq!(sorted.unwrap(), ["B", "_", "a", "b", "á", "ക"]);
    })
    .await;
}

#[tokio::test]
async fn a_conflict_names_the_index_that_refused_the_row() {
    with_notes(async |db| {
        let add = async |id: i64, body: &'static str| -> Result<u64> {
            db.write(async move |tx| {
                let sql = "INSERT INTO notes (id, owner, body, done) VALUES ($1, 'a', $2, FALSE)";
                tx.execute(sql, &[&id, &body]).await
            })
            .await
        };
        add(1, "first").await.unwrap();
        for (id, body, index) in [(1, "second", "notes_pkey"), (2, "first", "notes_body")] {
            let again = add(id, body).await;
            assert!(matches!(&again, Err(error) if error.is_conflict(index)), "{again:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_failed_unit_leaves_nothing_and_harms_nobody_beside_it() {
    with_notes(async |db| {
        let units = (0..50_i64).map(|id| {
            let db = db.clone();
            async move {
                db.write(async move |tx| {
                    insert(tx, 2 * id, "a").await?;
                    insert(tx, 2 * id + 1, "a").await?;
                    if id % 2 == 0 { Err(Error::Other("refused".into())) } else { Ok(()) }
                })
                .await
            }
        });
        let answers = join_all(units).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 25);
        assert_eq!(count(&db).await, 50);
    })
    .await;
}

#[tokio::test]
async fn a_panicking_unit_leaves_nothing_and_the_next_one_works() {
    with_notes(async |db| {
        let panicking = db.clone();
        let unit = tokio::spawn(async move {
            let out: Result<()> = panicking
                .write(async |tx| {
                    insert(tx, 1, "a").await?;
                    panic!("a mistake of ours")
                })
                .await;
            out
        });
        assert!(!matches!(unit.await, Ok(Ok(()))));
        db.write(async |tx| insert(tx, 2, "a").await).await.unwrap();
        assert_eq!(count(&db).await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_statement_that_cannot_run_is_an_error_and_not_a_panic() {
    with_notes(async |db| {
        for (sql, params) in [("SELECT nonsense FROM nowhere", 0), ("SELECT $2", 1)] {
            let values: Vec<&dyn doccare::platform::db::Param> = vec![&1_i64; params];
            let out: Result<Vec<()>> = db.read(async |tx| tx.query(sql, &values, |_| Ok(())).await).await;
            assert!(matches!(out, Err(Error::Other(_))), "{sql}: {out:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_writers_at_once_all_get_their_row() {
    with_notes(async |db| {
        let writers = (0..200_i64).map(|id| {
            let db = db.clone();
            tokio::spawn(async move { db.write(async move |tx| insert(tx, id, "a").await).await })
        });
        for written in join_all(writers).await {
            assert_eq!(written.unwrap().unwrap(), 1);
        }
        assert_eq!(count(&db).await, 200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_count_then_insert_limit_holds_under_sixteen_clients() {
    const LIMIT: i64 = 20;
    with_notes(async |db| {
        let clients = (0..16_i64).map(|client| {
            let db = db.clone();
            tokio::spawn(async move {
                for n in 0..10 {
                    let taken: Result<()> = db
                        .write(async move |tx| {
                            tx.lock(Lock::User("a")).await?;
                            let sql = "SELECT count(*) FROM notes WHERE owner = $1";
                            let held = tx.find(sql, &[&"a"], |row| row.get::<i64>(0)).await?.unwrap_or(0);
                            if held < LIMIT {
                                insert(tx, 100 * client + n, "a").await?;
                            }
                            Ok(())
                        })
                        .await;
                    taken.unwrap();
                }
            })
        });
        for client in join_all(clients).await {
            client.unwrap();
        }
        assert_eq!(count(&db).await, LIMIT);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sharers_of_a_key_work_together_and_a_locker_waits_for_them() {
    with_notes(async |db| {
        let units = (0..20_i64).map(|id| {
            let db = db.clone();
            tokio::spawn(async move {
                db.write(async move |tx| {
                    if id % 5 == 0 {
                        tx.lock(Lock::Doctor("a")).await?;
                    } else {
                        tx.share(Lock::Doctor("a")).await?;
                    }
                    insert(tx, id, "a").await
                })
                .await
            })
        });
        for unit in join_all(units).await {
            unit.unwrap().unwrap();
        }
        assert_eq!(count(&db).await, 20);
    })
    .await;
}

#[tokio::test]
async fn a_transaction_whose_client_disconnected_is_atomic() {
    with_notes(async |db| {
        let impatient = db.write(async |tx| {
            insert(tx, 1, "a").await?;
            insert(tx, 2, "a").await
        });
        // Polled once and dropped: on SQLite the transaction is queued by then, on PostgreSQL it is in progress.
        drop(impatient.now_or_never());
        db.write(async |tx| insert(tx, 3, "a").await).await.unwrap();
        assert!([1, 3].contains(&count(&db).await), "{}", count(&db).await);
    })
    .await;
}

#[tokio::test]
async fn a_reader_cannot_write_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&DatabaseUrl::sqlite(&folder.path().join("test.db"))).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    let written: Result<u64> = db.read(async |tx| insert(tx, 1, "a").await).await;
    assert!(written.is_err());
    assert_eq!(count(&db).await, 0);
}

#[tokio::test]
async fn a_unit_that_awaits_something_else_is_refused_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&DatabaseUrl::sqlite(&folder.path().join("test.db"))).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    let waited: Result<()> = db
        .write(async |tx| {
            insert(tx, 1, "a").await?;
            tokio::task::yield_now().await;
            Ok(())
        })
        .await;
    assert!(matches!(waited, Err(Error::Other(_))), "{waited:?}");
    assert_eq!(count(&db).await, 0);
}

#[tokio::test]
async fn reports_and_readers_see_the_same_rows() {
    with_notes(async |db| {
        db.write(async |tx| insert(tx, 1, "a").await).await.unwrap();
        let reports =
            join_all(
                (0..5).map(|_| {
                    let db = db.clone();
                    async move {
                        db.report(async |tx| tx.query("SELECT body FROM notes", &[], |row| row.get(0)).await).await
                    }
                }),
            );
        for report in reports.await {
            let bodies: Result<Vec<String>> = report;
            assert_eq!(bodies.unwrap(), ["note 1"]);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_is_overload_and_not_a_hang() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { queue: 4, ..Limits::default() };
    let db = Db::open_with(&DatabaseUrl::sqlite(&folder.path().join("test.db")), &limits).unwrap();
    let (release, held) = mpsc::channel::<()>();
    let (began, running) = mpsc::channel::<()>();
    let blocker = tokio::spawn({
        let db = db.clone();
        async move {
            let held: Result<()> = db
                .write(async move |_| {
                    let _ = (began.send(()), held.recv());
                    Ok(())
                })
                .await;
            held
        }
    });
    tokio::task::spawn_blocking(move || running.recv()).await.unwrap().unwrap();
    let waiting: Vec<_> = (0..4)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move { db.write(async |_| Ok::<(), Error>(())).await })
        })
        .collect();
    let refused = loop {
        // The four fill the queue at once; the next request is refused.
        match tokio::time::timeout(Duration::from_millis(20), db.write(async |_| Ok::<(), Error>(()))).await {
            Ok(answer) => break answer,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    release.send(()).unwrap();
    blocker.await.unwrap().unwrap();
    for unit in join_all(waiting).await {
        // One of the probes above may have taken a place first.
        assert!(matches!(unit.unwrap(), Ok(()) | Err(Error::Busy)));
    }
}

#[tokio::test]
async fn a_used_up_pool_is_overload_and_not_a_hang() {
    let url = crate::harness::postgres::fresh_database().await;
    let limits = Limits { connections: 1, acquire_timeout: Duration::from_millis(500), ..Limits::default() };
    let db = Db::open_with(&url, &limits).unwrap();
    // Connecting has the same timeout, and may need several attempts on a busy machine.
    while db.read(async |_| Ok::<(), Error>(())).await.is_err() {}
    let refused: Result<Result<()>> = db
        .read(async |tx| {
            tx.query("SELECT 1", &[], |_| Ok(())).await?;
            Ok(db.read(async |_| Ok(())).await)
        })
        .await;
    assert!(matches!(refused, Ok(Err(Error::Busy))), "{refused:?}");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_busy_and_comes_back_as_an_error() {
    let db = Db::open(&"postgres://nobody@127.0.0.1:1/none".parse().unwrap()).unwrap();
    let out: Result<()> = db.read(async |_| Ok(())).await;
    assert!(matches!(out, Err(Error::Busy)), "{out:?}");
}

#[tokio::test]
async fn acknowledged_writes_survive_reopening() {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, SCHEMA).await.unwrap();
        db.write(async |tx| insert(tx, 1, "a").await).await.unwrap();
        db.close().await;
        let closed: Result<u64> = db.write(async |tx| insert(tx, 2, "a").await).await;
        assert!(matches!(closed, Err(Error::Busy)), "{closed:?}");
        assert_eq!(count(&Db::open(&url).unwrap()).await, 1);
    })
    .await;
}
