//! A doctor's sessions: the week as a list of them, extra ones on one day, and what each change means for bookings. Decision 0059.

pub mod http;
mod service;
