//! Matching: the donors of a request are asked wave by wave.

mod service;

pub use service::advance;
