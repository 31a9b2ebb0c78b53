//! Clock guard: pauses irreversible jobs while the clock may be wrong.
//!
//! The database stores the last time that was trusted. A clock that is suddenly more than 30 days ahead of it (a dead battery, a wrong time
//! server, a machine that was off for long) is suspect: jobs that delete by age pause until an operator confirms the clock
//! (`doccare trust-clock`), or it has run evenly for three days. Decision 0050.
//!
//! On PostgreSQL the clock is also compared with the database's: while they differ by more than a minute, irreversible jobs of this instance
//! pause.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;

use super::clock::{Clock, millis};
use super::db::{Db, Result};

/// A clock further ahead than this is suspect.
const CLOCK_JUMP_THRESHOLD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// After this time the clock is trusted anyway: an unattended installation must not keep data for ever.
const CLOCK_JUMP_ACCEPTED_AFTER: SignedDuration = SignedDuration::from_hours(72);
/// A longer time between two checks is another jump, or the machine slept.
const MAX_CHECK_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// How far an instance's clock may be from the database's before its irreversible jobs pause.
pub const MAX_CLOCK_SKEW: SignedDuration = SignedDuration::from_mins(1);

/// The clock jump that this instance has seen, if any.
#[derive(Clone, Default)]
pub struct ClockGuard(Arc<Mutex<Option<ClockJump>>>);

#[derive(Clone, Copy)]
struct ClockJump {
    /// The trusted time then; if it has changed, another instance has trusted its clock since.
    believed: i64,
    since: i64,
    checked: i64,
}

impl ClockGuard {
    /// Checks the clock every few minutes: stores it as trusted, or reports to the operator.
    pub async fn check(&self, db: &Db, clock: &Clock) -> Result<()> {
        let now = clock.now();
        if let Some(skew) = clock_skew(db, clock).await?.filter(|skew| is_skewed(*skew)) {
            tracing::error!(
                seconds = skew.as_secs(),
                "THIS MACHINE'S CLOCK AND THE DATABASE'S DIFFER: irreversible jobs of this instance pause. Synchronise both machines \
                 (timedatectl set-ntp true)"
            );
            return Ok(());
        }
        match compare(db, now).await? {
            ClockComparison::FarBehind(_) => {
                tracing::warn!(%now, "the clock is far behind; what was believed last is believed still");
                Ok(())
            }
            ClockComparison::FarAhead(last) if !self.has_lasted(last.as_millisecond(), now.as_millisecond()) => {
                tracing::error!(
                    %now, %last,
                    "THE CLOCK JUMPED FAR AHEAD: nothing is deleted for its age. If it is right, say so by `doccare trust-clock`; \
                     after three days it is believed"
                );
                Ok(())
            }
            ClockComparison::FarAhead(_) | ClockComparison::Near => {
                *self.0.lock() = None;
                trust(db, now).await
            }
        }
    }

    /// Whether a suspect clock has run evenly for long enough.
    fn has_lasted(&self, believed: i64, now: i64) -> bool {
        let mut doubted = self.0.lock();
        let goes_on = doubted.filter(|doubted| {
            doubted.believed == believed
                && now >= doubted.checked
                && now - doubted.checked <= millis(MAX_CHECK_INTERVAL)
        });
        let since = goes_on.map_or(now, |doubted| doubted.since);
        *doubted = Some(ClockJump { believed, since, checked: now });
        now - since >= millis(CLOCK_JUMP_ACCEPTED_AFTER)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockComparison {
    Near,
    FarAhead(Timestamp),
    FarBehind(Timestamp),
}

pub async fn compare(db: &Db, now: Timestamp) -> Result<ClockComparison> {
    let Some(believed) = last_believed(db).await? else { return Ok(ClockComparison::Near) };
    let (at, last) = (now.as_millisecond(), Timestamp::from_millisecond(believed).unwrap_or(now));
    Ok(if is_far(believed, at) {
        ClockComparison::FarAhead(last)
    } else if is_far(at, believed) {
        ClockComparison::FarBehind(last)
    } else {
        ClockComparison::Near
    })
}

pub async fn is_clock_suspect(db: &Db, clock: &Clock) -> Result<bool> {
    if matches!(compare(db, clock.now()).await?, ClockComparison::FarAhead(_)) {
        return Ok(true);
    }
    Ok(clock_skew(db, clock).await?.is_some_and(is_skewed))
}

/// How far this machine's clock is ahead of PostgreSQL's, without the time of the query; negative if it is behind. `None` on SQLite, and
/// where a test or the demo set the clock.
pub async fn clock_skew(db: &Db, clock: &Clock) -> Result<Option<SignedDuration>> {
    if !clock.is_system() {
        return Ok(None);
    }
    let before = clock.now_millis();
    let Some(server) = db.server().await? else { return Ok(None) };
    let after = clock.now_millis();
    Ok(Some(SignedDuration::from_millis(skew_between(before, server.now, after))))
}

pub fn is_skewed(skew: SignedDuration) -> bool {
    skew.abs() > MAX_CLOCK_SKEW
}

/// The difference of the server's time to the interval of the query on this machine; zero inside it.
fn skew_between(before: i64, server: i64, after: i64) -> i64 {
    if server < before { before - server } else { (after - server).min(0) }
}

/// Sets the first trusted time: of the newest audit entry (in a restored database), else now. Called before anything is written.
pub async fn begin(db: &Db, now: Timestamp) -> Result<()> {
    if last_believed(db).await?.is_some() {
        return Ok(());
    }
    let newest: Option<i64> =
        db.read(async |tx| tx.first("SELECT at FROM audit_log ORDER BY id DESC LIMIT 1", &[]).await).await?;
    let newest = newest.map_or(now, |at| Timestamp::from_millisecond(at).unwrap_or(now));
    trust(db, newest.min(now)).await
}

pub async fn trust(db: &Db, now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    let sql = "INSERT INTO installation_state (id, clock_trusted_at) VALUES (1, $1)
               ON CONFLICT (id) DO UPDATE SET clock_trusted_at = excluded.clock_trusted_at";
    db.write_one(async move |tx| tx.execute(sql, &[&at]).await.map(drop)).await
}

fn is_far(believed: i64, now: i64) -> bool {
    now.saturating_sub(believed) > millis(CLOCK_JUMP_THRESHOLD)
}

async fn last_believed(db: &Db) -> Result<Option<i64>> {
    let sql = "SELECT clock_trusted_at FROM installation_state WHERE id = 1 AND clock_trusted_at IS NOT NULL";
    db.read(async |tx| tx.first(sql, &[]).await).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_query_is_no_clock_skew() {
        for (before, server, after, skew) in
            [(100, 100, 100, 0), (100, 150, 200, 0), (100, 40, 200, 60), (100, 90_000, 200, -89_800)]
        {
            assert_eq!(skew_between(before, server, after), skew, "{before} {server} {after}");
        }
        let seconds = SignedDuration::from_secs;
        assert!(
            !is_skewed(seconds(60)) && !is_skewed(seconds(-60)) && is_skewed(seconds(61)) && is_skewed(seconds(-61))
        );
    }

    #[test]
    fn a_suspect_clock_is_trusted_after_it_ran_evenly_unless_another_instance_differs() {
        let hour = millis(SignedDuration::from_hours(1));
        let doubt = ClockGuard::default();
        let lasted = |believed, hours: i64| doubt.has_lasted(believed, hours * hour);
        assert!((0..72).all(|hours| !lasted(1, hours)) && lasted(1, 72));
        assert!(!lasted(2, 73), "another instance's clock was believed meanwhile");
        assert!((74..100).all(|hours| !lasted(2, hours)));
        assert!(!lasted(2, 9000), "it jumped again");
        assert!((9001..9072).all(|hours| !lasted(2, hours)) && lasted(2, 9072));
        assert!(!lasted(2, 10), "and back");
    }
}
