//! Accounts of all five roles: who they are, how they prove it, and for how long.
//!
//! Other features ask here for an account or a session; whether a worker may sign in is this feature's own
//! state, so that a login never asks the directory.

pub mod actor;
pub mod http;
mod model;
pub mod passwords;
mod service;
mod store;
mod texts;

pub use model::{Email, NewAccount, NewPassword, Role};
pub use service::{
    Error, LoggedIn, activate, create_admin, end_sessions, insert_account, log_in, log_out, open_session,
};
