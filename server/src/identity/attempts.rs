//! Wrong passwords are slowed down, by the name that was typed and by the machine that sent it, alike whether anybody
//! has that name.

use jiff::SignedDuration;

use super::model::Role;
use super::service::Error;
use crate::app::App;
use crate::platform::http::address::ClientAddress;
use crate::platform::tries::{Limit, TooMany, Tries};

const OF_A_NAME: Limit = Limit { tries: 5, window: SignedDuration::from_mins(15) };
/// A clinic, a college or half a carrier's phones share one address: they wait a few minutes, and whoever was right there
/// before not at all.
const OF_AN_ADDRESS: Limit = Limit { tries: 30, window: SignedDuration::from_mins(5) };

/// A password on its way: its try is taken before it is checked, so that many at once are counted too.
pub struct Attempt<'a> {
    tries: &'a Tries,
    now: i64,
    /// The name from this address.
    place: String,
    /// What the try is counted by.
    counted: Vec<(String, Limit)>,
}

impl<'a> Attempt<'a> {
    pub fn begin(app: &'a App, role: Role, name: &str, address: ClientAddress) -> Result<Self, TooMany> {
        let (place, now) = (place(role, name, address), app.clock.now_millis());
        // Who was right here before is counted apart, so that no stranger locks them out: neither one who tries their
        // name, nor one behind the same address.
        let counted = if app.tries.is_trusted(&place, now) {
            vec![(place.clone(), OF_A_NAME)]
        } else {
            let (role, network) = (role.as_str(), address.network());
            vec![
                (format!("password of {role} {name}"), OF_A_NAME),
                (format!("passwords from {network}"), OF_AN_ADDRESS),
            ]
        };
        let attempt = Self { tries: &app.tries, now, place, counted };
        let keys: Vec<_> = attempt.counted.iter().map(|(key, limit)| (key.as_str(), *limit)).collect();
        app.tries.take(&keys, now)?;
        Ok(attempt)
    }

    /// Keeps the try if the password was wrong, and gives it back in any other case.
    pub fn settle<T>(self, outcome: Result<T, Error>) -> Result<T, Error> {
        let keys: Vec<_> = self.counted.iter().map(|(key, _)| key.as_str()).collect();
        if !matches!(outcome, Err(Error::WrongCredentials)) {
            self.tries.give_back(&keys);
        }
        if outcome.is_ok() {
            self.tries.forgive(keys[0]);
            self.tries.trust(&self.place, self.now);
        }
        outcome
    }
}

/// Remembers that somebody proved here whose account it is by a link from their mail: their next login is not a stranger's.
pub fn trust(app: &App, role: Role, email: &str, address: ClientAddress) {
    app.tries.trust(&place(role, &email.to_lowercase(), address), app.clock.now_millis());
}

fn place(role: Role, name: &str, address: ClientAddress) -> String {
    format!("password of {} {name} from {}", role.as_str(), address.network())
}
