//! SQL of the queue of pushes, and of the devices that they go to.

use jiff::{SignedDuration, Timestamp};

use super::{NextChannel, Push, PushContent, Pusher};
use crate::platform::clock::millis;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::delivery_queue::{RowLease, make_due, mark_withdrawn};
use crate::platform::ids::new_id;
use crate::platform::list::List;
use crate::platform::{outbox, phone_messages};

/// A subscription ends after so many failures in a row, if they began so long ago: a push service that is down for an hour ends none.
const MAX_FAILURES: i64 = 5;
const MAX_FAILING_TIME: SignedDuration = SignedDuration::from_hours(24);

pub struct QueuedPush {
    pub account_id: String,
    pub about: String,
    pub content: PushContent,
}

columns! {
    pub QUEUED: QueuedPush in "push_queue" { account_id: "recipient", about: "about", content: "content" }
}

columns! {
    /// Where a push goes to.
    pub struct Device as DEVICE in "push_subscriptions p JOIN sessions s ON s.token_digest = p.session_digest" {
        id: String = "p.id",
        endpoint: String = "p.endpoint",
        p256dh: String = "p.p256dh",
        auth: String = "p.auth",
    }
}

/// Enqueues pushes. Call `App::wake_outbox` after the commit.
pub async fn enqueue(tx: &mut Tx<'_>, pushes: &[Push], now: Timestamp) -> Result<()> {
    let about: Vec<String> = pushes.iter().map(|push| push.about.clone()).collect();
    let at = now.as_millisecond();
    make_due::<Pusher>(tx, &about, at).await?;
    let write = |push: &Push| (new_id(now), serde_json::to_string(&push.content).expect("texts are JSON"));
    let written: Vec<_> = pushes.iter().map(write).collect();
    let mut rows = Vec::<[&dyn Param; 6]>::with_capacity(pushes.len());
    for (push, (id, content)) in pushes.iter().zip(&written) {
        rows.push([id, &push.account_id, &push.about, content, &at, &0_i64]);
    }
    tx.send_rows("push_queue", ["id", "recipient", "about", "content", "due_at", "tries"], &rows, "").await
}

/// Deletes pushes about these subjects that wait, because they are no longer true, and what would have followed them. One that is being sent
/// keeps its place, and is deleted if the attempt fails. Call it before the same of mails and messages: a push that failed writes to their
/// tables while it holds its own row.
pub async fn withdraw(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new("push_queue", "leased_until = 0").send_delete(tx, ("about", about)).await?;
    mark_withdrawn::<Pusher>(tx, about).await
}

/// Withdraws the messages to an account's phone, queued ones and those that would follow a push: its number has changed, or it wants none any
/// more.
pub async fn withdraw_messages_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    let sql = "SELECT id, content FROM push_queue WHERE recipient = $1";
    let waiting: Vec<(String, PushContent)> = tx.all(sql, &[&account_id]).await?;
    for (id, mut content) in waiting {
        if content.next.message.take().is_some() {
            let content = serde_json::to_string(&content).expect("texts are JSON");
            tx.send("UPDATE push_queue SET content = $2 WHERE id = $1", &[&id, &content]).await?;
        }
    }
    phone_messages::withdraw_of(tx, account_id).await
}

/// Deletes what waits for an account. Like [`withdraw`], before its mails.
pub async fn erase_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM push_queue WHERE recipient = $1", &[&account_id]).await.map(drop)
}

pub(super) async fn delete(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    List::whole("push_queue").delete(tx, ("id", ids)).await.map(drop)
}

/// Passes a push that no device took on to the next channel, unless its lease is over or it was withdrawn.
pub(super) async fn pass_on(tx: &mut Tx<'_>, claim: &RowLease, now: Timestamp) -> Result<()> {
    let sql = "DELETE FROM push_queue WHERE id = $1 AND leased_until = $2 RETURNING content, withdrawn";
    let failed: Option<(PushContent, bool)> = tx.first(sql, &[&claim.id, &claim.leased_until]).await?;
    let Some((PushContent { next: NextChannel { mail, message }, .. }, false)) = failed else { return Ok(()) };
    outbox::enqueue_all(tx, mail.as_slice(), now).await?;
    phone_messages::enqueue(tx, message.as_slice(), now).await
}

/// How many wait, for the job's look before it claims.
pub async fn count_waiting(tx: &mut Tx<'_>, now: i64) -> Result<i64> {
    tx.count("SELECT count(*) FROM (SELECT 1 FROM push_queue WHERE due_at <= $1 LIMIT 1) AS due", &[&now]).await
}

/// The devices on which an account is logged in and wants pushes.
pub(super) async fn list_devices(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<Vec<Device>> {
    DEVICE.list_all(tx, "WHERE p.account_id = $1 AND s.expires_at > $2 ORDER BY p.id", &[&account_id, &now]).await
}

/// What became of pushes to devices.
#[derive(Debug, Default)]
pub(super) struct DeviceOutcomes {
    pub took: Vec<String>,
    pub failed: Vec<String>,
    /// The push service does not know them any more.
    pub gone: Vec<String>,
}

impl DeviceOutcomes {
    /// Writes them down, and ends the subscriptions that are gone or have failed for long.
    pub async fn save(&self, tx: &mut Tx<'_>, now: i64) -> Result<()> {
        let mut took = List::whole("push_subscriptions");
        let at = took.value(now);
        let set = format!("last_used_at = {at}, failures = 0, failing_since = NULL");
        took.send_update(tx, ("id", &self.took), &set).await?;
        let mut failed = List::whole("push_subscriptions");
        let at = failed.value(now);
        let set = format!("failures = failures + 1, failing_since = COALESCE(failing_since, {at})");
        failed.send_update(tx, ("id", &self.failed), &set).await?;
        let mut over = List::new("push_subscriptions", format!("failures >= {MAX_FAILURES}"));
        over.and("failing_since <=", now - millis(MAX_FAILING_TIME));
        over.send_delete(tx, ("id", &self.failed)).await?;
        List::whole("push_subscriptions").send_delete(tx, ("id", &self.gone)).await
    }
}
