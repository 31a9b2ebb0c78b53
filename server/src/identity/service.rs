//! What becomes of accounts: they come to exist, are let in and kept out.

use jiff::{SignedDuration, Timestamp};

use super::callers::SignedOut;
use super::model::{AccountState, Email, NewAccount, Role};
use super::passwords::NewPassword;
use super::phone::limits::CodeLimit;
use super::{contact_change, password_change, phone, second_factor, sessions, store};
use crate::app::App;
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::{Code, Problem};
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::{Lang, Text};
use crate::platform::rate_limit::{Refused, TooMany};
use crate::platform::{idempotency, outbox};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Unknown name or wrong password: the same to a stranger.
    #[error("wrong name or password")]
    WrongCredentials,
    #[error("blocked")]
    Blocked,
    #[error("not approved")]
    NotApproved,
    /// The login is one of the demo's, whose passwords are published, and others than this machine reach the program.
    #[error("a demo login")]
    DemoLogin,
    /// The password was right, and the second factor's code is owed; it is sent with this.
    #[error("a code is needed")]
    CodeNeeded(Secret),
    #[error("wrong code")]
    WrongCode,
    /// The account has a second factor, and the action came without its code.
    #[error("no code")]
    CodeMissing,
    /// The login waited too long for its code, or had too many wrong ones.
    #[error("the login has ended")]
    ChallengeEnded,
    /// No provider of messages to phones is set, or not for that way.
    #[error("no messages to phones")]
    NoMessages,
    /// Today's codes are used up; another limit than how often somebody may ask.
    #[error("no codes left today")]
    CodesUsedUp(CodeLimit, TooMany),
    /// A change that needs the password came without one.
    #[error("no password")]
    PasswordMissing,
    #[error("too many tries")]
    TooMany(TooMany),
    #[error("the address is registered")]
    EmailTaken,
    /// A mailed link was used, replaced or cancelled, or is too old.
    #[error("the link has ended")]
    LinkEnded,
    /// A refusal that is told to the caller as it is.
    #[error("refused")]
    Refused(Problem),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// As long as the retention of the audit log, which names them.
const RETIRED_ADDRESS_RETENTION: SignedDuration = SignedDuration::from_hours(366 * 24);

impl Error {
    /// The state of what is changed does not allow it.
    pub fn not_changeable(text: Text) -> Self {
        Self::Refused(Problem::saying(Code::NotChangeable, text))
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooMany(too_many) => Self::TooMany(too_many),
            Refused::Db(error) => Self::Db(error),
        }
    }
}

/// What is locked of an account: whoever changes it, its sessions or what hangs on it waits.
pub fn lock_of(role: Role, id: &str) -> Lock<'_> {
    match role {
        Role::User => Lock::User(id),
        Role::Doctor => Lock::Doctor(id),
        Role::Hospital | Role::Pharmacy => Lock::Facility(id),
        Role::Admin => Lock::Admin(id),
        Role::Desk => Lock::Desk(id),
    }
}

/// The page for a new password, which ends every session and link: for an owner who did not do what a mail is about.
pub fn reset_url(site: &str, role: Role) -> String {
    format!("{site}/forgotpassword?role={}", role.as_str())
}

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

/// Adds an account inside a larger unit and returns its id; `None` when the address is taken in that role.
pub async fn insert_account(tx: &mut Tx<'_>, account: NewAccount, now: Timestamp) -> db::Result<Option<String>> {
    let id = new_id(now);
    let inserted = store::insert_account(tx, &id, &account, now.as_millisecond()).await?;
    Ok(inserted.then_some(id))
}

/// Adds an account under an id that is known already. Whether it is new.
pub async fn insert_account_as(tx: &mut Tx<'_>, id: &str, account: &NewAccount, now: Timestamp) -> db::Result<bool> {
    store::insert_account(tx, id, account, now.as_millisecond()).await
}

/// Lets a worker in who waited for it. Their number counts as theirs from now on: it is not taken from somebody who signs
/// in with it already.
pub async fn admit(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<()> {
    store::update_phone_since(tx, account_id, now).await?;
    activate(tx, account_id).await
}

/// Lets an account sign in from now on: the end of a block or a suspension.
pub async fn activate(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Active).await
}

/// Keeps an account out from now on, also where it is signed in.
pub async fn block(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::update_state(tx, account_id, AccountState::Blocked).await?;
    end_links(tx, account_id).await?;
    sessions::delete_of(tx, account_id).await
}

/// Ends every mailed link of an account, those that reset the password or log in and the one that confirms a new address, every login and number that
/// waits for its code, and the second factor that was offered and not confirmed yet.
pub async fn end_links(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    second_factor::delete_challenges(tx, account_id).await?;
    phone::delete_of(tx, account_id).await?;
    password_change::delete_of(tx, account_id).await?;
    contact_change::delete_of(tx, account_id).await?;
    second_factor::delete_offer(tx, account_id).await
}

/// Whether an address is free for a new account of that role.
pub async fn is_email_free(tx: &mut Tx<'_>, role: Role, email: &Email) -> db::Result<bool> {
    Ok(store::find_by_email(tx, role, email).await?.is_none())
}

/// Removes an administrator, who is out at once wherever they are signed in. The caller holds both locks, and is another one.
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

/// Deletes the mails that wait for an account, or never went, and returns its addresses.
pub async fn erase_mails(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<String>> {
    let addresses = store::list_addresses(tx, account_id).await?;
    outbox::erase_to(tx, &addresses).await?;
    Ok(addresses)
}

/// Writes down in the audit log what somebody did with their own account, signed in or not.
pub async fn record_own(
    tx: &mut Tx<'_>,
    (role, id): (Role, &str),
    action: &str,
    network: Option<String>,
    now: Timestamp,
) -> db::Result<()> {
    let subject = Subject { kind: OWN_ACCOUNT, id, name: "" };
    let (actor_role, reason, for_id) = (role.as_str(), None, None);
    let entry = Entry { actor_id: id, actor_role, action, subject, reason, network, times: 1, for_id };
    audit::record(tx, entry, now).await
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
