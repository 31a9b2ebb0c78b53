//! Invitations to a desk: a row of its own until the owner of the address accepts, and only then an account. Decision 0070.

pub mod http;
mod mails;
mod service;
mod store;

pub use service::{end, erase, erase_of_employer};
use store::LinkedInvitation;
pub use store::{Invitation, delete_expired, list_of};
