//! Sending codes, proving a number, and signing in by a code.

use jiff::{SignedDuration, Timestamp};

use super::model::{Code, MOST_WRONG_CODES, PROOF_LASTS, Purpose, STANDS_FOR};
use super::store::{self, NewCode, Reachable, Waiting};
use crate::app::App;
use crate::identity::callers::{Hold, Patient};
use crate::identity::devices::Devices;
use crate::identity::messaging::provider;
use crate::identity::model::Role;
use crate::identity::person::Mobile;
use crate::identity::proof::{Attempt, Factor, Proof, Target, may_enter};
use crate::identity::service::{lock_of, record_own};
use crate::identity::sessions::{LoggedIn, Origin, open_session};
use crate::identity::store as accounts;
use crate::identity::{Error, mails, second_factor};
use crate::platform::clock::millis;
use crate::platform::db::{Lock, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::messages::{self, Channel, Content, Message, MessageKind};
use crate::platform::outbox;
use crate::platform::tries::{Limit, Refused};

/// Codes to one number: more would only annoy whoever has it, and cost the operator.
const DAY: SignedDuration = SignedDuration::from_hours(24);
const LOGIN_CODES: Limit = Limit::new("login codes to a number", 3, SignedDuration::from_mins(15));
const LOGIN_CODES_A_DAY: Limit = Limit::new("login codes to a number in a day", 10, DAY);
const CODES: Limit = Limit::new("codes to a number", 3, SignedDuration::from_mins(15));
const CODES_A_DAY: Limit = Limit::new("codes to a number in a day", 10, DAY);
const CODES_OF_ACCOUNT_A_DAY: Limit = Limit::new("codes of an account in a day", 10, DAY);

/// Only patients sign in so: everybody else may have a second factor.
const ROLE: Role = Role::User;

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
        let chosen = to.channel.filter(|channel| channels.contains(channel));
        let key = format!("code {}", self.digest);
        let content = Content {
            channel: chosen.or_else(|| channels.first().copied())?,
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

/// A code is about to be sent. Strangers who ask for logins leave the owner theirs to prove the number with; and an account proves few
/// numbers a day, whatever number it has meanwhile.
async fn take_code(app: &App, phone: &Mobile, prover: Option<&str>) -> Result<(), Refused> {
    let (now, to) = (app.clock.now_millis(), phone.as_str());
    let Some(id) = prover else {
        return app.tries.take(&[(to, LOGIN_CODES), (to, LOGIN_CODES_A_DAY)], now).await;
    };
    app.tries.take(&[(to, CODES), (to, CODES_A_DAY), (id, CODES_OF_ACCOUNT_A_DAY)], now).await
}

/// Sends a code to the caller's own number, and returns what it is sent back with.
pub async fn ask_to_prove(app: &App, caller: &Patient) -> Result<Secret, Error> {
    let (channels, now) = (provider(app)?.channels.clone(), app.clock.now());
    let own = app.db.read(async |tx| store::find_own(tx, &caller.id).await).await?;
    let Some(phone) = own.and_then(|own| own.phone) else { return Err(Error::ChallengeEnded) };
    take_code(app, &phone, Some(&caller.id)).await?;
    let fresh = Fresh::new(&app.keys, now);
    let sent = caller.write(app, Hold::Alone, async move |tx, me| {
        // The number may have become another one meanwhile.
        let own = store::find_own(tx, &me.id).await?.filter(|own| own.phone.as_ref() == Some(&phone));
        let own = own.ok_or(Error::ChallengeEnded)?;
        store::insert(tx, &fresh.row(Purpose::Prove, Some(&me.id), &phone)).await?;
        let message = fresh.message(&own, &phone, &channels);
        messages::enqueue(tx, message.as_slice(), now).await?;
        Ok::<_, Error>(fresh.token)
    });
    let token = sent.await?;
    app.mail_waits();
    Ok(token)
}

/// Makes the caller's number a proved one, if the code is right, and tells the owner by mail.
pub async fn prove(app: &App, caller: &Patient, token: &Secret, code: Code) -> Result<(), Error> {
    provider(app)?;
    let (digest, keys, now) = (token.digest(), app.keys.clone(), app.clock.now());
    let remedy = second_factor::remedy(app, ROLE);
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
        store::save_proof(tx, me.role, &me.id, &waiting.phone, now.as_millisecond()).await?;
        store::delete_of(tx, &me.id).await?;
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
pub async fn ask_for_login(app: &App, phone: Mobile) -> Result<Secret, Error> {
    let (channels, now) = (provider(app)?.channels.clone(), app.clock.now());
    take_code(app, &phone, None).await?;
    let fresh = Fresh::new(&app.keys, now);
    let asked = app.db.write(async move |tx| {
        let known = store::find_proved(tx, ROLE, phone.as_str()).await?;
        let account_id = known.as_ref().map(|known| known.id.as_str());
        store::insert(tx, &fresh.row(Purpose::Login, account_id, &phone)).await?;
        let message = known.as_ref().and_then(|known| fresh.message(known, &phone, &channels));
        messages::enqueue(tx, message.as_slice(), now).await?;
        Ok::<_, Error>(fresh.token)
    });
    let token = asked.await?;
    app.mail_waits();
    Ok(token)
}

/// Opens a session by a code, and tells the owner by mail. Wrong ones are counted by network alone: each code has its own
/// five attempts and few are sent in a day, and strangers could use up a counter of the account. Where the
/// number was proved long ago, it may be somebody else's by now: then the password is asked for as well, which proves it anew.
pub async fn log_in(
    app: &App,
    token: &Secret,
    (code, password): (Code, Option<String>),
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    provider(app)?;
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let waiting = app.db.read(async |tx| store::find(tx, Purpose::Login, &digest, now).await).await?;
    let waiting = waiting.ok_or(Error::ChallengeEnded)?;
    let target = match &waiting.account_id {
        Some(id) => Target::account(app, ROLE, id, devices, address),
        None => Target::login(app, ROLE, (&waiting.phone, None), devices, address),
    };
    let factors: &[Factor] = if password.is_some() { &[Factor::Password] } else { &[] };
    let attempt = Attempt::begin(app, target, factors).await?;
    let session = attempt.settle(enter(app, digest, (code, password), waiting.account_id, origin).await).await?;
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

async fn enter(
    app: &App,
    digest: String,
    (code, password): (Code, Option<String>),
    account_id: Option<String>,
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (keys, now, remedy) = (app.keys.clone(), app.clock.now(), second_factor::remedy(app, ROLE));
    let proof = match password {
        Some(password) => Some(prove_password(app, account_id.as_ref(), password).await?),
        None => None,
    };
    let entered = app.db.write(async move |tx| {
        if let Some(id) = &account_id {
            tx.lock(lock_of(ROLE, id)).await?;
        }
        // It may have ended while we waited for the account, and the account with it.
        let waiting = store::find(tx, Purpose::Login, &digest, now.as_millisecond()).await?;
        let waiting = waiting.ok_or(Error::ChallengeEnded)?;
        let (true, Some(id)) = (is_right(tx, &keys, &digest, &waiting, &code).await?, account_id) else {
            return Ok(None);
        };
        may_enter(accounts::find_account(tx, &id).await?)?;
        let owner = store::find_proved(tx, ROLE, &waiting.phone).await?;
        let owner = owner.filter(|owner| owner.id == id).ok_or(Error::ChallengeEnded)?;
        let is_recent = owner.proved_at.is_some_and(|at| now.as_millisecond() - at < millis(PROOF_LASTS));
        match proof {
            Some(proof) => {
                proof.check(tx).await?;
                store::renew_proof(tx, &id, now.as_millisecond()).await?;
            }
            None if is_recent => {}
            // The code stays good: it comes again with the password.
            None => return Err(Error::PasswordMissing),
        }
        store::delete_of(tx, &id).await?;
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
