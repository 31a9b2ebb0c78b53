//! Another name or licence number of a hospital or pharmacy: what everybody sees of it stays until the administrator has
//! approved it. Everything else of a profile counts at once.

pub mod http;
mod mails;
mod service;
mod store;

pub use store::{ChangeRow, count, delete_of};
pub(super) use store::{WAITING, save};
