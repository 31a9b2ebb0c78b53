//! A password that was right a moment ago.
//!
//! Checking one waits its turn in a queue. Meanwhile the password may be changed, or its account blocked or deleted: so
//! what is done with a proof looks again, inside its own unit.

use super::actor::Caller;
use super::attempts::Attempt;
use super::model::{Account, AccountState, Role};
use super::service::{Error, lock_of};
use super::store;
use crate::app::App;
use crate::platform::db::Tx;
use crate::platform::http::address::ClientAddress;

pub struct Proof {
    role: Role,
    account_id: String,
    /// What the password was compared with.
    password_hash: String,
}

impl Proof {
    /// Compares a password with an account's. Without an account it is wrong, after the same work.
    pub(super) async fn of(app: &App, role: Role, account: Option<Account>, password: String) -> Result<Self, Error> {
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let right = app.passwords.verify(password, hash).await?;
        let account = account.filter(|_| right).ok_or(Error::WrongCredentials)?;
        Ok(Self { role, account_id: account.id, password_hash: account.password_hash })
    }

    pub fn account_id(&self) -> &str {
        &self.account_id
    }

    /// Whether it still counts, said first in the unit that relies on it: until that unit ends, whoever changes the
    /// account's password or state waits.
    pub async fn check(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        tx.lock(lock_of(self.role, &self.account_id)).await?;
        let account = store::find_account(tx, &self.account_id).await?;
        let account = account.filter(|account| account.password_hash == self.password_hash);
        match account.ok_or(Error::WrongCredentials)?.state {
            AccountState::Active => Ok(()),
            AccountState::Pending => Err(Error::NotApproved),
            AccountState::Blocked => Err(Error::Blocked),
            AccountState::Deleted => Err(Error::WrongCredentials),
        }
    }
}

/// Asks somebody who is signed in for the password again, before what a stolen token must not do. Wrong ones are
/// slowed down like those of a login.
pub async fn prove(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Proof, Error> {
    let Caller { id, role, .. } = caller;
    let attempt = Attempt::begin(app, *role, id, address).map_err(Error::TooMany)?;
    let account = app.db.read(async |tx| store::find_account(tx, id).await).await?;
    attempt.settle(Proof::of(app, *role, account, password).await)
}
