//! Hospitals and pharmacies, which differ only in their category.

pub mod http;
mod mails;
mod model;
mod service;
pub(super) mod store;

pub use model::{Category, Facility, NewFacility, OwnFacility};
pub use service::{notify_hospitals, topic};
pub use store::{
    count_pending, erase, find, find_licensed, find_listed, find_named, find_own, insert, list_pending, remove, update,
};
