//! A restore ends sessions, mailed links and logins that wait for a code, because they may have been ended since the backup was made.

use doccare::migrations::STEPS;
use doccare::platform::backup::LEFT_OUT;
use doccare::platform::db;

use super::{Installation, command};
use crate::harness::{ENGINES, KEY, database_url};
use crate::proofs::content::{Content, content};
use crate::proofs::upgrades::fill;

/// Of these only donors' links end: a requester could not get another link to an open request.
const LINKS: &str = "blood_links";
/// Tables with credentials that have no column `token_digest`.
const CHALLENGES: [&str; 5] =
    ["login_challenges", "phone_codes", "push_keys", "push_subscriptions", "second_factor_enrollments"];
/// Tables about the running installation, which are not in a backup.
const OF_INSTALLATION: [&str; 6] =
    ["schema_migrations", "job_leases", "installation_state", "job_runs", "rate_limits", "doctor_change_log"];

#[tokio::test]
async fn a_restore_ends_sessions_links_and_challenges() {
    for engine in ENGINES {
        let source = Installation::empty(engine).await;
        fill(&source.db, STEPS.len()).await;
        let file = source.path("one.backup");
        source.back_up(&file).await.unwrap();
        let (before, target) = (content(&source.db).await, Installation::empty(engine).await);
        target.restore(&file).await.unwrap();
        let after = content(&target.db).await;
        let tables: db::Result<Vec<db::Table>> = target.db.read(async |tx| tx.tables().await).await;
        let mut ended = Vec::new();
        for table in tables.unwrap() {
            let lets_in = table.column_names().contains(&"token_digest") || CHALLENGES.contains(&table.name.as_str());
            if lets_in && table.name != LINKS {
                assert!(!before[&table.name].is_empty(), "nothing was in {}", table.name);
                assert!(after[&table.name].is_empty(), "{engine}: {} came back", table.name);
                ended.push(table.name);
            }
        }
        let is_expected = |table: &&str| OF_INSTALLATION.contains(table) || ended.iter().any(|ended| ended == table);
        assert_eq!(
            LEFT_OUT.into_iter().filter(|table| !is_expected(table)).count(),
            0,
            "a backup holds all else: {ended:?}"
        );
        let of_donors = |content: &Content| content[LINKS].iter().filter(|link| link["kind"].contains("donor")).count();
        assert_eq!((of_donors(&before) > 0, of_donors(&after)), (true, 0));
        assert_eq!(after[LINKS].len(), before[LINKS].len() - of_donors(&before), "somebody may need blood today");
        assert!(!after["second_factors"].is_empty() && !after["accounts"].is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_lists_the_restored_administrators() {
    for engine in ENGINES {
        let (source, target) = (tempfile::TempDir::new().unwrap(), tempfile::TempDir::new().unwrap());
        let url = database_url(engine, source.path()).await;
        let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", KEY)];
        for email in ["first@example.org", "second@example.org"] {
            command(source.path(), &["admin", "create", email], &settings);
        }
        let file = source.path().join("one.backup");
        command(source.path(), &["backup", file.to_str().unwrap()], &settings);
        let url = database_url(engine, target.path()).await;
        let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", KEY)];
        let said = command(target.path(), &["restore", file.to_str().unwrap()], &settings).text();
        for expected in ["first@example.org", "second@example.org", "signed out"] {
            assert!(said.contains(expected), "{expected}: {said}");
        }
    }
}
