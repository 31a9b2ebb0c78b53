//! Contact messages of visitors, and the administrator's answers.

pub mod http;
mod mails;
mod model;
mod service;
mod store;
mod texts;

pub use model::{MessageBody, NewMessage};
pub use service::{erase, forget_old, send};
use store::ContactMessage;
pub use store::count_open;
