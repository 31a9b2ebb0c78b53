//! A patient's own bookings.

pub mod http;
mod service;

pub use service::{Booked, NewBooking, book};
