//! Users: registration and profile.

pub mod http;
mod service;
mod store;

pub use service::{Registration, erase, register};
pub use store::{NOBODY, User, find, insert, insert_nobody};
