//! The rows of every earlier version are migrated to today's schema, on both engines.
//!
//! `rows/` has a file for each migration: rows that a program of that version stored. A database of a version is built by its migrations,
//! each followed by its rows. A new migration needs a file, with rows for every table and column that it adds.
//!
//! The schema of 1.0.0 is the first six migrations. `older` builds the program of the schema before today's, and lets both serve one
//! database.

pub mod older;
mod rolling;
mod serving;

use std::collections::BTreeSet;
use std::fs;

use doccare::identity::passwords::{Cost, PasswordHasher};
use doccare::migrations::STEPS;
use doccare::platform::db::{self, Db, migrate};
use futures::future::join_all;
use tempfile::TempDir;

use super::content::{Cells, Content, NOTHING, content};
use super::sums;
use crate::harness::{on_empty_databases, postgres};

/// The password of all accounts in `rows/`.
pub const PASSWORD: &str = "a password from before";
const ROWS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/server/tests/proofs/upgrades/rows");

/// Applies the first so many migrations to an empty database, with the rows of each version.
pub async fn fill(db: &Db, steps: usize) {
    for (number, step) in STEPS[..steps].iter().enumerate() {
        migrate::run(db, &STEPS[..=number]).await.unwrap();
        run_rows(db, step.name).await.unwrap_or_else(|error| panic!("{ROWS}/{}.sql: {error}", step.name));
    }
}

/// Inserts the rows of a migration's version.
async fn run_rows(db: &Db, step: &str) -> db::Result<()> {
    let file = format!("{ROWS}/{step}.sql");
    let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{file}: what does that version store?"));
    let text = text.replace("{password}", &PasswordHasher::new(Cost::Low).hash(PASSWORD.into()).await?);
    db.write(async move |tx| {
        for statement in statements(&text, tx.engine()) {
            tx.execute(&statement, &[]).await?;
        }
        Ok(())
    })
    .await
}

/// The statements of a file for an engine: all but those below `-- {postgres}` on the other one.
fn statements(text: &str, engine: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split_terminator(";\n") {
        let (comments, lines): (Vec<&str>, Vec<&str>) = part.lines().partition(|line| line.starts_with("--"));
        if !lines.is_empty() && (engine == "postgres" || !comments.contains(&"-- {postgres}")) {
            found.push(lines.join("\n"));
        }
    }
    found
}

/// Columns that a migration empties on purpose, and their tables.
const EMPTIED: [(&str, &str); 0] = [];

/// Every old row is there, with all its values.
pub fn assert_kept(before: &Content, after: &Content, of: &str) {
    for (table, rows) in before {
        let columns: Vec<&String> = rows.first().into_iter().flat_map(Cells::keys).collect();
        let kept = |row: &Cells| -> Vec<String> {
            let kept = columns.iter().filter(|column| !EMPTIED.contains(&(table.as_str(), column.as_str())));
            kept.map(|column| format!("{column} = {}", row[*column])).collect()
        };
        let mut left: Vec<Vec<String>> = after[table].iter().map(kept).collect();
        for row in rows.iter().map(kept).filter(|row| !row.is_empty()) {
            let found = left.iter().position(|other| *other == row);
            left.swap_remove(found.unwrap_or_else(|| panic!("{of}: {table} lost or changed {row:?}")));
        }
    }
}

#[tokio::test]
async fn every_table_and_every_column_holds_something_of_some_version() {
    on_empty_databases(async |url| {
        let db = Db::open(&url).unwrap();
        fill(&db, STEPS.len()).await;
        for (table, rows) in content(&db).await {
            assert!(!rows.is_empty(), "no row of {table} in {ROWS}");
            let columns: BTreeSet<&String> = rows.iter().flat_map(Cells::keys).collect();
            for column in columns.into_iter().filter(|column| !EMPTIED.contains(&(&table, column))) {
                let is_filled = rows.iter().any(|row| row[column] != NOTHING);
                assert!(is_filled, "{table}.{column} is empty in all rows of {ROWS}");
            }
        }
    })
    .await;
}

/// Rules that hold for today's rows and must hold for old ones too: the number of rows that break them. For migrations that compute values.
const RULES: [(&str, &str); 1] =
    [("numbers without punctuation", "SELECT count(*) FROM doctors WHERE doctor_id <> '' AND number_stripped IS NULL")];

async fn check_upgrade(db: Db, steps: usize) {
    fill(&db, steps).await;
    let (before, name) = (content(&db).await, STEPS[steps - 1].name);
    migrate::run(&db, STEPS).await.unwrap();
    let after = content(&db).await;
    assert_kept(&before, &after, name);
    assert!(migrate::is_done(&db, STEPS).await.unwrap());
    assert_eq!((after["blood_count_salt"].len(), after["doctor_change_log"].is_empty()), (1, false), "{name}");
    for (rule, sql) in RULES {
        let broken: db::Result<Option<i64>> = db.read(async |tx| tx.first(sql, &[]).await).await;
        assert_eq!(broken.unwrap(), Some(0), "{name}: {rule}");
    }
    assert_eq!(sums::read(&db).await, Vec::<String>::new(), "{name}");
    db.close().await;
}

/// Databases of these versions, by their number of migrations, are migrated to today's schema without losing rows.
async fn check_upgrades(versions: impl Iterator<Item = usize> + Clone) {
    let folder = TempDir::new().unwrap();
    for steps in versions.clone() {
        let file = doccare::platform::db::DatabaseUrl::sqlite(&folder.path().join(format!("{steps}.db")));
        check_upgrade(Db::open(&file).unwrap(), steps).await;
    }
    let checks = versions.map(async |steps| {
        let db = Db::open(&postgres::fresh_database().await).unwrap();
        tokio::spawn(check_upgrade(db, steps)).await.unwrap();
    });
    join_all(checks).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_every_earlier_version_is_brought_to_todays_schema_with_everything_in_it() {
    check_upgrades(1..=STEPS.len()).await;
}

#[test]
fn lost_and_changed_rows_are_found() {
    let row = |cells: &[(&str, &str)]| -> Cells { cells.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect() };
    let before = Content::from([("t".into(), vec![row(&[("a", "1")]), row(&[("a", "1")])])]);
    let more = Content::from([("t".into(), vec![row(&[("a", "1"), ("b", "x")]), row(&[("a", "1"), ("b", "y")])])]);
    assert_kept(&before, &more, "more columns");
    for worse in [vec![row(&[("a", "1")])], vec![row(&[("a", "1")]), row(&[("a", "2")])]] {
        let after = Content::from([("t".into(), worse)]);
        assert!(std::panic::catch_unwind(|| assert_kept(&before, &after, "worse")).is_err());
    }
}
