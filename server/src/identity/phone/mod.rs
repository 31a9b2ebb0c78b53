//! One-time codes to a phone number: they verify the number of an account, and log in by a verified number. Six digits, five
//! minutes, five attempts. Each request for a code gets a token that must come back with the code, so that strangers cannot use up the
//! attempts of others.

pub mod http;
pub mod limits;
mod login_links;
mod model;
mod service;
mod store;

pub(super) use service::{channels, clear_phone_verification, clear_phone_verification_after_reset, delete_of};
