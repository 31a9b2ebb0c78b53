//! Accounts of all five roles: who they are, how they prove it, and for how long.
//!
//! Other features ask here for an account or a session; whether a worker may sign in is this feature's own
//! state, so that a login never asks the directory.

pub mod actor;
mod attempts;
pub mod http;
mod mails;
mod model;
pub mod passwords;
pub mod person;
mod reset;
mod service;
mod store;
mod texts;
pub mod users;

pub use model::{AccountState, Contact, Email, LoginName, NewAccount, NewPassword, Role};
pub use texts::password_wrong;

pub use service::{
    Error, LoggedIn, activate, block, change_login, change_password, create_admin, end_sessions, find_contact,
    find_state, insert_account, is_email_free, is_password_of, log_in, log_out, open_session, remove_account,
};
