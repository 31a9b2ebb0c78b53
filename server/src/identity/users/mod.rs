//! Users: their registration and what they tell about themselves.

pub mod http;
mod service;
mod store;

pub use service::{Registration, erase, register};
pub use store::{NAMES, NOBODY, User, find, insert, insert_nobody};
