//! Tokens: which one a visit gets when it is approved, and which have to change when the doctor's hours do.

mod mails;
mod rules;
mod service;
mod store;

pub use rules::ordinal;
pub use service::{fix, part, session_bounds};
