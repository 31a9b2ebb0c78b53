//! Registration of donors.

pub mod http;
mod service;
