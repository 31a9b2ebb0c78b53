//! What doctors register under and patients browse.

mod model;

pub use model::{Speciality, all, find};
