//! The outbox of mails: rows written in the same transaction as the change that they report.
//!
//! A feature calls [`enqueue`] inside its transaction, so that a mail is sent if and only if the transaction commits. The
//! [`delivery_queue`](super::delivery_queue) sends them. A row is deleted when the server has accepted the mail. The content of a failed
//! mail is stored for a week, encrypted, so that it can be retried ([`failed`]); failed messages to phones are stored beside them.

mod failed;

pub use self::failed::{
    Failed, FailedItem, FailedMessage, drop_failed, find_failed, keep_message, list_failed, retry, withdraw_failed,
};
pub use super::delivery_queue::{Backlog, count_backlog, step};

use jiff::{SignedDuration, Timestamp};

use super::bounces;
use super::clock::Clock;
use super::db::FromColumn;
use super::db::{Columns, Db, Lock, Param, Result, Tx, columns};
use super::delivery_queue;
use super::delivery_queue::{Outgoing, RowLease, SendError, SendResult};
use super::ids::new_id;
use super::list::List;
use super::mail::{Mail, MailContent, Mailer};

/// How long the operator can see a failure.
const FAILED_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Enqueues a mail. Call `App::wake_outbox` after the commit.
pub async fn enqueue(tx: &mut Tx<'_>, mail: &Mail, now: Timestamp) -> Result<()> {
    enqueue_all(tx, std::slice::from_ref(mail), now).await
}

/// Enqueues several mails. Postponed mails about the same subjects are made due, because they go first.
pub async fn enqueue_all(tx: &mut Tx<'_>, mails: &[Mail], now: Timestamp) -> Result<()> {
    let about: Vec<String> = mails.iter().filter_map(|mail| mail.about.clone()).collect();
    delivery_queue::make_due::<Mailer>(tx, &about, now.as_millisecond()).await?;
    enqueue_first(tx, mails, now).await
}

/// Enqueues mails about subjects without other pending mails, which are then not searched.
pub async fn enqueue_first(tx: &mut Tx<'_>, mails: &[Mail], now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    let parts: Vec<_> = mails.iter().map(|mail| (new_id(now), stored(&mail.content))).collect();
    let columns = ["id", "recipient", "content", "due_at", "tries", "about"];
    let mut rows = Vec::<[&dyn Param; 6]>::with_capacity(mails.len());
    for (mail, (id, content)) in mails.iter().zip(&parts) {
        // An account may have no address.
        if mail.to.is_empty() {
            tracing::debug!(about = mail.about, "a mail was not queued: its account has no address");
            continue;
        }
        rows.push([id, &mail.to, content, &at, &0_i64, &mail.about]);
    }
    tx.send_rows("mail_queue", columns, &rows, "").await
}

fn stored(content: &MailContent) -> String {
    serde_json::to_string(content).expect("texts are JSON")
}

impl FromColumn for MailContent {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        serde_json::from_str(&text).ok()
    }
}

pub async fn repair_due_times(db: &Db, clock: &Clock) -> Result<u64> {
    delivery_queue::repair_due_times::<Mailer>(db, clock).await
}

/// Deletes pending and failed mails to these addresses, and their bounces.
pub async fn erase_to(tx: &mut Tx<'_>, addresses: &[String]) -> Result<()> {
    bounces::erase(tx, addresses).await?;
    List::whole("mail_queue").delete(tx, ("recipient", addresses)).await.map(drop)
}

/// Deletes pending and failed mails about these subjects, because they are no longer true. One that is being sent keeps its place before later
/// ones and is deleted after the attempt.
pub async fn withdraw(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new("mail_queue", "leased_until = 0").send_delete(tx, ("about", about)).await?;
    delivery_queue::mark_withdrawn::<Mailer>(tx, about).await
}

pub async fn forget_failed(db: &Db, clock: &Clock) -> Result<u64> {
    let now = clock.now();
    let before = now.checked_sub(FAILED_RETENTION).unwrap_or(now).as_millisecond();
    db.write(async move |tx| {
        tx.disable_timeouts().await?;
        failed::forget_words(tx, now).await?;
        failed::forget_of_gone(tx).await?;
        tx.execute("DELETE FROM mail_queue WHERE failed_at < $1", &[&before]).await
    })
    .await
}

/// Sends until nothing is due, and returns how many mails were tried; for tests and the demo.
pub async fn drain(db: &Db, mailer: &Mailer, clock: &Clock) -> Result<usize> {
    let mut tried = 0;
    loop {
        match step(db, mailer, clock).await? {
            0 => return Ok(tried),
            some => tried += some,
        }
    }
}

columns! {
    MAIL: Mail in "mail_queue" { to: "recipient", content: "content", about: "about" }
}

impl Outgoing for Mailer {
    const NAME: &'static str = "mail";
    const TABLE: &'static str = "mail_queue";
    const WAITS: &'static str = "failed_at IS NULL";
    const LOCK: Lock<'static> = Lock::Mails;
    type Item = Mail;
    const COLUMNS: Columns<Mail> = MAIL;

    fn recipient(mail: &Mail) -> &str {
        &mail.to
    }

    fn until(mail: &Mail) -> Option<i64> {
        mail.content.until
    }

    async fn unreachable(tx: &mut Tx<'_>, mails: &[&Mail]) -> Result<Vec<bool>> {
        let bound = |mail: &Mail| (!mail.content.anyway).then(|| mail.to.to_lowercase());
        let addresses: Vec<String> = mails.iter().filter_map(|mail| bound(mail)).collect();
        let unreached = bounces::list_unreached(tx, &addresses).await?;
        Ok(mails.iter().map(|mail| bound(mail).is_some_and(|to| unreached.contains(&to))).collect())
    }

    async fn send(&self, id: &str, mail: &Mail, now: Timestamp) -> SendResult {
        Mailer::send(self, id, mail, now).await
    }

    async fn delete_withdrawn(db: &Db, ids: Vec<String>) -> Result<()> {
        db.write_one(async move |tx| List::whole("mail_queue").delete(tx, ("id", ids.as_slice())).await.map(drop)).await
    }

    async fn mark_sent(db: &Db, ids: Vec<String>, _: Timestamp) -> Result<()> {
        db.write_one(async move |tx| List::whole("mail_queue").delete(tx, ("id", ids.as_slice())).await.map(drop)).await
    }

    async fn give_up(&self, db: &Db, claim: RowLease, why: SendError, now: Timestamp) -> Result<()> {
        let keys = self.keys.clone();
        db.write(async move |tx| failed::give_up(tx, keys.as_ref(), &claim, &why, now).await).await
    }
}
