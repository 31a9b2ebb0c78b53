//! Setting up the own second factor, renewing its recovery codes, and switching it off.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::credentials::{Proof, prove};
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::model::Contact;
use crate::identity::second_factor::model::{Enrollment, RECOVERY_CODES, RecoveryCode, TypedCode};
use crate::identity::second_factor::rules::step_of;
use crate::identity::second_factor::service::{ENCRYPTION_PURPOSE, contact_of, reset_url};
use crate::identity::second_factor::store;
use crate::identity::service::end_links;
use crate::identity::store::has_second_factor;
use crate::identity::{Error, mails, sessions};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::mail::Mail;
use crate::platform::outbox;

/// Long enough to install an app.
const ENROLLMENT_TTL: SignedDuration = SignedDuration::from_mins(30);

/// Makes a secret for the caller's app. It counts once a code confirms it.
pub async fn offer(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Enrollment, Error> {
    let proof = prove(app, caller, password, address).await?;
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let offered = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        if has_second_factor(tx, &me.id).await? {
            return Err(Error::SecondFactorOn);
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
    let reset_url = reset_url(app, caller.role);
    let enrolled = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let offered = store::find_offer(tx, &me.id, millis).await?;
        let secret =
            offered.and_then(|offered| keys.decrypt(ENCRYPTION_PURPOSE, &me.id, &offered)).ok_or(Error::OfferEnded)?;
        let step = step_of(&secret, code, millis, 0).ok_or(Error::WrongCode)?;
        store::delete_offer(tx, &me.id).await?;
        store::insert(tx, &me.id, &keys.encrypt(ENCRYPTION_PURPOSE, &me.id, &secret), step, millis).await?;
        let codes = make_codes(tx, &me.id).await?;
        sessions::delete_others(tx, &me.id, me.session()).await?;
        end_links(tx, &me.id).await?;
        notify_owner(tx, &me, "second_factor_on", |to| mails::second_factor_on(to, reset_url), now).await?;
        Ok::<_, Error>(codes)
    });
    enrolled.await
}

/// Makes all codes to recover with anew; the older ones end.
pub async fn renew_codes(app: &App, caller: &Caller, proof: Proof) -> Result<Vec<RecoveryCode>, Error> {
    let (now, reset_url) = (app.clock.now(), reset_url(app, caller.role));
    let renewed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        check(tx, &me, &proof).await?;
        let codes = make_codes(tx, &me.id).await?;
        notify_owner(tx, &me, "recovery_codes", |to| mails::recovery_codes_renewed(to, reset_url), now).await?;
        Ok::<_, Error>(codes)
    });
    let codes = renewed.await?;
    app.wake_outbox();
    Ok(codes)
}

pub async fn switch_off(app: &App, caller: &Caller, proof: Proof) -> Result<(), Error> {
    let (now, reset_url) = (app.clock.now(), reset_url(app, caller.role));
    let switched_off = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        check(tx, &me, &proof).await?;
        store::delete(tx, &me.id).await?;
        notify_owner(tx, &me, "second_factor_off", |to| mails::second_factor_off(to, reset_url), now).await
    });
    switched_off.await?;
    app.wake_outbox();
    Ok(())
}

/// Whether the caller may change the second factor: it is on, and the proof, which has its code then, still counts.
async fn check(tx: &mut Tx<'_>, me: &Caller, proof: &Proof) -> Result<(), Error> {
    if !has_second_factor(tx, &me.id).await? {
        return Err(Error::SecondFactorOff);
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
    mail: impl FnOnce(&Contact) -> Mail,
    now: Timestamp,
) -> Result<(), Error> {
    let contact = contact_of(tx, &me.id).await?;
    outbox::enqueue(tx, &mail(&contact), now).await?;
    Ok(me.record_own(tx, action, now).await?)
}
