//! Blood: donors, requests, and a match that shows nobody's number before its owner said yes.
//!
//! Nobody needs an account here. A mail carries a private link; whoever holds it is the donor or the requester, and nobody
//! counts before they used it. The walk of a request: it is confirmed by link, [`requests::matching`] chooses whom to ask,
//! wave after wave, a donor accepts, and the two see each other's numbers.

pub mod alarm;
pub mod donors;
pub mod http;
mod lines;
pub mod links;
mod mails;
pub mod requests;
pub mod rules;
mod service;
mod store;
mod texts;

pub use donors::{ask_old_to_confirm, forget_unconfirmed, has_address};
pub use requests::{advance, forget_old};
pub use service::Moment;
