//! One counter of attempts: when it refuses, for how long, and how attempts are returned. Pure; the same in both stores.

use super::{Limit, TooMany, Wait};
use crate::platform::clock::millis;

/// A counter is shared by all keys whose hash has the same slot. It stores the hash of the key that it counts, or that there are several, so that
/// a shared counter is never cleared for another key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counter {
    /// Fixed window: when the window began. Growing wait: when the last attempt was counted.
    pub at: i64,
    /// The hash of the only counted key; [`SHARED`] if there are several.
    pub tag: u32,
    pub count: u32,
}

const SHARED: u32 = 0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settle {
    /// It succeeded: the key's attempts are forgotten.
    Clear,
    /// It does not count, such as after an error of the server.
    GiveBack,
}

impl Counter {
    pub fn refusal(&self, limit: &Limit, now: i64) -> Option<TooMany> {
        if self.is_over(limit, now) {
            return None;
        }
        let until = self.at.saturating_add(self.wait(limit));
        (until > now).then(|| TooMany { seconds: (until - now + 999) / 1000 })
    }

    pub fn count(&mut self, limit: &Limit, tag: u32, now: i64) {
        let tag = tag.max(1);
        if self.is_over(limit, now) {
            *self = Self { at: now, tag, count: 1 };
            return;
        }
        self.count = self.count.saturating_add(1);
        if self.tag != tag {
            self.tag = SHARED;
        }
        if matches!(limit.wait, Wait::Growing { .. }) {
            self.at = now;
        }
    }

    /// On a shared counter, `Clear` returns one attempt only: a collision never loosens a limit.
    pub fn settle(&mut self, limit: &Limit, tag: u32, settle: Settle) {
        let is_own = self.tag == tag.max(1);
        if !is_own && self.tag != SHARED {
            // The window is over, and the counter belongs to another key.
            return;
        }
        self.count = if is_own && settle == Settle::Clear { 0 } else { self.count.saturating_sub(1) };
        if self.count == 0 {
            *self = Self::default();
        } else if matches!(limit.wait, Wait::Growing { .. }) {
            // The attempt was allowed, so there was no wait when it came.
            self.at = self.at.saturating_sub(self.wait(limit));
        }
    }

    pub fn until(&self, limit: &Limit) -> i64 {
        self.at.saturating_add(millis(limit.window))
    }

    /// Whether the counter has expired. A time far ahead was counted by a wrong clock.
    fn is_over(&self, limit: &Limit, now: i64) -> bool {
        let ahead = match limit.wait {
            Wait::UntilWindowEnds => millis(limit.window),
            Wait::Growing { max, .. } => millis(max),
        };
        self.count == 0 || now - self.at >= millis(limit.window) || self.at - now >= ahead
    }

    /// The wait from [`Counter::at`] on, in milliseconds.
    fn wait(&self, limit: &Limit) -> i64 {
        let Some(beyond) = self.count.checked_sub(limit.tries) else { return 0 };
        match limit.wait {
            Wait::UntilWindowEnds => millis(limit.window),
            Wait::Growing { first, max } => {
                let doubled = millis(first).saturating_mul(1_i64.checked_shl(beyond.min(40)).unwrap_or(i64::MAX));
                doubled.min(millis(max))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use proptest::prelude::*;

    use super::*;

    const WINDOW: Limit = Limit::new("window", 3, SignedDuration::from_secs(60));
    const GROWING: Limit = Limit::growing("growing", 5, SignedDuration::from_hours(24));
    const MINUTE: i64 = 60_000;

    fn attempt(counter: &mut Counter, limit: &Limit, tag: u32, now: i64) -> Result<(), i64> {
        if let Some(refused) = counter.refusal(limit, now) {
            return Err(refused.seconds);
        }
        counter.count(limit, tag, now);
        Ok(())
    }

    #[test]
    fn a_window_begins_with_the_first_attempt_and_refused_attempts_do_not_prolong_it() {
        let mut counter = Counter::default();
        for second in [0, 10, 20] {
            assert_eq!(attempt(&mut counter, &WINDOW, 7, second * 1000), Ok(()));
        }
        for (second, left) in [(21, 39), (50, 10), (59, 1)] {
            assert_eq!(attempt(&mut counter, &WINDOW, 7, second * 1000), Err(left));
        }
        assert_eq!(attempt(&mut counter, &WINDOW, 7, 60_000), Ok(()));
        assert_eq!(counter.count, 1);
    }

    #[test]
    fn the_wait_doubles_from_a_minute_to_a_quarter_of_an_hour() {
        let mut counter = Counter::default();
        for _ in 0..5 {
            assert_eq!(attempt(&mut counter, &GROWING, 7, 0), Ok(()));
        }
        let mut now = 0;
        for minutes in [1, 2, 4, 8, 15, 15, 15] {
            assert_eq!(attempt(&mut counter, &GROWING, 7, now + 1000), Err(minutes * 60 - 1));
            now += minutes * MINUTE;
            assert_eq!(attempt(&mut counter, &GROWING, 7, now - 1), Err(1));
            assert_eq!(attempt(&mut counter, &GROWING, 7, now), Ok(()));
        }
        let a_day_later = now + 24 * 60 * MINUTE;
        assert_eq!(attempt(&mut counter, &GROWING, 7, a_day_later), Ok(()));
        assert_eq!(counter.count, 1);
    }

    #[test]
    fn an_attempt_that_is_given_back_leaves_no_wait() {
        let mut counter = Counter::default();
        for now in [0, 0, 0, 0, 0, MINUTE] {
            attempt(&mut counter, &GROWING, 7, now).unwrap();
        }
        assert_eq!(attempt(&mut counter, &GROWING, 7, MINUTE), Err(120));
        counter.settle(&GROWING, 7, Settle::GiveBack);
        assert_eq!(attempt(&mut counter, &GROWING, 7, MINUTE), Ok(()));
        assert_eq!(attempt(&mut counter, &GROWING, 7, MINUTE), Err(120));
        counter.settle(&GROWING, 7, Settle::Clear);
        assert_eq!(counter, Counter::default());
    }

    #[test]
    fn a_key_does_not_clear_attempts_of_others_in_its_counter() {
        let mut counter = Counter::default();
        for tag in [7, 7, 7, 7, 8] {
            attempt(&mut counter, &GROWING, tag, 0).unwrap();
        }
        counter.settle(&GROWING, 8, Settle::Clear);
        assert_eq!(counter.count, 4, "its own attempt only");
        let mut others = Counter::default();
        attempt(&mut others, &GROWING, 7, 0).unwrap();
        others.settle(&GROWING, 8, Settle::Clear);
        others.settle(&GROWING, 8, Settle::GiveBack);
        assert_eq!(others.count, 1);
    }

    #[test]
    fn counts_from_a_clock_far_ahead_are_dropped() {
        for limit in [WINDOW, GROWING] {
            let mut counter = Counter::default();
            for _ in 0..limit.tries {
                attempt(&mut counter, &limit, 7, 48 * 60 * MINUTE).unwrap();
            }
            assert_eq!(attempt(&mut counter, &limit, 7, 0), Ok(()));
        }
    }

    const OWN: u32 = 7;
    const OTHER: u32 = 8;

    /// An attempt: its time, whether it used the tested key, and the outcome if it used another one.
    fn steps() -> impl Strategy<Value = Vec<(i64, bool, Option<Settle>)>> {
        let settle = prop::option::of(prop_oneof![Just(Settle::Clear), Just(Settle::GiveBack)]);
        prop::collection::vec((0_i64..100_000, any::<bool>(), settle), 1..60).prop_map(|steps| {
            let mut now = 0;
            let at = |(later, is_own, settle)| {
                now += later;
                (now, is_own, settle)
            };
            steps.into_iter().map(at).collect()
        })
    }

    /// An attempt of another key is right whenever it likes; ours are wrong.
    fn shared_attempt(
        counter: &mut Counter,
        limit: &Limit,
        now: i64,
        is_own: bool,
        settle: Option<Settle>,
    ) -> Result<(), i64> {
        attempt(counter, limit, if is_own { OWN } else { OTHER }, now)?;
        if let (false, Some(settle)) = (is_own, settle) {
            counter.settle(limit, OTHER, settle);
        }
        Ok(())
    }

    proptest! {
        /// Whatever others do in the same slot: while a wait grows, a key gets no attempt that it would not get alone.
        #[test]
        fn a_collision_never_shortens_a_growing_wait(steps in steps()) {
            let (mut alone, mut shared) = (Counter::default(), Counter::default());
            for (now, is_own, settle) in steps {
                if let Ok(()) = shared_attempt(&mut shared, &GROWING, now, is_own, settle) && is_own {
                    prop_assert!(attempt(&mut alone, &GROWING, OWN, now).is_ok());
                }
            }
        }

        /// A shared window may have begun before the key's first attempt, so a key may meet one window more than alone. It never gets more
        /// than `tries` attempts in one.
        #[test]
        fn a_collision_gives_no_more_attempts_than_the_windows_allow(steps in steps()) {
            let (mut shared, mut first, mut counted) = (Counter::default(), None, 0);
            for (now, is_own, settle) in steps {
                if let Ok(()) = shared_attempt(&mut shared, &WINDOW, now, is_own, settle) && is_own {
                    let windows = (now - *first.get_or_insert(now)) / millis(WINDOW.window) + 2;
                    counted += 1;
                    prop_assert!(counted <= windows * i64::from(WINDOW.tries));
                }
            }
        }
    }
}
