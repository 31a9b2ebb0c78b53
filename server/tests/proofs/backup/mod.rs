//! Backups: made during operation, atomic, and restored into either engine row for row.

mod long;
mod piped;
mod refusals;
mod rows;
mod schedule;
mod serving;
mod signed_in;

use std::path::Path;

use doccare::migrations::STEPS;
use doccare::platform::backup::{self, Backup, BackupSummary, RestoreSummary, make};
use doccare::platform::db::Db;
use doccare::platform::photos::Photos;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::harness::{NOW, database_url};
use crate::process::{Measured, run_measured};

/// A database, and a folder for everything else.
struct Installation {
    db: Db,
    photos: Photos,
    folder: TempDir,
    url: String,
}

impl Installation {
    async fn empty(engine: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let url = database_url(engine, folder.path()).await;
        let photos = Photos::open(None, folder.path()).unwrap();
        Self { db: Db::open(&url.parse().unwrap()).unwrap(), photos, folder, url }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    async fn back_up(&self, file: &Path) -> backup::Result<BackupSummary> {
        make(&self.db, &self.photos, file, NOW.parse().unwrap(), &CancellationToken::new()).await
    }

    async fn restore(&self, file: &Path) -> backup::Result<RestoreSummary> {
        let opened = Backup::open(file, STEPS)?;
        backup::restore(&self.db, &self.photos, &opened, STEPS).await
    }
}

/// Runs a command of the program, which must succeed, without blocking the test's other tasks.
fn command(data: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Measured {
    let ran = tokio::task::block_in_place(|| run_measured(data, arguments, settings));
    assert!(ran.output.status.success(), "{}", String::from_utf8_lossy(&ran.output.stderr));
    ran
}
