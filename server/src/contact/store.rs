//! The SQL of messages and replies.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{MessageBody, MessageStatus, NewMessage};
use crate::identity::person::Mobile;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::lang::Lang;
use crate::platform::list::{List, Order, Page, Part};

columns! {
    /// A visitor's message with our answers.
    #[derive(Serialize, ToSchema)]
    pub struct ContactMessage as MESSAGE in "contact_messages m" {
        #[serde(rename = "_id")]
        id: String = "m.id",
        name: String = "m.name",
        email: String = "m.email",
        phone: Option<String> = "m.phone",
        #[serde(rename = "message")]
        body: String = "m.message",
        #[serde(skip)]
        lang: Lang = "m.lang",
        /// open, answered or closed
        #[schema(value_type = String)]
        status: MessageStatus = "m.status",
        #[serde(rename = "createdAt")]
        #[schema(value_type = String)]
        created_at: Instant = "m.created_at",
        /// The first first
        replies: Vec<ContactReply> = (Vec::new()),
    }
}

columns! {
    #[derive(Serialize, ToSchema)]
    pub struct ContactReply as REPLY in "contact_replies r JOIN accounts a ON a.id = r.admin_id" {
        text: String = "r.body",
        #[schema(value_type = String)]
        at: Instant = "r.at",
        /// The administrator's e-mail address
        by: String = "COALESCE(a.email, '')",
    }
}

pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewMessage, now: i64) -> Result<()> {
    let NewMessage { name, email, phone, body, lang } = new;
    tx.insert(
        "contact_messages",
        &[
            ("id", &id),
            ("name", &name.as_str()),
            ("email", &email.as_str()),
            ("phone", &phone.as_ref().map(Mobile::as_str)),
            ("message", &body.as_str()),
            ("lang", &lang.code()),
            ("status", &MessageStatus::Open.as_str()),
            ("created_at", &now),
        ],
    )
    .await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<ContactMessage>> {
    let mut found: Vec<ContactMessage> = MESSAGE.find(tx, "WHERE m.id = $1", &[&id]).await?.into_iter().collect();
    add_replies(tx, &mut found).await?;
    Ok(found.pop())
}

fn of_status<'a>(status: Option<MessageStatus>) -> List<'a> {
    let mut list = List::whole("contact_messages m");
    list.and_if("m.status =", status.map(MessageStatus::as_str));
    list
}

pub async fn list(tx: &mut Tx<'_>, status: Option<MessageStatus>, part: Part<'_>) -> Result<Page<ContactMessage>> {
    let mut page = of_status(status).page(tx, &MESSAGE, Order::NEWEST, part).await?;
    add_replies(tx, &mut page.data).await?;
    Ok(page)
}

async fn add_replies(tx: &mut Tx<'_>, messages: &mut [ContactMessage]) -> Result<()> {
    let ids: Vec<String> = messages.iter().map(|message| message.id.clone()).collect();
    for (id, reply) in List::whole(REPLY.tables).of_each(tx, ("r.message_id", &ids), &REPLY, "r.id").await? {
        if let Some(message) = messages.iter_mut().find(|message| message.id == id) {
            message.replies.push(reply);
        }
    }
    Ok(())
}

pub async fn count_open(tx: &mut Tx<'_>) -> Result<i64> {
    of_status(Some(MessageStatus::Open)).count(tx).await
}

pub async fn insert_reply(
    tx: &mut Tx<'_>,
    id: &str,
    message_id: &str,
    body: &MessageBody,
    admin_id: &str,
    now: i64,
) -> Result<()> {
    let values: [(&str, &dyn Param); 5] =
        [("id", &id), ("message_id", &message_id), ("body", &body.as_str()), ("at", &now), ("admin_id", &admin_id)];
    tx.insert("contact_replies", &values).await
}

pub async fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM contact_replies WHERE message_id = $1", &[&id]).await?;
    tx.execute("DELETE FROM contact_messages WHERE id = $1", &[&id]).await.map(drop)
}

/// Answered or closed messages whose last id (message or answer) is older than that time.
pub async fn list_done(tx: &mut Tx<'_>, before: &str, at_most: i64) -> Result<Vec<String>> {
    let sql = "SELECT id FROM contact_messages m WHERE status IN ('answered', 'closed') AND id < $1
               AND NOT EXISTS (SELECT 1 FROM contact_replies r WHERE r.message_id = m.id AND r.id >= $1)
               ORDER BY id LIMIT $2";
    tx.all(sql, &[&before, &at_most]).await
}

pub async fn update_status(tx: &mut Tx<'_>, id: &str, status: MessageStatus) -> Result<()> {
    tx.update("contact_messages", id, &[("status", &status.as_str())]).await
}
