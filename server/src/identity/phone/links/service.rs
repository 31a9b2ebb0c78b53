//! Mailing a link that logs in, and logging in by it.

use jiff::SignedDuration;

use super::store;
use crate::app::App;
use crate::identity::attempts::attempt;
use crate::identity::messaging::provider;
use crate::identity::phone::model::Code;
use crate::identity::phone::service::{ROLE, check_code, find_waiting};
use crate::identity::proof::may_enter;
use crate::identity::service::{lock_of, record_own};
use crate::identity::sessions::{LoggedIn, Origin, open_session};
use crate::identity::store as accounts;
use crate::identity::{Error, devices::Devices, mails, phone};
use crate::platform::bounces;
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::outbox;

/// As long as a link that resets the password: people here read mail late.
const LINK_TTL: SignedDuration = SignedDuration::from_hours(1);

/// Mails a link to the account whose number the code came to, if the code is right. The code ends with it: another link needs another
/// code.
pub async fn send(
    app: &App,
    token: &Secret,
    code: Code,
    (devices, address): (&Devices, ClientAddress),
) -> Result<(), Error> {
    provider(app)?;
    let (target, waiting) = find_waiting(app, token, (devices, address)).await?;
    let (own_app, digest) = (app.clone(), token.digest());
    let mail = async move { mail_link(&own_app, digest, code, waiting.account_id).await };
    attempt(app, target, &[], mail).await?;
    app.mail_waits();
    Ok(())
}

async fn mail_link(app: &App, digest: String, code: Code, account_id: Option<String>) -> Result<(), Error> {
    let (keys, now, site) = (app.keys.clone(), app.clock.now(), app.config.public_url.clone());
    let link = Secret::random();
    let mailed = app.db.write(async move |tx| {
        let Some(owner) = check_code(tx, &keys, &digest, account_id, &code, now).await? else { return Ok(false) };
        let expires_at = now.checked_add(LINK_TTL).unwrap_or(now).as_millisecond();
        phone::delete_of(tx, &owner.id).await?;
        store::insert(tx, &link.digest(), &owner.id, expires_at).await?;
        if let Some(contact) = accounts::find_contact(tx, &owner.id).await? {
            // After the `#`, a browser keeps it to itself: no server's log ever holds it.
            let address = format!("{site}/login/link#{}", link.expose());
            outbox::enqueue(tx, &mails::login_link(&contact, address), now).await?;
        }
        Ok::<_, Error>(true)
    });
    // That a code was wrong is written too, so it is no refusal before the unit has ended.
    if mailed.await? { Ok(()) } else { Err(Error::WrongCode) }
}

/// Opens a session by a mailed link. It proves nothing about the number: the mail and the code may have come to two people.
pub async fn log_in(app: &App, token: &Secret, origin: Origin) -> Result<LoggedIn, Error> {
    let (digest, now) = (token.digest(), app.clock.now());
    let millis = now.as_millisecond();
    // Read first, so that requests with made-up links do not occupy the writer.
    let found = app.db.read(async |tx| store::find(tx, &digest, millis).await).await?;
    let (id, _) = found.ok_or(Error::LinkEnded)?;
    let entered = app.db.write(async move |tx| {
        tx.lock(lock_of(ROLE, &id)).await?;
        // It may have ended while we waited for the account, and the account with it.
        let (_, email) = store::find(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
        may_enter(accounts::find_account(tx, &id).await?)?;
        store::delete_of(tx, &id).await?;
        // The link was opened, so the mail arrived.
        bounces::note_reached(tx, &email, millis).await?;
        let token = open_session(tx, &id, ROLE, &origin, millis).await?;
        record_own(tx, (ROLE, &id), "login", origin.neighbourhood, now).await?;
        Ok::<_, Error>(LoggedIn { account_id: id, token })
    });
    entered.await
}
