//! The waitlist: who waits for a slot of a full day, what is offered to them, and for how long.
//!
//! For whom a free slot is reserved while people wait is a rule of `scheduling::reservations`. Decision 0058.

pub mod http;
mod mails;
mod rules;
mod service;
mod store;
mod texts;

/// Offers that are answered by their link, without signing in.
pub mod offers {
    pub mod http;
    mod service;
}

pub use service::{
    Error, NewEntry, end_of_doctor, erase_of, forget_past, join_waitlist, offer_page_url, pass_on, with_leave,
};
pub use store::{OwnEntry, list_of_user};
