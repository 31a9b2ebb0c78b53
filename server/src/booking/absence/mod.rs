//! A doctor's leave, of days or of hours, and what it means for bookings.

pub mod http;
mod service;
