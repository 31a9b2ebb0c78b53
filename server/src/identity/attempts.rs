//! Wrong passwords are slowed down, by the name that was typed and by the machine that sent it, alike whether anybody
//! has that name.

use jiff::SignedDuration;

use super::model::Role;
use super::service::Error;
use crate::app::App;
use crate::platform::http::address::ClientAddress;
use crate::platform::tries::{Limit, TooMany, Tries};

const WINDOW: SignedDuration = SignedDuration::from_mins(15);
const OF_A_NAME: Limit = Limit { tries: 5, window: WINDOW };
/// A clinic or a college shares one address.
const OF_AN_ADDRESS: Limit = Limit { tries: 50, window: WINDOW };

/// A password on its way: its try is taken before it is checked, so that many at once are counted too.
pub struct Attempt<'a> {
    tries: &'a Tries,
    name: String,
    /// The name from this address: who was right here before is counted apart, so that no stranger locks them out.
    place: String,
    address: String,
    is_trusted: bool,
}

impl<'a> Attempt<'a> {
    pub fn begin(app: &'a App, role: Role, name: &str, address: ClientAddress) -> Result<Self, TooMany> {
        let (role, address) = (role.as_str(), address.network());
        let place = format!("password of {role} {name} from {address}");
        let is_trusted = app.tries.is_trusted(&place);
        let attempt = Self {
            tries: &app.tries,
            name: format!("password of {role} {name}"),
            place,
            address: format!("passwords from {address}"),
            is_trusted,
        };
        app.tries.take(&[(attempt.counted(), OF_A_NAME), (&attempt.address, OF_AN_ADDRESS)], app.clock.now_millis())?;
        Ok(attempt)
    }

    fn counted(&self) -> &str {
        if self.is_trusted { &self.place } else { &self.name }
    }

    /// Keeps the try if the password was wrong, and gives it back in any other case.
    pub fn settle<T>(self, outcome: Result<T, Error>) -> Result<T, Error> {
        if !matches!(outcome, Err(Error::WrongCredentials)) {
            self.tries.give_back(&[self.counted(), &self.address]);
        }
        if outcome.is_ok() {
            self.tries.forgive(self.counted());
            self.tries.trust(&self.place);
        }
        outcome
    }
}
