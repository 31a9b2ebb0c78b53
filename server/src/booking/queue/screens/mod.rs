//! Screens of waiting rooms: pairing by a six-digit code, and the list of a doctor's screens. Decision 0080.

pub mod http;
mod model;
mod service;
mod store;

pub use model::Screen;
pub use service::end_all;
pub use store::{delete_expired_pairings, erase_of_doctor, find_doctor, list};
