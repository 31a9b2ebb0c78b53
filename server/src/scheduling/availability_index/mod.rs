//! The free slots of every listed doctor, kept in memory and exact at every moment: before each answer the database is asked which
//! doctors changed (decision 0032).

mod model;
mod search_keys;
mod service;

pub use model::{DoctorAvailability, DoctorSearch, Found, Sort, TimeWindow};
pub use service::{AvailabilityIndex, prune_change_log};
