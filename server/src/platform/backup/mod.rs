//! Backups: all data in one file, made while the product serves, and restored into an empty database of either engine.
//!
//! Used by `doccare backup`, `doccare restore` and the backup job (`schedule`). The file holds lines of JSON (`lines`) and a checksum at its
//! end (`file`). Tables and columns are read from the database's schema, so that none is forgotten. The key is never in it. Decision 0047.

mod file;
mod lines;
mod restore;
pub mod schedule;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

pub use self::file::Backup;
use self::file::NewBackup;
use self::lines::{Cell, FORMAT, Head, Line};
pub use self::restore::{RestoreSummary, restore};
use super::db::{self, Db, Table, Tx, migrate};
use super::ids::hex;
use super::photos::{PhotoError, Photos};

/// Tables that are not backed up: state of the running installation (migrations, leases, rate limits, change logs), and everything that
/// lets someone in (sessions, mailed links, screens, pending logins and codes) or belongs to a session (notifications to browsers), because a
/// restore must not revive what was ended since.
pub const LEFT_OUT: [&str; 19] = [
    "schema_migrations",
    "job_leases",
    "installation_state",
    "job_runs",
    "rate_limits",
    "doctor_change_log",
    "desk_invitations",
    "sessions",
    "push_keys",
    "push_subscriptions",
    "password_resets",
    "email_changes",
    "impersonation_links",
    "login_challenges",
    "login_links",
    "phone_codes",
    "second_factor_enrollments",
    "screens",
    "screen_pairings",
];

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    #[error("{0} is there already; a backup never takes the place of another file")]
    Exists(PathBuf),
    #[error("another backup is being made in {0}")]
    Taken(PathBuf),
    #[error("{0} is no whole backup: {1}. Nothing was restored")]
    Broken(PathBuf, String),
    #[error("{0} was made by a newer doccare ({1}), which this one cannot read. Nothing was restored")]
    Newer(PathBuf, String),
    #[error(
        "{0} was made by doccare {1}, before 1.0.0, whose backups this program cannot restore. Nothing was restored"
    )]
    TooOld(PathBuf, String),
    #[error("the database is not empty. A backup is restored into an empty one, so that nothing is ever overwritten")]
    NotEmpty,
    #[error("the database was never used by doccare: there is nothing to back up")]
    NotOurs,
    #[error("the schema changed meanwhile; try again")]
    Changed,
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(transparent)]
    Photos(#[from] PhotoError),
}

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BackupSummary {
    pub rows: u64,
    pub photos: u64,
    pub bytes: u64,
}

/// Writes a consistent backup into a new file, on a blocking thread. The file appears only when it is complete and synced.
pub async fn make(
    db: &Db,
    photos: &Photos,
    file: &Path,
    now: Timestamp,
    stop: &CancellationToken,
) -> Result<BackupSummary> {
    let file = file.to_owned();
    write_on_thread(db, photos, move || NewBackup::create(&file), now, stop).await
}

/// Writes the backup to a stream, such as the input of a program that encrypts it. A truncated backup is refused by the restore.
pub async fn pipe(
    db: &Db,
    photos: &Photos,
    out: Box<dyn Write + Send>,
    now: Timestamp,
    stop: &CancellationToken,
) -> Result<BackupSummary> {
    write_on_thread(db, photos, move || Ok(NewBackup::pipe(out)), now, stop).await
}

async fn write_on_thread(
    db: &Db,
    photos: &Photos,
    begin: impl FnOnce() -> Result<NewBackup> + Send + 'static,
    now: Timestamp,
    stop: &CancellationToken,
) -> Result<BackupSummary> {
    let (db, photos, stop) = (db.clone(), photos.clone(), stop.clone());
    let runtime = Handle::current();
    let work = tokio::task::spawn_blocking(move || runtime.block_on(write_all(&db, &photos, begin, now, stop)));
    work.await.map_err(|_| Error::Db(db::Error::Other("a backup panicked".into())))?
}

/// Photos are read before and after the tables: a photo named by a row was there before, or is too new to be swept.
async fn write_all(
    db: &Db,
    photos: &Photos,
    begin: impl FnOnce() -> Result<NewBackup>,
    now: Timestamp,
    stop: CancellationToken,
) -> Result<BackupSummary> {
    let (head, tables) = read_head(db, now).await?;
    let steps = head.steps.clone();
    let mut new = begin()?;
    new.add(&Line::Head(head))?;
    let mut written = HashSet::new();
    add_photos(photos, &mut new, &mut written, &stop).await?;
    let stopped = stop.clone();
    let copied = db.backup_snapshot(async move |tx| {
        let rows = write_tables(tx, &mut new, &tables, &steps, &stopped).await?;
        Ok::<_, Error>((new, rows))
    });
    let (mut new, rows) = copied.await?;
    add_photos(photos, &mut new, &mut written, &stop).await?;
    Ok(BackupSummary { rows, photos: written.len() as u64, bytes: new.finish()? })
}

async fn read_head(db: &Db, now: Timestamp) -> Result<(Head, Vec<Table>)> {
    db.read(async |tx| {
        let tables = tx.tables().await?;
        if !tables.iter().any(|table| table.name == "schema_migrations") {
            return Err(Error::NotOurs);
        }
        let head = Head {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            engine: tx.engine().into(),
            made_at: now,
            steps: migrate::applied(tx).await?,
        };
        Ok((head, tables))
    })
    .await
}

async fn add_photos(
    photos: &Photos,
    new: &mut NewBackup,
    written: &mut HashSet<String>,
    stop: &CancellationToken,
) -> Result<()> {
    for name in photos.list_files().await? {
        if stop.is_cancelled() {
            return Err(Error::Stopped);
        }
        if written.contains(&name) {
            continue;
        }
        // A photo deleted meanwhile is named by no row.
        if let Some(bytes) = photos.read_file(&name).await? {
            new.add(&Line::Photo { name: name.clone(), hex: hex(&bytes) })?;
            written.insert(name);
        }
    }
    Ok(())
}

/// Writes all rows and returns their number. `known` and `steps` are the tables and migrations read before.
async fn write_tables(
    tx: &mut Tx<'_>,
    new: &mut NewBackup,
    known: &[Table],
    steps: &[String],
    stop: &CancellationToken,
) -> Result<u64> {
    // First: it may wait for a migration, whose result the transaction must see.
    tx.keep_shapes(known).await?;
    if migrate::applied(tx).await? != steps {
        return Err(Error::Changed);
    }
    let mut tables = tx.tables().await?;
    tables.retain(|table| !LEFT_OUT.contains(&table.name.as_str()));
    let mut rows = 0;
    for table in &tables {
        let columns = table.column_names();
        new.add(&Line::Table {
            name: table.name.clone(),
            columns: columns.iter().map(|name| (*name).into()).collect(),
        })?;
        let sql = format!("SELECT {} FROM {}", columns.join(", "), table.name);
        let added = tx.stream(&sql, |row| {
            if stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            rows += 1;
            new.add(&Line::Row(Cell::all_of(row, table)?))
        });
        added.await?;
    }
    Ok(rows)
}
