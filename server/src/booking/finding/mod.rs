//! Doctors and their free slots, for everybody.

pub mod http;
mod service;

pub use service::{find_doctor, free_days};
