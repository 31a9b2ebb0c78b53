//! Users: their registration and what they tell about themselves.

pub mod http;
mod model;
mod service;
mod store;

pub use model::User;
pub use service::{Registration, erase, register};
pub use store::{NAMES, find, insert};
