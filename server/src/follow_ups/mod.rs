//! Follow-ups: a doctor notes that a patient should come again in so many days. When that day can be booked, the patient gets a proposal of
//! three free slots, each booked with one press.

pub mod http;
mod mails;
mod model;
mod rules;
mod service;
mod store;
mod texts;

/// Links in messages to phones, which open without signing in; by theirs, follow-ups can be taken.
pub mod links {
    pub mod http;
    mod service;
}

pub use model::Marked;
pub use service::{Error, mark_demo, propose};
pub use store::{erase_of_doctor, erase_of_user, hand_over, list_of_user};
