//! What the database was asked to do, in numbers: tests hold them against what each hot path may cost.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Since the database was opened.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) statements: AtomicU64,
    pub(super) trips: AtomicU64,
    pub(super) compiled: AtomicU64,
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
