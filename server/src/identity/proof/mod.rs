//! A password that was right a moment ago.
//!
//! Checking one waits its turn in a queue. Meanwhile the password may be changed, or its account blocked or deleted: so
//! what is done with a proof looks again, inside its own unit. Wrong passwords are slowed down (`attempts`).

mod service;

pub use service::{Proof, prove};
pub(super) use service::{SecondFactorProof, may_enter};
