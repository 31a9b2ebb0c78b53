//! A concurrency limit: in total, and per key or account, so that no single one takes all permits.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

#[derive(Clone)]
pub struct ConcurrencyLimit {
    total: usize,
    per_key: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    total: usize,
    by_key: HashMap<String, usize>,
}

impl ConcurrencyLimit {
    pub fn new(total: usize, per_key: usize) -> Self {
        Self { total, per_key, taken: Arc::default() }
    }

    /// A permit, if one is free. Without a key only the total counts.
    pub fn try_acquire(&self, key: Option<String>) -> Option<ConcurrencyPermit> {
        let mut taken = self.taken.lock();
        let of_key = key.as_ref().and_then(|key| taken.by_key.get(key)).copied().unwrap_or(0);
        if taken.total >= self.total || of_key >= self.per_key {
            return None;
        }
        taken.total += 1;
        if let Some(key) = &key {
            *taken.by_key.entry(key.clone()).or_default() += 1;
        }
        drop(taken);
        Some(ConcurrencyPermit { limit: self.clone(), key })
    }

    pub fn count(&self) -> usize {
        self.taken.lock().total
    }
}

/// Released when dropped.
pub struct ConcurrencyPermit {
    limit: ConcurrencyLimit,
    key: Option<String>,
}

impl Drop for ConcurrencyPermit {
    fn drop(&mut self) {
        let mut taken = self.limit.taken.lock();
        taken.total -= 1;
        if let Some(key) = self.key.take()
            && let Some(count) = taken.by_key.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                taken.by_key.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(limit: &ConcurrencyLimit, key: &str) -> Option<ConcurrencyPermit> {
        limit.try_acquire(Some(key.into()))
    }

    #[test]
    fn a_network_has_a_limited_share_and_others_get_the_rest() {
        let limit = ConcurrencyLimit::new(8, 2);
        let (first, _second) = (take(&limit, "a"), take(&limit, "a").unwrap());
        assert!(take(&limit, "a").is_none());
        let _other = take(&limit, "b").unwrap();
        drop(first);
        let _again = take(&limit, "a").unwrap();
        let others: Vec<_> = (0..5).map(|_| limit.try_acquire(None).unwrap()).collect();
        assert!(limit.try_acquire(None).is_none() && take(&limit, "c").is_none(), "all are taken");
        drop(others);
        assert!(take(&limit, "c").is_some());
    }

    #[test]
    fn nothing_stays_behind() {
        let limit = ConcurrencyLimit::new(4, 4);
        drop((take(&limit, "a"), take(&limit, "a"), limit.try_acquire(None)));
        let left = limit.taken.lock();
        assert_eq!((left.total, left.by_key.len()), (0, 0));
    }
}
