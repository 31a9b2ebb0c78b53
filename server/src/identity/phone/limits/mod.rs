//! How many codes are sent to phones: to a number, on a known device, by an account, from a network, to numbers with the same first
//! digits, and in a day. A code costs the operator money and its reader patience, so that strangers must not send many; and strangers
//! must not use up the codes of an account's owner. Decision 0069.

mod model;
mod service;

pub use super::store::{CodeCounts, count_codes as count};
pub use model::{CodeLimit, DeviceTrust};
pub use service::{CodeRequester, DayLimit, forget_old, take};
