//! Approved hospitals and pharmacies, and the list of all workers in short rows.

pub mod http;
mod service;
mod store;

pub(super) use store::{AdminFacility, find_first};
