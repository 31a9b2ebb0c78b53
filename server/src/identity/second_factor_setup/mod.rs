//! The own second factor: its state, setting it up, renewing its recovery codes, and switching it off.

pub mod http;
mod service;
