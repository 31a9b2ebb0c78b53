//! The operator's page: how the installation is doing, mails and messages that failed, and the data map. Decision 0063.

pub mod http;
mod mails;
pub mod model;
mod service;
mod store;
