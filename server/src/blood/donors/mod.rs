//! Donors: registration, and what their private link lets them do.

pub mod http;
pub mod joining;
mod model;
pub mod oversight;
mod service;
pub(super) mod store;

pub use model::{Donor, DonorDetails};
pub use service::count_by_place;
pub use store::{find_first, insert};
