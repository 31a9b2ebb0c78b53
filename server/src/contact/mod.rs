//! What visitors write to us through the footer's form, and how the administrator answers.

pub mod http;
mod mails;
mod model;
mod service;
mod store;
mod texts;

pub use model::{NewMessage, Words};
pub use service::{erase, forget_old, send};
use store::ContactMessage;
pub use store::count_open;
