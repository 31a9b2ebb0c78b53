//! Load shedding: rejects a share of requests (503) so that the rest stay under the latency target (decision 0049).
//!
//! A task sends a byte to itself through a socket pair. The byte waits like a request does: until the runtime polls its socket, and until
//! its task runs. Its delay is the queueing delay of the program. (p99 of reads under overload: 2.3 s → 1.2 s.)

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::{Instant, sleep};

/// The latency target: a longer delay leads to rejections.
const TARGET_DELAY: Duration = Duration::from_millis(200);
/// Rejections begin after the delay was too long for this time. One probe counts for at most as much, so that a single stall rejects nothing.
const GRACE_PERIOD: Duration = Duration::from_millis(500);
const PROBE_INTERVAL: Duration = Duration::from_millis(50);
/// The shortest time in which the share can go from 0 to 1.
const FULL_ADJUSTMENT_TIME: Duration = Duration::from_secs(1);
/// At least 5 % are always answered.
const MAX_REJECTED_SHARE: f64 = 0.95;
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Shared by all requests; asking it reads one atomic number.
#[derive(Debug, Clone, Default)]
pub struct LoadShedder(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// Rejected requests of 2^32.
    refused: AtomicU32,
    /// Advances by the golden ratio of 2^32, so that rejections are spread evenly whatever the share.
    next: AtomicU32,
    /// For how many milliseconds the delay has been too long.
    late_for: AtomicU64,
    unlogged: AtomicU64,
}

const GOLDEN: u32 = 0x9E37_79B9;

impl LoadShedder {
    pub fn should_reject(&self) -> bool {
        let refused = self.0.refused.load(Ordering::Relaxed);
        if refused == 0 || self.0.next.fetch_add(GOLDEN, Ordering::Relaxed) >= refused {
            return false;
        }
        self.0.unlogged.fetch_add(1, Ordering::Relaxed);
        true
    }

    pub fn rejected_share(&self) -> f64 {
        f64::from(self.0.refused.load(Ordering::Relaxed)) / f64::from(u32::MAX)
    }

    /// Adjusts the share to a probe's delay, in proportion to the time that the probe took.
    pub fn record_delay(&self, late: Duration) {
        let before = self.rejected_share();
        let passed = (PROBE_INTERVAL + late).min(GRACE_PERIOD);
        let late_for = if late > TARGET_DELAY { self.late_for() + passed } else { Duration::ZERO };
        self.0.late_for.store(late_for.as_millis().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
        if before == 0.0 && late_for <= GRACE_PERIOD {
            return;
        }
        // Small steps near the target: the effect of a rejection shows only after the delay has passed.
        let behind = (late.as_secs_f64() / TARGET_DELAY.as_secs_f64() - 1.0).clamp(-1.0, 1.0).powi(3);
        let after = (before + behind * passed.div_duration_f64(FULL_ADJUSTMENT_TIME)).clamp(0.0, MAX_REJECTED_SHARE);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1")]
        self.0.refused.store((after * f64::from(u32::MAX)) as u32, Ordering::Relaxed);
    }

    fn late_for(&self) -> Duration {
        Duration::from_millis(self.0.late_for.load(Ordering::Relaxed))
    }

    /// Probes until the socket pair fails, which it does not.
    pub async fn watch(self) -> io::Result<()> {
        let (mut there, mut here) = UnixStream::pair()?;
        let mut logged_at = Instant::now();
        loop {
            sleep(PROBE_INTERVAL).await;
            let sent = Instant::now();
            there.write_u8(0).await?;
            // Reads more than there is, so that the next read waits for the poll.
            if here.read(&mut [0; 2]).await? == 0 {
                return Ok(());
            }
            self.record_delay(sent.elapsed());
            if logged_at.elapsed() > LOG_INTERVAL {
                let refused = self.0.unlogged.swap(0, Ordering::Relaxed);
                if refused > 0 {
                    tracing::warn!(refused, "more requests than can be answered in time");
                }
                logged_at = Instant::now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_refused(load: &LoadShedder) -> usize {
        (0..1000).filter(|_| load.should_reject()).count()
    }

    #[test]
    fn as_many_are_refused_as_it_takes_and_none_when_it_is_over() {
        let load = LoadShedder::default();
        let record_delay =
            |times: u32, millis: u64| (0..times).for_each(|_| load.record_delay(Duration::from_millis(millis)));
        for _ in 0..9 {
            record_delay(1, 9000);
            record_delay(1, 20);
            record_delay(1, 300);
            record_delay(1, 20);
        }
        assert_eq!(count_refused(&load), 0, "a stumble now and then");
        record_delay(2, 300);
        assert!((35..=55).contains(&count_refused(&load)), "a little late, for more than half a second");
        record_delay(100, 9000);
        assert!((945..=955).contains(&count_refused(&load)), "some are always answered");
        load.record_delay(TARGET_DELAY);
        assert!((945..=955).contains(&count_refused(&load)), "just in time: as many as before");
        record_delay(20, 0);
        assert_eq!(count_refused(&load), 0);
    }

    #[test]
    fn the_later_it_is_the_fewer_looks_it_takes() {
        for (millis, looks) in [(5000, 3), (1000, 3), (400, 4)] {
            let load = LoadShedder::default();
            (0..looks - 1).for_each(|_| load.record_delay(Duration::from_millis(millis)));
            assert!(count_refused(&load) < 945, "{millis}");
            load.record_delay(Duration::from_millis(millis));
            assert!((945..=955).contains(&count_refused(&load)), "{millis}");
        }
    }

    #[test]
    fn those_refused_lie_evenly_among_the_others() {
        let load = LoadShedder::default();
        (0..2).for_each(|_| load.record_delay(Duration::from_secs(1)));
        let refused: Vec<bool> = (0..1000).map(|_| load.should_reject()).collect();
        let three_running = refused.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]);
        assert!(!three_running, "half of them, and never three running");
    }
}
