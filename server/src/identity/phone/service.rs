//! Sending codes to phones, checking them, and proving a number by one.

use jiff::{SignedDuration, Timestamp};

use super::limits::{self, CodeRequester, DayLimit};
use super::model::{CODE_TTL, CodePurpose, DeviceTrust, MAX_WRONG_CODES, PhoneCode};
use super::store::{self, NewCode, PendingCode, PhoneContact};
use crate::app::App;
use crate::identity::callers::{AccountLock, Caller, Patient};
use crate::identity::consents;
use crate::identity::mailed_links::{self, LinkPurpose};
use crate::identity::mails::reset_url;
use crate::identity::messaging::provider;
use crate::identity::model::Role;
use crate::identity::person::Mobile;
use crate::identity::store::{self as accounts, record_own};
use crate::identity::{Error, mails, texts};
use crate::platform::clock::millis;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::{ClientAddress, Code, Problem};
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::outbox;
use crate::platform::phone_messages::{self, Channel, MessageContent, MessageKind, PhoneMessage, Provider};
use crate::platform::push;

/// Only for patients: other roles may have a second factor.
pub const ROLE: Role = Role::User;

/// A code that is about to be sent, and the token that it is sent back with.
pub struct GeneratedCode {
    pub token: Secret,
    digest: String,
    code: PhoneCode,
    seal: String,
    expires_at: i64,
    keys: Keys,
}

impl GeneratedCode {
    pub fn new(keys: &Keys, now: Timestamp) -> Self {
        let (token, code) = (Secret::random(), PhoneCode::random());
        let digest = token.digest();
        let seal = code.seal(keys, &digest);
        let expires_at = now.as_millisecond().saturating_add(millis(CODE_TTL));
        Self { token, digest, code, seal, expires_at, keys: keys.clone() }
    }

    pub fn row<'a>(&'a self, purpose: CodePurpose, account_id: Option<&'a str>, phone: &'a Mobile) -> NewCode<'a> {
        NewCode {
            may_register: false,
            token_digest: &self.digest,
            purpose,
            account_id,
            phone,
            seal: &self.seal,
            expires_at: self.expires_at,
        }
    }

    pub fn message(&self, to: &PhoneContact, phone: &Mobile, channels: &[Channel]) -> Option<PhoneMessage> {
        let key = format!("code {}", self.digest);
        let content = MessageContent {
            channel: to.channel_among(channels)?,
            kind: MessageKind::Code,
            lang: to.lang,
            variables: vec![phone_messages::seal(&self.keys, &key, self.code.expose())],
            until: self.expires_at,
            needed_by: None,
            link: None,
            sealed_for: Some(key.clone()),
        };
        Some(PhoneMessage { account_id: to.id.clone(), key, about: None, to: phone.as_str().into(), content })
    }
}

/// The provider of codes, unless the operator disabled them.
pub fn code_provider(app: &App) -> Result<&Provider, Error> {
    let provider = provider(app)?;
    if provider.codes.enabled {
        Ok(provider)
    } else {
        Err(Error::Refused(Problem::saying(Code::NotFound, texts::NO_CODES)))
    }
}

/// The channels on which codes are sent; empty if codes are disabled.
pub fn code_channels(app: &App) -> Vec<Channel> {
    code_provider(app).map_or_else(|_| Vec::new(), |provider| provider.channels.clone())
}

/// Counts a refusal by the daily limits, for Prometheus.
pub fn note_refusal(app: &App, error: &Error) {
    if let Error::CodesUsedUp(limit, _) = error {
        app.metrics.code_refused(limit.as_str());
    }
}

/// Sends a code to the caller's own number. Returns the token that must come back with the code.
pub async fn ask_to_prove(app: &App, caller: &Patient, address: ClientAddress) -> Result<Secret, Error> {
    let (provider, now) = (code_provider(app)?, app.clock.now());
    let found = app.db.read(async |tx| {
        let Some(phone) = store::find_own(tx, &caller.id).await?.and_then(|own| own.phone) else { return Ok(None) };
        let holder = accounts::find_by_mobile(tx, ROLE, &phone).await?;
        let is_holder = holder.is_some_and(|holder| holder.id == caller.id);
        let has_proved = store::find_own_proved(tx, &caller.id).await?.is_some();
        Ok::<_, Error>(Some((phone, is_holder, has_proved)))
    });
    let (phone, is_holder, has_proved) = found.await?.ok_or(Error::ChallengeEnded)?;
    let account_id = caller.id.as_str();
    let asker = match (has_proved, is_holder) {
        (true, _) => CodeRequester::Prover { account_id },
        (false, true) => CodeRequester::Holder { account_id, address },
        (false, false) => CodeRequester::OtherAccount { account_id, address },
    };
    limits::take(app, &phone, &asker).await?;
    let (fresh, channels) = (GeneratedCode::new(&app.keys, now), provider.channels.clone());
    let (device, limit) = (asker.device(), DayLimit::of(app, provider.codes.per_day, asker.device()));
    let sent = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        limit.check(tx, &phone).await?;
        // The caller may have changed the number meanwhile.
        let own = store::find_own(tx, &me.id).await?.filter(|own| own.phone.as_ref() == Some(&phone));
        let own = own.ok_or(Error::ChallengeEnded)?;
        store::insert(tx, &fresh.row(CodePurpose::Prove, Some(&me.id), &phone)).await?;
        send(tx, fresh.message(&own, &phone, &channels), &limit, &phone, now).await?;
        Ok::<_, Error>(fresh.token)
    });
    let token = sent.await.inspect_err(|error| note_refusal(app, error))?;
    app.metrics.code_sent(device == DeviceTrust::Known);
    app.wake_outbox();
    Ok(token)
}

/// Queues the message with a code, if there is one, and counts it. Returns whether there is.
pub async fn send(
    tx: &mut Tx<'_>,
    message: Option<PhoneMessage>,
    limit: &DayLimit,
    phone: &Mobile,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(message) = message else { return Ok(false) };
    phone_messages::enqueue(tx, &[message], now).await?;
    limit.add(tx, phone).await?;
    Ok(true)
}

/// Marks the caller's number as verified, if the code is right, and notifies the owner by mail. An account that had verified the same
/// number before loses it, and is notified.
pub async fn prove(app: &App, caller: &Patient, token: &Secret, code: PhoneCode) -> Result<(), Error> {
    provider(app)?;
    let (digest, keys, now) = (token.digest(), app.keys.clone(), app.clock.now());
    let (reset_url, site) = (reset_url(&app.config.public_url, ROLE), app.config.public_url.clone());
    let proved = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let waiting = store::find(tx, CodePurpose::Prove, &digest, now.as_millisecond()).await?;
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
        // A number goes from one person to another: the former account's verification ends and its queued messages are withdrawn, because
        // the new owner would read them.
        if let Some(former) = store::find_other_proved(tx, me.role, &waiting.phone, &me.id).await? {
            take_number(tx, &former, &site, now).await?;
        }
        store::save_proof(tx, &me.id, &waiting.phone, now.as_millisecond()).await?;
        // The account is in use again: an administrator must not give its visits to another account and erase it.
        accounts::delete_former_number(tx, &me.id).await?;
        delete_of(tx, &me.id).await?;
        if let Some(contact) = accounts::find_contact(tx, &me.id).await? {
            outbox::enqueue(tx, &mails::NUMBER_PROVED.to(&contact, reset_url), now).await?;
        }
        me.record_own(tx, "phone_proved", now).await?;
        Ok(true)
    });
    // The count of wrong codes must be committed, so the refusal is returned after the transaction.
    if !proved.await? {
        return Err(Error::WrongCode);
    }
    app.wake_outbox();
    Ok(())
}

/// Whether a code is right; a wrong one is counted, and the last one ends it.
pub async fn is_right(
    tx: &mut Tx<'_>,
    keys: &Keys,
    digest: &str,
    waiting: &PendingCode,
    code: &PhoneCode,
) -> Result<bool, Error> {
    let may_be_right = waiting.account_id.is_some() || waiting.may_register;
    if code.is(keys, digest, &waiting.code_seal) && may_be_right {
        return Ok(true);
    }
    if waiting.wrong_codes + 1 >= MAX_WRONG_CODES {
        store::delete(tx, digest).await?;
    } else {
        store::note_wrong_code(tx, digest).await?;
    }
    Ok(false)
}

/// Whether this code was sent to the caller's own number, which is proved. A wrong one is counted; a right one stays until the action uses
/// it up ([`accounts::spend_phone_code`]).
pub async fn is_own_code(app: &App, caller: &Caller, token: &Secret, code: PhoneCode) -> Result<bool, Error> {
    let (digest, keys, now) = (token.digest(), app.keys.clone(), app.clock.now_millis());
    let checked = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let pending = store::find(tx, CodePurpose::Prove, &digest, now).await?;
        let pending = pending.filter(|pending| pending.account_id.as_ref() == Some(&me.id));
        let pending = pending.ok_or(Error::ChallengeEnded)?;
        let own = store::find_own_proved(tx, &me.id).await?.and_then(|own| own.phone);
        if own.is_none_or(|own| own.as_str() != pending.phone) {
            return Err(Error::ChallengeEnded);
        }
        is_right(tx, &keys, &digest, &pending, &code).await
    });
    checked.await
}

/// Takes the proved number from an account, because somebody else has it now, and tells its owner by mail. Of an account without an address
/// it is remembered for the administrator, who returns its visits to the owner: with neither address nor password no login is left, and a
/// password logs in by the number only until its new holder sets one.
pub async fn take_number(tx: &mut Tx<'_>, account_id: &str, site: &str, now: Timestamp) -> db::Result<()> {
    clear_phone_verification(tx, account_id, now).await?;
    if accounts::release_number(tx, account_id, now.as_millisecond()).await? {
        delete_of(tx, account_id).await?;
        record_own(tx, (ROLE, account_id), "number_lost", None, now).await?;
    }
    if let Some(contact) = accounts::find_contact(tx, account_id).await? {
        outbox::enqueue(tx, &mails::number_lost(&contact, format!("{site}/user/profile")), now).await?;
    }
    Ok(())
}

/// Ends all codes and login links of an account.
pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> db::Result<()> {
    store::delete_of(tx, account_id).await?;
    mailed_links::delete_of(tx, LinkPurpose::Login, account_id).await
}

/// How long a notice of a password reset is worth sending.
const NOTICE_TTL: SignedDuration = SignedDuration::from_hours(48);

/// The channels on which messages go to phones; none without a provider.
pub fn message_channels(app: &App) -> Vec<Channel> {
    app.messenger.as_ref().map_or_else(Vec::new, |messenger| messenger.provider().channels.clone())
}

/// Ends the verification of an account's number: codes to it no longer log in, queued messages are withdrawn, and the consent to messages
/// ends. Every way in which a verification ends calls this; an erased account is handled by `identity::erase_account`. The caller holds the
/// account.
pub async fn clear_phone_verification(tx: &mut Tx<'_>, account_id: &str, now: Timestamp) -> db::Result<()> {
    push::withdraw_messages_of(tx, account_id).await?;
    consents::withdraw(tx, account_id, consents::Purpose::Messages, now).await?;
    store::clear_proof(tx, account_id).await
}

/// The same after a password reset by a link, with a notice to the number: its owner may have lost the mailbox to an attacker. Returns
/// whether a number was verified. The link's digest makes the message unique.
pub async fn clear_phone_verification_after_reset(
    tx: &mut Tx<'_>,
    account_id: &str,
    channels: &[Channel],
    link_digest: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let Some(to) = store::find_own_proved(tx, account_id).await? else { return Ok(false) };
    clear_phone_verification(tx, account_id, now).await?;
    if let (Some(channel), Some(phone)) = (to.channel_among(channels), &to.phone) {
        let until = now.as_millisecond().saturating_add(millis(NOTICE_TTL));
        let content = MessageContent {
            channel,
            kind: MessageKind::Reset,
            lang: to.lang,
            variables: Vec::new(),
            until,
            // Sent at night too: an owner whose mailbox was taken over has to act now.
            needed_by: Some(now.as_millisecond()),
            link: None,
            sealed_for: None,
        };
        let key = format!("reset {link_digest}");
        let notice =
            PhoneMessage { account_id: account_id.into(), key, about: None, to: phone.as_str().into(), content };
        phone_messages::enqueue(tx, &[notice], now).await?;
    }
    Ok(true)
}
