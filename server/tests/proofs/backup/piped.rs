//! A backup on standard output, for a program that encrypts it before it touches a disk.

use std::fs;
use std::process::Stdio;

use doccare::migrations::STEPS;
use doccare::platform::backup::Backup;

use super::{Installation, command};
use crate::harness::{ENGINES, KEY, database_url};
use crate::process::{doccare, run};
use crate::proofs::content::content;
use crate::proofs::upgrades::fill;

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_on_standard_output_is_the_same_as_in_a_file() {
    for engine in ENGINES {
        let source = Installation::empty(engine).await;
        fill(&source.db, STEPS.len()).await;
        let folder = tempfile::TempDir::new().unwrap();
        let settings = [("DOCCARE_DATABASE_URL", source.url.as_str()), ("DOCCARE_KEY", KEY)];
        let piped = tokio::task::block_in_place(|| run(folder.path(), &["backup", "-"], &settings));
        let said = String::from_utf8_lossy(&piped.stderr).into_owned();
        let file = folder.path().join("piped.backup");
        fs::write(&file, &piped.stdout).unwrap();
        assert!(Backup::open(&file, STEPS).is_ok(), "{engine}: {said}");
        assert!(said.contains("The key is not in it"), "{said}");
        let target = Installation::empty(engine).await;
        target.restore(&file).await.unwrap();
        let (held, found) = (content(&source.db).await, content(&target.db).await);
        assert_eq!(found["appointments"], held["appointments"]);
        assert!(!fs::exists(folder.path().join("-")).unwrap());
    }
}

/// The reader may close the pipe in the middle: then the command fails, and the output is not a valid backup.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_into_a_closed_pipe_fails() {
    let folder = tempfile::TempDir::new().unwrap();
    let url = database_url("SQLite", folder.path()).await;
    let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", KEY)];
    command(folder.path(), &["admin", "create", "first@example.org"], &settings);
    let mut piped = doccare(folder.path(), &["backup", "-"]);
    let mut piped = piped.envs(settings).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(piped.stdout.take());
    assert_eq!(tokio::task::block_in_place(|| piped.wait()).unwrap().code(), Some(1));
}
