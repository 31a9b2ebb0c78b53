//! Taking a message, reading, answering and closing it.

use super::model::{MessageStatus, NewMessage, Words};
use super::{ContactMessage, mails, store};
use crate::app::App;
use crate::identity;
use crate::identity::callers::{Admin, Hold};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock};
use crate::platform::ids::new_id;
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
