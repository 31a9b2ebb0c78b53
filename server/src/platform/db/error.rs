//! What can go wrong in the database, in the few kinds that callers tell apart.

use std::error::Error as StdError;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A unique index refused the row.
    #[error("already exists")]
    Conflict,
    /// Too much to do, a deadlock, or a lost connection: nothing was written, trying again may work.
    #[error("the database is busy")]
    Busy,
    /// A mistake of ours or a broken disk; the text is for the log only.
    #[error("database: {0}")]
    Other(String),
}

pub type Result<T> = std::result::Result<T, Error>;

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        match error.sqlite_error() {
            Some(e) if [SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY].contains(&e.extended_code) => {
                Self::Conflict
            }
            Some(e) if [DatabaseBusy, DatabaseLocked].contains(&e.code) => Self::Busy,
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        use tokio_postgres::error::SqlState;
        let Some(db) = error.as_db_error() else {
            // Without an answer from the server it is the connection that failed, or our own conversion.
            let lost = error.is_closed() || error.source().is_some_and(<dyn StdError>::is::<std::io::Error>);
            return if lost { Self::Busy } else { Self::Other(error.to_string()) };
        };
        match db.code() {
            &SqlState::UNIQUE_VIOLATION => Self::Conflict,
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

impl From<deadpool_postgres::PoolError> for Error {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Backend(error) => error.into(),
            deadpool_postgres::PoolError::Timeout(_) | deadpool_postgres::PoolError::Closed => Self::Busy,
            other => Self::Other(other.to_string()),
        }
    }
}
