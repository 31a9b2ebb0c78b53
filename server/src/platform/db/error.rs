//! What can go wrong in the database, in the few kinds that callers tell apart.

use std::error::Error as StdError;

use tokio_postgres::error::Severity;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A row that is there already refused this one: a unique index, an exclusion constraint or a trigger.
    #[error("already exists")]
    Conflict,
    /// Too much to do, a deadlock, or a connection lost before the commit: nothing was written, trying again may work.
    #[error("the database is busy")]
    Busy,
    /// The answer to a commit was lost, so what was to be written may be there or not; the text is for the log only.
    #[error("the outcome of a commit is unknown: {0}")]
    Unknown(String),
    /// A mistake of ours or a broken disk; the text is for the log only.
    #[error("database: {0}")]
    Other(String),
}

pub type Result<T> = std::result::Result<T, Error>;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_TRIGGER, SQLITE_CONSTRAINT_UNIQUE};
        const CONFLICTS: [i32; 3] = [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_TRIGGER];
        match error.sqlite_error() {
            Some(e) if CONFLICTS.contains(&e.extended_code) => Self::Conflict,
            Some(e) if [DatabaseBusy, DatabaseLocked].contains(&e.code) => Self::Busy,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        use tokio_postgres::error::SqlState;
        let Some(db) = error.as_db_error() else {
            return if is_lost(&error) { Self::Busy } else { Self::Other(error.to_string()) };
        };
        match db.code() {
            &SqlState::UNIQUE_VIOLATION | &SqlState::EXCLUSION_VIOLATION => Self::Conflict,
            code if code == &SqlState::T_R_DEADLOCK_DETECTED
                || code == &SqlState::T_R_SERIALIZATION_FAILURE
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

impl From<deadpool_postgres::PoolError> for Error {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Backend(error) => error.into(),
            deadpool_postgres::PoolError::Timeout(_) | deadpool_postgres::PoolError::Closed => Self::Busy,
            other => Self::Other(other.to_string()),
        }
    }
}
