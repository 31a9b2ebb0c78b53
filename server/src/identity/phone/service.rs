//! Sending codes, proving a number, and signing in by a code.

use jiff::Timestamp;

use super::limits::{self, Asker, DayLimit, Device};
use super::model::{Code, MAX_UNUSED, MOST_WRONG_CODES, Purpose, STANDS_FOR};
use super::store::{self, NewCode, Reachable, Waiting};
use super::{drop_proof, links};
use crate::app::App;
use crate::identity::attempts::{Factor, Target, attempt};
use crate::identity::callers::{Hold, Patient};
use crate::identity::devices::Devices;
use crate::identity::messaging::provider;
use crate::identity::model::{LoginName, Role};
use crate::identity::person::Mobile;
use crate::identity::proof::{Proof, may_enter};
use crate::identity::service::{lock_of, record_own};
use crate::identity::sessions::{LoggedIn, Origin, open_session};
use crate::identity::store as accounts;
use crate::identity::{Error, mails, second_factor};
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::messages::{self, Channel, Content, Message, MessageKind, Provider};
use crate::platform::outbox;

/// Only patients sign in so: everybody else may have a second factor.
pub(super) const ROLE: Role = Role::User;

/// A code on its way.
struct Fresh {
    token: Secret,
    digest: String,
    code: Code,
    seal: String,
    expires_at: i64,
    keys: Keys,
}

impl Fresh {
    fn new(keys: &Keys, now: Timestamp) -> Self {
        let (token, code) = (Secret::random(), Code::random());
        let digest = token.digest();
        let seal = code.seal(keys, &digest);
        let expires_at = now.as_millisecond().saturating_add(millis(STANDS_FOR));
        Self { token, digest, code, seal, expires_at, keys: keys.clone() }
    }

    fn row<'a>(&'a self, purpose: Purpose, account_id: Option<&'a str>, phone: &'a Mobile) -> NewCode<'a> {
        NewCode {
            token_digest: &self.digest,
            purpose,
            account_id,
            phone,
            seal: &self.seal,
            expires_at: self.expires_at,
        }
    }

    fn message(&self, to: &Reachable, phone: &Mobile, channels: &[Channel]) -> Option<Message> {
        let key = format!("code {}", self.digest);
        let content = Content {
            channel: to.channel_among(channels)?,
            kind: MessageKind::Code,
            lang: to.lang,
            variables: vec![messages::seal(&self.keys, &key, self.code.expose())],
            until: self.expires_at,
            needed_by: None,
            sealed_for: Some(key.clone()),
        };
        Some(Message { account_id: to.id.clone(), key, about: None, to: phone.as_str().into(), content })
    }
}

/// Who sends codes here, unless the operator stopped them.
fn code_provider(app: &App) -> Result<&Provider, Error> {
    let provider = provider(app)?;
    if provider.codes.enabled { Ok(provider) } else { Err(Error::NoCodes) }
}

/// The channels on which codes are sent; none where they are not.
pub fn code_channels(app: &App) -> Vec<Channel> {
    code_provider(app).map_or_else(|_| Vec::new(), |provider| provider.channels.clone())
}

/// Notes a refusal of the day's limits for Prometheus.
fn note_refusal(app: &App, error: &Error) {
    if let Error::CodesUsedUp(limit, _) = error {
        app.metrics.code_refused(limit.as_str());
    }
}

/// Sends a code to the caller's own number, and returns what it is sent back with.
pub async fn ask_to_prove(app: &App, caller: &Patient, address: ClientAddress) -> Result<Secret, Error> {
    let (provider, now) = (code_provider(app)?, app.clock.now());
    let found = app.db.read(async |tx| {
        let Some(phone) = store::find_own(tx, &caller.id).await?.and_then(|own| own.phone) else { return Ok(None) };
        let holder = accounts::find_by_login(tx, ROLE, &LoginName::Mobile(phone.clone())).await?;
        let is_holder = holder.is_some_and(|holder| holder.id == caller.id);
        let has_proved = store::find_own_proved(tx, &caller.id).await?.is_some();
        Ok::<_, Error>(Some((phone, is_holder, has_proved)))
    });
    let (phone, is_holder, has_proved) = found.await?.ok_or(Error::ChallengeEnded)?;
    let account_id = caller.id.as_str();
    let asker = match (has_proved, is_holder) {
        (true, _) => Asker::Prover { account_id },
        (false, true) => Asker::Holder { account_id, address },
        (false, false) => Asker::OtherAccount { account_id, address },
    };
    limits::take(app, &phone, &asker).await?;
    let (fresh, channels) = (Fresh::new(&app.keys, now), provider.channels.clone());
    let (device, limit) = (asker.device(), DayLimit::of(app, provider.codes.per_day, asker.device()));
    let sent = caller.write(app, Hold::Alone, async move |tx, me| {
        limit.check(tx, &phone).await?;
        // The number may have become another one meanwhile.
        let own = store::find_own(tx, &me.id).await?.filter(|own| own.phone.as_ref() == Some(&phone));
        let own = own.ok_or(Error::ChallengeEnded)?;
        store::insert(tx, &fresh.row(Purpose::Prove, Some(&me.id), &phone)).await?;
        send(tx, fresh.message(&own, &phone, &channels), &limit, &phone, now).await?;
        Ok::<_, Error>(fresh.token)
    });
    let token = sent.await.inspect_err(|error| note_refusal(app, error))?;
    app.metrics.code_sent(device == Device::Known);
    app.mail_waits();
    Ok(token)
}

/// Queues the message with a code, and counts it.
async fn send(
    tx: &mut Tx<'_>,
    message: Option<Message>,
    limit: &DayLimit,
    phone: &Mobile,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(message) = message else { return Ok(false) };
    messages::enqueue(tx, &[message], now).await?;
    limit.add(tx, phone).await?;
    Ok(true)
}

/// Makes the caller's number a proved one, if the code is right, and tells the owner by mail. An account that had proved it before is
/// told that it lost the number.
pub async fn prove(app: &App, caller: &Patient, token: &Secret, code: Code) -> Result<(), Error> {
    provider(app)?;
    let (digest, keys, now) = (token.digest(), app.keys.clone(), app.clock.now());
    let (remedy, site) = (second_factor::remedy(app, ROLE), app.config.public_url.clone());
    let proved = caller.write(app, Hold::Alone, async move |tx, me| {
        let waiting = store::find(tx, Purpose::Prove, &digest, now.as_millisecond()).await?;
        let waiting = waiting.filter(|waiting| waiting.account_id.as_ref() == Some(&me.id));
        let waiting = waiting.ok_or(Error::ChallengeEnded)?;
        if !is_right(tx, &keys, &digest, &waiting, &code).await? {
            return Ok(false);
        }
        let own = store::find_own(tx, &me.id).await?.and_then(|own| own.phone);
        if own.is_none_or(|own| own.as_str() != waiting.phone) {
            return Err(Error::ChallengeEnded);
        }
        tx.lock(Lock::Phone(&waiting.phone)).await?;
        // A number goes from one person to another, and what is sent to it is read by who has it now.
        if let Some(former) = store::find_other_proved(tx, me.role, &waiting.phone, &me.id).await? {
            drop_proof(tx, &former, now).await?;
            if let Some(contact) = accounts::find_contact(tx, &former).await? {
                outbox::enqueue(tx, &mails::number_lost(&contact, format!("{site}/user/profile")), now).await?;
            }
        }
        store::save_proof(tx, &me.id, &waiting.phone, now.as_millisecond()).await?;
        delete_of(tx, &me.id).await?;
        if let Some(contact) = accounts::find_contact(tx, &me.id).await? {
            outbox::enqueue(tx, &mails::number_proved(&contact, remedy), now).await?;
        }
        me.record_own(tx, "phone_proved", now).await?;
        Ok(true)
    });
    // That a code was wrong is written too, so it is no refusal before the unit has ended.
    if !proved.await? {
        return Err(Error::WrongCode);
    }
    app.mail_waits();
    Ok(())
}

/// Whether a code is right; a wrong one is counted, and the last one ends it.
async fn is_right(tx: &mut Tx<'_>, keys: &Keys, digest: &str, waiting: &Waiting, code: &Code) -> Result<bool, Error> {
    if code.is(keys, digest, &waiting.code_seal) && waiting.account_id.is_some() {
        return Ok(true);
    }
    if waiting.wrong_codes + 1 >= MOST_WRONG_CODES {
        store::delete(tx, digest).await?;
    } else {
        store::note_wrong_code(tx, digest).await?;
    }
    Ok(false)
}

/// Sends a code to a number if somebody proved it. The answer is the same in any case, and so is what follows.
pub async fn ask_for_login(
    app: &App,
    phone: Mobile,
    (devices, address): (&Devices, ClientAddress),
) -> Result<Secret, Error> {
    let (provider, now) = (code_provider(app)?, app.clock.now());
    let proved = app.db.read(async |tx| store::find_proved(tx, ROLE, phone.as_str()).await).await?;
    let known = proved.and_then(|owner| devices.find(app, &owner.id).map(|device| (owner.id, device)));
    let asker = match &known {
        Some((account_id, device)) => Asker::KnownDevice { account_id, device },
        None => Asker::Stranger { address },
    };
    limits::take(app, &phone, &asker).await?;
    let (fresh, channels) = (Fresh::new(&app.keys, now), provider.channels.clone());
    let (device, limit) = (asker.device(), DayLimit::of(app, provider.codes.per_day, asker.device()));
    let written = app.db.write(async move |tx| {
        limit.check(tx, &phone).await?;
        let known = store::find_proved(tx, ROLE, phone.as_str()).await?;
        let account_id = known.as_ref().map(|known| known.id.as_str());
        store::insert(tx, &fresh.row(Purpose::Login, account_id, &phone)).await?;
        let message = known.as_ref().and_then(|known| fresh.message(known, &phone, &channels));
        let is_sent = send(tx, message, &limit, &phone, now).await?;
        Ok::<_, Error>((fresh.token, is_sent))
    });
    let (token, is_sent) = written.await.inspect_err(|error| note_refusal(app, error))?;
    if is_sent {
        app.metrics.code_sent(device == Device::Known);
    }
    app.mail_waits();
    Ok(token)
}

/// What waits for a code that somebody sends back, and whom the attempt is counted for. Wrong codes are counted by network alone: each
/// code has its own five attempts and few are sent in a day, and strangers could use up a counter of the account.
pub(super) async fn find_waiting(
    app: &App,
    token: &Secret,
    (devices, address): (&Devices, ClientAddress),
) -> Result<(Target, Waiting), Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let waiting = app.db.read(async |tx| store::find(tx, Purpose::Login, &digest, now).await).await?;
    let waiting = waiting.ok_or(Error::ChallengeEnded)?;
    let target = match &waiting.account_id {
        Some(id) => Target::account(app, ROLE, id, devices, address),
        None => Target::login(app, ROLE, (&waiting.phone, None), devices, address),
    };
    Ok((target, waiting))
}

/// Opens a session by a code, and tells the owner by mail. On a new device a number
/// that was not used for long may be somebody else's by now: then the password is asked for as well.
pub async fn log_in(
    app: &App,
    token: &Secret,
    (code, password): (Code, Option<String>),
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    provider(app)?;
    let (target, waiting) = find_waiting(app, token, (devices, address)).await?;
    let is_known = waiting.account_id.as_ref().is_some_and(|id| devices.find(app, id).is_some());
    let factors: &[Factor] = if password.is_some() { &[Factor::Password] } else { &[] };
    let (own_app, digest) = (app.clone(), token.digest());
    let enter = async move { enter(&own_app, digest, (code, password), (waiting.account_id, is_known), origin).await };
    let session = attempt(app, target, factors, enter).await?;
    app.mail_waits();
    Ok(session)
}

/// Of the account of that id, if there is one; without one it is wrong, after the same work.
async fn prove_password(app: &App, account_id: Option<&String>, password: String) -> Result<Proof, Error> {
    let account = match account_id {
        Some(id) => app.db.read(async |tx| accounts::find_account(tx, id).await).await?,
        None => None,
    };
    Proof::of(app, ROLE, account, password).await
}

/// The account whose number a code for a login came to, held until the unit ends; none if the code is wrong, which is counted.
pub(super) async fn check_code(
    tx: &mut Tx<'_>,
    keys: &Keys,
    digest: &str,
    account_id: Option<String>,
    code: &Code,
    now: Timestamp,
) -> Result<Option<Reachable>, Error> {
    if let Some(id) = &account_id {
        tx.lock(lock_of(ROLE, id)).await?;
    }
    // It may have ended while we waited for the account, and the account with it.
    let waiting = store::find(tx, Purpose::Login, digest, now.as_millisecond()).await?;
    let waiting = waiting.ok_or(Error::ChallengeEnded)?;
    let (true, Some(id)) = (is_right(tx, keys, digest, &waiting, code).await?, account_id) else { return Ok(None) };
    may_enter(accounts::find_account(tx, &id).await?)?;
    let owner = store::find_proved(tx, ROLE, &waiting.phone).await?;
    owner.filter(|owner| owner.id == id).ok_or(Error::ChallengeEnded).map(Some)
}

async fn enter(
    app: &App,
    digest: String,
    (code, password): (Code, Option<String>),
    (account_id, is_known_device): (Option<String>, bool),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (keys, now, remedy) = (app.keys.clone(), app.clock.now(), second_factor::remedy(app, ROLE));
    let proof = match password {
        Some(password) => Some(prove_password(app, account_id.as_ref(), password).await?),
        None => None,
    };
    let entered = app.db.write(async move |tx| {
        let Some(owner) = check_code(tx, &keys, &digest, account_id, &code, now).await? else { return Ok(None) };
        let is_recent = owner.proved_at.is_some_and(|at| now.as_millisecond() - at < millis(MAX_UNUSED));
        match proof {
            Some(proof) => proof.check(tx).await?,
            None if is_known_device || is_recent => {}
            // The code stays good: it comes again with the password, or for a link.
            None => return Err(Error::PasswordMissing),
        }
        let id = owner.id;
        // The owner: a number is reassigned only when it was not used for longer than that.
        store::renew_proof(tx, &id, now.as_millisecond()).await?;
        delete_of(tx, &id).await?;
        if let Some(contact) = accounts::find_contact(tx, &id).await? {
            outbox::enqueue(tx, &mails::code_login(&contact, remedy), now).await?;
        }
        let token = open_session(tx, &id, ROLE, &origin, now.as_millisecond()).await?;
        record_own(tx, (ROLE, &id), "login", origin.neighbourhood, now).await?;
        Ok::<_, Error>(Some(LoggedIn { account_id: id, token }))
    });
    // That a code was wrong is written too, so it is no refusal before the unit has ended.
    entered.await?.ok_or(Error::WrongCode)
}

/// Ends every code of an account, and every link that logs in.
pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::delete_of(tx, account_id).await?;
    links::delete_of(tx, account_id).await
}
