//! What is remembered of wrong passwords until it is written down. Pure.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::SignedDuration;

use crate::identity::model::Role;
use crate::platform::clock::millis;
use crate::platform::http::ClientAddress;

/// Accounts with their networks that are told apart at a time. An attack by more is one row an hour for all the others.
const MOST: usize = 1000;
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Whose password was wrong, and from where; the account is empty for a name that nobody has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    pub role: Role,
    pub account_id: String,
    pub network: String,
}

struct Hour {
    began: i64,
    /// Whether its first one is in the log.
    told: bool,
    /// Those that are not in the log yet.
    untold: i64,
}

#[derive(Clone, Default)]
pub struct WrongLogins(Arc<Mutex<HashMap<Place, Hour>>>);

impl WrongLogins {
    /// Counts one more; without an id it was an unknown name, which is stored nowhere: people type passwords into the wrong
    /// field.
    pub fn note(&self, role: Role, account_id: &str, address: ClientAddress, now: i64) {
        let place = Place { role, account_id: account_id.into(), network: address.neighbourhood() };
        self.count(place, 1, now);
    }

    /// Counts wrong passwords of an account.
    pub(super) fn count(&self, mut place: Place, times: i64, now: i64) {
        let mut hours = self.hours();
        if hours.len() >= MOST && !hours.contains_key(&place) {
            (place.account_id, place.network) = (String::new(), String::new());
        }
        let hour = hours.entry(place).or_insert(Hour { began: now, told: false, untold: 0 });
        hour.untold += times;
    }

    /// What is to be written down now: the first of an hour, and the others when it is over.
    pub(super) fn take_due(&self, now: i64) -> Vec<(Place, i64)> {
        let mut hours = self.hours();
        let is_over = |hour: &Hour| now - hour.began >= millis(HOUR);
        let mut due = Vec::new();
        for (place, hour) in hours.iter_mut() {
            if hour.untold > 0 && (!hour.told || is_over(hour)) {
                due.push((place.clone(), hour.untold));
                (hour.told, hour.untold) = (true, 0);
            }
        }
        hours.retain(|_, hour| !is_over(hour));
        due
    }

    fn hours(&self) -> MutexGuard<'_, HashMap<Place, Hour>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    fn place(number: usize) -> Place {
        Place { role: Role::User, account_id: number.to_string(), network: "192.0.2.0/24".into() }
    }

    #[test]
    fn of_an_hour_the_first_is_told_at_once_and_the_others_at_its_end() {
        let wrong = WrongLogins::default();
        let mut told = Vec::new();
        for (minute, times) in [(0, 1), (1, 3), (59, 2), (60, 0), (61, 0), (62, 4)] {
            if times > 0 {
                wrong.count(place(1), times, minute * MINUTE);
            }
            told.push(wrong.take_due(minute * MINUTE).iter().map(|(_, times)| *times).sum::<i64>());
        }
        assert_eq!(told, [1, 0, 0, 5, 0, 4]);
    }

    #[test]
    fn an_attack_by_many_networks_on_many_accounts_is_a_thousand_rows_and_one() {
        let wrong = WrongLogins::default();
        (0..5000).for_each(|number| wrong.count(place(number), 1, 0));
        let due = wrong.take_due(0);
        assert_eq!((due.len(), due.iter().map(|(_, times)| times).sum::<i64>()), (MOST + 1, 5000));
    }
}
