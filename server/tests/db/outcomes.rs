//! The outcome of a transaction whose commit, or a statement sent without waiting, is lost or refused.

use doccare::platform::db::migrate::{self, Step};
use doccare::platform::db::{DatabaseUrl, Db, Error, Limits, Lock, ReadOnlyReason, Result, Tx};
use futures::future::{join, join_all};

use super::{SCHEMA, count, insert, with_notes};
use crate::harness::line::{At, Line, Lost};
use crate::harness::{on_empty_databases, postgres};

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_unknown_and_whatever_is_lost_before_it_is_not() {
    let line = Line::lay().await;
    let db = Db::open(&line.database).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    // For each message that the connection loses, in a transaction of several statements or of one: the error that the caller gets, and the
    // number of rows.
    let (unknown, busy) = (Error::Unknown(String::new()), Error::Busy);
    for (id, (at, lost, one, told, rows)) in [
        (At::Commit, Lost::Answer, false, &unknown, 1),
        (At::Commit, Lost::Message, false, &unknown, 1),
        (At::Statement, Lost::Answer, false, &busy, 1),
        (At::Statement, Lost::Answer, true, &unknown, 2),
        (At::Statement, Lost::Message, true, &unknown, 2),
    ]
    .into_iter()
    .enumerate()
    {
        let id = 10 * i64::try_from(id).unwrap();
        line.cut(at, lost);
        let written = if one {
            db.write_one(async move |tx| insert(tx, id, "a").await).await
        } else {
            db.write(async move |tx| insert(tx, id, "a").await).await
        };
        let error = written.expect_err("the line was cut");
        assert_eq!(std::mem::discriminant(&error), std::mem::discriminant(told), "{at:?} {lost:?} {one}: {error:?}");
        assert_eq!(count(&db).await, rows, "{at:?} {lost:?} {one}");
    }
    db.write(async |tx| insert(tx, 1000, "a").await).await.unwrap();
    assert_eq!(count(&db).await, 3, "the next line holds");
}

/// The error of a server that has just become a standby. New connections find the primary.
#[tokio::test]
async fn a_standby_is_reported_and_the_next_transaction_connects_to_the_primary() {
    let url = postgres::fresh_database_url().await;
    let db = Db::open(&url.parse().unwrap()).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    let name = url.rsplit('/').next().unwrap();
    let only_reads = async |is: &str| {
        let sql = format!("ALTER DATABASE {name} SET default_transaction_read_only = {is}");
        postgres::run(&postgres::url_of("postgres"), &sql).await;
    };
    // A statement in a transaction, a single statement, and one that is sent with the commit.
    for (written, way) in ["unit", "one", "sent"].into_iter().enumerate() {
        only_reads("on").await;
        let db = Db::open_with(&url.parse().unwrap(), &Limits { connections: 1, ..Limits::default() }).unwrap();
        let id = i64::try_from(written).unwrap();
        let write = async || match way {
            "unit" => db.write(async move |tx| insert(tx, id, "a").await.map(drop)).await,
            "one" => db.write_one(async move |tx| insert(tx, id, "a").await.map(drop)).await,
            _ => db.write(async move |tx| send(tx, id).await).await,
        };
        assert_eq!(count(&db).await, id, "it can be read");
        let refused = write().await;
        assert!(matches!(refused, Err(Error::ReadOnly(ReadOnlyReason::Server(_)))), "{way}: {refused:?}");
        only_reads("off").await;
        write().await.unwrap_or_else(|error| panic!("{way}: the old connection was used again: {error}"));
    }
}

#[tokio::test]
async fn a_read_only_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&DatabaseUrl::sqlite(&folder.path().join("test.db"))).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    let refused: Result<u64> = db
        .write(async |tx| {
            tx.execute("PRAGMA query_only = ON", &[]).await?;
            let refused = insert(tx, 1, "a").await;
            tx.execute("PRAGMA query_only = OFF", &[]).await?;
            refused
        })
        .await;
    assert!(matches!(refused, Err(Error::ReadOnly(ReadOnlyReason::Disk(_)))), "{refused:?}");
    db.write(async |tx| insert(tx, 1, "a").await).await.expect("and goes on");
}

#[tokio::test]
async fn a_refused_commit_is_not_unknown() {
    const DEFERRED: &[Step] = &[Step {
        name: "0001_pairs",
        sql: "CREATE TABLE pairs (id BIGINT PRIMARY KEY, other BIGINT REFERENCES pairs (id) DEFERRABLE INITIALLY DEFERRED);",
    }];
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, DEFERRED).await.unwrap();
        let refused: Result<u64> =
            db.write(async |tx| tx.execute("INSERT INTO pairs (id, other) VALUES (1, 2)", &[]).await).await;
        assert!(matches!(refused, Err(Error::Other(_))), "{refused:?}");
        let both: Result<u64> =
            db.write(async |tx| tx.execute("INSERT INTO pairs (id, other) VALUES (1, 2), (2, 1)", &[]).await).await;
        assert!(matches!(both, Ok(2)), "{both:?}");
    })
    .await;
}

async fn send(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    let (sql, body) = ("INSERT INTO notes (id, owner, body, done) VALUES ($1, $2, $3, $4)", format!("note {id}"));
    tx.send(sql, &[&id, &None::<String>, &body, &true]).await
}

#[tokio::test]
async fn a_statement_sent_without_waiting_is_committed_or_fails_its_transaction() {
    with_notes(async |db| {
        db.write(async |tx| send(tx, 1).await).await.unwrap();
        assert_eq!(count(&db).await, 1);
        let twice: Result<()> = db
            .write(async |tx| {
                send(tx, 2).await?;
                send(tx, 1).await
            })
            .await;
        assert!(twice.is_err_and(|error| error.is_conflict("notes_pkey")));
        assert_eq!(count(&db).await, 1, "nothing of a unit that failed is kept");
        let seen: Result<Vec<(Option<String>, bool)>> = db
            .write(async |tx| {
                for id in 10..50 {
                    send(tx, id).await?;
                }
                tx.query("SELECT owner, done FROM notes", &[], |row| Ok((row.get(0)?, row.get(1)?))).await
            })
            .await;
        assert_eq!(seen.unwrap(), vec![(None, true); 41], "the unit sees what it sent");
        assert_eq!(count(&db).await, 41);
    })
    .await;
}

#[tokio::test]
async fn a_value_that_cannot_be_sent_fails_its_unit_at_once() {
    with_notes(async |db| {
        let short: Result<()> = db
            .write(async |tx| {
                insert(tx, 1, "a").await?;
                tx.send("INSERT INTO notes (id, owner, body, done) VALUES ($1, $2, $3, $4)", &[&2_i64]).await
            })
            .await;
        assert!(short.is_err(), "{short:?}");
        assert_eq!(count(&db).await, 0, "nothing is committed without what was sent with it");
    })
    .await;
}

#[tokio::test]
async fn pipelined_statements_run_after_the_lock_before_them() {
    with_notes(async |db| {
        let add = async |id: i64| {
            db.write(async move |tx| {
                tx.lock(Lock::User("a")).await?;
                let sql = "SELECT count(*) FROM notes";
                let seen = join(tx.concurrent().count(sql, &[]), tx.concurrent().count(sql, &[])).await;
                insert(tx, id, "a").await?;
                Ok::<_, Error>((seen.0?, seen.1?))
            })
            .await
            .unwrap()
        };
        let mut seen = join_all((0..12).map(add)).await;
        seen.sort_unstable();
        assert_eq!(
            seen,
            (0..12).map(|before| (before, before)).collect::<Vec<_>>(),
            "nobody saw half of another's unit"
        );
    })
    .await;
}

/// After its lock a transaction reads what was committed before, and commits are durable, whatever an operator configured.
#[tokio::test]
async fn units_rest_on_no_setting_of_the_server() {
    let url = postgres::fresh_database_url().await;
    let name = url.rsplit('/').next().unwrap();
    for setting in
        ["default_transaction_isolation = 'serializable'", "synchronous_commit = off", "idle_session_timeout = 300"]
    {
        postgres::run(&postgres::url_of("postgres"), &format!("ALTER DATABASE {name} SET {setting}")).await;
    }
    let db = Db::open(&url.parse().unwrap()).unwrap();
    let settings: Result<Vec<String>> = db
        .write(async |tx| {
            let sql = "SELECT concat_ws(' ', current_setting('transaction_isolation'),
                         current_setting('synchronous_commit'), current_setting('idle_session_timeout'))";
            tx.all(sql, &[]).await
        })
        .await;
    assert_eq!(settings.unwrap(), ["read committed on 0"]);
}

#[tokio::test]
async fn where_the_server_gives_fewer_lines_than_we_want_units_wait_for_those() {
    let url = postgres::fresh_database_url().await;
    let db = Db::open(&url.parse().unwrap()).unwrap();
    migrate::run(&db, SCHEMA).await.unwrap();
    let few = "CREATE ROLE few LOGIN CONNECTION LIMIT 2; GRANT ALL ON ALL TABLES IN SCHEMA public TO few";
    postgres::run(&url, few).await;
    let db = Db::open(&url.replace("//care@", "//few@").parse().unwrap()).unwrap();
    let written = (0..40).map(|id| db.write(async move |tx| insert(tx, id, "a").await));
    for (id, outcome) in join_all(written).await.into_iter().enumerate() {
        outcome.unwrap_or_else(|error| panic!("{id} was refused: {error}"));
    }
    assert_eq!(count(&db).await, 40);
}
