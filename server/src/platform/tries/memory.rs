//! Tries counted in memory, by an instance that is alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Limit, TRUST, TooMany, counts};
use crate::platform::clock::millis;

/// Keys that are remembered at the same time; whoever makes more pushes out the one that was quiet for longest.
const MOST_KEYS: usize = 20_000;
/// A key is typed by a stranger: nobody's name is longer.
const LONGEST_KEY: usize = 200;

#[derive(Clone, Default)]
pub struct Memory {
    counts: Arc<Mutex<Counts>>,
}

#[derive(Default)]
struct Counts {
    /// When each key was tried, the first first, and until when that matters.
    tried: HashMap<String, (Vec<i64>, i64)>,
    /// Who was right once, and until when that counts: the one longest ago makes room for a new one.
    trusted: HashMap<String, i64>,
}

impl Memory {
    pub fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), TooMany> {
        let mut counts = self.counts();
        for (key, limit) in keys {
            counts.check(cut(key), *limit, now)?;
        }
        for (key, limit) in keys {
            counts.note(cut(key), *limit, now);
        }
        Ok(())
    }

    pub fn give_back(&self, keys: &[&str]) {
        let mut counts = self.counts();
        for key in keys {
            counts.forget_last(cut(key));
        }
    }

    pub fn was_right(&self, keys: &[&str], who: &str, now: i64) {
        let mut counts = self.counts();
        if let Some((first, others)) = keys.split_first() {
            counts.tried.remove(cut(first));
            for key in others {
                counts.forget_last(cut(key));
            }
        }
        counts.trust(cut(who), now);
    }

    pub fn is_trusted(&self, who: &str, now: i64) -> bool {
        self.counts().trusted.get(cut(who)).is_some_and(|until| *until > now)
    }

    pub fn forget_old(&self, now: i64) {
        let mut counts = self.counts();
        counts.tried.retain(|_, (_, until)| *until > now);
        counts.trusted.retain(|_, until| *until > now);
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn cut(key: &str) -> &str {
    key.char_indices().nth(LONGEST_KEY).map_or(key, |(end, _)| &key[..end])
}

impl Counts {
    fn trust(&mut self, key: &str, now: i64) {
        if self.trusted.len() >= MOST_KEYS
            && !self.trusted.contains_key(key)
            && let Some(oldest) = self.trusted.iter().min_by_key(|(_, until)| **until).map(|(key, _)| key.clone())
        {
            self.trusted.remove(&oldest);
        }
        self.trusted.insert(key.to_owned(), now.saturating_add(millis(TRUST)));
    }

    fn check(&mut self, key: &str, limit: Limit, now: i64) -> Result<(), TooMany> {
        let Some((tried, _)) = self.tried.get_mut(key) else { return Ok(()) };
        tried.retain(|at| counts(*at, millis(limit.window), now));
        match tried.first() {
            Some(first) if tried.len() >= limit.tries => Err(TooMany::until(*first, millis(limit.window), now)),
            _ => Ok(()),
        }
    }

    fn note(&mut self, key: &str, limit: Limit, now: i64) {
        if self.tried.len() >= MOST_KEYS && !self.tried.contains_key(key) {
            self.make_room(now);
        }
        let (tried, until) = self.tried.entry(key.to_owned()).or_default();
        tried.push(now);
        *until = now.saturating_add(millis(limit.window));
    }

    fn forget_last(&mut self, key: &str) {
        if let Some((tried, _)) = self.tried.get_mut(key) {
            tried.pop();
            if tried.is_empty() {
                self.tried.remove(key);
            }
        }
    }

    fn make_room(&mut self, now: i64) {
        self.tried.retain(|_, (_, until)| *until > now);
        if self.tried.len() >= MOST_KEYS
            && let Some(quiet) = self.tried.iter().min_by_key(|(_, (_, until))| *until).map(|(key, _)| key.clone())
        {
            self.tried.remove(&quiet);
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    const LIMIT: Limit = Limit { tries: 3, window: SignedDuration::from_secs(60) };

    fn take(tries: &Memory, key: &str, seconds: i64) -> Result<(), TooMany> {
        tries.take(&[(key, LIMIT)], seconds * 1000)
    }

    #[test]
    fn the_window_slides_and_refused_tries_do_not_prolong_it() {
        let tries = Memory::default();
        for second in [0, 10, 20] {
            assert_eq!(take(&tries, "a", second), Ok(()));
        }
        for (second, left) in [(21, 39), (50, 10), (59, 1)] {
            assert_eq!(take(&tries, "a", second), Err(TooMany { seconds: left }));
        }
        assert_eq!(take(&tries, "b", 59), Ok(()), "another key is another's");
        assert_eq!(take(&tries, "a", 60), Ok(()));
        assert_eq!(take(&tries, "a", 61), Err(TooMany { seconds: 9 }));
        tries.was_right(&["a"], "somebody", 61_000);
        assert_eq!(take(&tries, "a", 62), Ok(()));
    }

    #[test]
    fn a_try_takes_from_all_of_its_keys_or_from_none() {
        let tries = Memory::default();
        let wide = Limit { tries: 4, ..LIMIT };
        for second in 0..3 {
            assert!(tries.take(&[("name", LIMIT), ("address", wide)], second).is_ok());
        }
        assert!(tries.take(&[("name", LIMIT), ("address", wide)], 4).is_err());
        assert!(
            tries.take(&[("other", LIMIT), ("address", wide)], 5).is_ok(),
            "the refused one cost the address nothing"
        );
        assert!(tries.take(&[("third", LIMIT), ("address", wide)], 6).is_err());
    }

    #[test]
    fn who_was_right_longest_ago_makes_room_for_who_is_right_now() {
        let tries = Memory::default();
        let trust = |who: &str, now| tries.was_right(&[], who, now);
        trust("first", 0);
        for number in 1..20_000 {
            trust(&format!("key {number}"), number);
        }
        trust("first", 20_000);
        trust("newest", 20_001);
        let is_trusted = |key| tries.is_trusted(key, 20_001);
        assert!(is_trusted("newest") && is_trusted("first"), "whoever comes back is not the oldest");
        assert!(!is_trusted("key 1") && is_trusted("key 2"));
        assert_eq!(tries.counts().trusted.len(), MOST_KEYS);
    }

    #[test]
    fn what_no_longer_matters_is_forgotten() {
        let tries = Memory::default();
        let trust = |who: &str, now| tries.was_right(&[], who, now);
        take(&tries, "early", 0).unwrap();
        take(&tries, "late", 30).unwrap();
        take(&tries, "taken back", 30).unwrap();
        tries.give_back(&["taken back"]);
        trust("early", 0);
        trust("late", 30_000);
        let left = |now: i64| {
            tries.forget_old(now);
            let counts = tries.counts();
            (counts.tried.len(), counts.trusted.len())
        };
        assert_eq!((left(59_999), left(60_000), left(90_000)), ((2, 2), (1, 2), (0, 2)));
        assert!(!tries.is_trusted("early", millis(TRUST)) && tries.is_trusted("late", millis(TRUST)));
        assert_eq!((left(millis(TRUST)), left(millis(TRUST) + 30_000)), ((0, 1), (0, 0)));
    }

    #[test]
    fn a_flood_of_keys_stays_bounded() {
        let on = Memory::default();
        for number in 0..MOST_KEYS + 50 {
            take(&on, &format!("key {number}"), 0).unwrap();
        }
        assert_eq!(on.counts().tried.len(), MOST_KEYS);
        take(&on, "later", 61).unwrap();
        assert_eq!(on.counts().tried.len(), 1, "what no longer matters is forgotten first");
    }
}
