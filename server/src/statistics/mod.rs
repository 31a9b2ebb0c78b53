//! Sums of appointments: how many there are of each status and what they earned, and the figures of first pages that are read from them.
//!
//! Leftmost of the booking features: it takes plain values, so that every change of an appointment can be counted here.

pub mod http;
mod model;
mod service;
mod store;

pub use model::{APPROVED, Counted, Revenue, StatusCounts, Tally};
pub use service::of_all;
pub use store::{count_all, count_of_doctor};
