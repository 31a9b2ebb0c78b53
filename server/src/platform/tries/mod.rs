//! Rate limits: how often something may be attempted, by whatever key the caller chooses.
//!
//! A [`Limit`] names a class, such as "wrong passwords of an account"; each class has a fixed number of counters of its own,
//! and a key is counted in the one that its hash names. Two keys with the same slot are counted together, which can only
//! refuse earlier (decision 0068). Where other instances may work on the same data the counters are rows of the database, so
//! that all instances refuse together; alone, they are in memory, and a restart forgets them. The answers are the same
//! (decision 0040).

mod counter;
mod memory;
mod shared;

use jiff::SignedDuration;

pub use self::counter::Settle;
use self::memory::InMemory;
use self::shared::Shared;
use super::db::{self, Db};
use super::http::problem::Problem;
use super::keys::Keys;

/// Counters of a class.
const SLOTS: usize = 1 << 16;

/// How many attempts within how long, and what is counted together.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Every class has counters of its own. Two limits of one class would share them: give each its own name.
    pub class: &'static str,
    pub tries: u32,
    pub window: SignedDuration,
    wait: Wait,
}

/// What follows the last attempt that is allowed.
#[derive(Debug, Clone, Copy)]
enum Wait {
    /// Fixed window, which begins with the first attempt: every other one is refused until it ends. So any span of one window
    /// sees at most twice as many attempts.
    UntilWindowEnds,
    /// Every further attempt is let in after a wait, which doubles with each; the counter is forgotten when there was no attempt
    /// for a window.
    Growing { first: SignedDuration, max: SignedDuration },
}

impl Limit {
    pub const fn new(class: &'static str, tries: u32, window: SignedDuration) -> Self {
        Self { class, tries, window, wait: Wait::UntilWindowEnds }
    }

    /// After so many attempts a wait of a minute, then of two, four, eight and a quarter of an hour.
    pub const fn growing(class: &'static str, tries: u32, window: SignedDuration) -> Self {
        let wait = Wait::Growing { first: SignedDuration::from_mins(1), max: SignedDuration::from_mins(15) };
        Self { class, tries, window, wait }
    }
}

/// Where a key is counted, and what tells it from other keys there.
#[derive(Debug, Clone, Copy)]
struct Slot {
    index: usize,
    tag: u32,
}

impl Slot {
    fn of_hash(hash: u64) -> Self {
        // 31 bits, so that it can be stored in one number with the count.
        let tag = u32::try_from(hash >> 33).unwrap_or(u32::MAX).max(1);
        Self { index: usize::try_from(hash % SLOTS as u64).unwrap_or_default(), tag }
    }
}

/// Refused; the next attempt may be let in after so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    pub seconds: i64,
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
pub struct RateLimiter(Counters);

#[derive(Clone)]
enum Counters {
    Off,
    InMemory(InMemory),
    Shared(Box<Shared>),
}

impl RateLimiter {
    /// Off, nothing is counted and nobody is refused.
    pub fn new(on: bool, db: &Db, keys: &Keys) -> Self {
        Self(match (on, db.has_neighbours()) {
            (false, _) => Counters::Off,
            (true, false) => Counters::InMemory(InMemory::default()),
            (true, true) => Counters::Shared(Box::new(Shared::new(db.clone(), keys))),
        })
    }

    /// Counts an attempt by each key, or by none if one of them is refused. A refused attempt does not count, so that the wait
    /// ends when it was said to, however many attempts follow.
    pub async fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        match &self.0 {
            _ if keys.is_empty() => Ok(()),
            Counters::Off => Ok(()),
            Counters::InMemory(memory) => memory.take(keys, now).map_err(Refused::TooMany),
            Counters::Shared(shared) => shared.take(keys, now).await,
        }
    }

    /// Says what became of an attempt that was counted by these keys. Keys that are not named keep it.
    pub async fn settle(&self, keys: &[(&str, Limit, Settle)]) -> db::Result<()> {
        match &self.0 {
            _ if keys.is_empty() => {}
            Counters::Off => {}
            Counters::InMemory(memory) => memory.settle(keys),
            Counters::Shared(shared) => shared.settle(keys).await?,
        }
        Ok(())
    }

    /// Deletes the rows of counters that no longer matter.
    pub async fn forget_old(&self, now: i64) -> db::Result<u64> {
        match &self.0 {
            Counters::Off | Counters::InMemory(_) => Ok(0),
            Counters::Shared(shared) => shared.forget_old(now).await,
        }
    }
}
