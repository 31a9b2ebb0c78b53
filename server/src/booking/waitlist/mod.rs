//! Waiting for a slot of a full day: who is in line, what is held for whom, and for how long.

pub mod http;
mod mails;
mod model;
pub mod offers;
mod rules;
mod service;
mod store;

pub use model::Line;
pub use rules::{claims, is_settled};
pub use service::{
    NewEntry, check, end_of_doctor, erase_of, forget_past, join_line, list_unclaimed, pass_on, satisfy, with_leave,
};
pub use store::{Wait, list_lines, list_of_user};
