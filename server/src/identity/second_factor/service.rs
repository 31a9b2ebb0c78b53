//! Second factors: codes at a login, setting one up, renewing its recovery codes, switching it off, and removing one whose owner lost it.

use jiff::{SignedDuration, Timestamp};

use super::model::{Enrollment, RECOVERY_CODES, RecoveryCode, TypedCode};
use super::rules::step_of;
use super::store::{self, Challenge, SecondFactor};
use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::credentials::{Proof, check_can_log_in, prove};
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::mails::{self, SecurityNotice, reset_url};
use crate::identity::model::{Contact, Email, RemovedBy, Role};
use crate::identity::sessions::{self, LoggedIn, Origin, open_login};
use crate::identity::store::{self as accounts, end_links, has_second_factor, lock_of, record_own};
use crate::identity::{Error, texts};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::outbox;

/// What the program's key encrypts secrets for.
const ENCRYPTION_PURPOSE: &str = "second factor";

/// Long enough to find the phone.
const CHALLENGE_TTL: SignedDuration = SignedDuration::from_mins(5);

pub async fn find(app: &App, account_id: &str) -> db::Result<Option<SecondFactor>> {
    app.db.read(async |tx| store::find(tx, account_id).await).await
}

/// How many administrators should have one and have none; where it is demanded, they can do nothing without.
pub async fn count_admins_without(app: &App) -> db::Result<i64> {
    if app.config.second_factor_roles.contain(Role::Admin.as_str()) {
        return Ok(0);
    }
    app.db.read(async |tx| store::count_admins_without(tx).await).await
}

/// What a typed code was worth.
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

/// Uses a code up, if it is the account's. Whoever asks holds the account; that two at once do not both use one is for the
/// rows themselves to say.
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

fn is_off() -> Error {
    Error::not_changeable(texts::SECOND_FACTOR_OFF_ALREADY)
}

/// The secret of an account's app, and the unused step that a code is of.
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

/// Tells the owner that somebody signed in with a code to recover with, inside the login's unit.
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

/// Switches an administrator's off on the machine itself. `None` when there is no such administrator, `false` when it was
/// not on.
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

/// Whether it was on; it is off, and nobody is signed in or about to be.
async fn remove(tx: &mut Tx<'_>, account_id: &str) -> db::Result<bool> {
    if !store::delete(tx, account_id).await? {
        return Ok(false);
    }
    store::delete_challenges(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await?;
    Ok(true)
}

async fn contact_of(tx: &mut Tx<'_>, account_id: &str) -> Result<Contact, Error> {
    accounts::find_contact(tx, account_id).await?.ok_or(Error::WrongCredentials)
}

/// Starts the second step of a login, in the login's transaction. Returns the token that the code must come with.
pub async fn begin_challenge(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<Secret> {
    let token = Secret::random();
    store::insert_challenge(tx, &token.digest(), account_id, now, now.saturating_add(millis(CHALLENGE_TTL))).await?;
    Ok(token)
}

const MAX_WRONG_CODES: i64 = 5;

/// Opens the session of a login if the code is right. Wrong codes are counted for the account, so that knowing the password does
/// not allow to try all codes with new logins.
pub async fn answer(
    app: &App,
    role: Role,
    (token, code): (&Secret, TypedCode),
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let challenge = app.db.read(async |tx| find_challenge(tx, role, &digest, now).await).await?;
    let target = AttemptTarget::account(app, role, &challenge.account_id, devices, address);
    let own_app = app.clone();
    let enter = async move { enter(&own_app, role, digest, code, origin).await };
    attempt(app, target, &[Factor::Code], enter).await
}

async fn find_challenge(tx: &mut Tx<'_>, role: Role, digest: &str, now: i64) -> Result<Challenge, Error> {
    let challenge = store::find_challenge(tx, digest, now).await?;
    challenge.filter(|challenge| challenge.role == role).ok_or(Error::ChallengeEnded)
}

async fn enter(app: &App, role: Role, digest: String, code: TypedCode, origin: Origin) -> Result<LoggedIn, Error> {
    let (keys, now, reset_url) = (app.keys.clone(), app.clock.now(), reset_url(&app.config.public_url, role));
    let millis = now.as_millisecond();
    let answered = app.db.write(async move |tx| {
        let Challenge { account_id, .. } = find_challenge(tx, role, &digest, millis).await?;
        tx.lock(lock_of(role, &account_id)).await?;
        // It may have ended while this transaction waited for the lock, and the account with it.
        let challenge = find_challenge(tx, role, &digest, millis).await?;
        check_can_log_in(accounts::find_account(tx, &account_id).await?)?;
        match spend(tx, &keys, &account_id, &code, millis).await? {
            CodeUse::Nothing if challenge.wrong_codes + 1 >= MAX_WRONG_CODES => {
                store::delete_challenge(tx, &digest).await?;
                return Ok(None);
            }
            CodeUse::Nothing => {
                store::note_wrong_code(tx, &digest).await?;
                return Ok(None);
            }
            CodeUse::RecoveryCode => {
                let network = origin.neighbourhood.clone();
                notify_recovery_code_used(tx, role, &account_id, network, reset_url, now).await?;
            }
            CodeUse::AppCode => {}
        }
        store::delete_challenge(tx, &digest).await?;
        Ok::<_, Error>(Some(open_login(tx, (role, account_id), origin, now).await?))
    });
    // The count of wrong codes must be committed, so the refusal is returned after the transaction.
    let entered = answered.await?.ok_or(Error::WrongCode)?;
    app.wake_outbox();
    Ok(entered)
}

/// Long enough to install an app.
const ENROLLMENT_TTL: SignedDuration = SignedDuration::from_mins(30);

/// Makes a secret for the caller's app. It counts once a code confirms it.
pub async fn offer(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Enrollment, Error> {
    let proof = prove(app, caller, password, address).await?;
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let offered = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        if has_second_factor(tx, &me.id).await? {
            return Err(Error::not_changeable(texts::SECOND_FACTOR_ON_ALREADY));
        }
        let contact = contact_of(tx, &me.id).await?;
        let offer = Enrollment::new(me.role, &contact.email);
        let secret = keys.encrypt(ENCRYPTION_PURPOSE, &me.id, &offer.secret);
        store::save_offer(tx, &me.id, &secret, now.saturating_add(millis(ENROLLMENT_TTL))).await?;
        Ok(offer)
    });
    offered.await
}

/// Switches it on by a first code of the app, and returns the codes to recover with. Whoever else is signed in to the account
/// did not show a code, so their sessions and the links that they asked for end. Wrong codes are counted with those of logins.
pub async fn enrol(
    app: &App,
    caller: &Caller,
    typed: TypedCode,
    address: ClientAddress,
) -> Result<Vec<RecoveryCode>, Error> {
    let (own_app, own_caller) = (app.clone(), caller.clone());
    let enrol = async move { enrol_by(&own_app, &own_caller, typed).await };
    let codes = attempt(app, AttemptTarget::caller(app, caller, address), &[Factor::Code], enrol).await?;
    app.wake_outbox();
    Ok(codes)
}

async fn enrol_by(app: &App, caller: &Caller, typed: TypedCode) -> Result<Vec<RecoveryCode>, Error> {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let millis = now.as_millisecond();
    let TypedCode::App(code) = typed else { return Err(Error::WrongCode) };
    let reset_url = reset_url(&app.config.public_url, caller.role);
    let enrolled = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let offered = store::find_offer(tx, &me.id, millis).await?;
        let secret = offered
            .and_then(|offered| keys.decrypt(ENCRYPTION_PURPOSE, &me.id, &offered))
            .ok_or_else(|| Error::not_changeable(texts::OFFER_ENDED))?;
        let step = step_of(&secret, code, millis, 0).ok_or(Error::WrongCode)?;
        store::delete_offer(tx, &me.id).await?;
        store::insert(tx, &me.id, &keys.encrypt(ENCRYPTION_PURPOSE, &me.id, &secret), step, millis).await?;
        let codes = make_codes(tx, &me.id).await?;
        sessions::delete_others(tx, &me.id, me.session()).await?;
        end_links(tx, &me.id).await?;
        notify_owner(tx, &me, "second_factor_on", &mails::SECOND_FACTOR_ON, reset_url, now).await?;
        Ok::<_, Error>(codes)
    });
    enrolled.await
}

/// Makes all codes to recover with anew; the older ones end.
pub async fn renew_codes(app: &App, caller: &Caller, proof: Proof) -> Result<Vec<RecoveryCode>, Error> {
    let (now, reset_url) = (app.clock.now(), reset_url(&app.config.public_url, caller.role));
    let renewed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        check(tx, &me, &proof).await?;
        let codes = make_codes(tx, &me.id).await?;
        notify_owner(tx, &me, "recovery_codes", &mails::RECOVERY_CODES_RENEWED, reset_url, now).await?;
        Ok::<_, Error>(codes)
    });
    let codes = renewed.await?;
    app.wake_outbox();
    Ok(codes)
}

pub async fn switch_off(app: &App, caller: &Caller, proof: Proof) -> Result<(), Error> {
    let (now, reset_url) = (app.clock.now(), reset_url(&app.config.public_url, caller.role));
    let switched_off = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        check(tx, &me, &proof).await?;
        store::delete(tx, &me.id).await?;
        notify_owner(tx, &me, "second_factor_off", &mails::SECOND_FACTOR_OFF, reset_url, now).await
    });
    switched_off.await?;
    app.wake_outbox();
    Ok(())
}

/// Whether the caller may change the second factor: it is on, and the proof, which has its code then, still counts.
async fn check(tx: &mut Tx<'_>, me: &Caller, proof: &Proof) -> Result<(), Error> {
    if !has_second_factor(tx, &me.id).await? {
        return Err(is_off());
    }
    proof.check(tx).await
}

async fn make_codes(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<RecoveryCode>> {
    let codes: Vec<RecoveryCode> = (0..RECOVERY_CODES).map(|_| RecoveryCode::random()).collect();
    store::replace_codes(tx, account_id, &codes).await?;
    Ok(codes)
}

/// Mails the owner what they changed, and writes it down.
async fn notify_owner(
    tx: &mut Tx<'_>,
    me: &Caller,
    action: &str,
    notice: &SecurityNotice,
    reset_url: String,
    now: Timestamp,
) -> Result<(), Error> {
    let contact = contact_of(tx, &me.id).await?;
    outbox::enqueue(tx, &notice.to(&contact, reset_url), now).await?;
    Ok(me.record_own(tx, action, now).await?)
}
