//! Database counters, for Prometheus and for tests of what each hot path may cost.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::platform::metrics::{Histogram, duration_histogram, size_histogram};

#[derive(Debug)]
pub(super) struct Counters {
    pub(super) statements: AtomicU64,
    pub(super) trips: AtomicU64,
    pub(super) compiled: AtomicU64,
    pub(super) commits: Histogram,
    pub(super) batch_sizes: Histogram,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            statements: AtomicU64::new(0),
            trips: AtomicU64::new(0),
            compiled: AtomicU64::new(0),
            commits: duration_histogram(),
            batch_sizes: size_histogram(),
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

#[derive(Debug, Clone)]
pub struct DbStats {
    pub counts: Counts,
    pub commits: Histogram,
    /// Transactions that wait for SQLite's writer or a PostgreSQL connection, and the limit.
    pub waiting: usize,
    pub max_waiting: usize,
    /// SQLite only: transactions per commit.
    pub batch_sizes: Option<Histogram>,
    pub pool: Option<Pool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    pub used: usize,
    pub idle: usize,
    pub most: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Statements, without those that begin and end transactions.
    pub statements: u64,
    /// Round trips to PostgreSQL; pipelined statements are one.
    pub trips: u64,
    pub compiled: u64,
}

impl Counts {
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            statements: self.statements - before.statements,
            trips: self.trips - before.trips,
            compiled: self.compiled - before.compiled,
        }
    }
}
