//! Setting up the caller's second factor, renewing its recovery codes, and disabling it.

use jiff::Timestamp;

use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::credentials::{FirstFactor, Proof, prove};
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::mails::{self, SecurityNotice, reset_url};
use crate::identity::second_factor::{self, Enrollment, RecoveryCode, TypedCode};
use crate::identity::store::{end_links, has_second_factor};
use crate::identity::{Error, sessions, texts};
use crate::platform::db::Tx;
use crate::platform::http::ClientAddress;
use crate::platform::outbox;

/// Makes a secret for the caller's app. It counts once a code confirms it.
pub async fn offer(app: &App, caller: &Caller, password: String, address: ClientAddress) -> Result<Enrollment, Error> {
    let proof = prove(app, caller, FirstFactor::Password(password), address).await?;
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let offered = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        proof.check(tx).await?;
        if has_second_factor(tx, &me.id).await? {
            return Err(Error::not_changeable(texts::SECOND_FACTOR_ON_ALREADY));
        }
        second_factor::offer(tx, &keys, (me.role, &me.id), now).await
    });
    offered.await
}

/// Enables it with a first code of the app, and returns the recovery codes. Other sessions of the account, and links that they requested,
/// end: none of them has shown a code. Wrong codes are counted with those of logins.
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
    let TypedCode::App(code) = typed else { return Err(Error::WrongCode) };
    let reset_url = reset_url(&app.config.public_url, caller.role);
    let enrolled = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let codes = second_factor::confirm_offer(tx, &keys, &me.id, code, now.as_millisecond()).await?;
        sessions::delete_others(tx, &me.id, me.session()).await?;
        end_links(tx, &me.id).await?;
        notify_owner(tx, &me, "second_factor_on", &mails::SECOND_FACTOR_ON, reset_url, now).await?;
        Ok::<_, Error>(codes)
    });
    enrolled.await
}

/// Creates new recovery codes; the older ones end.
pub async fn renew_codes(app: &App, caller: &Caller, proof: Proof) -> Result<Vec<RecoveryCode>, Error> {
    let (now, reset_url) = (app.clock.now(), reset_url(&app.config.public_url, caller.role));
    let renewed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        check(tx, &me, &proof).await?;
        let codes = second_factor::make_codes(tx, &me.id).await?;
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
        second_factor::delete(tx, &me.id).await?;
        notify_owner(tx, &me, "second_factor_off", &mails::SECOND_FACTOR_OFF, reset_url, now).await
    });
    switched_off.await?;
    app.wake_outbox();
    Ok(())
}

/// Whether the caller may change the second factor: it is on, and the proof, which has its code then, still counts.
async fn check(tx: &mut Tx<'_>, me: &Caller, proof: &Proof) -> Result<(), Error> {
    if !has_second_factor(tx, &me.id).await? {
        return Err(second_factor::is_off());
    }
    proof.check(tx).await
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
    let contact = second_factor::contact_of(tx, &me.id).await?;
    outbox::enqueue(tx, &notice.to(&contact, reset_url), now).await?;
    Ok(me.record_own(tx, action, now).await?)
}
