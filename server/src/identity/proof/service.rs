//! Proving a password.

use super::attempt::{Attempt, Factor, Target};
use crate::app::App;
use crate::identity::Error;
use crate::identity::callers::Caller;
use crate::identity::model::{Account, AccountState, Role};
use crate::identity::service::lock_of;
use crate::identity::store;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;

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

/// Asks somebody who is signed in for the password again, before what a stolen token must not do.
pub async fn prove(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Proof, Error> {
    let account = app.db.read(async |tx| store::find_account(tx, &caller.id).await).await?;
    let attempt = Attempt::begin(app, Target::caller(app, caller, address), &[Factor::Password]).await?;
    attempt.settle(Proof::of(app, caller.role, account, password).await).await
}
