//! Who agreed to what, under which version of the privacy notice, and how that ended. Written in the unit in which somebody registers,
//! confirms, withdraws or is erased. Decision 0063.

mod model;
mod service;
mod store;

pub use model::Purpose;
pub use service::forget_ended;
pub use store::{Consent, erase_of, give, list_of, withdraw};
