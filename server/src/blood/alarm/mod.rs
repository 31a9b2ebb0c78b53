//! An alarm when requests or registrations jump: somebody may be flooding us, or something terrible has happened.

mod model;
mod service;

pub use model::Jumps;
pub use service::{find_jumps, watch};
