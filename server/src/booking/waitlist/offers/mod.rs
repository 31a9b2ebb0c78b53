//! Offers of the waitlist that are answered by their link, without signing in.

pub mod http;
mod service;

pub use service::page_of;
