//! Another number or e-mail address to sign in with. Both ask for the password; an address counts once the link that is
//! sent to it is used. Until then the old one does, so that whoever holds a stolen token cannot make the account theirs.

pub mod http;
mod service;
mod store;

use super::model::{Email, Role};

pub use service::{LoginChange, ProvenChange, find_waiting};
pub(super) use store::{delete_expired, delete_of};

/// What the link of a new address leads to.
pub struct Linked {
    pub account_id: String,
    pub role: Role,
    pub email: Email,
    /// The session that asked for it.
    pub session_digest: String,
    pub is_confirmed: bool,
}
