//! Requests for blood: submitted, confirmed, matched in waves, answered, and closed.

pub mod answers;
pub mod contact_disclosure;
pub mod http;
mod matching;
mod model;
pub mod review;
mod service;
mod store;

pub use answers::{accept, decline, leave, list_asked, withdraw};
pub use matching::advance;
pub use model::{DonorInvitation, Request, RequestDetails, RequestStatus};
pub use service::{Error, RequestEnd, close, confirm, erase, forget_old, submit};
pub use store::{count_held, count_open, count_since};
