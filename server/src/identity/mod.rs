//! Accounts of all six roles: who they are, how they prove it, and for how long.
//!
//! Other features ask here for an account or a session; whether a worker may sign in is this feature's own
//! state, so that a login never asks the directory.

mod attempts;
pub mod callers;
pub mod challenges;
pub mod consents;
pub mod demo_logins;
pub mod devices;
mod http;
pub mod impersonation;
pub mod login_change;
mod mails;
pub mod messaging;
mod model;
pub mod password_change;
pub mod passwords;
pub mod person;
pub mod phone;
pub mod profiles;
mod proof;
pub mod second_factor;
mod service;
pub mod sessions;
pub mod step_up;
mod store;
mod texts;
pub mod users;
mod wrong_logins;

pub use model::{AccountState, Contact, Email, LoginName, NewAccount, Role};
pub use password_change::{change_password, make_link as make_password_link};
pub use passwords::{NewPassword, Owner};
pub use proof::{Proof, prove};
pub use service::{
    Error, activate, admit, block, create_admin, erase_account, erase_mails, forget_ended, insert_account,
    insert_account_as, invite_admin, is_email_free, lock_of, record_own, remove_admin,
};
pub use sessions::{LoggedIn, Origin, delete_of as end_sessions, enter, log_in, log_out, open_session, prove_login};
pub use step_up::{StepUp, step_up};
use store::find_by_login;
pub use store::{
    confirm_email, find_contact, find_state, has_address, has_admin, list_admin_addresses, list_contacts,
    remove_account, update_last_use,
};
pub use texts::OTHER_SESSIONS_ENDED;
pub use wrong_logins::{WrongLogins, write_down as write_wrong_logins_down};
