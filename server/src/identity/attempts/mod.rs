//! Rate limits of wrong passwords and wrong codes. Decision 0068.
//!
//! Passwords and codes have counters of their own: a right password says nothing about codes, and only a right code clears the
//! count of wrong ones, whichever call asks for it. An attempt is counted for the account, by whatever name it was found (address
//! or number); an unknown name is counted by itself. Devices in which the account signed in before have a counter
//! each, so that strangers lock out none of them. Unknown devices share one counter for the account, and are counted by
//! network too.

mod service;

pub(super) use service::{Factor, Target, attempt, forgive};
