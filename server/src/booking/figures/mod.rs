//! The figures of first pages, and the sums that they are read from.

pub mod http;
mod model;
mod service;
mod store;

pub use model::Revenue;
pub use service::of_all;
pub use store::{DAY, HOUR, OFFSET, Tally, count_all, count_of_doctor};
