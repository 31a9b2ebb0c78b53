//! Hospitals as places: where a doctor has sessions, and where a visit is. A doctor's own clinic is no such place.

pub mod http;
mod model;
mod store;

pub use model::{Place, told_in};
pub use store::PLACE;
