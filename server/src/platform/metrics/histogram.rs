//! Histograms of atomic counters: an observation is a search in a dozen bounds and two additions, without a lock. `prometheus-client`'s own
//! histogram takes a lock for each observation, and its buckets cannot be read (decision 0062).

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// In microseconds.
const TIMES: &[u64] =
    &[1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000];
const SIZES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];

#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [u64],
    /// The factor for the page: microseconds become seconds.
    unit: f64,
    /// Per bound, and above all of them.
    counts: Box<[AtomicU64]>,
    sum: AtomicU64,
}

/// The values at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct HistogramSnapshot {
    pub sum: f64,
    pub count: u64,
    /// Per bound, not cumulative; the last bound is infinite.
    pub buckets: Vec<(f64, u64)>,
}

impl Histogram {
    pub fn of_times() -> Self {
        Self::new(TIMES, 1e-6)
    }

    pub fn of_sizes() -> Self {
        Self::new(SIZES, 1.0)
    }

    fn new(bounds: &'static [u64], unit: f64) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, unit, counts, sum: AtomicU64::new(0) }
    }

    pub fn note_time(&self, took: Duration) {
        self.note(took.as_micros().try_into().unwrap_or(u64::MAX));
    }

    pub fn note(&self, size: u64) {
        let place = self.bounds.partition_point(|bound| *bound < size);
        self.counts[place].fetch_add(1, Relaxed);
        self.sum.fetch_add(size, Relaxed);
    }

    #[expect(clippy::cast_precision_loss, reason = "a sum of microseconds is exact for 285 years")]
    pub fn read(&self) -> HistogramSnapshot {
        let bounds = self.bounds.iter().map(|bound| *bound as f64 * self.unit).chain([f64::INFINITY]);
        let buckets: Vec<_> = bounds.zip(self.counts.iter().map(|count| count.load(Relaxed))).collect();
        HistogramSnapshot {
            sum: self.sum.load(Relaxed) as f64 * self.unit,
            // Summed here: a separate counter could differ from the buckets.
            count: buckets.iter().map(|(_, count)| count).sum(),
            buckets,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_counted_once_below_the_first_bound_that_it_fits_under() {
        let times = Histogram::of_times();
        for micros in [0, 1000, 1001, 20_000_000] {
            times.note_time(Duration::from_micros(micros));
        }
        let counted = times.read();
        assert_eq!((counted.count, counted.buckets[0], counted.buckets[1].1), (4, (0.001, 2), 1));
        assert_eq!(counted.buckets.last(), Some(&(f64::INFINITY, 1)));
        assert!((counted.sum - 20.002_001).abs() < 1e-9, "{}", counted.sum);
        let sizes = Histogram::of_sizes();
        for size in [1, 3, 300] {
            sizes.note(size);
        }
        assert!((sizes.read().sum - 304.0).abs() < 1e-9);
    }
}
