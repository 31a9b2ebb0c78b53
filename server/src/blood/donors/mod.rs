//! Donors: registration, and what their private link lets them do.

pub mod http;
pub mod joining;
mod model;
pub mod oversight;
mod service;
pub(super) mod store;

pub use model::{Donor, DonorDetails, FieldName};
pub use service::{ask_old_to_confirm, count_by_place, erase_by_id, find, forget_unconfirmed};
pub use store::{count_since, find_first, has_address, insert};
