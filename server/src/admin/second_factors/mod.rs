//! A worker's second factor, for when the phone is lost.

pub mod http;
mod service;
