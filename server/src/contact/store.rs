//! The SQL of messages and replies.

use super::model::{Message, NewMessage, Reply, Status, Words};
use crate::identity::person::Mobile;
use crate::platform::db::{Error, Result, Row, Tx};
use crate::platform::lang::Lang;
use crate::platform::search;

const COLUMNS: &str = "m.id, m.name, m.email, m.phone, m.message, m.lang, m.status, m.created_at";

/// A message without its replies, which have a table of their own.
fn message(row: &Row<'_>) -> Result<Message> {
    let unreadable = || Error::Other("a message's row cannot be read".into());
    Ok(Message {
        id: row.get(0)?,
        name: row.get(1)?,
        email: row.get(2)?,
        phone: row.get(3)?,
        words: row.get(4)?,
        lang: Lang::from_tag(&row.get::<String>(5)?).ok_or_else(unreadable)?,
        status: Status::from_stored(&row.get::<String>(6)?).ok_or_else(unreadable)?,
        created_at: row.get(7)?,
        replies: Vec::new(),
    })
}

pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewMessage, now: i64) -> Result<()> {
    let sql = "INSERT INTO contact_messages (id, name, email, phone, message, lang, status, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, 'open', $7)";
    let NewMessage { name, email, phone, words, lang } = new;
    let phone = phone.as_ref().map(Mobile::as_str);
    tx.execute(sql, &[&id, &name.as_str(), &email.as_str(), &phone, &words.as_str(), &lang.code(), &now]).await?;
    Ok(())
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Message>> {
    let sql = format!("SELECT {COLUMNS} FROM contact_messages m WHERE m.id = $1");
    let Some(found) = tx.find(&sql, &[&id], message).await? else { return Ok(None) };
    Ok(with_replies(tx, vec![found]).await?.pop())
}

/// A page of messages, the newest first; of one status, or of all.
pub async fn list(tx: &mut Tx<'_>, status: Option<Status>, before: Option<&str>, limit: i64) -> Result<Vec<Message>> {
    let before = before.unwrap_or(search::LAST);
    let found = if let Some(status) = status {
        let sql = format!(
            "SELECT {COLUMNS} FROM contact_messages m WHERE m.status = $1 AND m.id < $2 ORDER BY m.id DESC LIMIT $3"
        );
        tx.query(&sql, &[&status.as_str(), &before, &limit], message).await?
    } else {
        let sql = format!("SELECT {COLUMNS} FROM contact_messages m WHERE m.id < $1 ORDER BY m.id DESC LIMIT $2");
        tx.query(&sql, &[&before, &limit], message).await?
    };
    with_replies(tx, found).await
}

/// The newest message comes first, so all replies lie between the last one's id and the first one's.
async fn with_replies(tx: &mut Tx<'_>, mut messages: Vec<Message>) -> Result<Vec<Message>> {
    let (Some(newest), Some(oldest)) = (messages.first(), messages.last()) else { return Ok(messages) };
    let sql = "SELECT r.message_id, r.body, r.at, a.email FROM contact_replies r JOIN accounts a ON a.id = r.admin_id
               WHERE r.message_id >= $1 AND r.message_id <= $2 ORDER BY r.message_id, r.id";
    let read =
        |row: &Row<'_>| Ok((row.get::<String>(0)?, Reply { words: row.get(1)?, at: row.get(2)?, by: row.get(3)? }));
    for (id, reply) in tx.query(sql, &[&oldest.id, &newest.id], read).await? {
        if let Some(message) = messages.iter_mut().find(|message| message.id == id) {
            message.replies.push(reply);
        }
    }
    Ok(messages)
}

pub async fn count(tx: &mut Tx<'_>, status: Option<Status>) -> Result<i64> {
    let count = match status {
        Some(status) => {
            let sql = "SELECT count(*) FROM contact_messages WHERE status = $1";
            tx.find(sql, &[&status.as_str()], |row| row.get(0)).await?
        }
        None => tx.find("SELECT count(*) FROM contact_messages", &[], |row| row.get(0)).await?,
    };
    Ok(count.unwrap_or(0))
}

/// Messages that nobody has answered or closed.
pub async fn count_open(tx: &mut Tx<'_>) -> Result<i64> {
    count(tx, Some(Status::Open)).await
}

pub async fn insert_reply(
    tx: &mut Tx<'_>,
    id: &str,
    message_id: &str,
    words: &Words,
    admin_id: &str,
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO contact_replies (id, message_id, body, at, admin_id) VALUES ($1, $2, $3, $4, $5)";
    tx.execute(sql, &[&id, &message_id, &words.as_str(), &now, &admin_id]).await?;
    Ok(())
}

pub async fn update_status(tx: &mut Tx<'_>, id: &str, status: Status) -> Result<()> {
    tx.execute("UPDATE contact_messages SET status = $2 WHERE id = $1", &[&id, &status.as_str()]).await?;
    Ok(())
}
