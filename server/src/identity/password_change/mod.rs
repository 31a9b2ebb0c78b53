//! Another password, for whoever forgot theirs and for whoever knows it.

pub mod http;
mod service;
mod store;

pub use service::{change_password, make_link};
pub(super) use store::delete_of;
