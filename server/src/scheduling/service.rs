//! What can go wrong with times: of slots, sessions and leave.

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
    /// For somebody on the waitlist.
    #[error("the slot is reserved")]
    Reserved,
    /// The week has several sessions, so that it has no one start and end to change.
    #[error("several sessions")]
    SeveralSessions,
    #[error("no such session")]
    NoSession,
    #[error("too many sessions")]
    TooManySessions,
    #[error("too many leaves")]
    TooManyLeaves,
    /// What is wrong with a form that only the stored week can tell.
    #[error("wrong fields")]
    Fields(Problem),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}
