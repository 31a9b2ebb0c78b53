//! The directory: doctors, what patients may know of them, and when they work.

pub mod http;
pub mod model;
mod service;
mod store;
mod texts;

pub use model::{DayTime, Doctor, Filter, NewDoctor, Schedule};
pub use service::sweep_photos;
pub use store::{count_listed, find, find_listed, insert, list_listed};
