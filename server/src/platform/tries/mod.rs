//! How often something may be tried: so many times within a window, by whatever key the caller chooses.
//!
//! Where other instances may work on the same data, tries are counted in the database, so that all of them refuse together.
//! Alone, they are counted in memory: a restart forgives. The answers are the same (decision 0040).

mod memory;
mod shared;

use jiff::SignedDuration;

use self::memory::Memory;
use self::shared::Shared;
use super::db::{self, Db};
use super::http::problem::Problem;

/// How many tries within how long.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub tries: usize,
    pub window: SignedDuration,
}

/// How long somebody who was right once is remembered.
const TRUST: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Refused; some tries are left again after so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    pub seconds: i64,
}

impl TooMany {
    /// When the first try that counts was made so, and counts for so many milliseconds.
    fn until(first: i64, window: i64, now: i64) -> Self {
        Self { seconds: (first.saturating_add(window) - now + 999) / 1000 }
    }
}

/// Whether a try counts: it lies within the window. One that lies as far ahead was made while the clock was wrong.
fn counts(tried_at: i64, window: i64, now: i64) -> bool {
    tried_at.abs_diff(now) < window.unsigned_abs()
}

#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("too many tries")]
    TooMany(TooMany),
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<TooMany> for Problem {
    fn from(refused: TooMany) -> Self {
        Self::too_many_tries(refused.seconds)
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooMany(too_many) => too_many.into(),
            Refused::Db(error) => error.into(),
        }
    }
}

#[derive(Clone)]
pub struct Tries(Counted);

#[derive(Clone)]
enum Counted {
    Nowhere,
    InMemory(Memory),
    InDatabase(Shared),
}

impl Tries {
    /// Off, nothing is counted and nobody is refused.
    pub fn new(on: bool, db: &Db) -> Self {
        Self(match (on, db.has_neighbours()) {
            (false, _) => Counted::Nowhere,
            (true, false) => Counted::InMemory(Memory::default()),
            (true, true) => Counted::InDatabase(Shared::new(db.clone())),
        })
    }

    /// Takes a try of each key, or of none if one has no more left. A refused try does not count, so that a key is free
    /// again when its window ends, whoever goes on trying.
    pub async fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        match &self.0 {
            Counted::Nowhere => Ok(()),
            Counted::InMemory(memory) => memory.take(keys, now).map_err(Refused::TooMany),
            Counted::InDatabase(shared) => shared.take(keys, now).await,
        }
    }

    /// Gives one try of each key back: it was none.
    pub async fn give_back(&self, keys: &[&str]) -> db::Result<()> {
        match &self.0 {
            Counted::Nowhere => {}
            Counted::InMemory(memory) => memory.give_back(keys),
            Counted::InDatabase(shared) => shared.give_back(keys).await?,
        }
        Ok(())
    }

    /// The try was right: forgets all tries of the first key, gives one of each other back, and remembers who it was, who may
    /// be counted apart from strangers from now on.
    pub async fn was_right(&self, keys: &[&str], who: &str, now: i64) -> db::Result<()> {
        match &self.0 {
            Counted::Nowhere => {}
            Counted::InMemory(memory) => memory.was_right(keys, who, now),
            Counted::InDatabase(shared) => shared.was_right(keys, who, now).await?,
        }
        Ok(())
    }

    /// Whether they were right before.
    pub async fn is_trusted(&self, who: &str, now: i64) -> db::Result<bool> {
        match &self.0 {
            Counted::Nowhere => Ok(false),
            Counted::InMemory(memory) => Ok(memory.is_trusted(who, now)),
            Counted::InDatabase(shared) => shared.is_trusted(who, now).await,
        }
    }

    /// Forgets what no longer matters.
    pub async fn forget_old(&self, now: i64) -> db::Result<u64> {
        match &self.0 {
            Counted::Nowhere => {}
            Counted::InMemory(memory) => memory.forget_old(now),
            Counted::InDatabase(shared) => return shared.forget_old(now).await,
        }
        Ok(0)
    }
}
