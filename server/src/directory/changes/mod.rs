//! Another name, licence number or district of a doctor, hospital or pharmacy: what everybody sees stays until an administrator
//! has approved the new one. Everything else of a profile counts at once.

pub mod http;
mod mails;
mod model;
mod service;
mod store;

pub use model::{ChangeRequest, ChangedFields};
pub(super) use store::{CHANGE_REQUEST, save};
pub use store::{ChangeRow, count, delete_of};
