//! Setting a second factor up, proving it, and switching it off.

use jiff::{SignedDuration, Timestamp};

use super::model::{Offer, RECOVERY_CODES, RecoveryCode, TypedCode};
use super::rules::step_of;
use super::store::{self, SecondFactor};
use crate::app::App;
use crate::identity::attempts::{Factor, Target, attempt};
use crate::identity::callers::{Caller, Hold};
use crate::identity::model::{Contact, Email, Role};
use crate::identity::proof::{Proof, prove};
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
    let is_demanded = app.config.second_factor_roles.contain(caller.role.as_str());
    Ok(is_demanded && find(app, &caller.id).await?.is_none())
}

/// How many administrators should have one and have none; where it is demanded, they can do nothing without.
pub async fn count_admins_without(app: &App) -> db::Result<i64> {
    if app.config.second_factor_roles.contain(Role::Admin.as_str()) {
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
    let (own_app, own_caller) = (app.clone(), caller.clone());
    let enrol = async move { enrol_by(&own_app, &own_caller, typed).await };
    let codes = attempt(app, Target::caller(app, caller, address), &[Factor::Code], enrol).await?;
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

/// Makes all codes to recover with anew; the older ones end.
pub async fn renew_codes(app: &App, caller: &Caller, proof: Proof) -> Result<Vec<RecoveryCode>, Error> {
    let (now, remedy) = (app.clock.now(), remedy(app, caller.role));
    let renewed = caller.write(app, Hold::Alone, async move |tx, me| {
        check(tx, &me, &proof).await?;
        let codes = make_codes(tx, &me.id).await?;
        tell(tx, &me, "recovery_codes", |to| mails::recovery_codes_renewed(to, remedy), now).await?;
        Ok::<_, Error>(codes)
    });
    let codes = renewed.await?;
    app.mail_waits();
    Ok(codes)
}

pub async fn switch_off(app: &App, caller: &Caller, proof: Proof) -> Result<(), Error> {
    let (now, remedy) = (app.clock.now(), remedy(app, caller.role));
    let switched_off = caller.write(app, Hold::Alone, async move |tx, me| {
        check(tx, &me, &proof).await?;
        store::delete(tx, &me.id).await?;
        tell(tx, &me, "second_factor_off", |to| mails::second_factor_off(to, remedy), now).await
    });
    switched_off.await?;
    app.mail_waits();
    Ok(())
}

/// Whether the caller may change the second factor: it is on, and the proof, which has its code then, still counts.
async fn check(tx: &mut Tx<'_>, me: &Caller, proof: &Proof) -> Result<(), Error> {
    if !store::is_on(tx, &me.id).await? {
        return Err(Error::SecondFactorOff);
    }
    proof.check(tx).await
}

/// What a typed code was worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
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
) -> Result<Spent, Error> {
    match typed {
        TypedCode::Recovery(code) => {
            let used = store::use_code(tx, account_id, code).await?;
            Ok(if used { Spent::RecoveryCode } else { Spent::Nothing })
        }
        TypedCode::App(code) => {
            let Some((secret, step)) = find_step(tx, keys, account_id, *code, now).await? else {
                return Ok(Spent::Nothing);
            };
            let used = store::use_step(tx, account_id, step, &keys.encrypt(PURPOSE, account_id, &secret)).await?;
            Ok(if used { Spent::AppCode } else { Spent::Nothing })
        }
    }
}

/// The secret of an account's app, and the unused step that a code is of.
async fn find_step(
    tx: &mut Tx<'_>,
    keys: &Keys,
    account_id: &str,
    code: u32,
    now: i64,
) -> Result<Option<(Vec<u8>, i64)>, Error> {
    let factor = store::find(tx, account_id).await?.ok_or(Error::SecondFactorOff)?;
    let Some(secret) = keys.decrypt(PURPOSE, account_id, &factor.secret) else {
        tracing::warn!(account = account_id, "a second factor was encrypted with a key that is not here");
        return Ok(None);
    };
    let step = step_of(&secret, code, now, factor.last_step);
    Ok(step.map(|step| (secret, step)))
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

/// Who switched a second factor off that is not their own.
#[derive(Clone, Copy)]
pub enum RemovedBy<'a> {
    /// An administrator, for this reason.
    Administrator(&'a str),
    /// The employer, by name.
    Employer(&'a str),
}

/// Switches it off for an owner who lost the phone and the codes, ends all sessions, and tells the owner who did it. Whether it
/// was on. The caller holds the account's lock, and writes down who did it.
pub async fn remove_for(
    tx: &mut Tx<'_>,
    account_id: &str,
    by: RemovedBy<'_>,
    remedy: String,
    now: Timestamp,
) -> Result<bool, Error> {
    if !remove(tx, account_id).await? {
        return Ok(false);
    }
    let contact = contact_of(tx, account_id).await?;
    outbox::enqueue(tx, &mails::second_factor_removed(&contact, by, remedy), now).await?;
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
