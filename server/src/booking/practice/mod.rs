//! The doctor's day: requests, decisions and history.

pub mod http;
mod service;
