//! Who sees whose name and number, and what was seen.

pub mod http;
mod service;

pub use service::{Viewer, are_shown, show_donors, show_requester};
