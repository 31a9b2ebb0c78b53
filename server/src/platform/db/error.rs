//! What can go wrong in the database, in the few kinds that callers tell apart.

use std::error::Error as StdError;

use deadpool_postgres::{HookError, PoolError};
use rusqlite::{Connection, OptionalExtension};
use tokio_postgres::error::Severity;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A row that is there already refused this one: a unique index, an exclusion constraint or a trigger, whose name this
    /// is, the same on both engines.
    #[error("already exists: {0}")]
    Conflict(String),
    /// Too much to do, a deadlock, or a connection lost before the commit: nothing was written, trying again may work.
    #[error("the database is busy")]
    Busy,
    /// The database can be read and takes nothing. Nothing was written.
    #[error("the database takes nothing: {0}")]
    ReadOnly(TakesNothing),
    /// The database does not let us in: a password that was changed, a role that may not log in. Nothing was written.
    #[error("the database refuses our login: {0}")]
    LoginRefused(String),
    /// The answer to a commit was lost, so what was to be written may be there or not; the text is for the log only.
    #[error("the outcome of a commit is unknown: {0}")]
    Unknown(String),
    /// A mistake of ours or a broken disk; the text is for the log only.
    #[error("database: {0}")]
    Other(String),
}

/// Why a database takes nothing; the texts are for the log only.
#[derive(Debug, Clone, thiserror::Error)]
pub enum TakesNothing {
    /// The disk is full or can only be read: somebody has to see to it.
    #[error("{0}")]
    Disk(String),
    /// This server of PostgreSQL only reads. Another one is the primary by now, or will be in seconds.
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
                Self::ReadOnly(TakesNothing::Disk(error.to_string()))
            }
            _ => Self::Other(error.to_string()),
        }
    }
}

fn cannot_be_written(error: rusqlite::ffi::Error) -> bool {
    use rusqlite::ErrorCode::{DiskFull, ReadOnly};
    [DiskFull, ReadOnly].contains(&error.code) || error.extended_code == rusqlite::ffi::SQLITE_IOERR_WRITE
}

/// A full disk also shows in the file that says where in the log each page is, once that has to grow.
fn has_no_room_for_its_index(error: rusqlite::ffi::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SHMSIZE};
    [SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_SHMMAP].contains(&error.extended_code)
}

impl Error {
    /// Why SQLite ended a transaction by itself when it was to commit. What was not written whole to the log is nothing. When an
    /// fsync failed, or the index of a log that was written whole, the commit may still be found there after a crash.
    pub(super) fn of_ended_commit(error: rusqlite::Error) -> Self {
        match error.sqlite_error().copied() {
            Some(e) if cannot_be_written(e) => error.into(),
            _ => Self::Unknown(error.to_string()),
        }
    }

    /// Of a read that an answer needs after its commit: `Busy` would say that nothing was written. That it was done is known
    /// here, but the answer cannot show what, so whoever asked has to look, as after any outcome that nobody knows (decision
    /// 0016).
    #[must_use]
    pub fn after_commit(self) -> Self {
        Self::Unknown(format!("it was done, but {self}"))
    }

    /// Whether the database refuses everybody at this moment, and not this unit alone.
    pub fn is_for_everybody(&self) -> bool {
        matches!(self, Self::Busy | Self::ReadOnly(_) | Self::LoginRefused(_))
    }

    /// Whether it was this index, constraint or trigger that refused a row.
    pub fn is_conflict(&self, name: &str) -> bool {
        matches!(self, Self::Conflict(found) if found == name)
    }

    /// Why a statement failed on SQLite, whose word on a conflict is `UNIQUE constraint failed: accounts.role,
    /// accounts.email_key`; the name of that index is looked up. Of a trigger its message is the name.
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

/// The name of the unique index on `table.column, table.column`; of one that came with its table, the name that PostgreSQL
/// gives it.
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
    // A key that is the number of the row itself has no index.
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
            &SqlState::DISK_FULL => Self::ReadOnly(TakesNothing::Disk(db.to_string())),
            &SqlState::READ_ONLY_SQL_TRANSACTION => Self::ReadOnly(TakesNothing::Server(db.to_string())),
            code if code == &SqlState::T_R_DEADLOCK_DETECTED
                // A statement or its wait for a lock took longer than we let it.
                || code == &SqlState::QUERY_CANCELED
                || code == &SqlState::LOCK_NOT_AVAILABLE
                || code == &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
                || code == &SqlState::T_R_SERIALIZATION_FAILURE
                // Another statement of the unit, sent beside this one, was refused.
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

/// Without an answer from the server it is the connection that failed, or our own conversion.
fn is_lost(error: &tokio_postgres::Error) -> bool {
    error.is_closed() || error.source().is_some_and(<dyn StdError>::is::<std::io::Error>)
}

impl Error {
    /// What an error means where PostgreSQL commits. A plain ERROR is its word that nothing was written; a connection that
    /// ends there, with or without a last word, leaves it open.
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
            // The connection broke while it was made, or while its limits were set.
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
    fn a_disk_that_takes_nothing_is_told_and_a_commit_that_may_be_in_the_log_is_unknown() {
        for (code, before, at_commit) in [
            (SQLITE_FULL, "nothing", "nothing"),
            (SQLITE_READONLY, "nothing", "nothing"),
            (SQLITE_IOERR_WRITE, "nothing", "nothing"),
            (SQLITE_IOERR_SHMSIZE, "nothing", "unknown"),
            (SQLITE_IOERR_FSYNC, "other", "unknown"),
        ] {
            let told = |error: Error| match error {
                Error::ReadOnly(TakesNothing::Disk(_)) => "nothing",
                Error::Unknown(_) => "unknown",
                _ => "other",
            };
            let error = || rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            assert_eq!((told(error().into()), told(Error::of_ended_commit(error()))), (before, at_commit), "{code}");
        }
    }
}
