//! Phone messages of users: the channel they chose, delivery states, and reports of the provider.

pub mod http;
mod service;

pub use service::{latest, provider, retry};
