//! Backups: made while the product is served, whole or not at all, and put back into either engine row for row.

mod long;
mod refusals;
mod rows;
mod schedule;
mod serving;

use std::path::Path;

use doccare::migrations::STEPS;
use doccare::platform::backup::{self, Backup, Made, Restored, make};
use doccare::platform::db::{DatabaseUrl, Db};
use doccare::platform::photos::Photos;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

pub use self::serving::DISAGREEING;
use crate::harness::{NOW, postgres};

const ENGINES: [&str; 2] = ["SQLite", "PostgreSQL"];

/// A database, and a folder for everything else.
struct Installation {
    db: Db,
    photos: Photos,
    folder: TempDir,
}

impl Installation {
    async fn empty(engine: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let url = match engine {
            "SQLite" => DatabaseUrl::sqlite(&folder.path().join("doccare.db")),
            _ => postgres::fresh_database().await,
        };
        let photos = Photos::open(None, folder.path()).unwrap();
        Self { db: Db::open(&url).unwrap(), photos, folder }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    async fn back_up(&self, file: &Path) -> backup::Result<Made> {
        make(&self.db, &self.photos, file, NOW.parse().unwrap(), &CancellationToken::new()).await
    }

    async fn restore(&self, file: &Path) -> backup::Result<Restored> {
        let opened = Backup::open(file, STEPS)?;
        backup::restore(&self.db, &self.photos, &opened, STEPS).await
    }
}
