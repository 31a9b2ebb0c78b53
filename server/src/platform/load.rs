//! Whom the program refuses when there is more to do than it can: so many of a hundred requests that the others are answered
//! in time (decision 0049).
//!
//! A task that sends a byte to itself tells how far the program is behind: the byte waits, as a request does, until its line is looked
//! at, and then until its task has its turn.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::{Instant, sleep};

/// How late a byte may be; behind that, requests are refused.
const IN_TIME: Duration = Duration::from_millis(200);
/// But not before it was late for longer than this. No look counts for more: a single stumble passes by itself.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long it sleeps before it looks; a look takes that and what the byte is late.
const LOOK: Duration = Duration::from_millis(50);
/// In how long the share of refused requests changes by all of it, at the fastest.
const CHANGE: Duration = Duration::from_secs(1);
/// Some are always answered.
const MOST: f64 = 0.95;
/// How often the operator is told.
const TOLD: Duration = Duration::from_mins(1);

/// Shared by all that ask; asking costs a look at one number.
#[derive(Debug, Clone, Default)]
pub struct Load(Arc<Shares>);

#[derive(Debug, Default)]
struct Shares {
    /// Of 2^32 requests so many are refused.
    refused: AtomicU32,
    /// Jumps by the golden ratio of 2^32, so that those refused lie evenly among the others, whatever the share.
    next: AtomicU32,
    /// For how many milliseconds running it has been late.
    late_for: AtomicU64,
    /// Refused since the operator was told.
    untold: AtomicU64,
}

const GOLDEN: u32 = 0x9E37_79B9;

impl Load {
    /// Whether this request is one too many.
    pub fn refuses(&self) -> bool {
        let refused = self.0.refused.load(Ordering::Relaxed);
        if refused == 0 || self.0.next.fetch_add(GOLDEN, Ordering::Relaxed) >= refused {
            return false;
        }
        self.0.untold.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// The share of requests that are refused at this moment.
    pub fn share(&self) -> f64 {
        f64::from(self.0.refused.load(Ordering::Relaxed)) / f64::from(u32::MAX)
    }

    /// Takes in how late a byte was. What changes, changes with the time that the look took: the later, the fewer looks there are.
    pub fn note(&self, late: Duration) {
        let before = self.share();
        let passed = (LOOK + late).min(PATIENCE);
        let late_for = if late > IN_TIME { self.late_for() + passed } else { Duration::ZERO };
        self.0.late_for.store(late_for.as_millis().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
        if before == 0.0 && late_for <= PATIENCE {
            return;
        }
        // Near the aim it changes little: what was refused a moment ago shows only when its time has passed.
        let behind = (late.as_secs_f64() / IN_TIME.as_secs_f64() - 1.0).clamp(-1.0, 1.0).powi(3);
        let after = (before + behind * passed.div_duration_f64(CHANGE)).clamp(0.0, MOST);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1")]
        self.0.refused.store((after * f64::from(u32::MAX)) as u32, Ordering::Relaxed);
    }

    fn late_for(&self) -> Duration {
        Duration::from_millis(self.0.late_for.load(Ordering::Relaxed))
    }

    /// Looks again and again, until the line to itself fails, which it does not.
    pub async fn watch(self) -> io::Result<()> {
        let (mut there, mut here) = UnixStream::pair()?;
        let mut told = Instant::now();
        loop {
            sleep(LOOK).await;
            let sent = Instant::now();
            there.write_u8(0).await?;
            // A read that asks for more than there is makes the next one wait until the line is looked at.
            if here.read(&mut [0; 2]).await? == 0 {
                return Ok(());
            }
            self.note(sent.elapsed());
            if told.elapsed() > TOLD {
                let refused = self.0.untold.swap(0, Ordering::Relaxed);
                if refused > 0 {
                    tracing::warn!(refused, "more requests than can be answered in time");
                }
                told = Instant::now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_refused(load: &Load) -> usize {
        (0..1000).filter(|_| load.refuses()).count()
    }

    #[test]
    fn as_many_are_refused_as_it_takes_and_none_when_it_is_over() {
        let load = Load::default();
        let note = |times: u32, millis: u64| (0..times).for_each(|_| load.note(Duration::from_millis(millis)));
        for _ in 0..9 {
            note(1, 9000);
            note(1, 20);
            note(1, 300);
            note(1, 20);
        }
        assert_eq!(count_refused(&load), 0, "a stumble now and then");
        note(2, 300);
        assert!((35..=55).contains(&count_refused(&load)), "a little late, for more than half a second");
        note(100, 9000);
        assert!((945..=955).contains(&count_refused(&load)), "some are always answered");
        load.note(IN_TIME);
        assert!((945..=955).contains(&count_refused(&load)), "just in time: as many as before");
        note(20, 0);
        assert_eq!(count_refused(&load), 0);
    }

    #[test]
    fn the_later_it_is_the_fewer_looks_it_takes() {
        for (millis, looks) in [(5000, 3), (1000, 3), (400, 4)] {
            let load = Load::default();
            (0..looks - 1).for_each(|_| load.note(Duration::from_millis(millis)));
            assert!(count_refused(&load) < 945, "{millis}");
            load.note(Duration::from_millis(millis));
            assert!((945..=955).contains(&count_refused(&load)), "{millis}");
        }
    }

    #[test]
    fn those_refused_lie_evenly_among_the_others() {
        let load = Load::default();
        (0..2).for_each(|_| load.note(Duration::from_secs(1)));
        let refused: Vec<bool> = (0..1000).map(|_| load.refuses()).collect();
        let three_running = refused.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]);
        assert!(!three_running, "half of them, and never three running");
    }
}
