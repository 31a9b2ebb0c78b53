//! Proving a password.

use crate::app::App;
use crate::identity::Error;
use crate::identity::attempts::{Factor, Target, attempt};
use crate::identity::callers::Caller;
use crate::identity::demo_logins::{self, is_demo_address};
use crate::identity::model::{Account, AccountState, Role};
use crate::identity::second_factor::{self, Spent, TypedCode};
use crate::identity::service::lock_of;
use crate::identity::store;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::keys::Keys;

pub struct Proof {
    role: Role,
    account_id: String,
    /// What the password was compared with.
    password_hash: String,
    /// Its hash as one is made today, where the stored one is of another day.
    renewed_hash: Option<String>,
    factor: SecondFactorProof,
    /// Of the demo data set, whose passwords are published.
    is_demo: bool,
}

/// What was proved of the account's second factor.
pub enum SecondFactorProof {
    /// Only the password counts: logins, which ask for the code in a second request, and ending sessions.
    NotAsked,
    /// The account had none.
    Off,
    /// A right code, which the action uses up.
    Code { code: TypedCode, keys: Keys, now: i64 },
}

impl Proof {
    /// Compares a password with an account's. Without an account it is wrong, after the same work.
    pub async fn of(app: &App, role: Role, account: Option<Account>, password: String) -> Result<Self, Error> {
        let hash = account.as_ref().map(|account| account.password_hash.clone());
        let right = app.passwords.verify(password, hash).await?;
        let account = account.filter(|_| right).ok_or(Error::WrongCredentials)?;
        let is_demo = is_demo_address(&account.email_key);
        let Account { id: account_id, password_hash, .. } = account;
        Ok(Self { role, account_id, password_hash, renewed_hash: None, factor: SecondFactorProof::NotAsked, is_demo })
    }

    /// The same, with a hash of today where the stored one is of another day.
    pub async fn renewing(mut self, app: &App, password: String) -> db::Result<Self> {
        self.renewed_hash = app.passwords.renew(password, &self.password_hash).await?;
        Ok(self)
    }

    /// The same, with what was proved of the second factor.
    #[must_use]
    pub fn with(self, factor: SecondFactorProof) -> Self {
        Self { factor, ..self }
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

    /// Refuses a login of the demo data set where others than this machine reach the program.
    pub async fn check_demo(&self, tx: &mut Tx<'_>, is_allowed: bool) -> Result<(), Error> {
        if self.is_demo && !is_allowed && demo_logins::is_marked(tx).await? { Err(Error::DemoLogin) } else { Ok(()) }
    }

    /// Whether it still counts, said first in the unit that relies on it: until that unit ends, whoever changes the
    /// account's password or state waits.
    pub async fn check(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        tx.lock(lock_of(self.role, &self.account_id)).await?;
        let account = store::find_account(tx, &self.account_id).await?;
        may_enter(account.filter(|account| account.password_hash == self.password_hash))?;
        match &self.factor {
            // It may have been set up since.
            SecondFactorProof::Off if second_factor::is_on(tx, &self.account_id).await? => Err(Error::CodeMissing),
            SecondFactorProof::NotAsked | SecondFactorProof::Off => Ok(()),
            SecondFactorProof::Code { code, keys, now } => {
                match second_factor::spend(tx, keys, &self.account_id, code, *now).await? {
                    Spent::Nothing => Err(Error::WrongCode),
                    Spent::AppCode | Spent::RecoveryCode => Ok(()),
                }
            }
        }
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

/// Asks somebody who is signed in for the password alone: where the phone with the second factor may be lost (ending sessions), or
/// the account has none. Everything else asks by `step_up`.
pub async fn prove(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Proof, Error> {
    let account = app.db.read(async |tx| store::find_account(tx, &caller.id).await).await?;
    let (own_app, role) = (app.clone(), caller.role);
    let check = async move { Proof::of(&own_app, role, account, password).await };
    attempt(app, Target::caller(app, caller, address), &[Factor::Password], check).await
}
