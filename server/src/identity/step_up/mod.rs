//! Step-up authentication: before an action that a stolen token must not be enough for, the caller proves the password again
//! and, where the account has a second factor, a code of it. Decision 0070.
//!
//! [`step_up`] checks both outside the transaction, because hashing is slow, and returns a [`Proof`](super::Proof). The action
//! calls `Proof::check` first in its own transaction: it compares the password again and uses the code up there, so that an
//! action that fails leaves the code usable.

pub mod http;
mod service;

pub use service::{StepUp, step_up};
