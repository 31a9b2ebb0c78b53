//! Counting attempts, and settling them once their outcome is known.

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
use crate::platform::statements;
use crate::platform::tries::{Limit, Refused, Settle};

const DAY: SignedDuration = SignedDuration::from_hours(24);

const PASSWORDS: Limit = Limit::growing("passwords of an account", 5, DAY);
const PASSWORDS_OF_DEVICE: Limit = Limit::growing("passwords of a known device", 5, DAY);
/// All known devices of an account together: a client that signs in again and again without the cookie gets a new device id each
/// time, but no more attempts than this after the password has changed.
const PASSWORDS_OF_DEVICES: Limit = Limit::new("passwords of all known devices", 50, DAY);

const CODES: Limit = Limit::growing("codes of an account", 5, DAY);
const CODES_OF_DEVICE: Limit = Limit::growing("codes of a known device", 5, DAY);
/// Of a million codes three are right at a time: at 30 a day it takes 21 years until one is found as likely as not.
const CODES_A_DAY: Limit = Limit::new("codes of a day", 30, DAY);
const CODES_OF_DEVICES_A_DAY: Limit = Limit::new("codes of a day of all known devices", 30, DAY);

/// A clinic, a college or half a carrier's phones share one address: they wait a few minutes, and known devices not at all.
const OF_NETWORK: Limit = Limit::new("wrong logins from a network", 30, SignedDuration::from_mins(5));

/// What somebody proves who they are with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    Password,
    /// Of an authenticator app, or a recovery code.
    Code,
}

/// Which account an attempt is counted for, and by which device.
pub struct Target {
    role: Role,
    account_id: Option<String>,
    /// The account's id, or the unknown name.
    key: String,
    device: Option<DeviceId>,
    address: ClientAddress,
}

impl Target {
    /// An account that somebody signs in to.
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

    /// The account of somebody who is signed in. Their session signed in before, so it is a known device.
    pub fn caller(app: &App, caller: &Caller, address: ClientAddress) -> Self {
        let known = caller.devices.find(app, &caller.id);
        let device = known.unwrap_or_else(|| DeviceId::of_session(caller.session()));
        let (id, role) = (caller.id.clone(), caller.role);
        Self { role, account_id: Some(id.clone()), key: id, device: Some(device), address }
    }

    /// The counters of a factor. A right attempt clears the first, and is given back to the others.
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

/// Counts an attempt to prove the factors (none: only the network is counted), makes it, and settles it. It is counted before it is
/// checked, so that many at once are counted too. It is made in a task of its own, which ends although the client is gone: else a right
/// password on a bad line would stay counted as a wrong one, and five lost answers would keep its owner out.
pub async fn attempt<T: Send + 'static>(
    app: &App,
    target: Target,
    factors: &[Factor],
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let attempt = Attempt::begin(app, target, factors).await?;
    let work = async move { attempt.settle(work.await).await };
    match tokio::spawn(statements::along(work).in_current_span()).await {
        Ok(outcome) => outcome,
        Err(ended) => match ended.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // The runtime stops, and this task with it.
            Err(_) => pending().await,
        },
    }
}

/// An attempt that was counted.
struct Attempt {
    app: App,
    target: Target,
    password: Vec<(String, Limit)>,
    code: Vec<(String, Limit)>,
    network: Vec<(String, Limit)>,
}

impl Attempt {
    async fn begin(app: &App, target: Target, factors: &[Factor]) -> Result<Self, Refused> {
        let counters = |factor| if factors.contains(&factor) { target.counters(factor) } else { Vec::new() };
        let (password, code) = (counters(Factor::Password), counters(Factor::Code));
        let network = match target.device {
            None => vec![(target.address.network(), OF_NETWORK)],
            Some(_) => Vec::new(),
        };
        let attempt = Self { app: app.clone(), target, password, code, network };
        let all = attempt.password.iter().chain(&attempt.code).chain(&attempt.network);
        let keys: Vec<_> = all.map(|(key, limit)| (key.as_str(), *limit)).collect();
        app.tries.take(&keys, app.clock.now_millis()).await?;
        Ok(attempt)
    }

    /// Keeps what was wrong counted, and notes it for the audit log; clears what was right; gives back what was not looked at.
    /// Where both come together the password is checked first. If settling fails, the outcome still stands.
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
            let Target { role, account_id, address, .. } = &self.target;
            let account_id = account_id.as_deref().unwrap_or_default();
            self.app.wrong_logins.note(*role, account_id, *address, self.app.clock.now_millis());
        }
        let network = (!is_wrong).then_some(Settle::GiveBack);
        let mut settled = Vec::new();
        for (counters, settle) in [(&self.password, password), (&self.code, code), (&self.network, network)] {
            let Some(first) = settle else { continue };
            for (number, (key, limit)) in counters.iter().enumerate() {
                settled.push((key.as_str(), *limit, if number == 0 { first } else { Settle::GiveBack }));
            }
        }
        if let Err(error) = self.app.tries.settle(&settled).await {
            tracing::warn!(%error, "an attempt could not be given back");
        }
        outcome
    }
}

/// Forgets the wrong passwords of an account whose owner set a new one by mail. Wrong codes stay counted: only a right one
/// clears them, and the device that reset the password has a counter of its own for them. The new password is stored by now,
/// so a failure here is no refusal.
pub async fn forgive(app: &App, account_id: &str) {
    let cleared = [PASSWORDS, PASSWORDS_OF_DEVICES].map(|limit| (account_id, limit, Settle::Clear));
    if let Err(error) = app.tries.settle(&cleared).await {
        tracing::warn!(%error, "wrong passwords stay counted after a reset");
    }
}
