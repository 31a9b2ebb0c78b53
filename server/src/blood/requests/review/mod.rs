//! Review of requests by administrators and hospitals.

pub mod http;
mod service;
