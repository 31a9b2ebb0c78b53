//! Mails on their way: rows that are written together with what they tell of, and the step that sends them.
//!
//! A feature calls [`enqueue`] inside its unit of work, so that a mail goes out if and only if the unit stands.
//! Every instance steps. A mail goes at least once, always under the same Message-ID; its row is deleted when the server
//! has it, and what it says when it is given up, because that is personal and may hold links that open an account.

use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};

use super::background::caught;
use super::clock::Clock;
use super::db::{Db, FromRow, Param, Result, Row, RowReader, Tx, columns};
use super::ids::new_id;
use super::list::List;
use super::mail::{Body, Content, Finished, Mail, Mailer, SendError};
use super::stored::FromStored;

/// How many mails a worker takes at a time, and how many of them it sends together.
const CLAIMED_AT_ONCE: usize = 50;
const SENT_AT_ONCE: usize = 10;
/// How long claimed mails are left to their worker; well above the time that it takes when each send needs all its patience.
const LEASE: SignedDuration = SignedDuration::from_mins(3);

const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(6);
const TRIED_LONG_ENOUGH: SignedDuration = SignedDuration::from_hours(48);
/// How long the operator can see that a mail never went.
const KEPT_FAILED: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Adds a mail to the unit's work. Say so (`App::mail_waits`) once the unit is committed.
pub async fn enqueue(tx: &mut Tx<'_>, mail: &Mail, now: Timestamp) -> Result<()> {
    enqueue_all(tx, std::slice::from_ref(mail), now).await
}

/// The same of several mails.
pub async fn enqueue_all(tx: &mut Tx<'_>, mails: &[Mail], now: Timestamp) -> Result<()> {
    let at = now.as_millisecond();
    let parts: Vec<_> = mails.iter().map(|mail| (new_id(now), stored(&mail.content))).collect();
    let columns = ["id", "recipient", "content", "due_at", "tries"];
    let mut rows = Vec::<[&dyn Param; 5]>::with_capacity(mails.len());
    for (mail, (id, content)) in mails.iter().zip(&parts) {
        rows.push([id, &mail.to, content, &at, &0_i64]);
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
            let content = Content { subject: row.get(4)?, body };
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

/// Makes mails due that a clock which was wrong put off, or claimed, for much longer than is ever done, and returns how many. Other
/// instances' clocks are a little ahead or behind, so twice as long is not wrong yet.
pub async fn take_back_times(db: &Db, clock: &Clock) -> Result<u64> {
    const WRONG: &str = "failed_at IS NULL AND (due_at > $2 OR (due_at <= $1 AND leased_until > $3))";
    let now = clock.now();
    let at = now.as_millisecond();
    let (latest, lease) = ((now + LONGEST_WAIT * 2).as_millisecond(), (now + LEASE * 2).as_millisecond());
    let any = format!("SELECT EXISTS (SELECT 1 FROM mails WHERE {WRONG})");
    let is_any: Option<bool> = db.read(async |tx| tx.first(&any, &[&at, &latest, &lease]).await).await?;
    if is_any != Some(true) {
        return Ok(0);
    }
    let sql = format!("UPDATE mails SET due_at = $1, leased_until = 0 WHERE {WRONG}");
    db.write_one(async move |tx| tx.execute(&sql, &[&at, &latest, &lease]).await).await
}

/// Deletes what waits for these addresses, and what never went to them.
pub async fn erase_to(tx: &mut Tx<'_>, addresses: &[String]) -> Result<()> {
    for table in ["mails", "outbox"] {
        List::whole(table).delete(tx, ("recipient", addresses)).await?;
    }
    Ok(())
}

/// Deletes mails that failed a month ago, and returns how many.
pub async fn forget_failed(db: &Db, clock: &Clock) -> Result<u64> {
    let now = clock.now();
    let before = now.checked_sub(KEPT_FAILED).unwrap_or(now).as_millisecond();
    db.write(async move |tx| {
        tx.take_your_time().await?;
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

/// Claims mails that are due, each to somebody else, tries them, and returns how many there were.
pub async fn step(db: &Db, mailer: &Mailer, clock: &Clock) -> Result<usize> {
    let now = clock.now();
    let claimed = db.write_one(async move |tx| claim(tx, now).await).await?;
    for some in claimed.chunks(SENT_AT_ONCE) {
        // Together: a server that hangs costs the patience of one send.
        let sent = join_all(some.iter().map(|claimed| send(mailer, claimed, clock.now()))).await;
        settle(db, clock, some, sent).await?;
    }
    Ok(claimed.len())
}

struct Claimed {
    id: String,
    /// One that cannot be read fails alone.
    mail: Result<Mail>,
    tries: i64,
    /// Whose claim it is: a worker that was too slow must not touch the next one's.
    leased_until: i64,
}

columns! {
    MAIL: Mail in "mails" { to: "recipient", content: "content" }
}

/// Of several to one person only the first: they must not read of a cancellation before the booking. One that has to wait
/// for another try holds nothing up.
///
/// The outer conditions repeat the inner ones: on PostgreSQL two workers may pick the same rows, and the second
/// looks at them again once the first has committed.
async fn claim(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Claimed>> {
    let sql = format!(
        "UPDATE mails SET leased_until = $2
         WHERE id IN (SELECT id FROM mails AS mine WHERE failed_at IS NULL AND due_at <= $1 AND leased_until <= $1
                      AND NOT EXISTS (SELECT 1 FROM mails AS earlier
                                      WHERE earlier.recipient = mine.recipient AND earlier.failed_at IS NULL
                                        AND earlier.id < mine.id AND earlier.due_at <= $1)
                      ORDER BY due_at LIMIT {CLAIMED_AT_ONCE})
           AND failed_at IS NULL AND due_at <= $1 AND leased_until <= $1
         RETURNING id, tries, leased_until, {MAIL}"
    );
    let lease = (now + LEASE).as_millisecond();
    tx.query(&sql, &[&now.as_millisecond(), &lease], |row| {
        let mut fields = RowReader::of(row);
        let (id, tries, leased_until) = FromRow::from_row(&mut fields)?;
        Ok(Claimed { id, tries, leased_until, mail: MAIL.take(&mut fields) })
    })
    .await
}

/// Writes down what became of mails.
async fn settle(
    db: &Db,
    clock: &Clock,
    claimed: &[Claimed],
    sent: Vec<std::result::Result<(), SendError>>,
) -> Result<()> {
    let (mut gone, mut kept) = (Vec::with_capacity(claimed.len()), Vec::new());
    for (claimed, sent) in claimed.iter().zip(sent) {
        match sent {
            Ok(()) => gone.push(claimed.id.clone()),
            Err(error) => kept.push((claimed, error)),
        }
    }
    // First, so that nothing keeps what went from being deleted: it would go again.
    if !gone.is_empty() {
        db.write_one(async move |tx| delete(tx, &gone).await).await?;
    }
    for (claimed, error) in kept {
        put_off(db, clock.now(), claimed, error).await?;
    }
    Ok(())
}

/// Lets a mail wait for another try, or gives it up.
async fn put_off(db: &Db, now: Timestamp, claimed: &Claimed, error: SendError) -> Result<()> {
    let (id, lease, tries) = (claimed.id.clone(), claimed.leased_until, claimed.tries + 1);
    let next = match error {
        SendError::Permanent(_) => None,
        SendError::Temporary(_) => wait_after(tries),
    };
    tracing::warn!(id, %error, again = next.is_some(), "a mail did not go");
    let why = error.to_string();
    match next {
        Some(wait) => db.write_one(async move |tx| postpone(tx, &id, lease, tries, now + wait).await).await,
        None => db.write_one(async move |tx| give_up(tx, &id, lease, tries, now, &why).await).await,
    }
}

/// A row that we cannot read or that makes us panic may suit the next version.
async fn send(mailer: &Mailer, claimed: &Claimed, now: Timestamp) -> std::result::Result<(), SendError> {
    let mail = claimed.mail.as_ref().map_err(|error| SendError::Temporary(error.to_string()))?;
    let sent = caught(mailer.send(&claimed.id, mail, now)).await;
    sent.unwrap_or_else(|panicked| Err(SendError::Temporary(panicked.to_string())))
}

/// How long to wait after so many tries: 1 minute, 2, 4, … 6 hours; `None` once the waits come to 48 hours.
fn wait_after(tries: i64) -> Option<SignedDuration> {
    let wait = |tries: i64| {
        let minutes = 1_i64.checked_shl(u32::try_from(tries - 1).unwrap_or(0)).unwrap_or(i64::MAX);
        SignedDuration::from_mins(minutes.clamp(1, LONGEST_WAIT.as_mins()))
    };
    let waited = (1..tries).fold(SignedDuration::ZERO, |sum, before| sum.saturating_add(wait(before)));
    (waited < TRIED_LONG_ENOUGH).then(|| wait(tries))
}

async fn delete(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    List::whole("mails").delete(tx, ("id", ids)).await.map(drop)
}

async fn postpone(tx: &mut Tx<'_>, id: &str, lease: i64, tries: i64, due: Timestamp) -> Result<()> {
    let sql = "UPDATE mails SET tries = $3, due_at = $4, leased_until = 0 WHERE id = $1 AND leased_until = $2";
    tx.execute(sql, &[&id, &lease, &tries, &due.as_millisecond()]).await.map(drop)
}

async fn give_up(tx: &mut Tx<'_>, id: &str, lease: i64, tries: i64, now: Timestamp, why: &str) -> Result<()> {
    let sql = "UPDATE mails SET tries = $3, failed_at = $4, failure = $5, leased_until = 0, content = NULL
               WHERE id = $1 AND leased_until = $2";
    tx.execute(sql, &[&id, &lease, &tries, &now.as_millisecond(), &why]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_double_from_a_minute_to_six_hours_and_end_after_two_days() {
        let waits: Vec<i64> = (1..).map_while(wait_after).map(|wait| wait.as_mins()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360, 360]);
        assert_eq!(wait_after(i64::MAX >> 40), None);
    }
}
