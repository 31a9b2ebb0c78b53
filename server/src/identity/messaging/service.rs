//! Choosing the channel, listing messages, and storing delivery reports.

use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::identity::callers::{AccountLock, Patient, SignedOut};
use crate::identity::consents::{self, Purpose};
use crate::identity::store::{self, ChannelChoice};
use crate::identity::{Error, Role, lock_of, texts};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::phone_messages::{self, Channel, OwnMessage, Provider, Report};
use crate::platform::push;

const MAX_LISTED_MESSAGES: i64 = 20;

pub fn provider(app: &App) -> Result<&Provider, Error> {
    app.messenger.as_ref().map(phone_messages::Messenger::provider).ok_or(Error::NoMessages)
}

/// Messages to the own phone, in addition to mails.
#[derive(Serialize, ToSchema)]
pub struct OwnMessages {
    /// The channels that can be chosen; none where messages to phones are not set up
    channels: Vec<Channel>,
    /// Whether the own number is proved by a code
    proved: bool,
    /// The channel that was chosen; none: only mails
    channel: Option<Channel>,
    /// Whether messages are the only way to reach the user, because there is no address: then they cannot be switched off
    only: bool,
    /// The latest, with what the provider reported
    messages: Vec<OwnMessage>,
}

pub async fn own(app: &App, caller: &Patient) -> Result<OwnMessages, Error> {
    let channels = provider(app).map_or_else(|_| Vec::new(), |provider| provider.channels.clone());
    let found = app.db.read(async |tx| {
        let choice = store::find_channel_choice(tx, &caller.id).await?;
        Ok::<_, db::Error>((choice, phone_messages::list_of(tx, &caller.id, MAX_LISTED_MESSAGES).await?))
    });
    let (choice, messages) = found.await?;
    let ChannelChoice { proved, has_address, channel } = choice.ok_or(SignedOut)?;
    let channel = channel.or_else(|| channels.first().copied().filter(|_| proved && !has_address));
    Ok(OwnMessages { channels, proved, channel, only: !has_address, messages })
}

/// A user's messages, for the data export.
pub async fn latest(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<OwnMessage>> {
    phone_messages::list_of(tx, account_id, i64::from(i32::MAX)).await
}

/// Chooses the channel of phone messages; `None` means mails only.
pub async fn choose(app: &App, caller: &Patient, channel: Option<Channel>) -> Result<OwnMessages, Error> {
    let offered = &provider(app)?.channels;
    if channel.is_some_and(|channel| !offered.contains(&channel)) {
        return Err(Error::NoMessages);
    }
    let (now, notice) = (app.clock.now(), app.config.notices.privacy.clone());
    let chosen = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let choice = store::find_channel_choice(tx, &me.id).await?.ok_or(SignedOut)?;
        if channel.is_some() && !choice.proved {
            return Err(Error::not_changeable(texts::NUMBER_NOT_PROVED));
        }
        if channel.is_none() && !choice.has_address {
            return Err(Error::not_changeable(texts::MESSAGES_ARE_THE_ONLY_WAY));
        }
        store::update_message_channel(tx, &me.id, channel).await?;
        if channel.is_some() {
            consents::give(tx, &me.id, Purpose::Messages, &notice, now).await?;
        } else {
            push::withdraw_messages_of(tx, &me.id).await?;
            consents::withdraw(tx, &me.id, Purpose::Messages, now).await?;
        }
        Ok(())
    });
    chosen.await?;
    own(app, caller).await
}

/// Whether a failed message may be sent again: its owner has still verified the number, and wants messages on its channel. That stays so until
/// the transaction ends.
pub async fn is_wanted(tx: &mut Tx<'_>, owner: &str, id: &str, number: &str) -> db::Result<bool> {
    tx.share(lock_of(Role::User, owner)).await?;
    tx.lock(Lock::PhoneMessages).await?;
    store::is_message_wanted(tx, id, number).await
}

/// Stores delivery reports; unknown messages are ignored.
pub async fn report(app: &App, mut reports: Vec<Report>) -> db::Result<()> {
    let now = app.clock.now_millis();
    reports.sort();
    app.db
        .write(async move |tx| {
            tx.lock(Lock::PhoneMessages).await?;
            phone_messages::report(tx, &reports, now).await
        })
        .await
}
