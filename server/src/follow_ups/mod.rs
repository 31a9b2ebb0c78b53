//! Follow-ups: a doctor asks a patient to come again in so many days, and when that day can be booked the patient is proposed
//! three free slots of it, each taken with one press.

pub mod http;
mod mails;
mod model;
mod rules;
mod service;
mod store;
mod texts;

pub use model::Marked;
pub use service::{Error, mark_demo, propose};
pub use store::{erase_of_doctor, erase_of_user, hand_over, list_of_user};
