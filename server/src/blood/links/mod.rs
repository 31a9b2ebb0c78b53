//! The private links in mails: whoever holds one is the donor, the requester, or the donor who was asked.
//!
//! Every mail has a link of its own. It works until a newer one of the same page was used, or for 180 days. One to an address that
//! a donor has not confirmed yet looks and confirms, and ends no other before that.

pub mod http;
mod service;
mod store;

pub use service::Held;
pub use store::{Kind, address, count_to_others, delete_ended, end, end_all, end_others, insert};
