//! The own choice, the own messages, and the provider's reports.

use super::store;
use crate::app::App;
use crate::identity::callers::{Hold, Patient, SignedOut};
use crate::identity::consents::{self, Purpose};
use crate::identity::{Error, Role, lock_of};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::messages::{self, Channel, OwnMessage, Provider, Report};

/// More than anybody looks through.
const SHOWN: i64 = 20;

/// Who takes messages here, if anybody does.
pub fn provider(app: &App) -> Result<&Provider, Error> {
    app.messenger.as_ref().map(messages::Messenger::provider).ok_or(Error::NoMessages)
}

/// What a user can have, has chosen, and got.
pub struct Own {
    pub channels: Vec<Channel>,
    pub proved: bool,
    pub channel: Option<Channel>,
    pub messages: Vec<OwnMessage>,
}

pub async fn own(app: &App, caller: &Patient) -> Result<Own, Error> {
    let channels = provider(app).map_or_else(|_| Vec::new(), |provider| provider.channels.clone());
    let found = app.db.read(async |tx| {
        let choice = store::find(tx, &caller.id).await?;
        Ok::<_, db::Error>((choice, messages::list_of(tx, &caller.id, SHOWN).await?))
    });
    let (choice, messages) = found.await?;
    let store::Choice { proved, channel } = choice.ok_or(SignedOut)?;
    Ok(Own { channels, proved, channel, messages })
}

/// A user's latest messages, for whom takes their data away.
pub async fn latest(tx: &mut Tx<'_>, account_id: &str) -> db::Result<Vec<OwnMessage>> {
    messages::list_of(tx, account_id, i64::from(i32::MAX)).await
}

/// Chooses on which way messages come beside mails; `None` is mails alone.
pub async fn choose(app: &App, caller: &Patient, channel: Option<Channel>) -> Result<Own, Error> {
    let offered = &provider(app)?.channels;
    if channel.is_some_and(|channel| !offered.contains(&channel)) {
        return Err(Error::NoMessages);
    }
    let (now, notice) = (app.clock.now(), app.config.notices.privacy.clone());
    let chosen = caller.write(app, Hold::Alone, async move |tx, me| {
        let choice = store::find(tx, &me.id).await?.ok_or(SignedOut)?;
        if channel.is_some() && !choice.proved {
            return Err(Error::NotProved);
        }
        store::save(tx, &me.id, channel).await?;
        if channel.is_some() {
            consents::give(tx, &me.id, Purpose::Messages, &notice, now).await?;
        } else {
            messages::withdraw_of(tx, &me.id).await?;
            consents::withdraw(tx, &me.id, Purpose::Messages, now).await?;
        }
        Ok(())
    });
    chosen.await?;
    own(app, caller).await
}

/// Lets a message go again that was given up, and returns whether it does: only to a number that is still its owner's, on the way that
/// they still want.
pub async fn retry(tx: &mut Tx<'_>, owner: &str, id: &str, number: &str, said: &str, now: i64) -> db::Result<bool> {
    tx.share(lock_of(Role::User, owner)).await?;
    tx.lock(Lock::PhoneMessages).await?;
    Ok(store::is_wanted(tx, id, number).await? && messages::retry(tx, id, number, said, now).await?)
}

/// Notes what the provider reported; what nobody knows is not of interest.
pub async fn report(app: &App, mut reports: Vec<Report>) -> db::Result<()> {
    let now = app.clock.now_millis();
    reports.sort();
    app.db
        .write(async move |tx| {
            tx.lock(Lock::PhoneMessages).await?;
            messages::report(tx, &reports, now).await
        })
        .await
}
