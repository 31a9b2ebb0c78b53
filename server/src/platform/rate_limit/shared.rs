//! Rate limits in the database, for several instances: one row per counter. Keys are stored only as a hash by the program's key.

use std::sync::Arc;

use futures::future::try_join_all;
use parking_lot::Mutex;
use ring::hmac;

use super::counter::{Counter, Settle};
use super::{Limit, Refused, Slot, TooMany};
use crate::platform::db::{self, Db, Lock, Param, Tx};
use crate::platform::keys::Keys;

/// How long a refusal is cached, in milliseconds.
const REFUSAL_TTL: i64 = 1000;
/// Cached refusals. A collision costs a query, not a limit.
const REFUSAL_SLOTS: usize = 4096;

#[derive(Clone)]
pub struct Shared {
    db: Db,
    hash_key: hmac::Key,
    /// So that a client that is refused a thousand times a second does not load the database.
    refusals: Arc<Mutex<Vec<Refusal>>>,
}

#[derive(Clone, Copy, Default)]
struct Refusal {
    hash: u64,
    /// Until when the database is not queried.
    cached_until: i64,
    refused_until: i64,
}

/// The row of a counter, and the whole hash of the key.
struct Key {
    limit: Limit,
    hash: u64,
    slot: Slot,
    lock: String,
}

impl Key {
    fn row(&self) -> (&'static str, i64) {
        (self.limit.class, i64::from(self.slot.index))
    }
}

impl Shared {
    pub fn new(db: Db, keys: &Keys) -> Self {
        let refusals = vec![Refusal::default(); REFUSAL_SLOTS];
        Self { db, hash_key: keys.hash_key("rate limits"), refusals: Arc::new(Mutex::new(refusals)) }
    }

    fn key(&self, key: &str, limit: Limit) -> Key {
        let tag = hmac::sign(&self.hash_key, format!("{} {key}", limit.class).as_bytes());
        let hash = tag.as_ref().first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
        let slot = Slot::of_hash(hash);
        Key { limit, hash, slot, lock: format!("rate limit {} {}", limit.class, slot.index) }
    }

    fn check_cached(&self, keys: &[Key], now: i64) -> Result<(), Refused> {
        let refusals = self.refusals.lock();
        for key in keys {
            let cached = refusals[cache_index(key.hash)];
            // A longer time was cached by a wrong clock.
            if cached.hash == key.hash && (1..=REFUSAL_TTL).contains(&cached.cached_until.saturating_sub(now)) {
                return Err(Refused::TooMany(TooMany { seconds: (cached.refused_until - now + 999) / 1000 }));
            }
        }
        Ok(())
    }

    fn cache(&self, key: &Key, refused: TooMany, now: i64) {
        let refused_until = now.saturating_add(refused.seconds.saturating_mul(1000));
        let cached_until = now.saturating_add(REFUSAL_TTL).min(refused_until);
        self.refusals.lock()[cache_index(key.hash)] = Refusal { hash: key.hash, cached_until, refused_until };
    }

    pub async fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        let keys: Vec<Key> = keys.iter().map(|(key, limit)| self.key(key, *limit)).collect();
        self.check_cached(&keys, now)?;
        let me = self.clone();
        let taken = self.db.write(async move |tx| {
            // Others may have been refused while this one waited for a connection.
            me.check_cached(&keys, now)?;
            let mut counters = load(tx, &keys).await?;
            for (key, counter) in keys.iter().zip(&counters) {
                if let Some(refused) = counter.refusal(&key.limit, now) {
                    me.cache(key, refused, now);
                    return Err(Refused::TooMany(refused));
                }
            }
            for (key, counter) in keys.iter().zip(&mut counters) {
                counter.count(&key.limit, key.slot.tag, now);
                store(tx, key, *counter).await?;
            }
            Ok(())
        });
        taken.await
    }

    /// The same without counting, and so without a lock.
    pub async fn check(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        let keys: Vec<Key> = keys.iter().map(|(key, limit)| self.key(key, *limit)).collect();
        self.check_cached(&keys, now)?;
        let counters = self.db.read(async |tx| read(tx, &keys).await).await?;
        for (key, counter) in keys.iter().zip(&counters) {
            if let Some(refused) = counter.refusal(&key.limit, now) {
                self.cache(key, refused, now);
                return Err(Refused::TooMany(refused));
            }
        }
        Ok(())
    }

    pub async fn settle(&self, keys: &[(&str, Limit, Settle)]) -> db::Result<()> {
        let settles: Vec<Settle> = keys.iter().map(|(_, _, settle)| *settle).collect();
        let keys: Vec<Key> = keys.iter().map(|(key, limit, _)| self.key(key, *limit)).collect();
        for key in &keys {
            let cached = &mut self.refusals.lock()[cache_index(key.hash)];
            if cached.hash == key.hash {
                *cached = Refusal::default();
            }
        }
        let settled = self.db.write(async move |tx| {
            let counters = load(tx, &keys).await?;
            for ((key, settle), mut counter) in keys.iter().zip(settles).zip(counters) {
                counter.settle(&key.limit, key.slot.tag, settle);
                store(tx, key, counter).await?;
            }
            Ok(())
        });
        settled.await
    }

    pub async fn forget_old(&self, now: i64) -> db::Result<u64> {
        let done =
            self.db.write(async move |tx| tx.execute("DELETE FROM rate_limits WHERE until <= $1", &[&now]).await);
        done.await
    }
}

fn cache_index(hash: u64) -> usize {
    usize::try_from(hash % REFUSAL_SLOTS as u64).unwrap_or_default()
}

/// Loads counters, locked until the end of the transaction.
async fn load(tx: &mut Tx<'_>, keys: &[Key]) -> db::Result<Vec<Counter>> {
    tx.lock_all(Lock::Tries, keys.iter().map(|key| key.lock.as_str())).await?;
    read(tx, keys).await
}

async fn read(tx: &mut Tx<'_>, keys: &[Key]) -> db::Result<Vec<Counter>> {
    let rows = keys.iter().map(async |key| {
        let (class, slot) = key.row();
        let sql = "SELECT counted_at, tag, count FROM rate_limits WHERE class = $1 AND slot = $2";
        let found: Option<(i64, i64, i64)> = tx.concurrent().first(sql, &[&class, &slot]).await?;
        let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(found.map_or_else(Counter::default, |(at, tag, count)| Counter { at, tag: small(tag), count: small(count) }))
    });
    try_join_all(rows).await
}

async fn store(tx: &mut Tx<'_>, key: &Key, counter: Counter) -> db::Result<()> {
    let sql = "INSERT INTO rate_limits (class, slot, counted_at, tag, count, until) VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (class, slot) DO UPDATE SET counted_at = $3, tag = $4, count = $5, until = $6";
    let (class, slot) = key.row();
    let (tag, count, until) = (i64::from(counter.tag), i64::from(counter.count), counter.until(&key.limit));
    let params: [&dyn Param; 6] = [&class, &slot, &counter.at, &tag, &count, &until];
    tx.send(sql, &params).await
}
