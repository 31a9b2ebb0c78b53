//! A doctor's own profile and week, and what each change means for bookings.

pub mod http;
mod service;

pub use service::{Settling, Week, preview, save_week};
