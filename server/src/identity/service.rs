//! The life cycle of accounts: creation, approval, blocking.

use jiff::{SignedDuration, Timestamp};

use super::model::{AccountState, Email, NewAccount, Role};
use super::passwords::NewPassword;
use super::store::end_links;
use super::{password_change, second_factor, sessions, store};
use crate::app::App;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;
use crate::platform::{idempotency, outbox, push};

/// As long as the retention of the audit log, which names them.
const RETIRED_ADDRESS_RETENTION: SignedDuration = SignedDuration::from_hours(366 * 24);

/// Forgets sessions, links and what else waited, once they have ended, and the addresses of administrators who were removed a
/// year ago.
pub async fn forget_ended(app: &App) -> db::Result<u64> {
    let now = app.clock.now_millis();
    let forgotten = app.db.write(async move |tx| {
        tx.disable_timeouts().await?;
        let ended = store::delete_ended(tx, now).await?;
        Ok(ended + store::erase_retired(tx, now - millis(RETIRED_ADDRESS_RETENTION)).await?)
    });
    forgotten.await
}

/// Adds an account inside a larger transaction and returns its id; `None` if the address is taken in that role.
pub async fn insert_account(tx: &mut Tx<'_>, account: NewAccount, now: Timestamp) -> db::Result<Option<String>> {
    let id = new_id(now);
    let inserted = store::insert_account(tx, &id, &account, now.as_millisecond()).await?;
    Ok(inserted.then_some(id))
}

/// Adds an account under an id that is known already. Whether it is new.
pub async fn insert_account_as(tx: &mut Tx<'_>, id: &str, account: &NewAccount, now: Timestamp) -> db::Result<bool> {
    store::insert_account(tx, id, account, now.as_millisecond()).await
}

/// Approves a pending worker's account. Their number counts as a login name from now on, so it is not taken from an account that logs in
/// with it already.
pub async fn admit(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<()> {
    store::update_phone_since(tx, account_id, now).await?;
    activate(tx, account_id).await
}

/// Allows logins of an account again, after a block or a suspension.
pub async fn activate(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Active).await
}

/// Blocks an account, and ends its sessions and mailed links.
pub async fn block(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Blocked).await?;
    end_links(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await
}

/// Whether an address is free for a new account of that role.
pub async fn is_email_free(tx: &mut Tx<'_>, role: Role, email: &Email) -> db::Result<bool> {
    Ok(store::find_by_email(tx, role, email).await?.is_none())
}

/// Removes an administrator and ends their sessions. The caller holds both locks, and is another administrator.
pub async fn remove_admin(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<()> {
    store::retire_account(tx, account_id, now).await?;
    second_factor::delete(tx, account_id).await?;
    end_links(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await
}

/// Makes an administrator who chooses the password by a link, which is returned; none when there is one of that address.
pub async fn invite_admin(app: &App, email: Email) -> db::Result<Option<String>> {
    if !create_admin(app, email.clone(), NewPassword::unknown()).await? {
        return Ok(None);
    }
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let linked = app.db.write(async move |tx| match store::find_by_email(tx, Role::Admin, &email).await? {
        Some(account) => {
            let ttl = password_change::PASSWORD_LINK_TTL;
            password_change::make_link(tx, (Role::Admin, &account.id), ttl, &site, now).await.map(Some)
        }
        None => Ok(None),
    });
    linked.await
}

/// Empties an account for ever: its links and sessions end, and its address and number are free.
pub async fn erase_account(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    end_links(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await?;
    idempotency::erase_of(tx, account_id).await?;
    store::erase_account(tx, account_id).await
}

/// Deletes the pushes and mails that wait for an account, or never went, and returns its addresses.
pub async fn erase_mails(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<String>> {
    let addresses = store::list_addresses(tx, account_id).await?;
    push::erase_of(tx, account_id).await?;
    outbox::erase_to(tx, &addresses).await?;
    Ok(addresses)
}

/// Makes an administrator. `false` when there is one of that address already, who stays as they are.
pub async fn create_admin(app: &App, email: Email, password: NewPassword) -> db::Result<bool> {
    let role = Role::Admin;
    if app.db.read(async |tx| store::find_by_email(tx, role, &email).await).await?.is_some() {
        return Ok(false);
    }
    let password_hash = app.passwords.hash(password.expose()).await?;
    let now = app.clock.now();
    app.db
        .write(async move |tx| {
            let name = email.as_str().to_owned();
            let account = NewAccount { role, email, phone: None, password_hash, lang: Lang::En };
            let Some(id) = insert_account(tx, account, now).await? else { return Ok(false) };
            let subject = Subject { kind: role.as_str(), id: &id, name: &name };
            audit::record(tx, Entry::of_operator("create", subject), now).await?;
            Ok(true)
        })
        .await
}
