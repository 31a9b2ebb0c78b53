//! Checking the password and the second factor of an account, or a code to the number of one without a password.

use crate::app::App;
use crate::identity::callers::Caller;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::model::{Account, AccountState, Role, is_demo_address};
use crate::identity::phone::{PhoneCode, find_own_proved, is_own_code, renew_proof};
use crate::identity::second_factor::{self, CodeUse, TypedCode};
use crate::identity::store::{self, lock_of};
use crate::identity::{Error, texts};
use crate::platform::db::{self, Tx};
use crate::platform::http::{ClientAddress, Problem};
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;

pub struct Proof {
    role: Role,
    account_id: String,
    /// The hash that the password was compared with.
    password_hash: String,
    /// A new hash of the password, if the stored one was made with other parameters.
    renewed_hash: Option<String>,
    factor: SecondFactorProof,
    /// It is an account of the demo data, whose passwords are published.
    is_demo: bool,
}

pub enum SecondFactorProof {
    /// Only the password is checked: for logins, which ask for the code in a second request, and for ending sessions.
    NotAsked,
    /// The account had none.
    Off,
    /// A right code, which the action uses up.
    Code { code: TypedCode, keys: Keys, now: i64 },
    /// A right code to the own number instead of the password, which the action uses up.
    PhoneCode { token_digest: String, now: i64 },
    /// Nothing but the session: the account has no login left ([`has_login`]), so its owner has nothing else to prove themselves by.
    SessionAlone,
}

/// The first factor of a step-up.
pub enum FirstFactor {
    Password(String),
    /// A code that came to the own number, and its token: of a patient's account that has no password, or no address by which a
    /// forgotten one could be replaced.
    PhoneCode(Secret, PhoneCode),
}

impl Proof {
    /// Compares a password with an account's. Without an account it is wrong, after the same work.
    pub async fn of(app: &App, role: Role, account: Option<Account>, password: String) -> Result<Self, Error> {
        // An account without a password takes as long as one with it.
        let hash = account.as_ref().map(|account| account.password_hash.clone()).filter(|hash| !hash.is_empty());
        let right = app.passwords.verify(password, hash).await?;
        let account = account.filter(|_| right).ok_or(Error::WrongCredentials)?;
        let is_demo = is_demo_address(&account.email_key);
        let Account { id: account_id, password_hash, .. } = account;
        Ok(Self { role, account_id, password_hash, renewed_hash: None, factor: SecondFactorProof::NotAsked, is_demo })
    }

    /// Adds a new hash of the password, if the stored one was made with other parameters.
    pub async fn renewing(mut self, app: &App, password: String) -> db::Result<Self> {
        self.renewed_hash = app.passwords.renew(password, &self.password_hash).await?;
        Ok(self)
    }

    #[must_use]
    pub fn with(self, factor: SecondFactorProof) -> Self {
        Self { factor, ..self }
    }

    /// Stores the renewed hash, if there is one. Called after [`Proof::check`] in the same transaction.
    pub async fn renew_hash(&self, tx: &mut Tx<'_>) -> db::Result<()> {
        match &self.renewed_hash {
            Some(hash) => store::update_hash(tx, &self.account_id, hash).await,
            None => Ok(()),
        }
    }

    pub fn account_id(&self) -> &str {
        &self.account_id
    }

    /// Refuses a demo account where other machines can reach the program, unless allowed.
    pub async fn check_demo(&self, tx: &mut Tx<'_>, is_allowed: bool) -> Result<(), Error> {
        if self.is_demo && !is_allowed && store::has_demo_data(tx).await? { Err(Error::DemoLogin) } else { Ok(()) }
    }

    /// Checks that the proof is still valid. Called first in the transaction that relies on it: it locks the account, so that
    /// changes of its password or state wait until the end of the transaction.
    pub async fn check(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        tx.lock(lock_of(self.role, &self.account_id)).await?;
        let account = store::find_account(tx, &self.account_id).await?;
        check_can_log_in(account.filter(|account| account.password_hash == self.password_hash))?;
        match &self.factor {
            // A second factor may have been set up since.
            SecondFactorProof::Off if store::has_second_factor(tx, &self.account_id).await? => Err(Error::CodeMissing),
            SecondFactorProof::PhoneCode { token_digest, now } => {
                if !store::spend_phone_code(tx, &self.account_id, token_digest, *now).await? {
                    return Err(code_ended());
                }
                // As after a login by a code: the code shows that the number still belongs to the account.
                Ok(renew_proof(tx, &self.account_id, *now).await?)
            }
            SecondFactorProof::SessionAlone if has_login(tx, &self.account_id).await? => Err(Error::PasswordMissing),
            SecondFactorProof::NotAsked | SecondFactorProof::Off | SecondFactorProof::SessionAlone => Ok(()),
            SecondFactorProof::Code { code, keys, now } => {
                match second_factor::spend(tx, keys, &self.account_id, code, *now).await? {
                    CodeUse::Nothing => Err(Error::WrongCode),
                    CodeUse::AppCode | CodeUse::RecoveryCode => Ok(()),
                }
            }
        }
    }
}

pub fn check_can_log_in(account: Option<Account>) -> Result<(), Error> {
    match account.ok_or(Error::WrongCredentials)?.state {
        AccountState::Active => Ok(()),
        AccountState::Pending => Err(Error::NotApproved),
        AccountState::Blocked => Err(Error::Blocked),
        AccountState::Deleted => Err(Error::WrongCredentials),
    }
}

/// Checks only the first factor of the caller: for ending sessions, where the phone with the second factor may be lost, and for setting
/// up a second factor. All other actions use [`step_up`].
pub async fn prove(app: &App, caller: &Caller, sent: FirstFactor, address: ClientAddress) -> Result<Proof, Error> {
    let password = match sent {
        FirstFactor::Password(password) if password.is_empty() => return prove_by_session(app, caller).await,
        FirstFactor::Password(password) => password,
        FirstFactor::PhoneCode(token, code) => return prove_by_code(app, caller, (token, code), address).await,
    };
    let account = app.db.read(async |tx| store::find_account(tx, &caller.id).await).await?;
    let (own_app, role) = (app.clone(), caller.role);
    let check = async move { Proof::of(&own_app, role, account, password).await };
    attempt(app, AttemptTarget::caller(app, caller, address), &[Factor::Password], check).await
}

/// Whether anything is left by which the owner of a patient's account can log in or prove themselves: a password, an address, or a number
/// that is proved. An account that lost its number to somebody else may have none.
async fn has_login(tx: &mut Tx<'_>, account_id: &str) -> db::Result<bool> {
    let ways = store::find_credentials(tx, account_id).await?;
    Ok(ways.has_password || ways.has_email || find_own_proved(tx, account_id).await?.is_some())
}

/// The request has neither password nor code. That is enough for a patient whose account has no login left: by the session alone, its owner
/// can delete it or give it another login.
async fn prove_by_session(app: &App, caller: &Caller) -> Result<Proof, Error> {
    let found = app.db.read(async |tx| {
        let has_login = caller.role != Role::User || has_login(tx, &caller.id).await?;
        Ok::<_, db::Error>((store::find_account(tx, &caller.id).await?, has_login))
    });
    let (Some(account), false) = found.await? else { return Err(Error::PasswordMissing) };
    Ok(Proof {
        role: caller.role,
        is_demo: is_demo_address(&account.email_key),
        account_id: account.id,
        password_hash: account.password_hash,
        renewed_hash: None,
        factor: SecondFactorProof::SessionAlone,
    })
}

/// Checks a code to the caller's own number.
async fn prove_by_code(
    app: &App,
    caller: &Caller,
    (token, code): (Secret, PhoneCode),
    address: ClientAddress,
) -> Result<Proof, Error> {
    let found = app.db.read(async |tx| {
        let account = store::find_account(tx, &caller.id).await?;
        Ok::<_, db::Error>((account, store::find_credentials(tx, &caller.id).await?))
    });
    let (account, ways) = found.await?;
    let account = account.ok_or(Error::WrongCredentials)?;
    if caller.role != Role::User || ways.has_password && ways.has_email {
        return Err(Error::PasswordMissing);
    }
    let (own_app, own_caller) = (app.clone(), caller.clone());
    let check = async move {
        let is_right = is_own_code(&own_app, &own_caller, &token, code).await;
        let is_right =
            is_right.map_err(|error| if matches!(error, Error::ChallengeEnded) { code_ended() } else { error })?;
        if !is_right {
            return Err(Error::WrongCode);
        }
        let is_demo = is_demo_address(&account.email_key);
        let Account { id: account_id, password_hash, .. } = account;
        let factor = SecondFactorProof::PhoneCode { token_digest: token.digest(), now: own_app.clock.now_millis() };
        Ok(Proof { role: own_caller.role, account_id, password_hash, renewed_hash: None, factor, is_demo })
    };
    attempt(app, AttemptTarget::caller(app, caller, address), &[], check).await
}

/// The refusal of a code that is used up or too old. The session stays, so another code can be asked for.
fn code_ended() -> Error {
    Error::Refused(Problem::field("code", texts::PHONE_CODE_ENDED))
}

/// What the caller sends for a step-up.
pub struct StepUp {
    pub first: FirstFactor,
    pub code: Option<TypedCode>,
    pub address: ClientAddress,
}

/// Checks the caller's first factor and, if the account has a second one, its code. Wrong ones are counted separately, as at a login
/// from a known device. Without a second factor, a code that is sent anyway is ignored.
pub async fn step_up(app: &App, caller: &Caller, sent: StepUp) -> Result<Proof, Error> {
    let StepUp { first, code, address } = sent;
    let password = match first {
        FirstFactor::Password(password) if password.is_empty() => return prove_by_session(app, caller).await,
        FirstFactor::Password(password) => password,
        FirstFactor::PhoneCode(token, code) => return prove_by_code(app, caller, (token, code), address).await,
    };
    let found = app.db.read(async |tx| {
        let account = store::find_account(tx, &caller.id).await?;
        // Patients cannot have a second factor.
        let is_on = caller.role != Role::User && store::has_second_factor(tx, &caller.id).await?;
        Ok::<_, db::Error>((account, is_on))
    });
    let (account, is_on) = found.await?;
    let code = match code {
        Some(code) if is_on => Some(code),
        None if is_on => return Err(Error::CodeMissing),
        _ => None,
    };
    let factors: &[Factor] = if is_on { &[Factor::Password, Factor::Code] } else { &[Factor::Password] };
    let (own_app, own_caller) = (app.clone(), caller.clone());
    let check = async move { check(&own_app, &own_caller, account, password, code).await };
    attempt(app, AttemptTarget::caller(app, caller, address), factors, check).await
}

async fn check(
    app: &App,
    caller: &Caller,
    account: Option<Account>,
    password: String,
    code: Option<TypedCode>,
) -> Result<Proof, Error> {
    let proof = Proof::of(app, caller.role, account, password).await?;
    let Some(code) = code else { return Ok(proof.with(SecondFactorProof::Off)) };
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let right = app.db.read(async |tx| second_factor::is_right(tx, &keys, &caller.id, &code, now).await).await?;
    if right { Ok(proof.with(SecondFactorProof::Code { code, keys, now })) } else { Err(Error::WrongCode) }
}
