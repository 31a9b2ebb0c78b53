//! Tells everybody who has booked at a clinic or a hospital that it has a new address. Decision 0073.

mod service;

pub use service::announce;
