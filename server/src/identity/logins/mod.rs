//! Logins and logouts with a password, and the list of the own sessions.

pub mod http;
mod service;

pub use service::{end_others_in, enter, list_of, log_in, log_out, prove_login};
