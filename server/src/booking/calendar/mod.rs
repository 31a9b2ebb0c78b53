//! Appointments as entries of a calendar.

mod model;

pub use model::Event;
