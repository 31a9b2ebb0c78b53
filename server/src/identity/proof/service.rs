//! Proving a password, and how often one may be wrong.

use jiff::SignedDuration;

use crate::app::App;
use crate::identity::Error;
use crate::identity::callers::Caller;
use crate::identity::model::{Account, AccountState, Role};
use crate::identity::service::lock_of;
use crate::identity::store;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::tries::{Limit, Refused};

pub struct Proof {
    role: Role,
    account_id: String,
    /// What the password was compared with.
    password_hash: String,
    /// Its hash as one is made today, where the stored one is of another day.
    renewed_hash: Option<String>,
}

impl Proof {
    /// Compares a password with an account's. Without an account it is wrong, after the same work.
    pub async fn of(app: &App, role: Role, account: Option<Account>, password: String) -> Result<Self, Error> {
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let right = app.passwords.verify(password, hash).await?;
        let account = account.filter(|_| right).ok_or(Error::WrongCredentials)?;
        Ok(Self { role, account_id: account.id, password_hash: account.password_hash, renewed_hash: None })
    }

    /// The same, with a hash of today where the stored one is of another day.
    pub async fn renewing(mut self, app: &App, password: String) -> db::Result<Self> {
        self.renewed_hash = app.passwords.renew(password, &self.password_hash).await?;
        Ok(self)
    }

    /// Keeps the password as it is kept today, if it was kept otherwise. Said after [`Proof::check`], in the same unit.
    pub async fn renew_hash(&self, tx: &mut Tx<'_>) -> db::Result<()> {
        match &self.renewed_hash {
            Some(hash) => store::update_hash(tx, &self.account_id, hash).await,
            None => Ok(()),
        }
    }

    pub fn account_id(&self) -> &str {
        &self.account_id
    }

    /// Whether it still counts, said first in the unit that relies on it: until that unit ends, whoever changes the
    /// account's password or state waits.
    pub async fn check(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        tx.lock(lock_of(self.role, &self.account_id)).await?;
        let account = store::find_account(tx, &self.account_id).await?;
        may_enter(account.filter(|account| account.password_hash == self.password_hash))
    }
}

/// Whether an account may be signed in to at all.
pub fn may_enter(account: Option<Account>) -> Result<(), Error> {
    match account.ok_or(Error::WrongCredentials)?.state {
        AccountState::Active => Ok(()),
        AccountState::Pending => Err(Error::NotApproved),
        AccountState::Blocked => Err(Error::Blocked),
        AccountState::Deleted => Err(Error::WrongCredentials),
    }
}

/// Asks somebody who is signed in for the password again, before what a stolen token must not do. Wrong ones are counted
/// together with those of logins with the account's address.
pub async fn prove(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Proof, Error> {
    let Caller { id, role, .. } = caller;
    let account = app.db.read(async |tx| store::find_account(tx, id).await).await?;
    let name = account.as_ref().map_or(id, |account| &account.email_key);
    let attempt = Attempt::begin(app, *role, name, address).await?;
    attempt.settle(Proof::of(app, *role, account, password).await).await
}

const OF_A_NAME: Limit = Limit { tries: 5, window: SignedDuration::from_mins(15) };
/// A clinic, a college or half a carrier's phones share one address: they wait a few minutes, and whoever was right there
/// before not at all.
const OF_AN_ADDRESS: Limit = Limit { tries: 30, window: SignedDuration::from_mins(5) };

/// A password on its way: its try is taken before it is checked, so that many at once are counted too.
pub struct Attempt<'a> {
    app: &'a App,
    now: i64,
    role: Role,
    name: String,
    address: ClientAddress,
    /// The name from this address.
    place: String,
    /// What the try is counted by.
    counted: Vec<(String, Limit)>,
}

impl<'a> Attempt<'a> {
    pub async fn begin(app: &'a App, role: Role, name: &str, address: ClientAddress) -> Result<Self, Refused> {
        let (place, now) = (place(role, name, address), app.clock.now_millis());
        // Who was right here before is counted apart, so that no stranger locks them out: neither one who tries their
        // name, nor one behind the same address.
        let counted = if app.tries.is_trusted(&place, now).await? {
            vec![(place.clone(), OF_A_NAME)]
        } else {
            let network = address.network();
            vec![
                (format!("password of {} {name}", role.as_str()), OF_A_NAME),
                (format!("passwords from {network}"), OF_AN_ADDRESS),
            ]
        };
        let attempt = Self { app, now, role, name: name.to_owned(), address, place, counted };
        let keys: Vec<_> = attempt.counted.iter().map(|(key, limit)| (key.as_str(), *limit)).collect();
        app.tries.take(&keys, now).await?;
        Ok(attempt)
    }

    /// Keeps the try if the password or the code was wrong, for the audit log too, and gives it back in any other case. If that fails, the
    /// outcome still counts.
    pub async fn settle<T>(self, outcome: Result<T, Error>) -> Result<T, Error> {
        let keys: Vec<_> = self.counted.iter().map(|(key, _)| key.as_str()).collect();
        let settled = match &outcome {
            Ok(_) => self.app.tries.was_right(&keys, &self.place, self.now).await,
            Err(Error::WrongCredentials | Error::WrongCode) => {
                self.app.wrong_logins.note(self.role, &self.name, self.address);
                Ok(())
            }
            Err(_) => self.app.tries.give_back(&keys).await,
        };
        if let Err(error) = settled {
            tracing::warn!(%error, "a try could not be given back");
        }
        outcome
    }
}

/// Remembers that somebody proved here whose account it is: their next login with that name is not a stranger's.
pub async fn trust(app: &App, role: Role, name: &str, address: ClientAddress) -> db::Result<()> {
    let place = place(role, &name.to_lowercase(), address);
    app.tries.was_right(&[], &place, app.clock.now_millis()).await
}

fn place(role: Role, name: &str, address: ClientAddress) -> String {
    format!("password of {} {name} from {}", role.as_str(), address.network())
}
