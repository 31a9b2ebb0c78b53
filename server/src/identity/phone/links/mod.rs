//! Logging in by a mailed link, where a code alone is not enough: the number was not used for long, and the device is new. The link is
//! mailed after the right code, and logs in where it is opened: an attacker who has the number, but not the mailbox, gains nothing by asking for
//! it. Decision 0069.

pub mod http;
mod service;
mod store;

pub(in crate::identity) use store::delete_of;
