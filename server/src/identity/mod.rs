//! Accounts of all six roles: who they are, how they prove it, and for how long.
//!
//! Other features ask here for an account or a session; whether a worker may sign in is this feature's own
//! state, so that a login never asks the directory.

pub mod callers;
pub mod consents;
pub mod contact_change;
pub mod credentials;
pub mod devices;
mod failed_logins;
mod http;
pub mod impersonation;
mod login_rate_limits;
pub mod logins;
mod mailed_links;
mod mails;
pub mod messaging;
mod model;
pub mod password_change;
pub mod passwords;
pub mod person;
pub mod phone;
pub mod profiles;
pub mod second_factor;
pub mod second_factor_login;
pub mod second_factor_setup;
mod service;
pub mod sessions;
mod store;
mod texts;
pub mod users;

pub use credentials::{Proof, StepUp, prove, step_up};
pub use failed_logins::{FailedLogins, record_due as record_failed_logins};
pub use logins::{enter, log_in, log_out, prove_login};
pub use model::{AccountState, Contact, DEMO_DOMAIN, Email, LoginName, NewAccount, Role};
pub use password_change::{
    change_password, delete_of as delete_password_links, make_invitation_link, make_link as make_password_link,
};
pub use passwords::{NewPassword, Owner};
pub use service::{
    Error, activate, admit, block, create_admin, erase_account, erase_mails, forget_ended, insert_account,
    insert_account_as, invite_admin, is_email_free, lock_of, record_own, remove_admin,
};
pub use sessions::{LoggedIn, Origin, delete_of as end_sessions, open_session};
use store::find_by_login;
pub use store::{
    confirm_email, find_contact, find_state, has_address, has_admin, has_demo_data, list_admin_addresses,
    list_contacts, mark_demo_data, remove_account, update_last_use,
};
pub use texts::OTHER_SESSIONS_ENDED;
