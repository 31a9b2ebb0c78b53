//! SQL of messages to phones.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Channel, MessageContent, MessageKind, MessageState, Messenger, PhoneMessage, links};
use crate::platform::clock::millis;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::delivery_queue::{RowLease, make_due, mark_withdrawn};
use crate::platform::format::Instant;
use crate::platform::ids::{Secret, first_id, new_id};
use crate::platform::keys::Keys;
use crate::platform::list::List;
use crate::platform::outbox::{self, FailedMessage, drop_failed, keep_message, withdraw_failed};

/// The retention of delivery states.
const MESSAGE_RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);
/// Messages that no instance has tried to send for this time have failed.
const UNSENT_TIMEOUT: SignedDuration = SignedDuration::from_hours(48);
/// Longer reasons of a provider are cut.
const MAX_REASON_LENGTH: usize = 200;

pub struct QueuedMessage {
    pub to: String,
    pub content: MessageContent,
}

columns! {
    pub WAITING: QueuedMessage in "phone_message_queue" { to: "recipient", content: "content" }
}

columns! {
    /// A message as its owner sees it: never "sent", only what the provider reported.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct OwnMessage as OWN_MESSAGE in "phone_messages m" {
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

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Report {
    pub id: String,
    pub state: MessageState,
    pub reason: Option<String>,
}

/// Codes are enqueued with an earlier due time, so that they are sent before everything else: they expire in minutes.
const CODE_PRIORITY: SignedDuration = SignedDuration::from_hours(72);

/// Enqueues messages; one with a known key is skipped. Call `App::wake_outbox` after the commit.
pub async fn enqueue(tx: &mut Tx<'_>, messages: &[PhoneMessage], now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    for PhoneMessage { account_id, key, about, to, content } in messages {
        let code = content.kind.has_link().then(links::new_code);
        let content = MessageContent { link: code.as_ref().map(|code| code.expose().to_owned()), ..content.clone() };
        let (id, text) = (new_id(now), serde_json::to_string(&content).expect("texts are JSON"));
        let sql =
            "INSERT INTO phone_messages (id, account_id, key, about, channel, kind, state, created_at, changed_at)
                   VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7, $7) ON CONFLICT (key) DO NOTHING";
        let (channel, kind) = (content.channel.as_str(), content.kind.as_str());
        tx.send(sql, &[&id, account_id, key, about, &channel, &kind, &at]).await?;
        if let Some(code) = code {
            let sql =
                "INSERT INTO message_links (code_digest, message_id) SELECT $2, id FROM phone_messages WHERE id = $1";
            tx.send(sql, &[&id, &code.digest()]).await?;
        }
        let sql = "INSERT INTO phone_message_queue (id, recipient, about, content, due_at, tries)
                   SELECT id, $2, about, $3, CAST($4 AS BIGINT), 0 FROM phone_messages WHERE id = $1";
        let due = if content.kind == MessageKind::Code { at - millis(CODE_PRIORITY) } else { at };
        make_due::<Messenger>(tx, about.as_slice(), at).await?;
        tx.send(sql, &[&id, to, &text, &due]).await?;
    }
    Ok(())
}

/// Deletes pending and failed messages about these subjects, because they are no longer true. One that is being sent keeps its place before
/// later ones, and is deleted if the attempt fails.
pub async fn withdraw(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    let is_idle =
        "NOT EXISTS (SELECT 1 FROM phone_message_queue q WHERE q.id = phone_messages.id AND q.leased_until > 0)";
    List::new("phone_messages", format!("state = 'queued' AND {is_idle}")).send_delete(tx, ("about", about)).await?;
    mark_withdrawn::<Messenger>(tx, about).await?;
    withdraw_failed(tx, about).await
}

/// Gives the messages about a subject to another account: it lists them, and they are erased and withdrawn with it.
pub async fn hand_over(tx: &mut Tx<'_>, about: &str, account_id: &str) -> Result<()> {
    tx.execute("UPDATE phone_messages SET account_id = $2 WHERE about = $1", &[&about, &account_id]).await.map(drop)
}

/// The same for mails and messages.
pub async fn withdraw_with_mails(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    outbox::withdraw(tx, about).await?;
    withdraw(tx, about).await
}

/// Deletes withdrawn messages. The caller holds [`crate::platform::db::Lock::PhoneMessages`].
pub(super) async fn delete_withdrawn(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    List::new("phone_messages", "state = 'queued'").delete(tx, ("id", ids)).await.map(drop)
}

/// Deletes pending and failed messages of an account whose number changed, or that wants none any more.
pub async fn withdraw_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM phone_messages WHERE account_id = $1 AND state = 'queued'", &[&account_id]).await?;
    let sql = "DELETE FROM mail_queue WHERE failed_at IS NOT NULL AND id IN (SELECT id FROM phone_messages WHERE account_id = $1)";
    tx.execute(sql, &[&account_id]).await.map(drop)
}

/// Records messages as taken by the provider, unless it has reported more already.
pub(super) async fn taken(tx: &mut Tx<'_>, ids: &[String], now: i64) -> Result<()> {
    let mut list = List::new("phone_messages", "state = 'queued'");
    let at = list.value(now);
    let _: Vec<String> = list.update(tx, ("id", ids), &format!("state = 'taken', changed_at = {at}"), "id").await?;
    List::whole("phone_message_queue").delete(tx, ("id", ids)).await.map(drop)
}

/// Records a message as failed, unless its lease is over. With `keys` it is stored, encrypted, for a retry. Transactions on both tables begin
/// with `messages`, so that they cannot deadlock.
pub(super) async fn give_up(tx: &mut Tx<'_>, keys: Option<&Keys>, claim: &RowLease, why: &str, now: i64) -> Result<()> {
    let (RowLease { id, leased_until, .. }, why) = (claim, redact_numbers(why));
    let sql = "UPDATE phone_messages SET state = 'failed', reason = $3, changed_at = $4 WHERE id = $1 AND state IN ('queued', 'taken')
               AND EXISTS (SELECT 1 FROM phone_message_queue q WHERE q.id = $1 AND q.leased_until = $2)
               RETURNING about";
    let failed: Option<Option<String>> = tx.first(sql, &[id, leased_until, &why, &now]).await?;
    let sql =
        "DELETE FROM phone_message_queue WHERE id = $1 AND leased_until = $2 RETURNING recipient, content, withdrawn";
    let waited: Option<(String, String, bool)> = tx.first(sql, &[id, leased_until]).await?;
    let Some((about, (recipient, content, withdrawn))) = failed.zip(waited) else { return Ok(()) };
    if withdrawn {
        return tx.execute("DELETE FROM phone_messages WHERE id = $1", &[id]).await.map(drop);
    }
    let Some(keys) = keys else { return Ok(()) };
    keep_message(tx, keys, FailedMessage { claim, recipient, content, about }, &why, now).await
}

/// Sends a failed message again with all its attempts; false if it had not failed. The caller holds
/// [`crate::platform::db::Lock::PhoneMessages`] and shares the owner, and calls `App::wake_outbox` after the commit.
pub async fn retry(tx: &mut Tx<'_>, id: &str, to: &str, said: &str, now: i64) -> Result<bool> {
    // It may have been dropped or delivered meanwhile.
    let sql =
        "UPDATE phone_messages SET state = 'queued', reason = NULL, changed_at = $2 WHERE id = $1 AND state = 'failed'";
    if drop_failed(tx, &[id.to_owned()]).await? == 0 || tx.execute(sql, &[&id, &now]).await? == 0 {
        return Ok(false);
    }
    let sql = "INSERT INTO phone_message_queue (id, recipient, about, content, due_at, tries)
               SELECT id, $2, about, $3, CAST($4 AS BIGINT), 0 FROM phone_messages WHERE id = $1";
    Ok(tx.execute(sql, &[&id, &to, &said, &now]).await? == 1)
}

pub async fn erase_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    let sql = "DELETE FROM phone_messages WHERE account_id = $1 RETURNING id";
    let erased: Vec<String> = tx.all(sql, &[&account_id]).await?;
    drop_failed(tx, &erased).await.map(drop)
}

/// Records delivery reports. States only move forward, so repeated and late reports change nothing, unless the operator retries a message. The
/// caller holds [`crate::platform::db::Lock::PhoneMessages`].
pub async fn report(tx: &mut Tx<'_>, reports: &[Report], now: i64) -> Result<()> {
    // A report that it is queued at the provider says nothing new.
    for report in reports.iter().filter(|report| report.state != MessageState::Queued) {
        report_one(tx, report, now).await?;
        tx.send("DELETE FROM phone_message_queue WHERE id = $1", &[&report.id]).await?;
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
        "UPDATE phone_messages SET state = $2, reason = $3, changed_at = $4 WHERE id = $1 AND state IN ({})",
        before.join(", ")
    );
    let reason = reason.as_deref().filter(|_| *state == MessageState::Failed).map(redact_numbers);
    tx.send(&sql, &[id, &state.as_str(), &reason, &now]).await
}

/// The provider's reason as one line, without phone numbers.
fn redact_numbers(reason: &str) -> String {
    let (mut told, mut digits) = (String::new(), String::new());
    let end = |told: &mut String, digits: &mut String| {
        let is_number = digits.chars().filter(char::is_ascii_digit).count() >= 6;
        told.push_str(if is_number { "… " } else { digits.as_str() });
        digits.clear();
    };
    for c in reason.chars().take(MAX_REASON_LENGTH) {
        // Numbers may contain blanks and dashes.
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

/// How many messages of these kinds were written to an account since an instant.
pub async fn count_since(tx: &mut Tx<'_>, account_id: &str, kinds: &[MessageKind], since: Timestamp) -> Result<i64> {
    let sql = "SELECT kind FROM phone_messages WHERE account_id = $1 AND id >= $2";
    let written: Vec<String> = tx.all(sql, &[&account_id, &first_id(since)]).await?;
    let count = written.iter().filter(|text| kinds.iter().any(|kind| kind.as_str() == text.as_str())).count();
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}

/// What the message with this link is about: its kind and the id of its subject. `None` if there is no such message any more.
pub async fn find_linked(tx: &mut Tx<'_>, code: &Secret) -> Result<Option<(MessageKind, String)>> {
    let sql = "SELECT m.kind, COALESCE(m.about, '') FROM message_links l JOIN phone_messages m ON m.id = l.message_id
               WHERE l.code_digest = $1";
    tx.first(sql, &[&code.digest()]).await
}

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
    let sql = "SELECT channel, state, count(*) FROM phone_messages WHERE created_at >= $1 GROUP BY channel, state";
    let counts: Vec<(Channel, MessageState, i64)> = tx.all(sql, &[&since]).await?;
    let of = |channel: Channel| {
        let count = |state| {
            let found = counts.iter().find(|(other, counted, _)| *other == channel && *counted == state);
            found.map_or(0, |(_, _, count)| *count)
        };
        let [queued, taken, failed, delivered] = MessageState::ALL.map(count);
        (channel, ChannelFigures { queued, taken, delivered, failed })
    };
    Ok(Channel::ALL.into_iter().map(of).collect())
}

pub async fn list_reasons(tx: &mut Tx<'_>, since: i64, most: i64) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT reason, count(*) AS failures FROM phone_messages
               WHERE created_at >= $1 AND state = 'failed' AND reason IS NOT NULL
               GROUP BY reason ORDER BY failures DESC, reason LIMIT $2";
    tx.all(sql, &[&since, &most]).await
}

pub async fn forget_old(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    tx.execute("DELETE FROM phone_messages WHERE created_at < $1", &[&(now - millis(MESSAGE_RETENTION))]).await
}

/// Fails messages that have waited longer than any instance with a provider would leave them. An instance without a provider cannot tell by
/// its own settings, because others may have one. The caller holds [`crate::platform::db::Lock::PhoneMessages`].
pub async fn fail_unsent(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    // Codes are due before their creation, so both times count; a failed attempt advances the first.
    let sql = "UPDATE phone_messages SET state = 'failed', reason = 'no provider is set', changed_at = $1
               WHERE state = 'queued' AND changed_at < $2 AND id IN (SELECT id FROM phone_message_queue WHERE due_at < $2)";
    tx.execute(sql, &[&now, &(now - millis(UNSENT_TIMEOUT))]).await?;
    let sql = "DELETE FROM phone_message_queue WHERE EXISTS (SELECT 1 FROM phone_messages m
                 WHERE m.id = phone_message_queue.id AND m.state = 'failed')";
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
            assert_eq!(redact_numbers(said), kept);
        }
        assert_eq!(redact_numbers(&"x".repeat(500)).len(), MAX_REASON_LENGTH);
    }
}
