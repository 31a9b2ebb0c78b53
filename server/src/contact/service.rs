//! Storing, listing, answering and closing messages.

use jiff::SignedDuration;

use super::model::{MessageBody, MessageStatus, NewMessage};
use super::{ContactMessage, mails, store};
use crate::app::App;
use crate::identity;
use crate::identity::callers::{AccountLock, Admin};
use crate::platform::audit::{self, Subject};
use crate::platform::background::NextRun;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{first_id, new_id};
use crate::platform::list::{Page, Paging};
use crate::platform::outbox;
use crate::platform::pubsub::ADMINISTRATION;

pub async fn send(app: &App, message: NewMessage) -> db::Result<()> {
    let now = app.clock.now();
    let id = new_id(now);
    app.db.write_one(async move |tx| store::insert(tx, &id, &message, now.as_millisecond()).await).await?;
    app.pubsub.publish(ADMINISTRATION);
    Ok(())
}

pub async fn list(app: &App, status: Option<MessageStatus>, paging: Paging) -> db::Result<Page<ContactMessage>> {
    app.db.report(async move |tx| store::list(tx, status, paging.part()).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<ContactMessage>> {
    app.db.read(async |tx| store::find(tx, id).await).await
}

/// The retention of answered and closed messages.
const MESSAGE_RETENTION: SignedDuration = SignedDuration::from_hours(365 * 24);
/// Messages that one run of the job deletes.
const DELETE_BATCH_SIZE: i64 = 100;

/// Deletes answered and closed messages a year after they were written and last answered.
pub async fn forget_old(app: &App) -> db::Result<NextRun> {
    let now = app.clock.now();
    let before = first_id(now.checked_sub(MESSAGE_RETENTION).unwrap_or(now));
    let forgotten: db::Result<usize> = app
        .db
        .write(async move |tx| {
            let seen = store::list_done(tx, &before, DELETE_BATCH_SIZE).await?;
            tx.lock_all(Lock::Message, seen.iter().map(String::as_str)).await?;
            // A message may have been answered before it was locked.
            let mut old = store::list_done(tx, &before, DELETE_BATCH_SIZE).await?;
            old.retain(|id| seen.contains(id));
            for id in &old {
                store::delete(tx, id).await?;
            }
            audit::erase_words(tx, &old).await?;
            Ok(old.len())
        })
        .await;
    let forgotten = forgotten?;
    let is_all = i64::try_from(forgotten).is_ok_and(|count| count < DELETE_BATCH_SIZE);
    Ok(NextRun::Deleted { rows: forgotten as u64, is_all })
}

/// Deletes a message and its replies; `None` if there is none. Returns the known address.
pub async fn erase(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Vec<String>>> {
    tx.lock(Lock::Message(id)).await?;
    let Some(message) = store::find(tx, id).await? else { return Ok(None) };
    let addresses = vec![message.email];
    outbox::erase_to(tx, &addresses).await?;
    store::delete(tx, id).await?;
    Ok(Some(addresses))
}

pub enum MessageAction {
    /// Mails an answer to the visitor.
    Answer(MessageBody),
    /// Closes the message; a closed one stays closed.
    Close,
}

/// Runs an action, and returns the message afterwards; `None` if there is none.
pub async fn handle(
    app: &App,
    caller: &Admin,
    id: String,
    handling: MessageAction,
) -> Result<Option<ContactMessage>, identity::Error> {
    let now = app.clock.now();
    let handled = caller.write(app, AccountLock::Shared, async move |tx, admin| {
        tx.lock(Lock::Message(&id)).await?;
        let Some(message) = store::find(tx, &id).await? else { return Ok(None) };
        let (action, status) = match &handling {
            MessageAction::Close if message.status == MessageStatus::Closed => return Ok(Some(message)),
            MessageAction::Close => ("close", MessageStatus::Closed),
            MessageAction::Answer(body) => {
                outbox::enqueue(tx, &mails::answer(&message, body), now).await?;
                store::insert_reply(tx, &new_id(now), &id, body, &admin.id, now.as_millisecond()).await?;
                ("answer", MessageStatus::Answered)
            }
        };
        store::update_status(tx, &id, status).await?;
        let subject = Subject { kind: "message", id: &id, name: &message.name };
        admin.record(tx, action, subject, None, now).await?;
        Ok::<_, identity::Error>(store::find(tx, &id).await?)
    });
    let handled = handled.await?;
    app.wake_outbox();
    app.pubsub.publish(ADMINISTRATION);
    Ok(handled)
}
