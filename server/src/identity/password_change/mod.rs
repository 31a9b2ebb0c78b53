//! Password reset by a mailed link, and password change with the old password.

pub mod http;
mod service;

pub use service::{change_password, delete_of, make_invitation_link, make_link};
