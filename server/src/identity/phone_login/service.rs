//! Logins by a code that is sent to a phone, and registrations: a new number gets an account of its own.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::identity::consents::{self, Purpose};
use crate::identity::credentials::{Proof, check_can_log_in};
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::mails::reset_url;
use crate::identity::messaging::provider;
use crate::identity::model::AccountState;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::phone::limits::{self, CodeRequester, DayLimit};
use crate::identity::phone::{
    self, CodePurpose, DeviceTrust, GeneratedCode, NumberOwner, PendingCode, PhoneCode, PhoneContact, ROLE,
    code_provider, is_right, note_refusal,
};
use crate::identity::sessions::{LoggedIn, Origin, find_opened, open_login_with};
use crate::identity::store::{self as accounts, lock_of, record_own};
use crate::identity::users::{self, NOBODY};
use crate::identity::{Error, mails};
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::{Secret, new_id};
use crate::platform::lang::Lang;
use crate::platform::outbox;
use crate::platform::phone_messages::Channel;

/// Carriers reassign a number after 90 days without use. If no code to it was used for this time, a code alone does not log in on a new
/// device.
const UNUSED_NUMBER_THRESHOLD: SignedDuration = SignedDuration::from_hours(60 * 24);

/// How long a code that opened a session can be sent back again. People press once more within seconds, or when the line is back.
const REPEAT_PERIOD: SignedDuration = SignedDuration::from_mins(5);
/// The purpose of the key's digest.
const SESSION_PURPOSE: &str = "session of a phone code";

/// Which numbers a code is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeRecipient {
    /// The account that proved the number, if there is one.
    Owner,
    /// Any number. If it has no account, the code creates one, and the message is in this language.
    AnyNumber(Lang),
}

/// Sends a code to a number. The answer is the same whether an account verified it or not, and so are the later steps.
pub async fn ask_for_login(
    app: &App,
    phone: Mobile,
    recipient: CodeRecipient,
    (devices, address): (&Devices, ClientAddress),
) -> Result<Secret, Error> {
    let (provider, now) = (code_provider(app)?, app.clock.now());
    let proved = app.db.read(async |tx| phone::find_proved(tx, ROLE, phone.as_str()).await).await?;
    let known = proved.and_then(|owner| devices.find(app, &owner.id).map(|device| (owner.id, device)));
    let asker = match &known {
        Some((account_id, device)) => CodeRequester::KnownDevice { account_id, device },
        None => CodeRequester::Stranger { address },
    };
    limits::take(app, &phone, &asker).await?;
    let (fresh, channels) = (GeneratedCode::new(&app.keys, now), provider.channels.clone());
    let (device, limit) = (asker.device(), DayLimit::of(app, provider.codes.per_day, asker.device()));
    let written = app.db.write(async move |tx| {
        limit.check(tx, &phone).await?;
        let known = phone::find_proved(tx, ROLE, phone.as_str()).await?;
        let account_id = known.as_ref().map(|known| known.id.as_str());
        let mut row = fresh.row(CodePurpose::Login, account_id, &phone);
        row.may_register = recipient != CodeRecipient::Owner;
        phone::insert_code(tx, &row).await?;
        let to = match recipient {
            CodeRecipient::Owner => known,
            CodeRecipient::AnyNumber(lang) => {
                // Run for known numbers too: with the same statements for both, the time of the answer reveals nothing.
                let unknown = number_without_account(tx, lang).await?;
                Some(known.unwrap_or(unknown))
            }
        };
        let message = to.as_ref().and_then(|to| fresh.message(to, &phone, &channels));
        let is_sent = phone::send(tx, message, &limit, &phone, now).await?;
        Ok::<_, Error>((fresh.token, is_sent))
    });
    let (token, is_sent) = written.await.inspect_err(|error| note_refusal(app, error))?;
    if is_sent {
        app.metrics.code_sent(device == DeviceTrust::Known);
    }
    app.wake_outbox();
    Ok(token)
}

/// A message belongs to an account; for a number without one it belongs to the placeholder account.
async fn number_without_account(tx: &mut Tx<'_>, lang: Lang) -> db::Result<PhoneContact> {
    users::insert_nobody(tx).await?;
    Ok(PhoneContact { id: NOBODY.into(), lang, phone: None, channel: None })
}

/// The pending code that an answer belongs to, and the key of the rate limit. Wrong codes are limited by network alone: each code has five
/// attempts and few are sent in a day, and strangers could use up a counter of the account.
pub async fn find_pending_code(
    app: &App,
    token: &Secret,
    (devices, address): (&Devices, ClientAddress),
) -> Result<(AttemptTarget, PendingCode), Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let waiting = app.db.read(async |tx| phone::find_code(tx, CodePurpose::Login, &digest, now).await).await?;
    let waiting = waiting.ok_or(Error::ChallengeEnded)?;
    let target = match &waiting.account_id {
        Some(id) => AttemptTarget::account(app, ROLE, id, devices, address),
        None => AttemptTarget::login(app, ROLE, (&waiting.phone, None), devices, address),
    };
    Ok((target, waiting))
}

/// A login or registration by a code.
#[derive(Clone)]
pub struct CodeLogin {
    pub code: PhoneCode,
    /// Asked for on a new device when the number was not used for long.
    pub password: Option<String>,
    /// For a new account; `None` for a login, which must not create one.
    pub newcomer: Option<Newcomer>,
}

#[derive(Clone)]
pub struct Newcomer {
    /// Asked for where the number has no account.
    pub username: Option<PersonName>,
    pub lang: Lang,
    /// That the number came to them from somebody else, where an account that did not use it for long is asked for more than the code.
    pub starts_anew: bool,
}

/// Opens a session by a code, and notifies the owner by mail. On a new device, a number that was not used for long may belong to another
/// person by now: then the password is required as well, or a mailed link. An account with neither keeps its data and loses the number,
/// which gets a new account.
///
/// The same code sent back again, after an answer that was lost, gets the session that it opened: no second message is needed.
pub async fn log_in(
    app: &App,
    token: &Secret,
    login: CodeLogin,
    device: (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    provider(app)?;
    let opened = session_token(app, &token.digest(), &login.code);
    match Box::pin(log_in_once(app, token, login, device, origin)).await {
        Err(Error::ChallengeEnded) => {
            let since = app.clock.now_millis() - millis(REPEAT_PERIOD);
            find_opened(app, opened, since).await?.ok_or(Error::ChallengeEnded)
        }
        entered => entered,
    }
}

async fn log_in_once(
    app: &App,
    token: &Secret,
    login: CodeLogin,
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (target, pending) = find_pending_code(app, token, (devices, address)).await?;
    let factors: &[Factor] = if login.password.is_some() { &[Factor::Password] } else { &[] };
    let (own_app, digest, own_devices) = (app.clone(), token.digest(), devices.clone());
    let enter = async move { enter(&own_app, &digest, &pending.phone, &login, &own_devices, &origin).await };
    let session = Box::pin(attempt(app, target, factors, enter)).await?;
    // A known device was not counted.
    if devices.find(app, &session.account_id).is_none() {
        limits::note_used(app, address).await;
    }
    app.wake_outbox();
    Ok(session)
}

/// The token of the session that a code opens. It is made of what only its receiver has, so that the same login makes it again; the key keeps
/// others from it.
fn session_token(app: &App, challenge_digest: &str, code: &PhoneCode) -> Secret {
    let sent_back = format!("{challenge_digest} {}", code.expose());
    Secret::shown(&app.keys.seal(app.keys.id(), SESSION_PURPOSE, sent_back.as_bytes()).digest)
}

/// Checks the password of an account; without an account it is wrong, after the same work.
async fn prove_password(app: &App, account_id: Option<&String>, password: String) -> Result<Proof, Error> {
    let account = match account_id {
        Some(id) => app.db.read(async |tx| accounts::find_account(tx, id).await).await?,
        None => None,
    };
    Proof::of(app, ROLE, account, password).await
}

/// The outcome of a transaction that checked a code.
enum Outcome {
    LoggedIn(LoggedIn),
    WrongCode,
    /// The number went to another account after it was read, and before it was locked.
    OwnerChanged,
}

async fn enter(
    app: &App,
    digest: &str,
    number: &str,
    login: &CodeLogin,
    devices: &Devices,
    origin: &Origin,
) -> Result<LoggedIn, Error> {
    loop {
        let owner = app.db.read(async |tx| phone::find_number_owner(tx, ROLE, number).await).await?;
        let owner_id = owner.map(|owner| owner.id);
        let is_known_device = owner_id.as_ref().is_some_and(|id| devices.find(app, id).is_some());
        let proof = match &login.password {
            Some(password) => Some(prove_password(app, owner_id.as_ref(), password.clone()).await?),
            None => None,
        };
        let step = EnterStep {
            digest: digest.to_owned(),
            number: number.to_owned(),
            owner_id,
            is_known_device,
            proof,
            code: login.code.clone(),
            newcomer: login.newcomer.clone(),
            origin: origin.clone(),
            channel: provider(app)?.channels.first().copied(),
            app: app.clone(),
        };
        // The count of wrong codes must be committed, so the refusal is returned after the transaction.
        match app.db.write(async move |tx| step.run(tx).await).await? {
            Outcome::LoggedIn(session) => return Ok(session),
            Outcome::WrongCode => return Err(Error::WrongCode),
            Outcome::OwnerChanged => {}
        }
    }
}

/// One transaction of a login by a code.
struct EnterStep {
    app: App,
    digest: String,
    number: String,
    /// The account that had the number when it was read.
    owner_id: Option<String>,
    is_known_device: bool,
    proof: Option<Proof>,
    code: PhoneCode,
    newcomer: Option<Newcomer>,
    origin: Origin,
    channel: Option<Channel>,
}

impl EnterStep {
    async fn run(self, tx: &mut Tx<'_>) -> Result<Outcome, Error> {
        let now = self.app.clock.now();
        if let Some(id) = &self.owner_id {
            tx.lock(lock_of(ROLE, id)).await?;
        }
        tx.lock(Lock::Phone(&self.number)).await?;
        // It may have ended while this transaction waited for the locks, and the account with it.
        let pending = phone::find_code(tx, CodePurpose::Login, &self.digest, now.as_millisecond()).await?;
        let pending = pending.ok_or(Error::ChallengeEnded)?;
        let owner = phone::find_number_owner(tx, ROLE, &self.number).await?;
        if owner.as_ref().map(|owner| &owner.id) != self.owner_id.as_ref() {
            return Ok(Outcome::OwnerChanged);
        }
        if !is_right(tx, &self.app.keys, &self.digest, &pending, &self.code).await? {
            return Ok(Outcome::WrongCode);
        }
        let is_same = |id: &String| owner.as_ref().is_some_and(|owner| owner.id == *id);
        if !pending.account_id.as_ref().is_none_or(is_same) {
            return Err(Error::ChallengeEnded);
        }
        match owner {
            Some(owner) if self.is_still_of(&owner, now) => self.log_in(tx, owner, now).await,
            Some(owner) => {
                phone::take_number(tx, &owner.id, &self.app.config.public_url, now).await?;
                self.register(tx, now).await
            }
            None => self.register(tx, now).await,
        }
    }

    /// Whether the account keeps the number. One with a password or an address does, because it is asked for these, unless the person who has
    /// the number now says that it came to them from somebody else. One with neither, blocked or not, does for 60 days after the last code, or
    /// on a device that it knows.
    fn is_still_of(&self, owner: &NumberOwner, now: Timestamp) -> bool {
        let starts_anew = self.proof.is_none() && self.newcomer.as_ref().is_some_and(|newcomer| newcomer.starts_anew);
        let can_prove_more = (owner.has_password || owner.has_email) && !starts_anew;
        self.is_known_device || is_recent(owner, now) || can_prove_more
    }

    async fn log_in(self, tx: &mut Tx<'_>, owner: NumberOwner, now: Timestamp) -> Result<Outcome, Error> {
        let id = owner.id.clone();
        // That the account is blocked is said only after more than the number was proved: the number may have another owner by now.
        match &self.proof {
            Some(proof) => proof.check(tx).await?,
            None if self.is_known_device || is_recent(&owner, now) => {
                check_can_log_in(accounts::find_account(tx, &id).await?)?;
            }
            // The code stays valid: it is sent again with the password, or for a link.
            None if owner.has_password => return Err(Error::PasswordMissing),
            None => return Err(Error::LoginLinkNeeded),
        }
        // The caller is the owner, so the number is in use: carriers reassign only unused ones.
        phone::renew_proof(tx, &id, now.as_millisecond()).await?;
        phone::delete_of(tx, &id).await?;
        phone::delete_code(tx, &self.digest).await?;
        if let Some(contact) = accounts::find_contact(tx, &id).await? {
            let reset_url = reset_url(&self.app.config.public_url, ROLE);
            outbox::enqueue(tx, &mails::CODE_LOGIN.to(&contact, reset_url), now).await?;
        }
        self.open(tx, id, now).await
    }

    async fn open(self, tx: &mut Tx<'_>, id: String, now: Timestamp) -> Result<Outcome, Error> {
        let token = session_token(&self.app, &self.digest, &self.code);
        Ok(Outcome::LoggedIn(open_login_with(tx, token, (ROLE, id), self.origin, now).await?))
    }

    /// Creates an account that has the number and nothing else. The code stays valid while the name is missing.
    async fn register(self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Outcome, Error> {
        let newcomer = self.newcomer.clone().ok_or(Error::WrongCode)?;
        let username = newcomer.username.ok_or(Error::NameMissing)?;
        let number = Mobile::parse(&self.number).map_err(|_| Error::ChallengeEnded)?;
        let (id, at) = (new_id(now), now.as_millisecond());
        accounts::insert_account_of_number(tx, &id, (&number, self.channel), newcomer.lang, at).await?;
        users::insert(tx, &id, &username).await?;
        let notice = &self.app.config.notices.privacy;
        consents::give(tx, &id, Purpose::Account, notice, now).await?;
        if self.channel.is_some() {
            consents::give(tx, &id, Purpose::Messages, notice, now).await?;
        }
        phone::delete_code(tx, &self.digest).await?;
        record_own(tx, (ROLE, &id), "registered", self.origin.neighbourhood.clone(), now).await?;
        self.open(tx, id, now).await
    }
}

/// Whether a code to the number was used lately, so that it cannot have been reassigned.
fn is_recent(owner: &NumberOwner, now: Timestamp) -> bool {
    owner.proved_at.is_some_and(|at| now.as_millisecond() - at < millis(UNUSED_NUMBER_THRESHOLD))
}

/// The account whose number a login code was sent to, locked until the transaction ends; none if the code is wrong, which is counted.
pub async fn check_code(
    tx: &mut Tx<'_>,
    app: &App,
    digest: &str,
    account_id: Option<String>,
    code: &PhoneCode,
    now: Timestamp,
) -> Result<Option<NumberOwner>, Error> {
    if let Some(id) = &account_id {
        tx.lock(lock_of(ROLE, id)).await?;
    }
    // It may have ended while this transaction waited for the lock, and the account with it.
    let pending = phone::find_code(tx, CodePurpose::Login, digest, now.as_millisecond()).await?;
    let pending = pending.ok_or(Error::ChallengeEnded)?;
    let (true, Some(id)) = (is_right(tx, &app.keys, digest, &pending, code).await?, account_id) else {
        return Ok(None);
    };
    check_can_log_in(accounts::find_account(tx, &id).await?)?;
    let owner = phone::find_number_owner(tx, ROLE, &pending.phone).await?;
    owner.filter(|owner| owner.id == id && owner.state == AccountState::Active).ok_or(Error::ChallengeEnded).map(Some)
}
