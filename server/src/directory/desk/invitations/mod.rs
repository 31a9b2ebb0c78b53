//! Invitations to a desk: no account exists until the owner of the address accepts. Decision 0070.

pub mod http;
mod mails;
mod service;
mod store;

pub use service::{end, erase, erase_of_employer};
use store::LinkedInvitation;
pub use store::{Invitation, delete_expired, list_of};
