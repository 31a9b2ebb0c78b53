//! Requests for blood: asked, confirmed, matched wave by wave, answered, and ended.

mod admin;
mod answers;
pub mod http;
mod matching;
mod model;
mod reveals;
mod service;
mod store;

pub use answers::{accept, decline, leave, list_asked};
pub use matching::{advance, forget_old};
pub use model::{Ask, Request, Status, Wish};
pub use service::{End, Error, ask, close, confirm};
pub use store::count_open;
