//! What becomes of messages to phones, for the administrator: how many arrive, how many fail, and why.

pub mod http;
mod service;
