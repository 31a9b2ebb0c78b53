//! The people whom a user books for, saved once and chosen again: a child, a parent, a neighbour.

pub mod http;
mod model;
mod service;
mod store;

pub use model::{Details, MOST};
pub use service::add;
pub use store::{Person, erase_of, exists, find, list_of};
