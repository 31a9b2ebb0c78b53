//! Rate limits of wrong passwords and wrong codes. Decision 0068.
//!
//! Passwords and codes have counters of their own: a right password says nothing about codes, and only a right code clears the
//! count of wrong ones, whichever call asks for it. An attempt is counted for the account, by whatever name it was found (address
//! or number); an unknown name is counted by itself. Devices in which the account signed in before have a counter each, so that
//! strangers lock out none of them. Unknown devices share one counter for the account, and are counted by network too.

use std::future::pending;
use std::panic::resume_unwind;

use jiff::SignedDuration;
use tracing::Instrument;

use crate::app::App;
use crate::identity::Error;
use crate::identity::callers::Caller;
use crate::identity::devices::{DeviceId, Devices};
use crate::identity::model::{Account, Role};
use crate::platform::http::ClientAddress;
use crate::platform::query_log;
use crate::platform::rate_limit::{Limit, Refused, Settle};

const DAY: SignedDuration = SignedDuration::from_hours(24);

const PASSWORDS: Limit = Limit::growing("passwords of an account", 5, DAY);
const PASSWORDS_OF_DEVICE: Limit = Limit::growing("passwords of a known device", 5, DAY);
/// All known devices of an account together. A client that logs in repeatedly without the cookie gets a new device id each time;
/// this bounds its attempts after the password has changed.
const PASSWORDS_OF_DEVICES: Limit = Limit::new("passwords of all known devices", 50, DAY);

const CODES: Limit = Limit::growing("codes of an account", 5, DAY);
const CODES_OF_DEVICE: Limit = Limit::growing("codes of a known device", 5, DAY);
/// Three of a million codes are valid at a time: with 30 attempts a day, finding one takes 21 years on average.
const CODES_A_DAY: Limit = Limit::new("codes of a day", 30, DAY);
const CODES_OF_DEVICES_A_DAY: Limit = Limit::new("codes of a day of all known devices", 30, DAY);

/// A clinic, a college or many phones of a carrier share one address: they wait a few minutes, and known devices are not limited by
/// network.
const OF_NETWORK: Limit = Limit::new("wrong logins from a network", 30, SignedDuration::from_mins(5));

/// What an attempt tries to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    Password,
    /// A code of an authenticator app, or a recovery code.
    Code,
}

/// The account that an attempt is counted for, and the device.
pub struct AttemptTarget {
    role: Role,
    account_id: Option<String>,
    /// The account's id, or the unknown name.
    key: String,
    device: Option<DeviceId>,
    address: ClientAddress,
}

impl AttemptTarget {
    /// The account of a login.
    pub fn account(app: &App, role: Role, id: &str, devices: &Devices, address: ClientAddress) -> Self {
        Self { role, account_id: Some(id.into()), key: id.into(), device: devices.find(app, id), address }
    }

    /// The account that was found by a login name, or the name itself.
    pub fn login(
        app: &App,
        role: Role,
        (name, account): (&str, Option<&Account>),
        devices: &Devices,
        address: ClientAddress,
    ) -> Self {
        match account {
            Some(account) => Self::account(app, role, &account.id, devices, address),
            None => Self { role, account_id: None, key: format!("{} {name}", role.as_str()), device: None, address },
        }
    }

    /// The account of a signed-in caller. A session counts as a known device.
    pub fn caller(app: &App, caller: &Caller, address: ClientAddress) -> Self {
        let known = caller.devices.find(app, &caller.id);
        let device = known.unwrap_or_else(|| DeviceId::of_session(caller.session()));
        let (id, role) = (caller.id.clone(), caller.role);
        Self { role, account_id: Some(id.clone()), key: id, device: Some(device), address }
    }

    /// The counters of a factor. A successful attempt clears the first one and is given back to the others.
    fn counters(&self, factor: Factor) -> Vec<(String, Limit)> {
        let key = || self.key.clone();
        match (factor, &self.device) {
            (Factor::Password, None) => vec![(key(), PASSWORDS)],
            (Factor::Code, None) => vec![(key(), CODES), (key(), CODES_A_DAY)],
            (Factor::Password, Some(device)) => {
                vec![(self.on(device), PASSWORDS_OF_DEVICE), (key(), PASSWORDS_OF_DEVICES)]
            }
            (Factor::Code, Some(device)) => {
                vec![(self.on(device), CODES_OF_DEVICE), (key(), CODES_OF_DEVICES_A_DAY)]
            }
        }
    }

    fn on(&self, device: &DeviceId) -> String {
        format!("{} {}", self.key, device.as_str())
    }
}

/// Counts an attempt to prove the factors (none: only the network is counted), runs it, and settles the counters. It is counted
/// before the check, so that parallel attempts are counted too. It runs in a task of its own that completes even if the client
/// disconnects: otherwise a right password on a bad line would stay counted as wrong, and five lost answers would lock the owner
/// out.
pub async fn attempt<T: Send + 'static>(
    app: &App,
    target: AttemptTarget,
    factors: &[Factor],
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let attempt = Attempt::begin(app, target, factors).await?;
    let work = async move { attempt.settle(work.await).await };
    match tokio::spawn(query_log::inherit(work).in_current_span()).await {
        Ok(outcome) => outcome,
        Err(ended) => match ended.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // The runtime is shutting down, and this task with it.
            Err(_) => pending().await,
        },
    }
}

struct Attempt {
    app: App,
    target: AttemptTarget,
    password: Vec<(String, Limit)>,
    code: Vec<(String, Limit)>,
    network: Vec<(String, Limit)>,
}

impl Attempt {
    async fn begin(app: &App, target: AttemptTarget, factors: &[Factor]) -> Result<Self, Refused> {
        let counters = |factor| if factors.contains(&factor) { target.counters(factor) } else { Vec::new() };
        let (password, code) = (counters(Factor::Password), counters(Factor::Code));
        let network = match target.device {
            None => vec![(target.address.network(), OF_NETWORK)],
            Some(_) => Vec::new(),
        };
        let attempt = Self { app: app.clone(), target, password, code, network };
        let all = attempt.password.iter().chain(&attempt.code).chain(&attempt.network);
        let keys: Vec<_> = all.map(|(key, limit)| (key.as_str(), *limit)).collect();
        app.rate_limiter.take(&keys, app.clock.now_millis()).await?;
        Ok(attempt)
    }

    /// Keeps failed factors counted and records them for the audit log, clears right ones, and gives back those that were not
    /// checked. The password is checked before the code. If settling fails, the outcome of the attempt still holds.
    async fn settle<T>(self, outcome: Result<T, Error>) -> Result<T, Error> {
        let (password, code) = match &outcome {
            Ok(_) => (Some(Settle::Clear), Some(Settle::Clear)),
            Err(Error::WrongCredentials) => (None, Some(Settle::GiveBack)),
            Err(Error::WrongCode) => (Some(Settle::Clear), None),
            Err(Error::CodeNeeded(_) | Error::Blocked | Error::NotApproved) => {
                (Some(Settle::Clear), Some(Settle::GiveBack))
            }
            Err(_) => (Some(Settle::GiveBack), Some(Settle::GiveBack)),
        };
        let is_wrong = matches!(outcome, Err(Error::WrongCredentials | Error::WrongCode));
        if is_wrong {
            let AttemptTarget { role, account_id, address, .. } = &self.target;
            let account_id = account_id.as_deref().unwrap_or_default();
            self.app.failed_logins.note(*role, account_id, *address, self.app.clock.now_millis());
        }
        let network = (!is_wrong).then_some(Settle::GiveBack);
        let mut settled = Vec::new();
        for (counters, settle) in [(&self.password, password), (&self.code, code), (&self.network, network)] {
            let Some(first) = settle else { continue };
            for (number, (key, limit)) in counters.iter().enumerate() {
                settled.push((key.as_str(), *limit, if number == 0 { first } else { Settle::GiveBack }));
            }
        }
        if let Err(error) = self.app.rate_limiter.settle(&settled).await {
            tracing::warn!(%error, "an attempt could not be given back");
        }
        outcome
    }
}

/// Clears the count of wrong passwords after a reset by mail. Wrong codes stay counted: only a right code clears them, and the
/// device that reset the password has its own counter. The new password is stored already, so a failure here is only logged.
pub async fn clear_failed_passwords(app: &App, account_id: &str) {
    let cleared = [PASSWORDS, PASSWORDS_OF_DEVICES].map(|limit| (account_id, limit, Settle::Clear));
    if let Err(error) = app.rate_limiter.settle(&cleared).await {
        tracing::warn!(%error, "wrong passwords stay counted after a reset");
    }
}
