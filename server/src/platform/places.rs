//! Places that are few: so many in all, and so many for one network or account, so that nobody takes them all.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone)]
pub struct Places {
    in_all: usize,
    of_a_network: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    in_all: usize,
    of_networks: HashMap<String, usize>,
}

impl Places {
    pub fn new(in_all: usize, of_a_network: usize) -> Self {
        Self { in_all, of_a_network, taken: Arc::default() }
    }

    /// A place, if there is one. Whoever is of no network is limited only with all the others.
    pub fn take(&self, network: Option<String>) -> Option<Place> {
        let mut taken = self.taken();
        let of_network = network.as_ref().and_then(|network| taken.of_networks.get(network)).copied().unwrap_or(0);
        if taken.in_all >= self.in_all || of_network >= self.of_a_network {
            return None;
        }
        taken.in_all += 1;
        if let Some(network) = &network {
            *taken.of_networks.entry(network.clone()).or_default() += 1;
        }
        drop(taken);
        Some(Place { places: self.clone(), network })
    }

    /// How many are taken.
    pub fn count(&self) -> usize {
        self.taken().in_all
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Free again when dropped.
pub struct Place {
    places: Places,
    network: Option<String>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.in_all -= 1;
        if let Some(network) = self.network.take()
            && let Some(count) = taken.of_networks.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                taken.of_networks.remove(&network);
            }
        }
    }
}

/// A place in a queue, given back when dropped, however the caller goes.
pub struct QueuePlace<'a>(&'a AtomicUsize);

impl<'a> QueuePlace<'a> {
    /// A place, unless so many wait already.
    pub fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        let place = Self(waiting);
        (waiting.fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(places: &Places, network: &str) -> Option<Place> {
        places.take(Some(network.into()))
    }

    #[test]
    fn a_network_has_its_share_and_who_is_of_none_takes_what_is_left() {
        let places = Places::new(8, 2);
        let (first, _second) = (take(&places, "a"), take(&places, "a").unwrap());
        assert!(take(&places, "a").is_none());
        let _other = take(&places, "b").unwrap();
        drop(first);
        let _again = take(&places, "a").unwrap();
        let others: Vec<_> = (0..5).map(|_| places.take(None).unwrap()).collect();
        assert!(places.take(None).is_none() && take(&places, "c").is_none(), "all are taken");
        drop(others);
        assert!(take(&places, "c").is_some());
    }

    #[test]
    fn nothing_stays_behind() {
        let places = Places::new(4, 4);
        drop((take(&places, "a"), take(&places, "a"), places.take(None)));
        let left = places.taken();
        assert_eq!((left.in_all, left.of_networks.len()), (0, 0));
    }
}
