//! Hospitals and pharmacies: alike in everything but what people look for there.

pub mod http;
mod model;
mod service;
mod store;

pub use model::{Category, Facility, NewFacility};
pub use store::{
    count_pending, erase, find, find_listed, find_named, insert, is_license_taken, list, list_pending, remove,
};
