//! The items of background jobs that failed: each waits by itself and is retried with exponential backoff, while the others go on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::SignedDuration;

use super::background::catch_panic;
use super::clock::millis;
use super::db;

const MIN_ITEM_BACKOFF: SignedDuration = SignedDuration::from_mins(1);
const MAX_ITEM_BACKOFF: SignedDuration = SignedDuration::from_hours(1);
/// An item that is due again but that its job no longer lists is dropped after this time. Not at once: a job may list its items in parts.
const UNLISTED_RETENTION: SignedDuration = SignedDuration::from_mins(10);
/// The same for items whose job does not run; longer than the interval of every job with items.
const IDLE_RETENTION: SignedDuration = SignedDuration::from_hours(2);

/// Failed items by job and id, with the time of their next attempt. In memory: a restart retries all.
#[derive(Clone, Default)]
pub struct Backoff(Arc<Mutex<HashMap<Item, ItemBackoff>>>);

/// An item of a job. Several jobs work on the same doctor, so the id is not enough.
type Item = (&'static str, String);

struct ItemBackoff {
    wait: SignedDuration,
    until: i64,
}

impl ItemBackoff {
    /// Whether it still waits. A longer wait than intended was set by a wrong clock.
    fn holds(&self, now: i64) -> bool {
        self.until > now && self.until.saturating_sub(now) <= millis(self.wait)
    }

    fn was_due_within(&self, period: SignedDuration, now: i64) -> bool {
        (0..millis(period)).contains(&now.saturating_sub(self.until))
    }
}

impl Backoff {
    /// The number of waiting items.
    pub fn count(&self) -> usize {
        self.waiting().len()
    }

    /// Works on the items one by one. A failed item is logged and retried with exponential backoff while the others go on; two
    /// consecutive errors of the database itself end the run.
    pub async fn for_each<F>(
        &self,
        job: &'static str,
        ids: Vec<String>,
        now: i64,
        work: impl Fn(String) -> F,
    ) -> db::Result<()>
    where
        F: Future<Output = db::Result<()>>,
    {
        self.forget_settled(job, &ids, now);
        let mut refused = Vec::new();
        for id in ids {
            let item = (job, id.clone());
            if self.waiting().get(&item).is_some_and(|entry| entry.holds(now)) {
                continue;
            }
            let done = catch_panic(work(id)).await;
            match done.unwrap_or_else(|panicked| Err(db::Error::Other(panicked.to_string()))) {
                // Twice running it is the database, and no item waits for that.
                Err(error) if error.is_for_everybody() && !refused.is_empty() => {
                    self.waiting().retain(|item, _| !refused.contains(item));
                    return Err(error);
                }
                Err(error) => {
                    refused = if error.is_for_everybody() { vec![item.clone()] } else { Vec::new() };
                    self.note(item, &error, now);
                }
                Ok(()) => {
                    refused.clear();
                    self.waiting().remove(&item);
                }
            }
        }
        Ok(())
    }

    /// Drops items that were due and did not come again: another instance has settled them. Otherwise they would be counted as waiting
    /// until this instance restarts, and the alert about waiting items would not end.
    fn forget_settled(&self, job: &'static str, ids: &[String], now: i64) {
        self.waiting().retain(|(of, id), entry| {
            let retention = if *of == job { UNLISTED_RETENTION } else { IDLE_RETENTION };
            entry.holds(now) || entry.was_due_within(retention, now) || (*of == job && ids.contains(id))
        });
    }

    fn note(&self, item: Item, error: &db::Error, now: i64) {
        let mut waiting = self.waiting();
        let before = waiting.get(&item).map(|entry| entry.wait.saturating_mul(2).min(MAX_ITEM_BACKOFF));
        let wait = before.unwrap_or(MIN_ITEM_BACKOFF);
        let (job, id) = &item;
        tracing::error!(job, id, %error, again_in = wait.as_secs(), "one item failed and waits; the others go on");
        waiting.insert(item, ItemBackoff { wait, until: now.saturating_add(millis(wait)) });
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<Item, ItemBackoff>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_item_that_fails_waits_longer_each_time_and_the_others_go_on() {
        let (backoff, tried) = (Backoff::default(), Mutex::new(Vec::new()));
        let step = async |minute: i64| {
            let work = async |id: String| match id.as_str() {
                "bad" => Err(db::Error::Other("no".into())),
                "worse" => panic!("no"),
                _ => Ok(()),
            };
            let ids = ["bad", "good", "worse", "fine"].map(String::from).to_vec();
            let noted = |id: String| {
                tried.lock().unwrap().push(id.clone());
                work(id)
            };
            backoff.for_each("job", ids, minute * 60_000, noted).await.unwrap();
            std::mem::take(&mut *tried.lock().unwrap())
        };
        for (minute, all) in [(0, true), (0, false), (1, true), (2, false), (3, true), (6, false), (7, true)] {
            let expected: &[&str] = if all { &["bad", "good", "worse", "fine"] } else { &["good", "fine"] };
            assert_eq!(step(minute).await, expected, "minute {minute}");
        }
        assert_eq!(backoff.count(), 2);
        assert_eq!(step(-9000).await, ["bad", "good", "worse", "fine"], "the clock was ahead");
        backoff.for_each("job", vec!["bad".into()], -8983 * 60_000, |_| async { Ok(()) }).await.unwrap();
        assert_eq!(backoff.count(), 1);
        let busy = |_| async { Err(db::Error::Busy) };
        backoff.for_each("job", vec!["slow".into()], 0, busy).await.expect("one that is held up stops nobody");
        let both = backoff.for_each("job", vec!["good".into(), "fine".into()], 0, busy).await;
        assert!(matches!(both, Err(db::Error::Busy)), "nobody's fault: the whole job comes again");
        let again = backoff.for_each("job", vec!["good".into(), "fine".into()], 0, |_| async { Ok(()) }).await;
        assert!(again.is_ok() && backoff.count() == 1, "and nobody but the slow one waits");
    }

    #[tokio::test]
    async fn an_item_that_another_instance_settled_is_forgotten() {
        let backoff = Backoff::default();
        let count_after = async |minute: i64, job, ids: &[&str]| {
            let ids = ids.iter().copied().map(String::from).collect();
            let fail = |_| async { Err(db::Error::Other("no".into())) };
            backoff.for_each(job, ids, minute * 60_000, fail).await.unwrap();
            backoff.count()
        };
        assert_eq!(count_after(0, "job", &["here", "elsewhere"]).await, 2);
        assert_eq!(count_after(10, "job", &["here"]).await, 2, "a later part of this run may list it");
        assert_eq!(count_after(11, "job", &["here"]).await, 1);
        assert_eq!(
            count_after(60, "job", &["here"]).await,
            1,
            "what still fails is counted, however rarely the job runs"
        );
        assert_eq!(count_after(73, "job", &[]).await, 1);
        assert_eq!(count_after(74, "job", &[]).await, 0);
        assert_eq!(count_after(80, "job", &["here"]).await, 1);
        assert_eq!(count_after(200, "other job", &[]).await, 1);
        assert_eq!(count_after(201, "other job", &[]).await, 0, "this job did not run");
    }
}
