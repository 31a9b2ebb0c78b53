//! Walk-ins: patients who come without a booking.

mod service;

pub use service::{WalkInWish, add_walk_in};
