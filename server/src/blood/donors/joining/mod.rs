//! How donors join.

pub mod http;
mod service;
