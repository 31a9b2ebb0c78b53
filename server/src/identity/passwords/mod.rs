//! Passwords: what may be one, and how they are kept.

mod model;
mod rules;
mod service;

pub use model::NewPassword;
pub use rules::Owner;
pub use service::{Cost, Passwords, Standing};
