//! A password that was right a moment ago.
//!
//! Checking one waits its turn in a queue. Meanwhile the password may be changed, or its account blocked or deleted: so
//! what is done with a proof looks again, inside its own unit. Wrong passwords and wrong codes are slowed down (`attempt`), alike whether
//! anybody has the name that was typed.

mod attempt;
mod service;

pub(super) use attempt::{Attempt, Factor, Target, forgive};
pub(super) use service::may_enter;
pub use service::{Proof, prove};
