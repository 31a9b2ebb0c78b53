//! Walk-ins: patients who come without a booking.

mod service;

pub use service::{WalkInPatient, WalkInWish, add_walk_in, remove_walk_in};
