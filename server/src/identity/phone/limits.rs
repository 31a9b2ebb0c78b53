//! Rate limits of codes: to a number, on a known device, by an account, from a network, to numbers with the same first digits, and in a
//! day. Each code costs the operator money and disturbs its receiver, so strangers must not send many; and strangers must not use up the
//! codes of an account's owner. Decision 0069.

use jiff::{SignedDuration, ToSpan};

use super::model::{self, DeviceTrust, prefix_of};
use super::store;
pub use super::store::{CodeCounts, count_codes as count};
use crate::app::App;
use crate::identity::Error;
use crate::identity::devices::DeviceId;
pub use crate::identity::model::CodeLimit;
use crate::identity::person::Mobile;
use crate::platform::clock::{Clock, midnight, millis};
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::rate_limit::{Limit, Refused, Settle, TooMany};

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// To a number, for all devices together that its account does not know.
const TO_NUMBER: Limit = Limit::new("codes to a number", 5, DAY);
/// To a number, for the signed-in account that holds it. Only one account holds a number at a time.
const TO_HOLDER: Limit = Limit::new("codes to the holder of a number", 5, DAY);
const TO_DEVICE: Limit = Limit::new("codes to a known device", 5, DAY);
/// Every login without the cookie creates another known device; all devices of an account together get no more than this.
const OF_ACCOUNT: Limit = Limit::new("codes sent to an account", 20, DAY);
/// Codes that were not used. A clinic's Wi-Fi and a carrier put many phones behind one address, and each of them types in the code that came;
/// who asks for codes to numbers of others cannot. Known devices are not counted here.
const FROM_NETWORK: Limit = Limit::new("unused codes asked for from a network", 60, DAY);
/// The same of the networks beside each other, which one customer of a provider may have thousands of.
const FROM_NEIGHBOURHOOD: Limit = Limit::new("unused codes asked for from networks beside each other", 200, DAY);
/// Both are for a day of so many codes. With more people come from a network too.
const USUAL_CODES_PER_DAY: i64 = 1000;

pub enum CodeRequester<'a> {
    /// A known device of the account that verified the number.
    KnownDevice { account_id: &'a str, device: &'a DeviceId },
    /// The account that verified the number, logged in: it verifies it again.
    Prover { account_id: &'a str },
    /// A signed-in account that registered the number first, while no account verified it. Anyone can register with any number, so this
    /// account has a separate counter for this number, but otherwise the limits of strangers.
    Holder { account_id: &'a str, address: ClientAddress },
    /// Another signed-in account with this number. It may be a stranger's number.
    OtherAccount { account_id: &'a str, address: ClientAddress },
    /// A login on an unknown device.
    Stranger { address: ClientAddress },
}

impl CodeRequester<'_> {
    pub fn device(&self) -> DeviceTrust {
        match self {
            Self::KnownDevice { .. } | Self::Prover { .. } => DeviceTrust::Known,
            Self::Holder { .. } | Self::OtherAccount { .. } | Self::Stranger { .. } => DeviceTrust::Unknown,
        }
    }

    fn counters(&self, app: &App, phone: &Mobile) -> Vec<(String, Limit)> {
        let number = || phone.as_str().to_owned();
        match self {
            Self::KnownDevice { account_id, device } => {
                vec![(format!("{account_id} {}", device.as_str()), TO_DEVICE), ((*account_id).to_owned(), OF_ACCOUNT)]
            }
            Self::Prover { account_id } => vec![(number(), TO_HOLDER), ((*account_id).to_owned(), OF_ACCOUNT)],
            Self::Holder { account_id, address } => {
                let own = [(number(), TO_HOLDER), ((*account_id).to_owned(), OF_ACCOUNT)];
                own.into_iter().chain(from(app, *address)).collect()
            }
            Self::OtherAccount { account_id, address } => {
                let own = [(number(), TO_NUMBER), ((*account_id).to_owned(), OF_ACCOUNT)];
                own.into_iter().chain(from(app, *address)).collect()
            }
            Self::Stranger { address } => [(number(), TO_NUMBER)].into_iter().chain(from(app, *address)).collect(),
        }
    }
}

/// The counters of where an unknown device is.
fn from(app: &App, address: ClientAddress) -> [(String, Limit); 2] {
    let per_day = app.messenger.as_ref().map_or(0, |messenger| messenger.provider().codes.per_day);
    let busy = |limit: Limit| {
        let tries = (i64::from(limit.tries).saturating_mul(per_day) / USUAL_CODES_PER_DAY).max(limit.tries.into());
        Limit::new(limit.class, u32::try_from(tries).unwrap_or(u32::MAX), limit.window)
    };
    [(address.network(), busy(FROM_NETWORK)), (address.neighbourhood(), busy(FROM_NEIGHBOURHOOD))]
}

/// An unknown device sent the right code back: its network has one unused code less. If that fails, the login still holds.
pub async fn note_used(app: &App, address: ClientAddress) {
    let counters = from(app, address);
    let given_back = counters.each_ref().map(|(key, limit)| (key.as_str(), *limit, Settle::GiveBack));
    if let Err(error) = app.rate_limiter.settle(&given_back).await {
        tracing::warn!(%error, "a code that was used stays counted");
    }
}

/// Counts a request for a code, in the same way whether or not any account has the number.
pub async fn take(app: &App, phone: &Mobile, asker: &CodeRequester<'_>) -> Result<(), Refused> {
    let counters = asker.counters(app, phone);
    let keys: Vec<_> = counters.iter().map(|(key, limit)| (key.as_str(), *limit)).collect();
    let taken = app.rate_limiter.take(&keys, app.clock.now_millis()).await;
    if let Err(Refused::TooMany(_)) = &taken {
        app.metrics.code_refused(CodeLimit::Rate.as_str());
    }
    taken
}

/// The day of the counts, and how many codes it has; none where nothing is limited.
#[derive(Debug, Clone)]
pub struct DayLimit {
    clock: Clock,
    per_day: Option<i64>,
    device: DeviceTrust,
}

impl DayLimit {
    pub fn of(app: &App, per_day: i64, device: DeviceTrust) -> Self {
        Self { clock: app.clock.clone(), per_day: app.config.rate_limits.then_some(per_day), device }
    }

    /// Refuses a code beyond the daily limit, in the same way whether or not any account has the number. Concurrent codes may not be
    /// counted yet, so a few more than the limit may be sent.
    pub async fn check(&self, tx: &mut Tx<'_>, phone: &Mobile) -> Result<(), Error> {
        let Some(per_day) = self.per_day else { return Ok(()) };
        let today = self.clock.india().date();
        let (of_day, of_prefix) = store::find_counts(tx, today, prefix_of(phone.as_str())).await?;
        match model::exceeded(self.device, per_day, of_day, of_prefix) {
            None => Ok(()),
            Some(limit) => {
                let ends = today.tomorrow().map_or_else(|_| self.clock.now(), midnight);
                let seconds = (millis(ends.duration_since(self.clock.now())) + 999) / 1000;
                Err(Error::CodesUsedUp(limit, TooMany { seconds }))
            }
        }
    }

    pub async fn add(&self, tx: &mut Tx<'_>, phone: &Mobile) -> db::Result<()> {
        let unknown = i64::from(self.device == DeviceTrust::Unknown);
        store::add_to_counts(tx, self.clock.india().date(), prefix_of(phone.as_str()), unknown).await
    }
}

const COUNTS_RETENTION_DAYS: i64 = 90;

/// Deletes the counts of long ago, and returns how many.
pub async fn forget_old(tx: &mut Tx<'_>, clock: &Clock) -> db::Result<u64> {
    let today = clock.india().date();
    let before = today.checked_sub(COUNTS_RETENTION_DAYS.days()).unwrap_or(today);
    store::delete_old_counts(tx, before).await
}
