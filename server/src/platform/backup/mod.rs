//! Backups: everything that the product holds in one file, made while it serves, and put back into an empty database of either engine.
//!
//! `doccare backup` and `doccare restore` come here, and the job that makes one by the clock (`schedule`). The file is made of lines
//! (`lines`) that a sum at its end vouches for (`file`). Which tables and columns there are the database says itself, so that
//! nobody can forget one. The key is never in it. Decision 0047.

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
pub use self::restore::{Restored, restore};
use super::db::{self, Db, Table, Tx, migrate};
use super::ids::hex;
use super::photos::{PhotoError, Photos};

/// What belongs to the running installation and not to what it holds: which steps the schema has (the head says it), which instance
/// is at which job, tries of the last minutes, and notes of changes, which are numbered by the database that made them. And what lets
/// somebody in: sessions, mailed links, screens of waiting rooms, and logins, numbers and second factors that wait for a code. Somebody may
/// have ended one of them since the backup was made, and a restore must not undo that. An older program's backup holds them; they are
/// not restored from it either.
pub const LEFT_OUT: [&str; 19] = [
    "migrations",
    "contractions",
    "job_leases",
    "job_results",
    "tries",
    "rate_limits",
    "doctor_changes",
    "desk_invitations",
    "sessions",
    "password_resets",
    "email_changes",
    "impersonation_links",
    "login_challenges",
    "login_links",
    "phone_codes",
    "second_factor_offers",
    "waiting_screens",
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

/// What a backup holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Made {
    pub rows: u64,
    pub photos: u64,
    /// The size of the file.
    pub bytes: u64,
}

/// Writes everything into a new file, as it is at one moment after this is called. Nobody waits for it: it works on a thread of its
/// own. The file appears when it is whole and on the disk; before that, and when something fails, there is none.
pub async fn make(db: &Db, photos: &Photos, file: &Path, now: Timestamp, stop: &CancellationToken) -> Result<Made> {
    let file = file.to_owned();
    write_on_thread(db, photos, move || NewBackup::create(&file), now, stop).await
}

/// The same for another program to take, such as one that encrypts it: nothing of it is written to a disk. What was cut off is refused
/// when it is restored.
pub async fn pipe(
    db: &Db,
    photos: &Photos,
    out: Box<dyn Write + Send>,
    now: Timestamp,
    stop: &CancellationToken,
) -> Result<Made> {
    write_on_thread(db, photos, move || Ok(NewBackup::pipe(out)), now, stop).await
}

async fn write_on_thread(
    db: &Db,
    photos: &Photos,
    begin: impl FnOnce() -> Result<NewBackup> + Send + 'static,
    now: Timestamp,
    stop: &CancellationToken,
) -> Result<Made> {
    let (db, photos, stop) = (db.clone(), photos.clone(), stop.clone());
    let runtime = Handle::current();
    let work = tokio::task::spawn_blocking(move || runtime.block_on(write_all(&db, &photos, begin, now, stop)));
    work.await.map_err(|_| Error::Db(db::Error::Other("a backup panicked".into())))?
}

/// Photos are read before the tables and once more after them: one that a row names was there before, or is so new that nothing
/// removes it meanwhile.
async fn write_all(
    db: &Db,
    photos: &Photos,
    begin: impl FnOnce() -> Result<NewBackup>,
    now: Timestamp,
    stop: CancellationToken,
) -> Result<Made> {
    let (head, tables) = read_head(db, now).await?;
    let steps = head.steps.clone();
    let mut new = begin()?;
    new.add(&Line::Head(head))?;
    let mut written = HashSet::new();
    add_photos(photos, &mut new, &mut written, &stop).await?;
    let stopped = stop.clone();
    let copied = db.snapshot(async move |tx| {
        let rows = write_tables(tx, &mut new, &tables, &steps, &stopped).await?;
        Ok::<_, Error>((new, rows))
    });
    let (mut new, rows) = copied.await?;
    add_photos(photos, &mut new, &mut written, &stop).await?;
    Ok(Made { rows, photos: written.len() as u64, bytes: new.finish()? })
}

/// The head, and the tables that there are.
async fn read_head(db: &Db, now: Timestamp) -> Result<(Head, Vec<Table>)> {
    db.read(async |tx| {
        let tables = tx.tables().await?;
        if !tables.iter().any(|table| table.name == "migrations") {
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
        // One that is gone by now is named nowhere.
        if let Some(bytes) = photos.read_file(&name).await? {
            new.add(&Line::Photo { name: name.clone(), hex: hex(&bytes) })?;
            written.insert(name);
        }
    }
    Ok(())
}

/// Adds every row of every table, and returns how many. `known` are the tables and `steps` the steps that there were a moment ago.
async fn write_tables(
    tx: &mut Tx<'_>,
    new: &mut NewBackup,
    known: &[Table],
    steps: &[String],
    stop: &CancellationToken,
) -> Result<u64> {
    // First of all: it may wait for a migration, and the unit is to see what that left.
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
