//! Logging in by a mailed link, where a code alone is not enough: the number was not used for long, and the device is new. The link is
//! mailed after the right code, and logs in where it is opened: an attacker who has the number, but not the mailbox, gains nothing by
//! asking for it. Decision 0069.

use jiff::SignedDuration;

use crate::app::App;
use crate::identity::credentials::check_can_log_in;
use crate::identity::login_rate_limits::attempt;
use crate::identity::mailed_links::{self, LinkPurpose, LinkedAccount};
use crate::identity::messaging::provider;
use crate::identity::phone::{PhoneCode, ROLE};
use crate::identity::phone_login::service::{check_code, find_pending_code};
use crate::identity::sessions::{LoggedIn, Origin, open_login};
use crate::identity::store::{self as accounts, lock_of};
use crate::identity::{Error, devices::Devices, mails, phone, texts};
use crate::platform::bounces;
use crate::platform::db::Tx;
use crate::platform::http::{ClientAddress, Code, Problem};
use crate::platform::ids::Secret;
use crate::platform::outbox;

/// As long as a password reset link, because people may read mail late.
const LINK_TTL: SignedDuration = SignedDuration::from_hours(1);

/// Mails a link to the account whose number the code came to, if the code is right. The code ends with it: another link needs another
/// code.
pub async fn send(
    app: &App,
    token: &Secret,
    code: PhoneCode,
    (devices, address): (&Devices, ClientAddress),
) -> Result<(), Error> {
    provider(app)?;
    let (target, waiting) = find_pending_code(app, token, (devices, address)).await?;
    let (own_app, digest) = (app.clone(), token.digest());
    let mail = async move { mail_link(&own_app, digest, code, waiting.account_id).await };
    attempt(app, target, &[], mail).await?;
    app.wake_outbox();
    Ok(())
}

async fn mail_link(app: &App, digest: String, code: PhoneCode, account_id: Option<String>) -> Result<(), Error> {
    let (own_app, now, site) = (app.clone(), app.clock.now(), app.config.public_url.clone());
    let mailed = app.db.write(async move |tx| {
        let Some(owner) = check_code(tx, &own_app, &digest, account_id, &code, now).await? else { return Ok(false) };
        if !owner.has_email {
            return Err(Error::Refused(Problem::saying(Code::NotFound, texts::NO_ADDRESS_FOR_LINK)));
        }
        phone::delete_of(tx, &owner.id).await?;
        let token = mailed_links::insert(tx, LinkPurpose::Login, &owner.id, LINK_TTL, now).await?;
        if let Some(contact) = accounts::find_contact(tx, &owner.id).await? {
            let address = format!("{site}/login/link#{}", token.expose());
            outbox::enqueue(tx, &mails::login_link(&contact, address), now).await?;
        }
        Ok::<_, Error>(true)
    });
    // The count of wrong codes must be committed, so the refusal is returned after the transaction.
    if mailed.await? { Ok(()) } else { Err(Error::WrongCode) }
}

/// Opens a session by a mailed link. It does not verify the number: the mail and the code may have been received by two people.
pub async fn log_in(app: &App, token: &Secret, origin: Origin) -> Result<LoggedIn, Error> {
    let (digest, now) = (token.digest(), app.clock.now());
    let millis = now.as_millisecond();
    // Read first, so that requests with made-up links do not occupy the writer.
    let id = app.db.read(async |tx| find(tx, &digest, millis).await).await?.account_id;
    let entered = app.db.write(async move |tx| {
        tx.lock(lock_of(ROLE, &id)).await?;
        // It may have ended while this transaction waited for the lock, and the account with it.
        let LinkedAccount { email, .. } = find(tx, &digest, millis).await?;
        check_can_log_in(accounts::find_account(tx, &id).await?)?;
        mailed_links::delete_of(tx, LinkPurpose::Login, &id).await?;
        // The link was opened, so the mail arrived.
        bounces::note_reached(tx, &email, millis).await?;
        Ok::<_, Error>(open_login(tx, (ROLE, id), origin, now).await?)
    });
    entered.await
}

async fn find(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<LinkedAccount, Error> {
    mailed_links::find(tx, LinkPurpose::Login, token_digest, now).await?.ok_or(Error::LinkEnded)
}
