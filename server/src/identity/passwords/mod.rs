//! Passwords: what may be one, and how they are kept.

mod model;
mod service;

pub use model::NewPassword;
pub use service::{Cost, Passwords};
