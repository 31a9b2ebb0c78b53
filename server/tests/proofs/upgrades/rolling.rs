//! During a rolling update, instances of the previous version run on the new schema: their statements must still work. They name tables,
//! columns and unique indexes, so none of these may be removed before a contracting migration, and a new column must have a default.

use std::collections::BTreeMap;

use doccare::migrations::STEPS;
use doccare::platform::db::{self, Db, Tx, migrate};

use super::{ROWS, fill, run_rows};
use crate::harness::on_empty_databases;

/// Columns and unique indexes by name, and whether a row can be inserted without the column.
type Shape = BTreeMap<String, bool>;

const SQLITE: [&str; 2] = [
    "SELECT t.name || '.' || c.name, c.\"notnull\" = 0 OR c.dflt_value IS NOT NULL OR c.pk > 0
     FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'",
    "SELECT 'index ' || i.name, TRUE FROM sqlite_schema t JOIN pragma_index_list(t.name) i
     WHERE t.type = 'table' AND i.\"unique\" AND i.origin = 'c'",
];
const POSTGRES: [&str; 2] = [
    "SELECT t.relname || '.' || c.attname, NOT c.attnotnull OR c.atthasdef OR c.attidentity <> ''
     FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
     WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace AND c.attnum > 0 AND NOT c.attisdropped",
    "SELECT 'index ' || i.relname, TRUE FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
     WHERE x.indisunique AND i.relnamespace = 'public'::regnamespace",
];

async fn shape(db: &Db) -> Shape {
    let read = async |tx: &mut Tx<'_>| {
        let mut shape = Shape::new();
        for sql in if tx.engine() == "sqlite" { SQLITE } else { POSTGRES } {
            shape.extend(tx.all::<(String, bool)>(sql, &[]).await?);
        }
        Ok::<_, db::Error>(shape)
    };
    db.read(read).await.unwrap()
}

#[tokio::test]
async fn no_migration_removes_what_the_previous_version_names_or_demands_more_of_it() {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        let mut before = Shape::new();
        for (number, step) in STEPS.iter().enumerate() {
            migrate::run(&db, &STEPS[..=number]).await.unwrap();
            let after = shape(&db).await;
            if !step.sql.lines().any(|line| line == "-- {contracts}") {
                for name in before.keys() {
                    assert!(after.contains_key(name), "{} takes {name} away without a word", step.name);
                }
            }
            for (name, may_be_left_out) in &after {
                let table = name.split('.').next().unwrap_or_default();
                let is_old_table = before.keys().any(|known| known.split('.').next() == Some(table));
                let is_new = !before.contains_key(name);
                assert!(
                    !(is_old_table && is_new) || *may_be_left_out,
                    "{} demands {name} of older programs",
                    step.name
                );
            }
            before = after;
        }
    })
    .await;
}

#[tokio::test]
async fn every_version_can_still_write_on_todays_schema() {
    on_empty_databases(async |url| {
        // One database: each version's rows are inserted into today's schema.
        let db = Db::open(&url).unwrap();
        migrate::run(&db, STEPS).await.unwrap();
        for step in STEPS {
            run_rows(&db, step.name).await.unwrap_or_else(|error| panic!("{ROWS}/{}.sql: {error}", step.name));
        }
        db.close().await;
    })
    .await;
}

#[tokio::test]
async fn an_older_program_starts_during_and_after_a_migration() {
    let cases = (STEPS.len() - 5..STEPS.len()).flat_map(|older| [(older, false), (older, true)]);
    for (older, is_filled) in cases {
        on_empty_databases(async |url| {
            let (old, new) = (Db::open(&url).unwrap(), Db::open(&url).unwrap());
            let known: &'static [_] = &STEPS[..older];
            if is_filled {
                fill(&old, older).await;
            }
            // Both start at the same moment; then the older one again.
            let (first, second) =
                Box::pin(futures::future::join(migrate::run(&old, known), migrate::run(&new, STEPS))).await;
            first.unwrap();
            second.unwrap();
            assert!(migrate::is_done(&new, STEPS).await.unwrap());
            migrate::run(&old, known).await.unwrap();
            assert!(migrate::is_done(&old, known).await.unwrap(), "it says that it is ready");
            old.close().await;
            new.close().await;
        })
        .await;
    }
}
