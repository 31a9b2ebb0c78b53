//! A password that was right a moment ago.
//!
//! Checking one waits its turn in a queue. Meanwhile the password may be changed, or its account blocked or deleted: so
//! what is done with a proof looks again, inside its own unit. Wrong passwords are slowed down, by the name that was typed
//! and by the machine that sent it, alike whether anybody has that name.

mod service;

pub(super) use service::{Attempt, may_enter, trust};
pub use service::{Proof, prove};
