//! Donors: registration, and what their private link lets them do.

pub mod http;
mod model;
mod service;
pub(super) mod store;

pub use model::{Details, Donor};
pub use store::{find_first, insert};
