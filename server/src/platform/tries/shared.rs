//! Tries counted in the database, by all instances together. What is tried under is a name or a network: the database holds
//! its digest only.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::future::try_join_all;
use sha2::{Digest, Sha256};

use super::{Limit, Refused, TRUST, TooMany};
use crate::platform::clock::millis;
use crate::platform::db::{self, Db, Lock, Tx};
use crate::platform::ids::hex;

/// How long a refusal is said again without asking the database, in milliseconds.
const REMEMBERED: i64 = 1000;
const MOST_REMEMBERED: usize = 20_000;

#[derive(Clone)]
pub struct Shared {
    db: Db,
    /// The keys that have no try left, until when that is not asked again, and when the first of their tries was: whoever is
    /// refused a thousand times a second must not keep the database from others.
    refused: Arc<Mutex<HashMap<String, (i64, i64)>>>,
}

/// A key as the database knows it, how many tries it has, and for how many milliseconds each counts.
struct Key {
    digest: String,
    tries: i64,
    window: i64,
}

fn digest(key: &str) -> String {
    hex(&Sha256::digest(key.as_bytes())[..16])
}

impl Shared {
    pub fn new(db: Db) -> Self {
        Self { db, refused: Arc::default() }
    }

    fn refused(&self) -> MutexGuard<'_, HashMap<String, (i64, i64)>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a try of keys of which one was refused a moment ago.
    fn check_remembered(&self, keys: &[Key], now: i64) -> Result<(), Refused> {
        let refused = self.refused();
        for key in keys {
            // What is remembered for longer was noted by a clock that was wrong.
            if let Some(&(until, first)) = refused.get(&key.digest)
                && (1..=REMEMBERED).contains(&until.saturating_sub(now))
            {
                return Err(Refused::TooMany(TooMany::until(first, key.window, now)));
            }
        }
        Ok(())
    }

    /// Remembers that a key has no try left: for a moment, and no longer than that is so.
    fn remember(&self, key: &Key, first: i64, now: i64) {
        let until = now.saturating_add(REMEMBERED).min(first.saturating_add(key.window));
        let mut refused = self.refused();
        if refused.len() >= MOST_REMEMBERED {
            refused.retain(|_, (until, _)| *until > now);
        }
        if refused.len() < MOST_REMEMBERED {
            refused.insert(key.digest.clone(), (until, first));
        }
    }

    fn forget_refusals(&self, keys: &[String]) {
        let mut refused = self.refused();
        for key in keys {
            refused.remove(key);
        }
    }

    pub async fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), Refused> {
        let keys: Vec<Key> = keys
            .iter()
            .map(|(key, limit)| Key {
                digest: digest(key),
                tries: i64::try_from(limit.tries).unwrap_or(i64::MAX),
                window: millis(limit.window),
            })
            .collect();
        self.check_remembered(&keys, now)?;
        let me = self.clone();
        let taken = self.db.write(async move |tx| {
            // Others may have been refused while this one waited for a connection.
            me.check_remembered(&keys, now)?;
            tx.lock_all(Lock::Tries, keys.iter().map(|key| key.digest.as_str())).await?;
            let looks = keys.iter().map(async |key| Ok((key, count(&mut tx.beside(), key, now).await?)));
            for (key, (count, first)) in try_join_all(looks).await.map_err(Refused::Db)? {
                if count >= key.tries {
                    me.remember(key, first, now);
                    return Err(Refused::TooMany(TooMany::until(first, key.window, now)));
                }
            }
            for key in &keys {
                insert(tx, key, now).await?;
            }
            Ok(())
        });
        taken.await
    }

    pub async fn give_back(&self, keys: &[&str]) -> db::Result<()> {
        let keys: Vec<String> = keys.iter().map(|key| digest(key)).collect();
        self.forget_refusals(&keys);
        self.db.write(async move |tx| delete_last(tx, &keys).await).await
    }

    pub async fn was_right(&self, keys: &[&str], who: &str, now: i64) -> db::Result<()> {
        let (keys, who) = (keys.iter().map(|key| digest(key)).collect::<Vec<_>>(), digest(who));
        self.forget_refusals(&keys);
        let done = self.db.write(async move |tx| {
            if let Some((first, others)) = keys.split_first() {
                delete_last(tx, others).await?;
                tx.send("DELETE FROM tries WHERE key = $1", &[first]).await?;
            }
            let sql = "INSERT INTO trusted (who, until) VALUES ($1, $2) ON CONFLICT (who) DO UPDATE SET until = $2";
            tx.send(sql, &[&who, &now.saturating_add(millis(TRUST))]).await
        });
        done.await
    }

    pub async fn is_trusted(&self, who: &str, now: i64) -> db::Result<bool> {
        let who = digest(who);
        let sql = "SELECT 1 FROM trusted WHERE who = $1 AND until > $2";
        let found = self.db.read(async |tx| tx.find(sql, &[&who, &now], |_| Ok(())).await);
        Ok(found.await?.is_some())
    }

    pub async fn forget_old(&self, now: i64) -> db::Result<u64> {
        let done = self.db.write(async move |tx| {
            let tries = tx.execute("DELETE FROM tries WHERE until <= $1", &[&now]).await?;
            Ok(tries + tx.execute("DELETE FROM trusted WHERE until <= $1", &[&now]).await?)
        });
        done.await
    }
}

/// The tries of a key that count ([`super::counts`]), and when the first of them was.
async fn count(tx: &mut Tx<'_>, key: &Key, now: i64) -> db::Result<(i64, i64)> {
    let sql =
        "SELECT count(*), COALESCE(min(tried_at), 0) FROM tries WHERE key = $1 AND tried_at > $2 AND tried_at < $3";
    let (since, until) = (now.saturating_sub(key.window), now.saturating_add(key.window));
    let found = tx.find(sql, &[&key.digest, &since, &until], |row| Ok((row.get(0)?, row.get(1)?))).await?;
    Ok(found.unwrap_or_default())
}

async fn insert(tx: &mut Tx<'_>, key: &Key, now: i64) -> db::Result<()> {
    let sql = "INSERT INTO tries (key, tried_at, until) VALUES ($1, $2, $3)";
    tx.send(sql, &[&key.digest, &now, &now.saturating_add(key.window)]).await
}

/// Deletes the last try of each key. Locked, so that two who do so at once delete two.
async fn delete_last(tx: &mut Tx<'_>, keys: &[String]) -> db::Result<()> {
    tx.lock_all(Lock::Tries, keys.iter().map(String::as_str)).await?;
    for key in keys {
        let sql = "DELETE FROM tries
                   WHERE id = (SELECT id FROM tries WHERE key = $1 ORDER BY tried_at DESC, id DESC LIMIT 1)";
        tx.send(sql, &[key]).await?;
    }
    Ok(())
}
