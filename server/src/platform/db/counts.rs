//! What the database was asked to do, in numbers: tests hold them against what each hot path may cost, and Prometheus reads them.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::platform::metrics::{Counted, Histogram};

/// Since the database was opened.
#[derive(Debug)]
pub(super) struct Counters {
    pub(super) statements: AtomicU64,
    pub(super) trips: AtomicU64,
    pub(super) compiled: AtomicU64,
    /// How long commits take.
    pub(super) commits: Histogram,
    /// How many units SQLite's writer commits together.
    pub(super) together: Histogram,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            statements: AtomicU64::new(0),
            trips: AtomicU64::new(0),
            compiled: AtomicU64::new(0),
            commits: Histogram::of_times(),
            together: Histogram::of_sizes(),
        }
    }
}

impl Counters {
    pub(super) fn read(&self) -> Counts {
        Counts {
            statements: self.statements.load(Relaxed),
            trips: self.trips.load(Relaxed),
            compiled: self.compiled.load(Relaxed),
        }
    }
}

pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// How the database is doing at this moment.
#[derive(Debug, Clone)]
pub struct Standing {
    pub counts: Counts,
    pub commits: Counted,
    /// How many units wait for SQLite's writer, or for a connection to PostgreSQL, and how many may.
    pub waiting: usize,
    pub most_waiting: usize,
    /// SQLite's alone: the units of each commit.
    pub together: Option<Counted>,
    /// PostgreSQL's alone.
    pub pool: Option<Pool>,
}

/// Connections to PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    pub used: usize,
    pub idle: usize,
    pub most: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Statements that ran, but for those that begin and end a unit.
    pub statements: u64,
    /// How often PostgreSQL was waited for; statements that go out together wait once. SQLite is in the program itself.
    pub trips: u64,
    /// Statements that were compiled, for the first time or again.
    pub compiled: u64,
}

impl Counts {
    /// What was done since then.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            statements: self.statements - before.statements,
            trips: self.trips - before.trips,
            compiled: self.compiled - before.compiled,
        }
    }
}
