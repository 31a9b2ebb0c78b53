//! The private links in mails: whoever holds one is the donor, the requester, or the donor who was asked.

pub mod http;
mod store;

pub use store::{Kind, count_recent, end, find_subject, insert};
