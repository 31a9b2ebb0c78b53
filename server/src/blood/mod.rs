//! Blood: donors, requests, and matching. A phone number is shown to the other side only after its owner agreed.
//!
//! There are no accounts here. A mail carries a private link, and its holder acts as the donor or the requester; neither is active
//! before the first use of a link. A request is confirmed by its link, [`requests::matching`] asks donors in waves, a donor accepts, and
//! the two then see each other's numbers.

mod donor_records;
pub mod donors;
pub mod http;
pub mod links;
mod mails;
mod public_text;
pub mod requests;
pub mod rules;
mod service;
mod store;
pub mod surge_alert;
mod texts;

pub use donors::{forget_unconfirmed, has_address};
pub use requests::{advance, forget_old};
pub use service::ActionContext;
