//! The eight blood groups.

mod model;

pub use model::{BloodGroup, UnknownBloodGroup};
