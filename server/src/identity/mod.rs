//! Accounts of all five roles: who they are, how they prove it, and for how long.
//!
//! Other features ask here for an account or a session; whether a worker may sign in is this feature's own
//! state, so that a login never asks the directory.

pub mod actor;
mod attempts;
pub mod http;
pub mod login_change;
mod mails;
mod model;
pub mod passwords;
pub mod person;
pub mod profiles;
mod proof;
mod reset;
mod service;
mod store;
mod texts;
pub mod users;

pub use model::{AccountState, Contact, Email, LoginName, NewAccount, NewPassword, Role};
pub use proof::{Proof, prove};

pub use service::{
    Error, LoggedIn, activate, admit, block, change_password, create_admin, end_sessions, enter, find_contact,
    find_state, forget_ended, insert_account, is_email_free, lock_of, log_in, log_out, open_session, prove_login,
    remove_account,
};
