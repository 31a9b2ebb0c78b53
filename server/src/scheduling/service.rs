//! The error of scheduling: why a slot, a session or leave is refused.

use super::rules::Refusal;
use crate::identity::callers::SignedOut;
use crate::platform::db;
use crate::platform::http::Problem;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such doctor, or not listed.
    #[error("no such doctor")]
    NoDoctor,
    #[error("not bookable: {0:?}")]
    NotBookable(Refusal),
    /// The slot is reserved for somebody on the waitlist.
    #[error("the slot is reserved")]
    Reserved,
    /// The week has sessions that differ, so there is no single start and end to change.
    #[error("several sessions")]
    SeveralSessions,
    #[error("no such session")]
    NoSession,
    #[error("too many sessions")]
    TooManySessions,
    #[error("too many leaves")]
    TooManyLeaves,
    /// Fields that are wrong given the stored week.
    #[error("wrong fields")]
    Fields(Problem),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}
