//! Private links in mails. The holder of a link acts as the donor, the requester, or the asked donor.
//!
//! Every mail has its own link. It works for 180 days, or until a newer one of the same page was used. A link to an unconfirmed
//! address can view and confirm only, and ends no other link before that.

pub mod http;
mod service;
mod store;

pub use service::OpenedLink;
pub use store::{LinkKind, address, count_to_others, delete_ended, end, end_all, end_others, insert};
