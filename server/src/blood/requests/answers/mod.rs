//! Donors' answers to a request.

pub mod http;
mod service;

pub use service::{accept, decline, leave, list_asked, withdraw};
