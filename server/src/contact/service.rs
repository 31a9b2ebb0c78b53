//! Taking a message, reading, answering and closing it.

use jiff::Timestamp;

use super::model::{Message, NewMessage, Status, Words};
use super::{mails, store};
use crate::app::App;
use crate::identity::Role;
use crate::platform::audit;
use crate::platform::db::{self, Tx};
use crate::platform::ids::new_id;
use crate::platform::list::{Page, Part};
use crate::platform::live::ADMINISTRATION;
use crate::platform::outbox;

pub async fn send(app: &App, message: NewMessage) -> db::Result<()> {
    let now = app.clock.now();
    let id = new_id(now);
    app.db.write_one(async move |tx| store::insert(tx, &id, &message, now.as_millisecond()).await).await?;
    app.live.publish(ADMINISTRATION);
    Ok(())
}

pub async fn list(app: &App, status: Option<Status>, part: Part<'_>) -> db::Result<Page<Message>> {
    app.db.read(async |tx| store::list(tx, status, part).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<Message>> {
    app.db.read(async |tx| store::find(tx, id).await).await
}

/// Mails an answer to the visitor. `None` when there is no such message.
pub async fn answer(app: &App, admin_id: String, id: String, words: Words) -> db::Result<Option<Message>> {
    let now = app.clock.now();
    let answered = app
        .db
        .write(async move |tx| {
            tx.lock(&id).await?;
            let Some(message) = store::find(tx, &id).await? else { return Ok(None) };
            outbox::enqueue(tx, &mails::answer(&message, &words), now).await?;
            store::insert_reply(tx, &new_id(now), &id, &words, &admin_id, now.as_millisecond()).await?;
            store::update_status(tx, &id, Status::Answered).await?;
            record(tx, &admin_id, "answer", &message, now).await?;
            store::find(tx, &id).await
        })
        .await?;
    app.mail_waits();
    app.live.publish(ADMINISTRATION);
    Ok(answered)
}

/// Lays a message aside. `None` when there is no such message; one that is closed stays so.
pub async fn close(app: &App, admin_id: String, id: String) -> db::Result<Option<Message>> {
    let now = app.clock.now();
    let closed = app
        .db
        .write(async move |tx| {
            tx.lock(&id).await?;
            let Some(message) = store::find(tx, &id).await? else { return Ok(None) };
            if message.status != Status::Closed {
                store::update_status(tx, &id, Status::Closed).await?;
                record(tx, &admin_id, "close", &message, now).await?;
            }
            store::find(tx, &id).await
        })
        .await?;
    app.live.publish(ADMINISTRATION);
    Ok(closed)
}

async fn record(tx: &mut Tx<'_>, admin_id: &str, action: &str, message: &Message, now: Timestamp) -> db::Result<()> {
    let entry = audit::Entry {
        actor_id: admin_id,
        actor_role: Role::Admin.as_str(),
        action,
        subject_kind: "message",
        subject_id: &message.id,
        subject_name: &message.name,
        reason: None,
    };
    audit::record(tx, entry, now).await
}
