//! Codes to a number: they prove that it is somebody's, and sign in who proved it before. Six digits, five minutes, five tries.
//! Whoever asks gets a token that the code is sent back with, so that nobody can use up another's tries.

pub mod http;
pub mod limits;
pub mod links;
mod model;
mod proofs;
mod service;
mod store;

pub(super) use proofs::{channels, drop_proof, drop_proof_by_reset};
pub(super) use service::delete_of;
