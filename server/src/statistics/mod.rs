//! Sums of appointments: how many there are of each status and what they earned, and the figures of first pages that are read from them.
//!
//! It takes plain values and uses no other booking feature, so that each of them can count here.

pub mod http;
mod model;
mod service;
mod store;

pub use model::{APPROVED, Counted, Revenue, StatusCounts, Tally};
pub use service::of_all;
pub use store::{count_all, count_of_doctor};
