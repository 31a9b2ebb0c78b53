//! The administrator: what they see of everybody, and what they decide beyond letting workers in.

mod audit;
mod doctors;
mod duplicates;
pub mod http;
mod lists;
mod overview;
mod sought;
mod store;
mod texts;
mod users;
