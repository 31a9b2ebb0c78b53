//! The administrator's view of requests.

pub mod http;
mod service;
