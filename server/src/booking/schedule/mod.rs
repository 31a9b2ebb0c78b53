//! A doctor's own profile, week and leave, and what each change means for bookings.

pub mod http;
mod service;
