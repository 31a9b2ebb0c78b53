//! Credentials: the password of an account and, where it has one, its second factor.
//!
//! Step-up authentication: before an action for which a stolen token must not be enough, the caller proves both again.
//! Decision 0070. [`step_up`] checks them outside the transaction, because hashing is slow and waits in a queue, and returns a
//! [`Proof`]. Meanwhile the password may be changed, or the account blocked or deleted: so the action calls [`Proof::check`] first in
//! its own transaction. That compares the password's hash again and uses the code up there, so that an action that fails leaves the
//! code usable. Wrong passwords and codes are counted (`login_rate_limits`).

pub mod http;
mod service;

pub(super) use service::check_can_log_in;
pub use service::{Proof, StepUp, prove, step_up};
