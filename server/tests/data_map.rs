//! The data map: it has every column of the schema, and every retention period in it is applied by the job that it names.

use std::collections::BTreeSet;

use doccare::admin::operations::model::data_map;
use doccare::jobs;
use doccare::migrations::STEPS;
use doccare::platform::db::{self, Db, Table};
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::{TestServer, do_job, on_both_engines, with_server};
use crate::proofs::content::{Cells, NOTHING, content};
use crate::proofs::upgrades::{PASSWORD, fill};

/// Only PostgreSQL has them.
const OF_POSTGRES: [&str; 1] = ["rate_limits"];

#[tokio::test]
async fn every_column_is_in_the_map_and_nothing_else_is() {
    with_server(async |server| {
        let found: db::Result<Vec<Table>> = server.app.db.read(async |tx| tx.tables().await).await;
        let mut stored = BTreeSet::new();
        for table in found.unwrap() {
            stored.extend(table.column_names().iter().map(|column| format!("{}.{column}", table.name)));
        }
        let is_here = |table: &str| server.app.db.is_multi_instance() || !OF_POSTGRES.contains(&table);
        let tables = data_map().tables.iter().filter(|(name, _)| is_here(name));
        let mapped: BTreeSet<String> = tables
            .flat_map(|(name, table)| table.columns.keys().map(move |column| format!("{name}.{column}")))
            .collect();
        let missing: Vec<_> = stored.difference(&mapped).collect();
        assert!(
            missing.is_empty(),
            "why, how long, and who sees it? server/src/admin/operations/data-map.json: {missing:#?}"
        );
        let gone: Vec<_> = mapped.difference(&stored).collect();
        assert!(gone.is_empty(), "in the map, and in no table: {gone:#?}");
    })
    .await;
}

#[test]
fn every_term_of_the_map_is_used_and_explained_and_no_text_is_empty() {
    let map = data_map();
    let (mut kept, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for table in map.tables.values() {
        assert!(!table.about.is_empty());
        assert!(table.but.keys().all(|column| table.columns.contains_key(column)), "{:?}", table.but);
        // Fails on a term without an explanation.
        for line in map.lines(table) {
            assert!(!line.why.is_empty(), "{}", line.name);
            kept.insert(line.kept.en.as_str());
            seen.insert(line.seen);
        }
    }
    for folder in map.files.values() {
        kept.insert(&map.kept[&folder.kept].en);
        seen.insert(&map.seen[&folder.seen]);
    }
    assert_eq!(kept, map.kept.values().map(|kept| kept.en.as_str()).collect());
    assert_eq!(seen, map.seen.values().map(String::as_str).collect());
    assert!(map.kept.values().all(|kept| !kept.ml.is_empty()));
}

#[test]
fn every_period_names_a_job_that_there_is() {
    for (_, job, tables) in data_map().periods() {
        assert!(jobs::ALL.iter().any(|known| known.name == job), "no job {job} for {tables:?}");
    }
}

#[test]
fn the_documentation_page_equals_the_map() {
    assert!(
        include_str!("../../docs/DATA-MAP.md") == data_map().to_markdown(),
        "stale: run `make generate` and commit docs/DATA-MAP.md"
    );
}

/// Actions of people that no job does: the retention periods begin at them.
const PEOPLE_DID: [&str; 4] = [
    "UPDATE contact_messages SET status = 'closed'",
    "UPDATE blood_requests SET status = 'Closed', next_wave_at = NULL",
    "UPDATE desk_staff SET ended_at = created_at",
    "UPDATE consents SET ended_at = given_at, ended_by = 'withdrawn'",
];

/// Columns and tables that stay all the same, and why.
const STAYS: [(&str, &str); 2] = [
    ("donors.confirm_mailed_at", "of those who confirmed"),
    ("doctor_change_log.", "the last note stays, and it is the database's own clock that dates them"),
];

/// Whether a row existed before, even if its columns were emptied.
fn was_there(row: &Cells, before: &[Cells]) -> bool {
    before.iter().any(|other| if row.contains_key("id") { row["id"] == other["id"] } else { row == other })
}

#[tokio::test]
async fn data_is_deleted_after_its_retention_period() {
    on_both_engines(async |url| {
        let db = Db::open(&url).unwrap();
        fill(&db, STEPS.len()).await;
        db.close().await;
        let server = TestServer::start_with(url, |config| config.rate_limits = true).await;
        for done in PEOPLE_DID {
            server.execute(done).await;
        }
        for job in ["mails", "seals"] {
            do_job(&server.app, job).await;
        }
        let before = content(&server.app.db).await;
        server.clock.advance(SignedDuration::from_hours(5 * 366 * 24));
        // Owners of accounts get a mail 30 days before the account is erased.
        do_job(&server.app, "retention").await;
        server.clock.advance(SignedDuration::from_hours(31 * 24));
        // The newest batch of the log stays, so a newer one is needed.
        let login = json!({"email": "one@clinic.example", "password": PASSWORD});
        assert_eq!(server.post("/user/api/doctor/login", login).await.status, 200);
        do_job(&server.app, "seals").await;
        let jobs: BTreeSet<&str> = data_map().periods().map(|(_, job, _)| job).collect();
        for job in jobs {
            do_job(&server.app, job).await;
        }
        let (after, mut left) = (content(&server.app.db).await, Vec::new());
        for (name, table) in &data_map().tables {
            let rows: Vec<&Cells> =
                after.get(name).into_iter().flatten().filter(|row| was_there(row, &before[name])).collect();
            for line in data_map().lines(table).filter(|line| line.kept.job.is_some()) {
                let is_empty = |row: &&Cells| [NOTHING, r#"Some("")"#, "Some(0)"].contains(&row[line.name].as_str());
                let place = format!("{name}.{}", line.name);
                if !rows.iter().all(is_empty) && !STAYS.iter().any(|(stays, _)| place.starts_with(stays)) {
                    left.push(place);
                }
            }
        }
        assert!(left.is_empty(), "kept for a period, and still there five years later: {left:#?}");
    })
    .await;
}

#[tokio::test]
async fn administrators_read_the_map_in_their_language() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let answer = server.ask("GET", "/admin/api/operations/datamap", &admin, None).await;
        let tables = answer.body["data"].as_array().unwrap();
        assert_eq!(tables.len(), data_map().tables.len());
        let audit = tables.iter().find(|table| table["name"] == "audit_log").unwrap();
        let at = audit["columns"].as_array().unwrap().iter().find(|column| column["name"] == "at").unwrap();
        assert_eq!(*at, json!({"name": "at", "why": "when", "kept": "a year", "seen": "administrators"}));
    })
    .await;
}
