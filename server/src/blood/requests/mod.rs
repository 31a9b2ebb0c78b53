//! Requests for blood: asked, confirmed, matched wave by wave, answered, and ended.

pub mod answers;
pub mod hospital;
pub mod http;
mod matching;
mod model;
pub mod oversight;
pub mod reveals;
mod service;
mod store;

pub use answers::{accept, decline, leave, list_asked, withdraw};
pub use matching::advance;
pub use model::{Ask, Request, RequestStatus, Wish};
pub use service::{End, Error, ask, close, confirm, erase, forget_old};
pub use store::{count_held, count_open, count_since};
