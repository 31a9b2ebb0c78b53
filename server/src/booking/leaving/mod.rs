//! Leaving: a user's whole data as a file, and the deletion of their account.

pub mod http;
mod service;

pub use service::{Erased, delete, erase_user, leave_patients};
