//! Passwords: accepted ones, and hashing.

mod model;
mod rules;
mod service;

pub use model::NewPassword;
pub use rules::Owner;
pub use service::{Cost, HashingLoad, PasswordHasher};
