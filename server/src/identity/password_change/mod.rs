//! Another password, for whoever forgot theirs and for whoever knows it.

pub mod http;
mod service;
mod store;

pub use service::{change_password, make_invitation_link, make_link};
pub use store::delete_of;
