//! Reliability proofs. Each has a short form, which is a plain test, and a long one that is ignored: those whose names begin with `soak`
//! run by `make soak`, the others by `make field`. The long ones write their section of `docs/RELIABILITY.md`.

mod backup;
mod bookers;
pub mod content;
mod crash;
mod dice;
mod failover;
mod faults;
mod flood;
mod fuzz;
mod histories;
mod large_migration;
mod load;
mod matrix;
mod month;
mod overload;
mod preload;
mod program;
mod repeats;
mod report;
mod scale_out;
mod storm;
pub mod sums;
pub mod upgrades;
mod waitlist;

/// The duration of a timed proof: `SOAK_MINUTES` for a shorter run, which its figures then state.
fn minutes(usual: u64) -> u64 {
    std::env::var_os("SOAK_MINUTES").and_then(|minutes| minutes.to_str()?.parse().ok()).unwrap_or(usual)
}
