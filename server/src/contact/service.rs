//! Taking a message, reading, answering and closing it.

use jiff::SignedDuration;

use super::model::{MessageStatus, NewMessage, Words};
use super::{ContactMessage, mails, store};
use crate::app::App;
use crate::identity;
use crate::identity::callers::{Admin, Hold};
use crate::platform::audit::{self, Subject};
use crate::platform::background::Turn;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{first_id, new_id};
use crate::platform::list::{Page, Paging};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

pub async fn send(app: &App, message: NewMessage) -> db::Result<()> {
    let now = app.clock.now();
    let id = new_id(now);
    app.db.write_one(async move |tx| store::insert(tx, &id, &message, now.as_millisecond()).await).await?;
    app.live.publish(ADMINISTRATION);
    Ok(())
}

pub async fn list(app: &App, status: Option<MessageStatus>, paging: Paging) -> db::Result<Page<ContactMessage>> {
    app.db.report(async move |tx| store::list(tx, status, paging.part()).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<ContactMessage>> {
    app.db.read(async |tx| store::find(tx, id).await).await
}

/// How long messages stay that were answered or closed.
const KEPT: SignedDuration = SignedDuration::from_hours(365 * 24);
/// Messages that one turn of the job forgets.
const AT_ONCE: i64 = 100;

/// Forgets messages that wait for nothing, a year after they were written and last answered.
pub async fn forget_old(app: &App) -> db::Result<Turn> {
    let now = app.clock.now();
    let before = first_id(now.checked_sub(KEPT).unwrap_or(now));
    let forgotten: db::Result<usize> = app
        .db
        .write(async move |tx| {
            let seen = store::list_done(tx, &before, AT_ONCE).await?;
            tx.lock_all(Lock::Message, seen.iter().map(String::as_str)).await?;
            // One may have been answered before the lock was ours.
            let mut old = store::list_done(tx, &before, AT_ONCE).await?;
            old.retain(|id| seen.contains(id));
            for id in &old {
                store::delete(tx, id).await?;
            }
            audit::erase_words(tx, &old).await?;
            Ok(old.len())
        })
        .await;
    let forgotten = forgotten?;
    let is_all = i64::try_from(forgotten).is_ok_and(|count| count < AT_ONCE);
    Ok(Turn::Deleted { rows: forgotten as u64, is_all })
}

/// Removes a message and what we answered; `None` when there is none. Returns the address that we knew.
pub async fn erase(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Vec<String>>> {
    tx.lock(Lock::Message(id)).await?;
    let Some(message) = store::find(tx, id).await? else { return Ok(None) };
    let addresses = vec![message.email];
    outbox::erase_to(tx, &addresses).await?;
    store::delete(tx, id).await?;
    Ok(Some(addresses))
}

/// What the administrator does with a message.
pub enum Handling {
    /// Mails an answer to the visitor.
    Answer(Words),
    /// Lays the message aside; one that is closed stays so.
    Close,
}

/// The message as it is afterwards; `None` when there is none.
pub async fn handle(
    app: &App,
    caller: &Admin,
    id: String,
    handling: Handling,
) -> Result<Option<ContactMessage>, identity::Error> {
    let now = app.clock.now();
    let handled = caller.write(app, Hold::Shared, async move |tx, admin| {
        tx.lock(Lock::Message(&id)).await?;
        let Some(message) = store::find(tx, &id).await? else { return Ok(None) };
        let (action, status) = match &handling {
            Handling::Close if message.status == MessageStatus::Closed => return Ok(Some(message)),
            Handling::Close => ("close", MessageStatus::Closed),
            Handling::Answer(words) => {
                outbox::enqueue(tx, &mails::answer(&message, words), now).await?;
                store::insert_reply(tx, &new_id(now), &id, words, &admin.id, now.as_millisecond()).await?;
                ("answer", MessageStatus::Answered)
            }
        };
        store::update_status(tx, &id, status).await?;
        let subject = Subject { kind: "message", id: &id, name: &message.name };
        admin.record(tx, action, subject, None, now).await?;
        Ok::<_, identity::Error>(store::find(tx, &id).await?)
    });
    let handled = handled.await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(handled)
}
