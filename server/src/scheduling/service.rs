//! The error of scheduling: why a slot, a session or leave is refused; and the check of a slot's mode.

use super::Slot;
use super::rules::Refusal;
use crate::directory::{Doctor, VisitMode};
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
    /// The slot is of another mode; this one is wanted.
    #[error("not a slot of visits by {0:?}")]
    OtherMode(VisitMode),
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

/// Refuses a slot of another mode: a patient who consented to be called did not agree to come, and the other way round.
pub fn check_mode(doctor: &Doctor, slot: Slot, wanted: VisitMode) -> Result<(), Error> {
    if doctor.offer_at(slot.day, slot.time).mode == wanted { Ok(()) } else { Err(Error::OtherMode(wanted)) }
}
