//! Mails on their way: rows that are written together with what they tell of, and the step that sends them.
//!
//! A feature calls [`enqueue`] inside its unit of work, so that a mail goes out if and only if the unit stands.
//! How they go is the [`queue`]'s. A mail's row is deleted when the server has it. What it says is personal and may hold links that open
//! an account: when it is given up, that is kept for a week, encrypted, so that it can be tried again ([`failed`]). Messages to phones
//! that were given up are kept beside them.

mod failed;
pub mod queue;

pub use self::failed::{
    Failed, FailedItem, GivenUp, drop_failed, find_failed, keep_message, list_failed, retry, withdraw_failed,
};
pub use self::queue::{Waiting, count_waiting};

use jiff::{SignedDuration, Timestamp};

use self::queue::{CLAIMED_AT_ONCE, Claim, Outgoing, SendError, Sent};
use super::bounces;
use super::clock::Clock;
use super::db::{Columns, Db, Lock, Param, Result, Row, Tx, columns};
use super::ids::new_id;
use super::list::List;
use super::mail::{Body, Content, Finished, Mail, Mailer};
use super::stored::FromStored;

/// How long the operator can see that something never went.
const KEPT_FAILED: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Adds a mail to the unit's work. Say so (`App::mail_waits`) once the unit is committed.
pub async fn enqueue(tx: &mut Tx<'_>, mail: &Mail, now: Timestamp) -> Result<()> {
    enqueue_all(tx, std::slice::from_ref(mail), now).await
}

/// The same of several mails. Postponed mails about the same subjects go first, and are tried again at once.
pub async fn enqueue_all(tx: &mut Tx<'_>, mails: &[Mail], now: Timestamp) -> Result<()> {
    let about: Vec<String> = mails.iter().filter_map(|mail| mail.about.clone()).collect();
    queue::hasten::<Mailer>(tx, &about, now.as_millisecond()).await?;
    enqueue_first(tx, mails, now).await
}

/// Adds mails about subjects of which no other mail waits: there is nothing to look for.
pub async fn enqueue_first(tx: &mut Tx<'_>, mails: &[Mail], now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    let parts: Vec<_> = mails.iter().map(|mail| (new_id(now), stored(&mail.content))).collect();
    let columns = ["id", "recipient", "content", "due_at", "tries", "about"];
    let mut rows = Vec::<[&dyn Param; 6]>::with_capacity(mails.len());
    for (mail, (id, content)) in mails.iter().zip(&parts) {
        rows.push([id, &mail.to, content, &at, &0_i64, &mail.about]);
    }
    tx.send_rows("mails", columns, &rows, "").await
}

fn stored(content: &Content) -> String {
    serde_json::to_string(content).expect("texts are JSON")
}

impl FromStored for Content {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        serde_json::from_str(&text).ok()
    }
}

/// Takes over finished mails that an older program left, and returns how many; for as long as there is the table `outbox`.
pub async fn take_over(db: &Db, clock: &Clock) -> Result<usize> {
    let now = clock.now_millis();
    let any = "SELECT EXISTS (SELECT 1 FROM outbox WHERE failed_at IS NULL)";
    let waits: Option<bool> = db.read(async |tx| tx.first(any, &[]).await).await?;
    if waits != Some(true) {
        return Ok(0);
    }
    db.write(async move |tx| {
        let sql = format!(
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE failed_at IS NULL AND leased_until <= $1
                                             ORDER BY id LIMIT {CLAIMED_AT_ONCE})
               AND leased_until <= $1
             RETURNING id, recipient, due_at, tries, subject, body_text, body_html, calendar_method, calendar"
        );
        let finished = |row: &Row<'_>| {
            let body = Body::Finished(Finished {
                text: row.get(5)?,
                html: row.get(6)?,
                calendar: row.get::<Option<String>>(7)?.zip(row.get(8)?),
            });
            let content = Content { subject: row.get(4)?, body, stop: None, until: None, anyway: false };
            Ok((row.get(0)?, row.get(1)?, stored(&content), row.get(2)?, row.get(3)?))
        };
        let left: Vec<(String, String, String, i64, i64)> = tx.query(&sql, &[&now], finished).await?;
        let columns = ["id", "recipient", "content", "due_at", "tries"];
        let rows = left.iter().map(|(id, to, content, due, tries)| [id as &dyn Param, to, content, due, tries]);
        tx.send_rows("mails", columns, &rows.collect::<Vec<_>>(), "").await?;
        Ok(left.len())
    })
    .await
}

/// Makes mails due again that a wrong clock put off, and returns how many.
pub async fn take_back_times(db: &Db, clock: &Clock) -> Result<u64> {
    queue::take_back_times::<Mailer>(db, clock).await
}

/// Deletes what waits for these addresses, what never went to them, and what came back.
pub async fn erase_to(tx: &mut Tx<'_>, addresses: &[String]) -> Result<()> {
    bounces::erase(tx, addresses).await?;
    for table in ["mails", "outbox"] {
        List::whole(table).delete(tx, ("recipient", addresses)).await?;
    }
    Ok(())
}

/// Deletes mails about these subjects that wait or have failed: what they say is no longer true. One that a worker is sending at this
/// moment keeps its place before later ones, and is deleted when the attempt ends.
pub async fn withdraw(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new("mails", "leased_until = 0").send_delete(tx, ("about", about)).await?;
    queue::mark_withdrawn::<Mailer>(tx, about).await
}

/// Deletes what failed a month ago, and returns how much.
pub async fn forget_failed(db: &Db, clock: &Clock) -> Result<u64> {
    let now = clock.now();
    let before = now.checked_sub(KEPT_FAILED).unwrap_or(now).as_millisecond();
    db.write(async move |tx| {
        tx.take_your_time().await?;
        failed::forget_words(tx, now).await?;
        failed::forget_of_gone(tx).await?;
        let by_older_program = tx.execute("DELETE FROM outbox WHERE failed_at < $1", &[&before]).await?;
        Ok(by_older_program + tx.execute("DELETE FROM mails WHERE failed_at < $1", &[&before]).await?)
    })
    .await
}

/// Steps until nothing is due and returns how many mails were tried; for tests and the demo.
pub async fn drain(db: &Db, mailer: &Mailer, clock: &Clock) -> Result<usize> {
    let mut tried = 0;
    loop {
        match step(db, mailer, clock).await? {
            0 => return Ok(tried),
            some => tried += some,
        }
    }
}

/// Claims mails that are due, tries them, and returns how many were tried.
pub async fn step(db: &Db, mailer: &Mailer, clock: &Clock) -> Result<usize> {
    queue::step(db, mailer, clock).await
}

columns! {
    MAIL: Mail in "mails" { to: "recipient", content: "content", about: "about" }
}

impl Outgoing for Mailer {
    const NAME: &'static str = "mail";
    const TABLE: &'static str = "mails";
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

    async fn in_vain(tx: &mut Tx<'_>, mails: &[&Mail]) -> Result<Vec<bool>> {
        let bound = |mail: &Mail| (!mail.content.anyway).then(|| mail.to.to_lowercase());
        let addresses: Vec<String> = mails.iter().filter_map(|mail| bound(mail)).collect();
        let unreached = bounces::list_unreached(tx, &addresses).await?;
        Ok(mails.iter().map(|mail| bound(mail).is_some_and(|to| unreached.contains(&to))).collect())
    }

    async fn send(&self, id: &str, mail: &Mail, now: Timestamp) -> Sent {
        Mailer::send(self, id, mail, now).await
    }

    async fn delete_withdrawn(db: &Db, ids: Vec<String>) -> Result<()> {
        db.write_one(async move |tx| List::whole("mails").delete(tx, ("id", ids.as_slice())).await.map(drop)).await
    }

    async fn gone(db: &Db, ids: Vec<String>, _: Timestamp) -> Result<()> {
        db.write_one(async move |tx| List::whole("mails").delete(tx, ("id", ids.as_slice())).await.map(drop)).await
    }

    async fn give_up(&self, db: &Db, claim: Claim, why: SendError, now: Timestamp) -> Result<()> {
        let keys = self.keys.clone();
        db.write(async move |tx| failed::give_up(tx, keys.as_ref(), &claim, &why, now).await).await
    }
}
