//! Whether the clock is to be believed before something is deleted because it is old.
//!
//! The database remembers the last time that was believed. A clock that is suddenly far ahead of it (a wrong battery, a wrong
//! time server, a machine that was off for long) may be wrong: until an operator says that it is right (`doccare trust-clock`), or it
//! has gone on evenly for days, jobs that delete by age wait. Nobody else does. Decision 0050.
//!
//! On PostgreSQL the instance's clock is also compared with the database's: while they differ by more than a minute, the irreversible jobs
//! of this instance pause.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::clock::{Clock, millis};
use super::db::{Db, Result};

/// So far ahead a clock is doubted.
const FAR: SignedDuration = SignedDuration::from_hours(30 * 24);
/// After so long it is believed all the same: an installation that nobody looks after must not keep what has to go.
const LONG_ENOUGH: SignedDuration = SignedDuration::from_hours(72);
/// Between two looks; more is another jump, or a program that slept.
const STEP: SignedDuration = SignedDuration::from_hours(1);

/// How far an instance's clock may be from the database's before its irreversible jobs pause.
pub const MAX_CLOCK_SKEW: SignedDuration = SignedDuration::from_mins(1);

/// The row among the leases that holds it: it belongs to the running installation, and is in no backup.
const BELIEVED: &str = "the clock";

/// Since when this instance doubts its clock.
#[derive(Clone, Default)]
pub struct Doubt(Arc<Mutex<Option<Doubted>>>);

#[derive(Clone, Copy)]
struct Doubted {
    /// What was believed last; another instance may have gone on from there, and is right then.
    believed: i64,
    since: i64,
    looked: i64,
}

impl Doubt {
    /// Looks at the clock: it is believed, or the operator is told. Called every few minutes.
    pub async fn look(&self, db: &Db, clock: &Clock) -> Result<()> {
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
            Compared::FarBehind(_) => {
                tracing::warn!(%now, "the clock is far behind; what was believed last is believed still");
                Ok(())
            }
            Compared::FarAhead(last) if !self.has_lasted(last.as_millisecond(), now.as_millisecond()) => {
                tracing::error!(
                    %now, %last,
                    "THE CLOCK JUMPED FAR AHEAD: nothing is deleted for its age. If it is right, say so by `doccare trust-clock`; \
                     after three days it is believed"
                );
                Ok(())
            }
            Compared::FarAhead(_) | Compared::Near => {
                *self.doubted() = None;
                trust(db, now).await
            }
        }
    }

    /// Whether a clock that was doubted has gone on evenly for long enough.
    fn has_lasted(&self, believed: i64, now: i64) -> bool {
        let mut doubted = self.doubted();
        let goes_on = doubted.filter(|doubted| {
            doubted.believed == believed && now >= doubted.looked && now - doubted.looked <= millis(STEP)
        });
        let since = goes_on.map_or(now, |doubted| doubted.since);
        *doubted = Some(Doubted { believed, since, looked: now });
        now - since >= millis(LONG_ENOUGH)
    }

    fn doubted(&self) -> std::sync::MutexGuard<'_, Option<Doubted>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a clock stands to the last time that was believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    Near,
    FarAhead(Timestamp),
    FarBehind(Timestamp),
}

pub async fn compare(db: &Db, now: Timestamp) -> Result<Compared> {
    let Some(believed) = last_believed(db).await? else { return Ok(Compared::Near) };
    let (at, last) = (now.as_millisecond(), Timestamp::from_millisecond(believed).unwrap_or(now));
    Ok(if is_far(believed, at) {
        Compared::FarAhead(last)
    } else if is_far(at, believed) {
        Compared::FarBehind(last)
    } else {
        Compared::Near
    })
}

/// Whether irreversible jobs pause: what is old or due by this clock may not be so.
pub async fn is_doubted(db: &Db, clock: &Clock) -> Result<bool> {
    if matches!(compare(db, clock.now()).await?, Compared::FarAhead(_)) {
        return Ok(true);
    }
    Ok(clock_skew(db, clock).await?.is_some_and(is_skewed))
}

/// How far this machine's clock is ahead of PostgreSQL's; negative if it is behind. The time that the query takes does not count. `None` on
/// SQLite, which has no clock of its own, and where a test or the demo set the clock.
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

/// The server answered between two moments of this machine: zero if its time lies between them.
fn skew_between(before: i64, server: i64, after: i64) -> i64 {
    if server < before { before - server } else { (after - server).min(0) }
}

/// Where nothing was ever believed, the newest line of the audit log tells a time that was, as in a restored database; else it is
/// now. Called before anything is written.
pub async fn begin(db: &Db, now: Timestamp) -> Result<()> {
    if last_believed(db).await?.is_some() {
        return Ok(());
    }
    let newest: Option<i64> =
        db.read(async |tx| tx.first("SELECT at FROM audit ORDER BY id DESC LIMIT 1", &[]).await).await?;
    let newest = newest.map_or(now, |at| Timestamp::from_millisecond(at).unwrap_or(now));
    trust(db, newest.min(now)).await
}

/// Believes the clock from now on.
pub async fn trust(db: &Db, now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    let sql = "INSERT INTO job_leases (job, instance, until) VALUES ($1, '', $2)
               ON CONFLICT (job) DO UPDATE SET until = excluded.until";
    db.write_one(async move |tx| tx.execute(sql, &[&BELIEVED, &at]).await.map(drop)).await
}

fn is_far(believed: i64, now: i64) -> bool {
    now.saturating_sub(believed) > millis(FAR)
}

async fn last_believed(db: &Db) -> Result<Option<i64>> {
    db.read(async |tx| tx.first("SELECT until FROM job_leases WHERE job = $1", &[&BELIEVED]).await).await
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
    fn a_doubted_clock_lasts_when_it_goes_on_evenly_and_nobody_else_is_right() {
        let hour = millis(SignedDuration::from_hours(1));
        let doubt = Doubt::default();
        let lasted = |believed, hours: i64| doubt.has_lasted(believed, hours * hour);
        assert!((0..72).all(|hours| !lasted(1, hours)) && lasted(1, 72));
        assert!(!lasted(2, 73), "another instance's clock was believed meanwhile");
        assert!((74..100).all(|hours| !lasted(2, hours)));
        assert!(!lasted(2, 9000), "it jumped again");
        assert!((9001..9072).all(|hours| !lasted(2, hours)) && lasted(2, 9072));
        assert!(!lasted(2, 10), "and back");
    }
}
