//! What each command does, a file per subject; `main.rs` reads the command line and calls them.

pub mod admin;
pub mod audit;
pub mod backup;
pub mod check;
pub mod clock;
pub mod demo;
pub mod erase;
pub mod healthcheck;
pub mod key;
pub mod output;
pub mod serve;
