//! Users: their list, the table for spreadsheets, each of them, and who is kept out.

pub mod http;
mod model;
mod service;
mod store;

pub(super) use store::{AdminUser, find_first};
