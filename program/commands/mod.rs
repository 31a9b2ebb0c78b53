//! The commands; `main.rs` parses the command line and calls them.

pub mod admin;
pub mod audit;
pub mod backup;
pub mod check;
pub mod clock;
pub mod configuration;
pub mod demo;
pub mod erase;
pub mod healthcheck;
pub mod key;
pub mod output;
pub mod serve;
