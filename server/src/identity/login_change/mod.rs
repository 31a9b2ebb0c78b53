//! Another number or e-mail address to sign in with. Both ask for the password; an address counts once the link that is
//! sent to it is used. Until then the old one does, so that whoever holds a stolen token cannot make the account theirs.

pub mod http;
mod model;
mod service;
mod store;

pub(super) use model::Link;
pub use model::LoginChange;
pub use service::{ProvenChange, make_applicant_link};
use store::EmailLink;
pub(super) use store::delete_of;
pub use store::{find_unreached, find_waiting};
