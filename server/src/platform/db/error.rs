//! Database errors, in the few kinds that callers distinguish.

use std::error::Error as StdError;

use deadpool_postgres::{HookError, PoolError};
use rusqlite::{Connection, OptionalExtension};
use tokio_postgres::error::Severity;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// Refused by a unique index, an exclusion constraint or a trigger; its name, the same on both engines.
    #[error("already exists: {0}")]
    Conflict(String),
    /// Overload, a deadlock, or a connection lost before the commit: nothing was written, a retry may work.
    #[error("the database is busy")]
    Busy,
    /// The database is read-only. Nothing was written.
    #[error("the database takes nothing: {0}")]
    ReadOnly(ReadOnlyReason),
    /// The login was refused. Nothing was written.
    #[error("the database refuses our login: {0}")]
    LoginRefused(String),
    /// The answer to a commit was lost, so the transaction may be committed or not; the text is for the log only.
    #[error("the outcome of a commit is unknown: {0}")]
    Unknown(String),
    /// A bug or a broken disk; the text is for the log only.
    #[error("database: {0}")]
    Other(String),
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadOnlyReason {
    /// The disk is full or read-only: an operator has to act.
    #[error("{0}")]
    Disk(String),
    /// This PostgreSQL server is a standby; another one is or becomes the primary.
    #[error("{0}")]
    Server(String),
}

pub type Result<T> = std::result::Result<T, Error>;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match error.sqlite_error().copied() {
            Some(e) if [DatabaseBusy, DatabaseLocked].contains(&e.code) => Self::Busy,
            Some(e) if cannot_be_written(e) || has_no_room_for_its_index(e) => {
                Self::ReadOnly(ReadOnlyReason::Disk(error.to_string()))
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

fn cannot_be_written(error: rusqlite::ffi::Error) -> bool {
    use rusqlite::ErrorCode::{DiskFull, ReadOnly};
    [DiskFull, ReadOnly].contains(&error.code) || error.extended_code == rusqlite::ffi::SQLITE_IOERR_WRITE
}

/// A full disk can also prevent the WAL index (`-shm`) from growing.
fn has_no_room_for_its_index(error: rusqlite::ffi::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SHMSIZE};
    [SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_SHMMAP].contains(&error.extended_code)
}

impl Error {
    /// The error of a commit at which SQLite rolled back by itself. An incompletely written WAL frame is no commit. After a failed fsync or
    /// WAL index, the commit may still be found after a crash.
    pub(super) fn of_ended_commit(error: rusqlite::Error) -> Self {
        match error.sqlite_error().copied() {
            Some(e) if cannot_be_written(e) => error.into(),
            _ => Self::Unknown(error.to_string()),
        }
    }

    /// For a read after the commit that the response needs: `Busy` would say that nothing was written. The client has to look, as after any
    /// unknown outcome (decision 0016).
    #[must_use]
    pub fn after_commit(self) -> Self {
        Self::Unknown(format!("it was done, but {self}"))
    }

    /// Whether the error concerns all transactions, not this one alone.
    pub fn is_for_everybody(&self) -> bool {
        matches!(self, Self::Busy | Self::ReadOnly(_) | Self::LoginRefused(_))
    }

    pub fn is_conflict(&self, name: &str) -> bool {
        matches!(self, Self::Conflict(found) if found == name)
    }

    /// The error of a statement on SQLite, which reports a conflict as `UNIQUE constraint failed: accounts.role, accounts.email_key`; the name
    /// of the index is looked up. A trigger's message is its name.
    pub(super) fn of_statement(error: rusqlite::Error, connection: &Connection) -> Self {
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_TRIGGER, SQLITE_CONSTRAINT_UNIQUE};
        let rusqlite::Error::SqliteFailure(failure, Some(message)) = &error else { return error.into() };
        match failure.extended_code {
            SQLITE_CONSTRAINT_TRIGGER => Self::Conflict(message.clone()),
            SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY => {
                let columns = message.rsplit(": ").next().unwrap_or_default();
                index_on(connection, columns).map_or_else(Self::from, Self::Conflict)
            }
            _ => error.into(),
        }
    }
}

/// The name of the unique index on `table.column, table.column`; for one defined with its table, PostgreSQL's name for it.
fn index_on(connection: &Connection, columns: &str) -> rusqlite::Result<String> {
    let table = columns.split('.').next().unwrap_or_default();
    let columns: Vec<&str> = columns.split(", ").filter_map(|column| column.split('.').nth(1)).collect();
    let sql = "SELECT l.name, l.origin FROM pragma_index_list($1) l WHERE l.\"unique\" AND $2 = (
                 SELECT group_concat(i.name, '_') FROM (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno) i)";
    let found = connection.query_row(sql, [table, &columns.join("_")], |row| {
        let (name, origin): (String, String) = (row.get(0)?, row.get(1)?);
        Ok(match origin.as_str() {
            "pk" => format!("{table}_pkey"),
            "u" => format!("{table}_{}_key", columns.join("_")),
            _ => name,
        })
    });
    // An integer primary key has no index.
    found.optional().map(|name| name.unwrap_or_else(|| format!("{table}_pkey")))
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        use tokio_postgres::error::SqlState;
        let Some(db) = error.as_db_error() else {
            return if is_lost(&error) { Self::Busy } else { Self::Other(error.to_string()) };
        };
        match db.code() {
            &SqlState::UNIQUE_VIOLATION | &SqlState::EXCLUSION_VIOLATION => {
                Self::Conflict(db.constraint().unwrap_or_default().into())
            }
            &SqlState::INVALID_AUTHORIZATION_SPECIFICATION | &SqlState::INVALID_PASSWORD => {
                Self::LoginRefused(db.to_string())
            }
            &SqlState::DISK_FULL => Self::ReadOnly(ReadOnlyReason::Disk(db.to_string())),
            &SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly(ReadOnlyReason::Server(db.to_string())),
            code if code == &SqlState::T_R_DEADLOCK_DETECTED
                // A statement or its wait for a lock took longer than we let it.
                || code == &SqlState::QUERY_CANCELED
                || code == &SqlState::LOCK_NOT_AVAILABLE
                || code == &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
                || code == &SqlState::T_R_SERIALIZATION_FAILURE
                // Another pipelined statement of the transaction was refused.
                || code == &SqlState::IN_FAILED_SQL_TRANSACTION
                || code == &SqlState::TOO_MANY_CONNECTIONS
                // 57P01 to 57P03: the server is stopping, crashed or starting.
                || code.code().starts_with("57P") =>
            {
                Self::Busy
            }
            _ => Self::Other(db.to_string()),
        }
    }
}

/// Without an error of the server, the connection failed, or a conversion of ours.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed() || error.source().is_some_and(<dyn StdError>::is::<std::io::Error>)
}

impl Error {
    /// The error of a PostgreSQL commit. A plain ERROR means that nothing was written; a lost connection leaves it open.
    pub(super) fn of_commit(error: tokio_postgres::Error) -> Self {
        let open = match error.as_db_error() {
            Some(db) => db.parsed_severity() != Some(Severity::Error),
            None => is_lost(&error),
        };
        if open { Self::Unknown(error.to_string()) } else { error.into() }
    }
}

impl From<PoolError> for Error {
    fn from(error: PoolError) -> Self {
        match error {
            // The connection broke while it was opened or configured.
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => error.into(),
            PoolError::Timeout(_) | PoolError::Closed => Self::Busy,
            other => Self::Other(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi::{
        self, SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_WRITE, SQLITE_READONLY,
    };

    use super::*;

    #[test]
    fn a_full_disk_is_reported_and_a_commit_that_may_be_in_the_log_is_unknown() {
        for (code, before, at_commit) in [
            (SQLITE_FULL, "nothing", "nothing"),
            (SQLITE_READONLY, "nothing", "nothing"),
            (SQLITE_IOERR_WRITE, "nothing", "nothing"),
            (SQLITE_IOERR_SHMSIZE, "nothing", "unknown"),
            (SQLITE_IOERR_FSYNC, "other", "unknown"),
        ] {
            let told = |error: Error| match error {
                Error::ReadOnly(ReadOnlyReason::Disk(_)) => "nothing",
                Error::Unknown(_) => "unknown",
                _ => "other",
            };
            let error = || rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            assert_eq!((told(error().into()), told(Error::of_ended_commit(error()))), (before, at_commit), "{code}");
        }
    }
}
