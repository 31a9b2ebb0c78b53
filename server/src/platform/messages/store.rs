//! The SQL of messages to phones.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Channel, Content, Message, MessageKind, MessageState, Messenger};
use crate::platform::clock::millis;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::ids::new_id;
use crate::platform::keys::Keys;
use crate::platform::list::List;
use crate::platform::outbox::queue::{Claim, hasten, mark_withdrawn};
use crate::platform::outbox::{GivenUp, drop_failed, keep_message, withdraw_failed};

/// How long what became of a message is known.
const KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);
/// What no instance has tried to send for so long is given up.
const UNSENT_TIMEOUT: SignedDuration = SignedDuration::from_hours(48);
/// As much of a provider's words as a list has room for.
const LONGEST_REASON: usize = 200;

/// One that waits: to whom, and what it says.
pub struct Waiting {
    pub to: String,
    pub content: Content,
}

columns! {
    pub WAITING: Waiting in "message_queue" { to: "recipient", content: "content" }
}

columns! {
    /// A message as its owner sees it: never "sent", only what the provider reported.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct OwnMessage as OWN_MESSAGE in "messages m" {
        #[serde(rename = "_id")]
        id: String = "m.id",
        kind: MessageKind = "m.kind",
        channel: Channel = "m.channel",
        state: MessageState = "m.state",
        /// Why it failed, in the provider's words
        reason: Option<String> = "m.reason",
        #[schema(value_type = String)]
        created_at: Instant = "m.created_at",
        /// When the state was reported
        #[schema(value_type = String)]
        changed_at: Instant = "m.changed_at",
    }
}

/// What a provider reports of a message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Report {
    pub id: String,
    pub state: MessageState,
    pub reason: Option<String>,
}

/// Codes count as due for so long already: they last for minutes, and go before whatever else waits, however much that is.
const CODES_AHEAD: SignedDuration = SignedDuration::from_hours(72);

/// Adds messages to the unit's work, each once: one whose key is known is not added again. Say so (`App::mail_waits`) once the
/// unit is committed.
pub async fn enqueue(tx: &mut Tx<'_>, messages: &[Message], now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    for Message { account_id, key, about, to, content } in messages {
        let (id, text) = (new_id(now), serde_json::to_string(content).expect("texts are JSON"));
        let sql = "INSERT INTO messages (id, account_id, key, about, channel, kind, state, created_at, changed_at)
                   VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7, $7) ON CONFLICT (key) DO NOTHING";
        let (channel, kind) = (content.channel.as_str(), content.kind.as_str());
        tx.send(sql, &[&id, account_id, key, about, &channel, &kind, &at]).await?;
        let sql = "INSERT INTO message_queue (id, recipient, about, content, due_at, tries)
                   SELECT id, $2, about, $3, CAST($4 AS BIGINT), 0 FROM messages WHERE id = $1";
        let due = if content.kind == MessageKind::Code { at - millis(CODES_AHEAD) } else { at };
        hasten::<Messenger>(tx, about.as_slice(), at).await?;
        tx.send(sql, &[&id, to, &text, &due]).await?;
    }
    Ok(())
}

/// Deletes messages about these subjects that wait or have failed: what they say is no longer true. One that a worker is sending at
/// this moment keeps its place before later ones, and is deleted when the attempt fails.
pub async fn withdraw(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    let is_idle = "NOT EXISTS (SELECT 1 FROM message_queue q WHERE q.id = messages.id AND q.leased_until > 0)";
    List::new("messages", format!("state = 'queued' AND {is_idle}")).send_delete(tx, ("about", about)).await?;
    mark_withdrawn::<Messenger>(tx, about).await?;
    withdraw_failed(tx, about).await
}

/// Deletes withdrawn messages. The caller holds [`crate::platform::db::Lock::PhoneMessages`].
pub(super) async fn delete_withdrawn(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    List::new("messages", "state = 'queued'").delete(tx, ("id", ids)).await.map(drop)
}

/// Takes back all that waits for somebody who has another number, or wants none any more, and what failed to go there.
pub async fn withdraw_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM messages WHERE account_id = $1 AND state = 'queued'", &[&account_id]).await?;
    let sql = "DELETE FROM mails WHERE failed_at IS NOT NULL AND id IN (SELECT id FROM messages WHERE account_id = $1)";
    tx.execute(sql, &[&account_id]).await.map(drop)
}

/// The provider has these, unless it reported more already.
pub(super) async fn taken(tx: &mut Tx<'_>, ids: &[String], now: i64) -> Result<()> {
    let mut list = List::new("messages", "state = 'queued'");
    let at = list.value(now);
    let _: Vec<String> = list.update(tx, ("id", ids), &format!("state = 'taken', changed_at = {at}"), "id").await?;
    List::whole("message_queue").delete(tx, ("id", ids)).await.map(drop)
}

/// Gives one up, unless it is no longer this worker's; it is kept for a while, so that it can be tried again. Everybody who changes
/// both tables begins with `messages`, as whoever takes a message back does: so no two wait for each other.
pub(super) async fn give_up(tx: &mut Tx<'_>, keys: &Keys, claim: &Claim, why: &str, now: i64) -> Result<()> {
    let (Claim { id, leased_until, .. }, why) = (claim, told(why));
    let sql = "UPDATE messages SET state = 'failed', reason = $3, changed_at = $4 WHERE id = $1 AND state IN ('queued', 'taken')
               AND EXISTS (SELECT 1 FROM message_queue q WHERE q.id = $1 AND q.leased_until = $2)
               RETURNING about";
    let failed: Option<Option<String>> = tx.first(sql, &[id, leased_until, &why, &now]).await?;
    let sql = "DELETE FROM message_queue WHERE id = $1 AND leased_until = $2 RETURNING recipient, content, withdrawn";
    let waited: Option<(String, String, bool)> = tx.first(sql, &[id, leased_until]).await?;
    let Some((about, (recipient, content, withdrawn))) = failed.zip(waited) else { return Ok(()) };
    if withdrawn {
        return tx.execute("DELETE FROM messages WHERE id = $1", &[id]).await.map(drop);
    }
    keep_message(tx, keys, GivenUp { claim, recipient, content, about }, &why, now).await
}

/// Lets one go again that was given up, with all its tries and what it said, and returns whether it still had failed. The caller holds
/// [`crate::platform::db::Lock::PhoneMessages`] and shares the owner, and says so (`App::mail_waits`) once the unit is committed.
pub async fn retry(tx: &mut Tx<'_>, id: &str, to: &str, said: &str, now: i64) -> Result<bool> {
    // Somebody else may have dropped it meanwhile, or it arrived after all.
    let sql = "UPDATE messages SET state = 'queued', reason = NULL, changed_at = $2 WHERE id = $1 AND state = 'failed'";
    if drop_failed(tx, &[id.to_owned()]).await? == 0 || tx.execute(sql, &[&id, &now]).await? == 0 {
        return Ok(false);
    }
    let sql = "INSERT INTO message_queue (id, recipient, about, content, due_at, tries)
               SELECT id, $2, about, $3, CAST($4 AS BIGINT), 0 FROM messages WHERE id = $1";
    Ok(tx.execute(sql, &[&id, &to, &said, &now]).await? == 1)
}

/// Deletes all messages of an account, those that failed too.
pub async fn erase_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    let sql = "DELETE FROM messages WHERE account_id = $1 RETURNING id";
    let erased: Vec<String> = tx.all(sql, &[&account_id]).await?;
    drop_failed(tx, &erased).await.map(drop)
}

/// Notes what a provider reported: a state only moves on, so a report that comes again, or late, changes nothing, but for one that is
/// tried once more by hand. What was reported is not tried again, and what arrived has not failed. The caller holds [`crate::platform::db::Lock::PhoneMessages`].
pub async fn report(tx: &mut Tx<'_>, reports: &[Report], now: i64) -> Result<()> {
    // That it waits at the provider as well is no news, and it may never get further.
    for report in reports.iter().filter(|report| report.state != MessageState::Queued) {
        report_one(tx, report, now).await?;
        tx.send("DELETE FROM message_queue WHERE id = $1", &[&report.id]).await?;
    }
    let arrived = reports.iter().filter(|report| report.state == MessageState::Delivered);
    drop_failed(tx, &arrived.map(|report| report.id.clone()).collect::<Vec<_>>()).await.map(drop)
}

async fn report_one(tx: &mut Tx<'_>, Report { id, state, reason }: &Report, now: i64) -> Result<()> {
    let before: Vec<String> =
        MessageState::ALL.iter().filter(|other| *other < state).map(|state| format!("'{}'", state.as_str())).collect();
    if before.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE messages SET state = $2, reason = $3, changed_at = $4 WHERE id = $1 AND state IN ({})",
        before.join(", ")
    );
    let reason = reason.as_deref().filter(|_| *state == MessageState::Failed).map(told);
    tx.send(&sql, &[id, &state.as_str(), &reason, &now]).await
}

/// A provider's words as they are kept: a line, and no number of anybody.
fn told(reason: &str) -> String {
    let (mut told, mut digits) = (String::new(), String::new());
    let end = |told: &mut String, digits: &mut String| {
        let is_number = digits.chars().filter(char::is_ascii_digit).count() >= 6;
        told.push_str(if is_number { "… " } else { digits.as_str() });
        digits.clear();
    };
    for c in reason.chars().take(LONGEST_REASON) {
        // Numbers are written with blanks and dashes too.
        if c.is_ascii_digit() || (!digits.is_empty() && [' ', '-'].contains(&c)) {
            digits.push(c);
        } else {
            end(&mut told, &mut digits);
            told.push(if c.is_control() { ' ' } else { c });
        }
    }
    end(&mut told, &mut digits);
    told.trim().to_owned()
}

/// An account's messages, the latest first.
pub async fn list_of(tx: &mut Tx<'_>, account_id: &str, most: i64) -> Result<Vec<OwnMessage>> {
    OWN_MESSAGE.list_all(tx, "WHERE m.account_id = $1 ORDER BY m.id DESC LIMIT $2", &[&account_id, &most]).await
}

/// How many messages of a channel are in which state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChannelFigures {
    pub queued: i64,
    pub taken: i64,
    pub delivered: i64,
    pub failed: i64,
}

pub async fn figures(tx: &mut Tx<'_>, since: i64) -> Result<Vec<(Channel, ChannelFigures)>> {
    let sql = "SELECT channel, state, count(*) FROM messages WHERE created_at >= $1 GROUP BY channel, state";
    let counts: Vec<(Channel, MessageState, i64)> = tx.all(sql, &[&since]).await?;
    let of = |channel: Channel| {
        let count = |state| {
            let found = counts.iter().find(|(other, counted, _)| *other == channel && *counted == state);
            found.map_or(0, |(_, _, count)| *count)
        };
        let (queued, taken) = (count(MessageState::Queued), count(MessageState::Taken));
        (
            channel,
            ChannelFigures {
                queued,
                taken,
                delivered: count(MessageState::Delivered),
                failed: count(MessageState::Failed),
            },
        )
    };
    Ok(Channel::ALL.into_iter().map(of).collect())
}

/// Why messages failed, and how many for each reason.
pub async fn list_reasons(tx: &mut Tx<'_>, since: i64, most: i64) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT reason, count(*) AS failures FROM messages
               WHERE created_at >= $1 AND state = 'failed' AND reason IS NOT NULL
               GROUP BY reason ORDER BY failures DESC, reason LIMIT $2";
    tx.all(sql, &[&since, &most]).await
}

/// Forgets what became of messages long ago.
pub async fn forget_old(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    tx.execute("DELETE FROM messages WHERE created_at < $1", &[&(now - millis(KEPT))]).await
}

/// Gives up what waits for longer than any instance with a provider leaves it: none has one any more. An instance without a provider
/// cannot tell by its own settings, because others may have one. What comes to wait meanwhile is for the next time. The caller holds
/// [`crate::platform::db::Lock::PhoneMessages`].
pub async fn fail_unsent(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    // A code is due long before it was added, so both times count; a try that failed moves the first one on.
    let sql = "UPDATE messages SET state = 'failed', reason = 'no provider is set', changed_at = $1
               WHERE state = 'queued' AND changed_at < $2 AND id IN (SELECT id FROM message_queue WHERE due_at < $2)";
    tx.execute(sql, &[&now, &(now - millis(UNSENT_TIMEOUT))]).await?;
    let sql = "DELETE FROM message_queue WHERE EXISTS (SELECT 1 FROM messages m
                 WHERE m.id = message_queue.id AND m.state = 'failed')";
    tx.execute(sql, &[]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_keeps_no_number() {
        for (said, kept) in [
            ("absent subscriber", "absent subscriber"),
            ("+919847012345 is switched off (error 27)", "+… is switched off (error 27)"),
            ("a\nb", "a b"),
            ("9847012345", "…"),
        ] {
            assert_eq!(told(said), kept);
        }
        assert_eq!(told(&"x".repeat(500)).len(), LONGEST_REASON);
    }
}
