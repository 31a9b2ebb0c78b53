//! Messages to phones: who wants them on which way, what became of theirs, and what the provider reports.

pub mod http;
mod service;
mod store;

pub use service::{latest, provider, retry};
