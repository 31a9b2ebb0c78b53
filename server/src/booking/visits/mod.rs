//! A patient's own bookings.

pub mod http;
mod service;

pub use service::{Booked, BookingContext, NewBooking, book, book_within, publish_booked};
