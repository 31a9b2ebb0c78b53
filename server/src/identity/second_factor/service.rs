//! Second factors: checking and using up their codes, logins that wait for one, offers to set one up, and removing one whose owner lost it.

use jiff::{SignedDuration, Timestamp};

use super::model::{Enrollment, RECOVERY_CODES, RecoveryCode, TypedCode};
use super::rules::step_of;
use super::store::{self, Challenge, SecondFactor};
use crate::app::App;
use crate::identity::mails::{self, reset_url};
use crate::identity::model::{Contact, Email, RemovedBy, Role};
use crate::identity::sessions;
use crate::identity::store::{self as accounts, lock_of, record_own};
use crate::identity::{Error, texts};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::outbox;

/// The purpose of the encryption.
const ENCRYPTION_PURPOSE: &str = "second factor";

/// Long enough to find the phone.
const CHALLENGE_TTL: SignedDuration = SignedDuration::from_mins(5);

pub async fn find(app: &App, account_id: &str) -> db::Result<Option<SecondFactor>> {
    app.db.read(async |tx| store::find(tx, account_id).await).await
}

/// The number of administrators who should have a second factor and have none; 0 if it is required, because then they can do nothing before
/// they set it up.
pub async fn count_admins_without(app: &App) -> db::Result<i64> {
    if app.config.second_factor_roles.contain(Role::Admin.as_str()) {
        return Ok(0);
    }
    app.db.read(async |tx| store::count_admins_without(tx).await).await
}

/// The outcome of a typed code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeUse {
    Nothing,
    AppCode,
    RecoveryCode,
}

/// Whether a code is the account's and unused. Nothing is written: the action uses it up with [`spend`].
pub async fn is_right(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: &str,
    typed: &TypedCode,
    now: i64,
) -> Result<bool, Error> {
    match typed {
        TypedCode::Recovery(code) => Ok(store::has_code(tx, account_id, code).await?),
        TypedCode::App(code) => Ok(find_step(tx, keys, account_id, *code, now).await?.is_some()),
    }
}

/// Uses up a code, if it is the account's. The caller holds the account; the conditions of the DELETE and the UPDATE prevent that two
/// transactions use the same one.
pub async fn spend(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: &str,
    typed: &TypedCode,
    now: i64,
) -> Result<CodeUse, Error> {
    match typed {
        TypedCode::Recovery(code) => {
            let used = store::use_code(tx, account_id, code).await?;
            Ok(if used { CodeUse::RecoveryCode } else { CodeUse::Nothing })
        }
        TypedCode::App(code) => {
            let Some((secret, step)) = find_step(tx, keys, account_id, *code, now).await? else {
                return Ok(CodeUse::Nothing);
            };
            let used =
                store::use_step(tx, account_id, step, &keys.encrypt(ENCRYPTION_PURPOSE, account_id, &secret)).await?;
            Ok(if used { CodeUse::AppCode } else { CodeUse::Nothing })
        }
    }
}

pub fn is_off() -> Error {
    Error::not_changeable(texts::SECOND_FACTOR_OFF_ALREADY)
}

/// The secret of an account's app, and the unused time step to which a code belongs.
async fn find_step(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: &str,
    code: u32,
    now: i64,
) -> Result<Option<(Vec<u8>, i64)>, Error> {
    let factor = store::find(tx, account_id).await?.ok_or_else(is_off)?;
    let Some(secret) = keys.decrypt(ENCRYPTION_PURPOSE, account_id, &factor.secret) else {
        tracing::warn!(account = account_id, "a second factor was encrypted with a key that is not here");
        return Ok(None);
    };
    let step = step_of(&secret, code, now, factor.last_step);
    Ok(step.map(|step| (secret, step)))
}

/// Notifies the owner of a login with a recovery code, inside the login's transaction.
pub async fn notify_recovery_code_used(
    tx: &mut Tx<'_>,
    role: Role,
    account_id: &str,
    network: Option<String>,
    reset_url: String,
    now: Timestamp,
) -> Result<(), Error> {
    let left = store::find(tx, account_id).await?.map_or(0, |factor| factor.codes_left);
    let contact = contact_of(tx, account_id).await?;
    outbox::enqueue(tx, &mails::recovery_code_used(&contact, left, reset_url), now).await?;
    Ok(record_own(tx, (role, account_id), "recovery_code", network, now).await?)
}

/// Switches it off for an owner who lost the phone and the codes, ends all sessions, and tells the owner who did it. Whether it
/// was on. The caller holds the account's lock, and writes down who did it.
pub async fn remove_for(
    tx: &mut Tx<'_>,
    account_id: &str,
    by: RemovedBy<'_>,
    reset_url: String,
    now: Timestamp,
) -> Result<bool, Error> {
    if !remove(tx, account_id).await? {
        return Ok(false);
    }
    let contact = contact_of(tx, account_id).await?;
    outbox::enqueue(tx, &mails::second_factor_removed(&contact, by, reset_url), now).await?;
    Ok(true)
}

/// Disables an administrator's second factor on the command line. `None` if there is no such administrator, `false` if it was not enabled.
pub async fn reset_admin(app: &App, email: Email) -> Result<Option<bool>, Error> {
    let (now, role, reset_url) = (app.clock.now(), Role::Admin, reset_url(&app.config.public_url, Role::Admin));
    let reset = app.db.write(async move |tx| {
        let Some(account) = accounts::find_by_email(tx, role, &email).await? else { return Ok(None) };
        tx.lock(lock_of(role, &account.id)).await?;
        if !remove(tx, &account.id).await? {
            return Ok(Some(false));
        }
        let contact = contact_of(tx, &account.id).await?;
        outbox::enqueue(tx, &mails::SECOND_FACTOR_OFF.to(&contact, reset_url), now).await?;
        let subject = Subject { kind: role.as_str(), id: &account.id, name: &contact.email };
        audit::record(tx, Entry::of_operator("second_factor_off", subject), now).await?;
        Ok::<_, Error>(Some(true))
    });
    reset.await
}

/// Disables it, and ends all sessions and logins in progress. Returns whether it was enabled.
async fn remove(tx: &mut Tx<'_>, account_id: &str) -> db::Result<bool> {
    if !store::delete(tx, account_id).await? {
        return Ok(false);
    }
    store::delete_challenges(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await?;
    Ok(true)
}

pub async fn contact_of(tx: &mut Tx<'_>, account_id: &str) -> Result<Contact, Error> {
    accounts::find_contact(tx, account_id).await?.ok_or(Error::WrongCredentials)
}

/// Starts the second step of a login, in the login's transaction. Returns the token that the code must come with.
pub async fn begin_challenge(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<Secret> {
    let token = Secret::random();
    store::insert_challenge(tx, &token.digest(), account_id, now, now.saturating_add(millis(CHALLENGE_TTL))).await?;
    Ok(token)
}

/// Creates new recovery codes; the older ones end.
pub async fn make_codes(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<RecoveryCode>> {
    let codes: Vec<RecoveryCode> = (0..RECOVERY_CODES).map(|_| RecoveryCode::random()).collect();
    store::replace_codes(tx, account_id, &codes).await?;
    Ok(codes)
}

/// The login of that role that waits for its code.
pub async fn find_challenge(tx: &mut Tx<'_>, role: Role, digest: &str, now: i64) -> Result<Challenge, Error> {
    let challenge = store::find_challenge(tx, digest, now).await?;
    challenge.filter(|challenge| challenge.role == role).ok_or(Error::ChallengeEnded)
}

/// Long enough to install an app.
const ENROLLMENT_TTL: SignedDuration = SignedDuration::from_mins(30);

/// Makes a secret for the app of an account that has none. It counts once a code confirms it.
pub async fn offer(
    tx: &mut Tx<'_>,
    keys: &Keys,
    (role, account_id): (Role, &str),
    now: i64,
) -> Result<Enrollment, Error> {
    let contact = contact_of(tx, account_id).await?;
    let offer = Enrollment::new(role, &contact.email);
    let secret = keys.encrypt(ENCRYPTION_PURPOSE, account_id, &offer.secret);
    store::save_offer(tx, account_id, &secret, now.saturating_add(millis(ENROLLMENT_TTL))).await?;
    Ok(offer)
}

/// Switches it on by a first code of the app, and returns the codes to recover with.
pub async fn confirm_offer(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: &str,
    code: u32,
    now: i64,
) -> Result<Vec<RecoveryCode>, Error> {
    let offered = store::find_offer(tx, account_id, now).await?;
    let secret = offered
        .and_then(|offered| keys.decrypt(ENCRYPTION_PURPOSE, account_id, &offered))
        .ok_or_else(|| Error::not_changeable(texts::OFFER_ENDED))?;
    let step = step_of(&secret, code, now, 0).ok_or(Error::WrongCode)?;
    store::delete_offer(tx, account_id).await?;
    store::insert(tx, account_id, &keys.encrypt(ENCRYPTION_PURPOSE, account_id, &secret), step, now).await?;
    Ok(make_codes(tx, account_id).await?)
}
