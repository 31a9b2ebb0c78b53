//! How the proof of a number ends.

mod service;

pub use service::{channels, drop_proof, drop_proof_by_reset};
