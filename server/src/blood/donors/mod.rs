//! Donors: registration, their page by a private link, and the administrator's list.

pub mod admin_list;
pub mod disclosures;
pub mod http;
pub mod registration;
mod service;

pub use super::donor_records::store::{count_since, find_first, has_address, insert};
pub use super::donor_records::{Donor, DonorDetails};
pub use service::{count_by_place, erase_by_id, find, forget_unconfirmed};
