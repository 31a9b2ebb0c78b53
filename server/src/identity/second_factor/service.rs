//! Setting a second factor up, proving it, and switching it off.

use jiff::{SignedDuration, Timestamp};

use super::model::{Offer, RECOVERY_CODES, RecoveryCode, TypedCode};
use super::rules::step_of;
use super::store::{self, SecondFactor};
use crate::app::App;
use crate::identity::callers::{Caller, Hold};
use crate::identity::model::{Contact, Email, Role};
use crate::identity::proof::{Attempt, Factor, Proof, Target, prove};
use crate::identity::service::{end_links, lock_of, record_own};
use crate::identity::store as accounts;
use crate::identity::{Error, challenges, mails, sessions};
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::keys::Keys;
use crate::platform::mail::Mail;
use crate::platform::outbox;

/// Long enough to install an app.
const OFFER_STANDS_FOR: SignedDuration = SignedDuration::from_mins(30);
/// What the program's key encrypts secrets for.
const PURPOSE: &str = "second factor";

/// An account's second factor, if it has one.
pub async fn find(app: &App, account_id: &str) -> db::Result<Option<SecondFactor>> {
    app.db.read(async |tx| store::find(tx, account_id).await).await
}

/// Whether somebody has to set it up before they may do anything else.
pub async fn is_owed(app: &App, caller: &Caller) -> db::Result<bool> {
    Ok(app.config.admins_need_second_factor && caller.role == Role::Admin && find(app, &caller.id).await?.is_none())
}

/// How many administrators should have one and have none; where it is demanded, they can do nothing without.
pub async fn count_admins_without(app: &App) -> db::Result<i64> {
    if app.config.admins_need_second_factor {
        return Ok(0);
    }
    app.db.read(async |tx| store::count_admins_without(tx).await).await
}

/// Makes a secret for the caller's app. It counts once a code confirms it.
pub async fn offer(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Offer, Error> {
    let proof = prove(app, caller, password, address).await?;
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let offered = caller.write(app, Hold::Alone, async move |tx, me| {
        proof.check(tx).await?;
        if store::is_on(tx, &me.id).await? {
            return Err(Error::SecondFactorOn);
        }
        let contact = contact_of(tx, &me.id).await?;
        let offer = Offer::new(me.role, &contact.email);
        let secret = keys.encrypt(PURPOSE, &me.id, &offer.secret);
        store::save_offer(tx, &me.id, &secret, now.saturating_add(millis(OFFER_STANDS_FOR))).await?;
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
    let attempt = Attempt::begin(app, Target::caller(app, caller, address), &[Factor::Code]).await?;
    let codes = attempt.settle(enrol_by(app, caller, typed).await).await?;
    app.mail_waits();
    Ok(codes)
}

async fn enrol_by(app: &App, caller: &Caller, typed: TypedCode) -> Result<Vec<RecoveryCode>, Error> {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let millis = now.as_millisecond();
    let TypedCode::App(code) = typed else { return Err(Error::WrongCode) };
    let remedy = remedy(app, caller.role);
    let enrolled = caller.write(app, Hold::Alone, async move |tx, me| {
        let offered = store::find_offer(tx, &me.id, millis).await?;
        let secret = offered.and_then(|offered| keys.decrypt(PURPOSE, &me.id, &offered)).ok_or(Error::OfferEnded)?;
        let step = step_of(&secret, code, millis, 0).ok_or(Error::WrongCode)?;
        store::delete_offer(tx, &me.id).await?;
        store::insert(tx, &me.id, &keys.encrypt(PURPOSE, &me.id, &secret), step, millis).await?;
        let codes = make_codes(tx, &me.id).await?;
        sessions::delete_others(tx, &me.id, me.session()).await?;
        end_links(tx, &me.id).await?;
        tell(tx, &me, "second_factor_on", |to| mails::second_factor_on(to, remedy), now).await?;
        Ok::<_, Error>(codes)
    });
    enrolled.await
}

/// What somebody shows for a change of their second factor.
pub struct Shown {
    pub password: String,
    pub code: TypedCode,
    pub address: ClientAddress,
}

/// Makes all codes to recover with anew; the older ones end.
pub async fn renew_codes(app: &App, caller: &Caller, shown: Shown) -> Result<Vec<RecoveryCode>, Error> {
    let (now, remedy) = (app.clock.now(), remedy(app, caller.role));
    change(app, caller, shown, async move |tx, me| {
        let codes = make_codes(tx, &me.id).await?;
        tell(tx, me, "recovery_codes", |to| mails::recovery_codes_renewed(to, remedy), now).await?;
        Ok(codes)
    })
    .await
}

pub async fn switch_off(app: &App, caller: &Caller, shown: Shown) -> Result<(), Error> {
    let (now, remedy) = (app.clock.now(), remedy(app, caller.role));
    change(app, caller, shown, async move |tx, me| {
        store::delete(tx, &me.id).await?;
        tell(tx, me, "second_factor_off", |to| mails::second_factor_off(to, remedy), now).await
    })
    .await
}

/// Changes the caller's second factor if password and code are right.
async fn change<T, F>(app: &App, caller: &Caller, shown: Shown, work: F) -> Result<T, Error>
where
    T: Send + 'static,
    F: AsyncFnOnce(&mut Tx<'_>, &Caller) -> Result<T, Error> + Send + 'static,
{
    let Shown { password, code, address } = shown;
    let account = app.db.read(async |tx| accounts::find_account(tx, &caller.id).await).await?;
    let target = Target::caller(app, caller, address);
    let attempt = Attempt::begin(app, target, &[Factor::Password, Factor::Code]).await?;
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let changed = match Proof::of(app, caller.role, account, password).await {
        Err(error) => Err(error),
        Ok(proof) => {
            let written = caller.write(app, Hold::Alone, async move |tx, me| {
                proof.check(tx).await?;
                if spend(tx, &keys, &me.id, &code, now).await? == Spent::Nothing {
                    return Err(Error::WrongCode);
                }
                work(tx, &me).await
            });
            written.await
        }
    };
    let changed = attempt.settle(changed).await?;
    app.mail_waits();
    Ok(changed)
}

/// What a typed code was worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    Nothing,
    AppCode,
    RecoveryCode,
}

/// Uses a code up, if it is the account's. Whoever asks holds the account; that two at once do not both use one is for the
/// rows themselves to say.
pub async fn spend(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: &str,
    typed: &TypedCode,
    now: i64,
) -> Result<Spent, Error> {
    let factor = store::find(tx, account_id).await?.ok_or(Error::SecondFactorOff)?;
    match typed {
        TypedCode::Recovery(code) if store::use_code(tx, account_id, code).await? => Ok(Spent::RecoveryCode),
        TypedCode::Recovery(_) => Ok(Spent::Nothing),
        TypedCode::App(code) => {
            let Some(secret) = keys.decrypt(PURPOSE, account_id, &factor.secret) else {
                tracing::warn!(account = account_id, "a second factor was encrypted with a key that is not here");
                return Ok(Spent::Nothing);
            };
            let Some(step) = step_of(&secret, *code, now, factor.last_step) else { return Ok(Spent::Nothing) };
            let used = store::use_step(tx, account_id, step, &keys.encrypt(PURPOSE, account_id, &secret)).await?;
            Ok(if used { Spent::AppCode } else { Spent::Nothing })
        }
    }
}

async fn make_codes(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<RecoveryCode>> {
    let codes: Vec<RecoveryCode> = (0..RECOVERY_CODES).map(|_| RecoveryCode::random()).collect();
    store::replace_codes(tx, account_id, &codes).await?;
    Ok(codes)
}

/// Tells the owner that somebody signed in with a code to recover with, inside the login's unit.
pub async fn told_of_recovery(
    tx: &mut Tx<'_>,
    role: Role,
    account_id: &str,
    network: Option<String>,
    remedy: String,
    now: Timestamp,
) -> Result<(), Error> {
    let left = store::find(tx, account_id).await?.map_or(0, |factor| factor.codes_left);
    let contact = contact_of(tx, account_id).await?;
    outbox::enqueue(tx, &mails::recovery_code_used(&contact, left, remedy), now).await?;
    Ok(record_own(tx, (role, account_id), "recovery_code", network, now).await?)
}

/// Switches it off for whoever lost the phone and the codes, and tells them why. Whoever holds the phone is signed out. Whether it
/// was on. The caller holds the account's lock, and writes down who did it.
pub async fn remove_for(
    tx: &mut Tx<'_>,
    account_id: &str,
    reason: &str,
    remedy: String,
    now: Timestamp,
) -> Result<bool, Error> {
    if !remove(tx, account_id).await? {
        return Ok(false);
    }
    let contact = contact_of(tx, account_id).await?;
    outbox::enqueue(tx, &mails::second_factor_removed(&contact, reason, remedy), now).await?;
    Ok(true)
}

/// Switches an administrator's off on the machine itself. `None` when there is no such administrator, `false` when it was
/// not on.
pub async fn reset_admin(app: &App, email: Email) -> Result<Option<bool>, Error> {
    let (now, role, remedy) = (app.clock.now(), Role::Admin, remedy(app, Role::Admin));
    let reset = app.db.write(async move |tx| {
        let Some(account) = accounts::find_by_email(tx, role, &email).await? else { return Ok(None) };
        tx.lock(lock_of(role, &account.id)).await?;
        if !remove(tx, &account.id).await? {
            return Ok(Some(false));
        }
        let contact = contact_of(tx, &account.id).await?;
        outbox::enqueue(tx, &mails::second_factor_off(&contact, remedy), now).await?;
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
    challenges::delete_of(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await?;
    Ok(true)
}

/// Mails the owner what they changed, and writes it down.
async fn tell(
    tx: &mut Tx<'_>,
    me: &Caller,
    action: &str,
    mail: impl FnOnce(&Contact) -> Mail,
    now: Timestamp,
) -> Result<(), Error> {
    let contact = contact_of(tx, &me.id).await?;
    outbox::enqueue(tx, &mail(&contact), now).await?;
    Ok(me.record_own(tx, action, now).await?)
}

async fn contact_of(tx: &mut Tx<'_>, account_id: &str) -> Result<Contact, Error> {
    accounts::find_contact(tx, account_id).await?.ok_or(Error::WrongCredentials)
}

/// Where to go if it was somebody else: a new password ends every session.
pub fn remedy(app: &App, role: Role) -> String {
    format!("{}/forgotpassword?role={}", app.config.public_url, role.as_str())
}
