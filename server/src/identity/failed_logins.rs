//! Audit log entries of failed logins. They are counted in memory and written by a job, so that the response time does not reveal whether
//! the account exists. For each account and network the first failure is recorded at once, and the number of the others after an hour, so
//! that an attack does not fill the log.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::SignedDuration;

use crate::app::App;
use crate::identity::model::Role;
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;

/// Limit of sources that are counted separately. Beyond it, all others share one row an hour.
const MAX_TRACKED_SOURCES: usize = 1000;
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// The account and network of failed logins; the account is empty for an unknown name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoginSource {
    pub role: Role,
    pub account_id: String,
    pub network: String,
}

struct HourlyCount {
    began: i64,
    /// Whether the first failure was recorded.
    is_recorded: bool,
    /// Failures that are not recorded yet.
    unrecorded: i64,
}

#[derive(Clone, Default)]
pub struct FailedLogins(Arc<Mutex<HashMap<LoginSource, HourlyCount>>>);

impl FailedLogins {
    /// Counts a failed login. Without an id the name was unknown; the name is not stored, because people type passwords into the wrong
    /// field.
    pub fn note(&self, role: Role, account_id: &str, address: ClientAddress, now: i64) {
        let source = LoginSource { role, account_id: account_id.into(), network: address.neighbourhood() };
        self.count(source, 1, now);
    }

    fn count(&self, mut source: LoginSource, times: i64, now: i64) {
        let mut hours = self.hours();
        if hours.len() >= MAX_TRACKED_SOURCES && !hours.contains_key(&source) {
            (source.account_id, source.network) = (String::new(), String::new());
        }
        let hour = hours.entry(source).or_insert(HourlyCount { began: now, is_recorded: false, unrecorded: 0 });
        hour.unrecorded += times;
    }

    /// What to record now: the first failure of an hour at once, the others when the hour is over.
    fn take_due(&self, now: i64) -> Vec<(LoginSource, i64)> {
        let mut hours = self.hours();
        let is_over = |hour: &HourlyCount| now - hour.began >= millis(HOUR);
        let mut due = Vec::new();
        for (source, hour) in hours.iter_mut() {
            if hour.unrecorded > 0 && (!hour.is_recorded || is_over(hour)) {
                due.push((source.clone(), hour.unrecorded));
                (hour.is_recorded, hour.unrecorded) = (true, 0);
            }
        }
        hours.retain(|_, hour| !is_over(hour));
        due
    }

    fn hours(&self) -> MutexGuard<'_, HashMap<LoginSource, HourlyCount>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub async fn record_due(app: &App) -> db::Result<()> {
    let now = app.clock.now();
    let due = app.failed_logins.take_due(now.as_millisecond());
    if due.is_empty() {
        return Ok(());
    }
    let rows = due.clone();
    let written = app.db.write(async move |tx| {
        for (source, times) in &rows {
            record(tx, source, *times, now).await?;
        }
        Ok(())
    });
    // If the write fails, the failures are counted again, so that the next run records them.
    written.await.inspect_err(|_| {
        for (source, times) in due {
            app.failed_logins.count(source, times, now.as_millisecond());
        }
    })
}

/// The entry has no actor, because nobody proved who they are; its subject is the account.
async fn record(tx: &mut Tx<'_>, source: &LoginSource, times: i64, now: jiff::Timestamp) -> db::Result<()> {
    let LoginSource { role, account_id, network } = source;
    let subject = Subject { kind: OWN_ACCOUNT, id: account_id, name: "" };
    let network = Some(network.clone()).filter(|network| !network.is_empty());
    let entry = Entry { network, times, ..Entry::of((role.as_str(), ""), "login_failed", subject) };
    audit::record(tx, entry, now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    fn source(number: usize) -> LoginSource {
        LoginSource { role: Role::User, account_id: number.to_string(), network: "192.0.2.0/24".into() }
    }

    #[test]
    fn records_the_first_of_an_hour_at_once_and_the_others_at_its_end() {
        let wrong = FailedLogins::default();
        let mut is_recorded = Vec::new();
        for (minute, times) in [(0, 1), (1, 3), (59, 2), (60, 0), (61, 0), (62, 4)] {
            if times > 0 {
                wrong.count(source(1), times, minute * MINUTE);
            }
            is_recorded.push(wrong.take_due(minute * MINUTE).iter().map(|(_, times)| *times).sum::<i64>());
        }
        assert_eq!(is_recorded, [1, 0, 0, 5, 0, 4]);
    }

    #[test]
    fn an_attack_from_many_networks_on_many_accounts_is_recorded_in_at_most_1001_rows() {
        let wrong = FailedLogins::default();
        (0..5000).for_each(|number| wrong.count(source(number), 1, 0));
        let due = wrong.take_due(0);
        assert_eq!((due.len(), due.iter().map(|(_, times)| times).sum::<i64>()), (MAX_TRACKED_SOURCES + 1, 5000));
    }
}
