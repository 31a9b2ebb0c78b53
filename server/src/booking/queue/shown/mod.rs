//! What those who wait are shown: a visit's page by its private link, and the screen of a waiting room by its secret one.

pub mod http;
mod service;

pub use service::Queues;
