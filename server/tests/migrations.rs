//! Migrations: run once, completely or not at all, and alongside programs of another version.

use std::sync::Arc;

use doccare::migrations::STEPS;
use doccare::platform::db::migrate::{self, Standing, Step};
use doccare::platform::db::{Db, Result, Table};
use futures::future::join_all;

use crate::harness::{on_empty_databases, postgres};

const SCHEMA: &[Step] =
    &[Step { name: "0001_notes", sql: "CREATE TABLE notes (id BIGINT PRIMARY KEY, owner {text});" }];

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn migrations_run_once_however_often_and_from_however_many_they_are_started() {
    on_empty_databases(async |url| {
        let url = Arc::new(url);
        let starts = (0..8).map(|_| {
            let url = url.clone();
            tokio::spawn(async move {
                let db = Db::open(&url)?;
                migrate::run(&db, SCHEMA).await?;
                migrate::run(&db, SCHEMA).await?;
                migrate::is_done(&db, SCHEMA).await
            })
        });
        for start in join_all(starts).await {
            assert!(start.unwrap().unwrap());
        }
    })
    .await;
}

#[tokio::test]
async fn a_failing_migration_leaves_the_database_as_it_was() {
    const BROKEN: &[Step] =
        &[Step { name: "0001_broken", sql: "CREATE TABLE half (id BIGINT); INSERT INTO nowhere VALUES (1);" }];
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        assert!(migrate::run(&db, BROKEN).await.is_err());
        migrate::run(&db, SCHEMA).await.unwrap();
        let half: Result<Vec<()>> = db.read(async |tx| tx.query("SELECT 1 FROM half", &[], |_| Ok(())).await).await;
        assert!(half.is_err());
    })
    .await;
}

#[tokio::test]
async fn a_step_can_have_a_part_for_each_engine() {
    const PARTED: &[Step] = &[Step {
        name: "0001_engine",
        sql: "CREATE TABLE engine (name {text});
-- {sqlite}
INSERT INTO engine (name) VALUES (sqlite_version());
-- {postgres}
INSERT INTO engine (name) VALUES (current_setting('server_version'));
-- {both}
INSERT INTO engine (name) VALUES ('both');",
    }];
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, PARTED).await.unwrap();
        let rows: Result<Vec<String>> =
            db.read(async |tx| tx.query("SELECT name FROM engine", &[], |row| row.get(0)).await).await;
        assert_eq!(rows.unwrap().len(), 2);
    })
    .await;
}

const ADDED: Step = Step { name: "0002_more", sql: "CREATE TABLE more (id BIGINT);" };
const TAKEN_AWAY: Step = Step { name: "0003_less", sql: "-- {contracts}\nDROP TABLE more;" };

#[tokio::test]
async fn an_older_program_runs_on_a_schema_that_only_grew_and_refuses_one_that_lost_something() {
    const WITH_MORE: &[Step] = &[Step { name: "0001_notes", sql: SCHEMA[0].sql }, ADDED];
    const WITH_LESS: &[Step] = &[Step { name: "0001_notes", sql: SCHEMA[0].sql }, ADDED, TAKEN_AWAY];
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, WITH_MORE).await.unwrap();
        migrate::run(&db, SCHEMA).await.unwrap();
        assert!(migrate::is_done(&db, SCHEMA).await.unwrap());
        assert!(!migrate::is_done(&db, WITH_LESS).await.unwrap(), "it has not all the steps yet");
        migrate::run(&db, WITH_LESS).await.unwrap();
        for too_old in [SCHEMA, WITH_MORE] {
            assert!(migrate::run(&db, too_old).await.is_err());
            assert!(!migrate::is_done(&db, too_old).await.unwrap());
        }
        assert!(migrate::is_done(&db, WITH_LESS).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_database_of_another_program_is_refused() {
    const OTHER: &[Step] = &[Step { name: "0001_letters", sql: "CREATE TABLE letters (id BIGINT);" }];
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, OTHER).await.unwrap();
        assert!(migrate::run(&db, SCHEMA).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn the_sixth_role_is_one_and_a_seventh_is_none() {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        migrate::run(&db, STEPS).await.unwrap();
        let add = async |role: &'static str| {
            let sql = "INSERT INTO accounts (id, role, email, email_key, password_hash, state, lang, created_at)
                       VALUES ($1, $1, 'a', $1, '', 'active', 'en', 1)";
            db.write(async move |tx| tx.execute(sql, &[&role]).await).await
        };
        // On SQLite that is a change of the table's stored SQL, which would silently find nothing to change.
        assert_eq!(add("desk").await.unwrap(), 1);
        assert!(add("seventh").await.is_err());
        if !db.is_multi_instance() {
            let found: Result<Option<String>> = db.read(async |tx| tx.first("PRAGMA integrity_check", &[]).await).await;
            assert_eq!(found.unwrap().as_deref(), Some("ok"));
        }
    })
    .await;
}

#[tokio::test]
async fn a_database_from_before_1_0_0_is_refused_by_name_and_left_as_it_is() {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        let old: Result<()> = db
            .write(async |tx| {
                tx.execute("CREATE TABLE migrations (name TEXT PRIMARY KEY)", &[]).await?;
                tx.execute("INSERT INTO migrations (name) VALUES ('0001_identity')", &[]).await.map(drop)
            })
            .await;
        old.unwrap();
        let refused = migrate::run(&db, STEPS).await.unwrap_err().to_string();
        assert!(refused.contains("before 1.0.0"), "{refused}");
        assert_eq!(migrate::compare(&db, STEPS).await.unwrap(), Standing::TooOld);
        assert!(!migrate::is_done(&db, STEPS).await.unwrap_or(false));
        let tables: Result<Vec<Table>> = db.read(async |tx| tx.tables().await).await;
        assert_eq!(tables.unwrap().iter().map(|table| table.name.as_str()).collect::<Vec<_>>(), ["migrations"]);
    })
    .await;
}

const FILLED: &str = "CREATE TABLE notes (id BIGINT PRIMARY KEY, owner {text});
INSERT INTO notes (id, owner) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e');
ALTER TABLE notes ADD COLUMN length BIGINT;";
const INDEX: &str = "-- {concurrently}\nCREATE INDEX CONCURRENTLY notes_owner ON notes (owner);";
const BACKFILL: &str = "-- {batches}
UPDATE notes SET length = 1 WHERE id IN (SELECT id FROM notes WHERE length IS NULL ORDER BY id LIMIT 2);";
const BROKEN_END: &str = "CREATE TABLE half (id BIGINT); INSERT INTO nowhere VALUES (1);";

#[tokio::test]
async fn a_start_that_was_cut_off_between_steps_is_resumed() {
    const CUT_OFF: &[Step] = &[
        Step { name: "0001_notes", sql: FILLED },
        Step { name: "0002_index", sql: INDEX },
        Step { name: "0003_length", sql: BACKFILL },
        Step { name: "0004_end", sql: BROKEN_END },
    ];
    const WHOLE: &[Step] = &[
        Step { name: "0001_notes", sql: FILLED },
        Step { name: "0002_index", sql: INDEX },
        Step { name: "0003_length", sql: BACKFILL },
        Step { name: "0004_end", sql: "CREATE TABLE half (id BIGINT);" },
    ];
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        assert!(migrate::run(&db, CUT_OFF).await.is_err());
        assert_eq!(migrate::compare(&db, WHOLE).await.unwrap(), Standing::Behind(1), "what was done stays done");
        let unfilled: Result<i64> =
            db.read(async |tx| tx.count("SELECT count(*) FROM notes WHERE length IS NULL", &[]).await).await;
        assert_eq!(unfilled.unwrap(), 0, "the batches ran to their end");
        migrate::run(&db, WHOLE).await.unwrap();
        assert!(migrate::is_done(&db, WHOLE).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn several_instances_build_an_index_concurrently_once() {
    const WITH_INDEX: &[Step] = &[Step { name: "0001_notes", sql: FILLED }, Step { name: "0002_index", sql: INDEX }];
    on_empty_databases(async |url| {
        let starts = (0..4).map(|_| {
            let url = url.clone();
            tokio::spawn(async move { migrate::run(&Db::open(&url)?, WITH_INDEX).await })
        });
        for start in join_all(starts).await {
            start.unwrap().unwrap();
        }
    })
    .await;
}

/// An invalid index, as `CREATE INDEX CONCURRENTLY` leaves it when it fails or its server dies.
#[tokio::test]
async fn an_invalid_index_is_dropped_and_built_again() {
    const TABLE: &[Step] = &[Step { name: "0001_notes", sql: FILLED }];
    const UNIQUE: &str = "-- {concurrently}\nCREATE UNIQUE INDEX CONCURRENTLY notes_length ON notes (length);";
    const WITH_INDEX: &[Step] = &[Step { name: "0001_notes", sql: FILLED }, Step { name: "0002_index", sql: UNIQUE }];
    let db = Db::open(&postgres::fresh_database().await).unwrap();
    migrate::run(&db, TABLE).await.unwrap();
    let set = async |sql: &'static str| {
        let done: Result<u64> = db.write(async move |tx| tx.execute(sql, &[]).await).await;
        done.unwrap();
    };
    let is_valid = async || {
        let sql = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('notes_length')";
        let valid: Result<Option<bool>> = db.read(async |tx| tx.first(sql, &[]).await).await;
        valid.unwrap()
    };
    set("UPDATE notes SET length = 1").await;
    assert!(migrate::run(&db, WITH_INDEX).await.is_err(), "two rows are alike");
    assert_eq!(is_valid().await, Some(false));
    assert!(!migrate::is_done(&db, WITH_INDEX).await.unwrap());
    set("UPDATE notes SET length = id").await;
    migrate::run(&db, WITH_INDEX).await.unwrap();
    assert_eq!(is_valid().await, Some(true));
    assert!(migrate::is_done(&db, WITH_INDEX).await.unwrap());
}
