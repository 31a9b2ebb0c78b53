//! Rate limits: how many attempts a key may make, whatever the caller uses as key.
//!
//! A [`Limit`] names a class, such as "wrong passwords of an account"; each class has a fixed number of counters, and a key is counted in
//! the slot of its hash. Keys with the same slot are counted together, which only refuses earlier (decision 0068). With several instances
//! the counters are database rows, so that the limits hold for all together; a single instance counts in memory, because otherwise each
//! attempt would cost a durable write. Both give the same answers (decision 0040).

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

const SLOTS: usize = 1 << 16;

/// The allowed attempts per window, for one class of keys.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Each class has its own counters, so each limit needs its own name.
    pub class: &'static str,
    pub tries: u32,
    pub window: SignedDuration,
    wait: Wait,
}

/// What follows the last allowed attempt.
#[derive(Debug, Clone, Copy)]
enum Wait {
    /// A fixed window from the first attempt: further ones are refused until it ends. So any span of one window sees at most twice as many.
    UntilWindowEnds,
    /// Each further attempt is allowed after a wait that doubles; the counter expires after a window without attempts.
    Growing { first: SignedDuration, max: SignedDuration },
}

impl Limit {
    pub const fn new(class: &'static str, tries: u32, window: SignedDuration) -> Self {
        Self { class, tries, window, wait: Wait::UntilWindowEnds }
    }

    /// After so many attempts waits of 1, 2, 4, 8 and 15 minutes.
    pub const fn growing(class: &'static str, tries: u32, window: SignedDuration) -> Self {
        let wait = Wait::Growing { first: SignedDuration::from_mins(1), max: SignedDuration::from_mins(15) };
        Self { class, tries, window, wait }
    }
}

/// The counter of a key, and a tag that distinguishes it from other keys with the same counter.
#[derive(Debug, Clone, Copy)]
struct Slot {
    index: u16,
    tag: u32,
}

impl Slot {
    fn of_hash(hash: u64) -> Self {
        // 31 bits, so that it can be stored in one number with the count.
        let tag = u32::try_from(hash >> 33).unwrap_or(u32::MAX).max(1);
        Self { index: u16::try_from(hash % SLOTS as u64).unwrap_or_default(), tag }
    }
}

/// Refused; the next attempt is allowed after so many seconds.
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
    pub fn new(on: bool, db: &Db, keys: &Keys) -> Self {
        Self(match (on, db.is_multi_instance()) {
            (false, _) => Counters::Off,
            (true, false) => Counters::InMemory(InMemory::default()),
            (true, true) => Counters::Shared(Box::new(Shared::new(db.clone(), keys))),
        })
    }

    /// Counts an attempt for all keys, or for none if one refuses. A refused attempt does not count, so that the announced wait stays true.
    pub async fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        match &self.0 {
            _ if keys.is_empty() => Ok(()),
            Counters::Off => Ok(()),
            Counters::InMemory(memory) => memory.take(keys, now).map_err(Refused::TooMany),
            Counters::Shared(shared) => shared.take(keys, now).await,
        }
    }

    /// Refuses as [`RateLimiter::take`] does, but counts nothing: for calls of which only failed ones are counted.
    pub async fn check(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        match &self.0 {
            Counters::Off => Ok(()),
            Counters::InMemory(memory) => memory.check(keys, now).map_err(Refused::TooMany),
            Counters::Shared(shared) => shared.check(keys, now).await,
        }
    }

    /// Settles a counted attempt for these keys: cleared, or given back. For keys that are not listed it stays counted.
    pub async fn settle(&self, keys: &[(&str, Limit, Settle)]) -> db::Result<()> {
        match &self.0 {
            _ if keys.is_empty() => {}
            Counters::Off => {}
            Counters::InMemory(memory) => memory.settle(keys),
            Counters::Shared(shared) => shared.settle(keys).await?,
        }
        Ok(())
    }

    pub async fn forget_old(&self, now: i64) -> db::Result<u64> {
        match &self.0 {
            Counters::Off | Counters::InMemory(_) => Ok(0),
            Counters::Shared(shared) => shared.forget_old(now).await,
        }
    }
}
