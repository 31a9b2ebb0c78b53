//! Rate limits in memory, for a single instance.
//!
//! Each class has an array of counters of a fixed size, and a key is counted in the slot of its hash. So memory is bounded, no class can evict
//! another's counters, and nothing is searched. The hash is randomly keyed per process, so that clients cannot choose colliding keys.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::counter::{Counter, Settle};
use super::{Limit, SLOTS, Slot, TooMany};

#[derive(Clone, Default)]
pub struct InMemory {
    hasher: RandomState,
    classes: Arc<Mutex<Classes>>,
}

/// The counters of each used class. A counter is two numbers, zero while unused, so that the system allocates only the used pages.
#[derive(Default)]
struct Classes(HashMap<&'static str, Vec<[i64; 2]>>);

impl InMemory {
    pub fn take(&self, keys: &[(&str, Limit)], now: i64) -> Result<(), TooMany> {
        let slots: Vec<(Slot, &Limit)> = keys.iter().map(|(key, limit)| (self.slot(key, limit), limit)).collect();
        let mut classes = self.classes();
        for (slot, limit) in &slots {
            if let Some(refused) = classes.load(limit, *slot).refusal(limit, now) {
                return Err(refused);
            }
        }
        for (slot, limit) in slots {
            let mut counter = classes.load(limit, slot);
            counter.count(limit, slot.tag, now);
            classes.store(limit, slot, counter);
        }
        Ok(())
    }

    pub fn settle(&self, keys: &[(&str, Limit, Settle)]) {
        for (key, limit, settle) in keys {
            let slot = self.slot(key, limit);
            let mut classes = self.classes();
            let mut counter = classes.load(limit, slot);
            counter.settle(limit, slot.tag, *settle);
            classes.store(limit, slot, counter);
        }
    }

    fn slot(&self, key: &str, limit: &Limit) -> Slot {
        Slot::of_hash(self.hasher.hash_one((limit.class, key)))
    }

    fn classes(&self) -> MutexGuard<'_, Classes> {
        self.classes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Classes {
    fn counters(&mut self, limit: &Limit) -> &mut Vec<[i64; 2]> {
        self.0.entry(limit.class).or_insert_with(|| vec![[0; 2]; SLOTS])
    }

    fn load(&mut self, limit: &Limit, slot: Slot) -> Counter {
        let [at, packed] = self.counters(limit)[slot.index];
        let [tag, count] = [packed >> 32, packed & 0xffff_ffff].map(|half| u32::try_from(half).unwrap_or(u32::MAX));
        Counter { at, tag, count }
    }

    fn store(&mut self, limit: &Limit, slot: Slot, counter: Counter) {
        let Counter { at, tag, count } = counter;
        // 31 bits of the tag keep the number positive.
        self.counters(limit)[slot.index] = [at, i64::from(tag) << 32 | i64::from(count)];
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

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
        let classes = limiter.classes();
        assert_eq!(classes.0.len(), CLASSES.len());
        assert!(classes.0.values().all(|counters| counters.len() == SLOTS && counters.capacity() == SLOTS));
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

    #[test]
    fn a_counter_is_read_back_as_it_was_stored() {
        let (mut classes, limit) = (Classes::default(), limits().next().unwrap());
        for counter in [
            Counter { at: -1, tag: 1, count: 1 },
            Counter { at: i64::MAX, tag: Slot::of_hash(u64::MAX).tag, count: u32::MAX },
            Counter { at: 5, tag: 0, count: 9 },
        ] {
            let slot = Slot { index: 3, tag: 1 };
            classes.store(&limit, slot, counter);
            assert_eq!(classes.load(&limit, slot), counter);
        }
    }
}
