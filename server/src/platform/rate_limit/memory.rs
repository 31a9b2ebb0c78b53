//! Rate limits in memory, for a single instance.
//!
//! Each class has a fixed number of counters, and a key is counted in the slot of its hash. So memory is bounded, and no class can evict another's
//! counters. The hash is randomly keyed per process, so that clients cannot choose colliding keys.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use parking_lot::Mutex;

use super::counter::{Counter, Settle};
use super::{Limit, Slot, TooMany};

#[derive(Clone, Default)]
pub struct InMemory {
    hasher: RandomState,
    counters: Arc<Mutex<ByClass>>,
}

/// The counters in use, by class and slot.
type ByClass = HashMap<&'static str, BTreeMap<u16, Counter>>;

impl InMemory {
    pub fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), TooMany> {
        let slots = self.slots(keys);
        let mut counters = self.counters.lock();
        check(&counters, &slots, now)?;
        for (slot, limit) in slots {
            counters.entry(limit.class).or_default().entry(slot.index).or_default().count(limit, slot.tag, now);
        }
        Ok(())
    }

    /// The same without counting.
    pub fn check(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), TooMany> {
        check(&self.counters.lock(), &self.slots(keys), now)
    }

    pub fn settle(&self, keys: &[(&str, Limit, Settle)]) {
        let mut counters = self.counters.lock();
        for (key, limit, settle) in keys {
            let slot = self.slot(key, limit);
            let counter = counters.entry(limit.class).or_default().entry(slot.index).or_default();
            counter.settle(limit, slot.tag, *settle);
        }
    }

    fn slots<'a>(&self, keys: &'a [(&str, Limit)]) -> Vec<(Slot, &'a Limit)> {
        keys.iter().map(|(key, limit)| (self.slot(key, limit), limit)).collect()
    }

    fn slot(&self, key: &str, limit: &Limit) -> Slot {
        Slot::of_hash(self.hasher.hash_one((limit.class, key)))
    }
}

fn check(counters: &ByClass, slots: &[(Slot, &Limit)], now: i64) -> Result<(), TooMany> {
    for (slot, limit) in slots {
        let counter = counters.get(limit.class).and_then(|of_class| of_class.get(&slot.index));
        if let Some(refused) = counter.and_then(|counter| counter.refusal(limit, now)) {
            return Err(refused);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::super::SLOTS;
    use super::*;

    const CLASSES: [&str; 4] = ["codes", "links", "forms", "passwords"];

    fn limits() -> impl Iterator<Item = Limit> {
        let day = SignedDuration::from_hours(24);
        CLASSES.into_iter().flat_map(move |class| match class {
            "passwords" => [Limit::growing(class, 5, day)],
            class => [Limit::new(class, 3, day)],
        })
    }

    #[test]
    fn an_attempt_is_counted_by_all_of_its_keys_or_by_none() {
        let limiter = InMemory::default();
        let minute = SignedDuration::from_mins(1);
        let (narrow, wide) = (Limit::new("narrow", 3, minute), Limit::new("wide", 4, minute));
        for second in 0..3 {
            assert!(limiter.take(&[("name", narrow), ("address", wide)], second).is_ok());
        }
        assert!(limiter.take(&[("name", narrow), ("address", wide)], 4).is_err());
        assert!(
            limiter.take(&[("other", narrow), ("address", wide)], 5).is_ok(),
            "the refused one cost the address nothing"
        );
        assert!(limiter.take(&[("third", narrow), ("address", wide)], 6).is_err());
    }

    #[test]
    fn a_check_refuses_as_an_attempt_and_counts_nothing() {
        let (limiter, limit) = (InMemory::default(), Limit::new("checked", 2, SignedDuration::from_mins(1)));
        for _ in 0..5 {
            assert_eq!(limiter.check(&[("name", limit)], 0), Ok(()));
        }
        for _ in 0..2 {
            limiter.take(&[("name", limit)], 0).unwrap();
        }
        assert_eq!(limiter.check(&[("name", limit)], 1000), Err(TooMany { seconds: 59 }));
        assert_eq!(limiter.check(&[("name", limit)], 60_000), Ok(()));
    }

    /// The table of before held 20,000 keys, and a flood of new ones evicted the counters of others.
    #[test]
    fn a_flood_of_any_class_leaves_the_counters_of_every_class_as_they_were() {
        let limiter = InMemory::default();
        let victim = "victim@example.org";
        for limit in limits() {
            for _ in 0..limit.tries {
                limiter.take(&[(victim, limit)], 0).unwrap();
            }
        }
        for flooded in limits() {
            for number in 0..100_000 {
                let _ = limiter.take(&[(&format!("network {number}"), flooded)], 1);
            }
            for limit in limits() {
                assert!(
                    limiter.take(&[(victim, limit)], 1).is_err(),
                    "{} after a flood of {}",
                    limit.class,
                    flooded.class
                );
            }
        }
        let counters = limiter.counters.lock();
        assert_eq!(counters.len(), CLASSES.len());
        assert!(counters.values().all(|of_class| of_class.len() <= SLOTS));
    }

    #[test]
    fn a_flood_of_one_class_takes_no_attempt_of_another() {
        let limiter = InMemory::default();
        let [flooded, other] = [limits().next().unwrap(), limits().last().unwrap()];
        for number in 0..200_000 {
            let _ = limiter.take(&[(&format!("network {number}"), flooded)], 0);
        }
        for _ in 0..other.tries {
            assert_eq!(limiter.take(&[("somebody", other)], 0), Ok(()));
        }
    }
}
