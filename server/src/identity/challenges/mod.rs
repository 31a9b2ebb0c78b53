//! A login on its way: the password was right, and the second factor's code is owed.

pub mod http;
mod service;
mod store;

pub(super) use service::begin;
pub(super) use store::delete_of;
