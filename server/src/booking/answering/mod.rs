//! How a doctor's requests are answered: the doctor's setting, and what the program approves by it.

pub mod http;
mod service;
mod store;

pub use service::{approve, record};
pub use store::{clear_offers, save_offer};
