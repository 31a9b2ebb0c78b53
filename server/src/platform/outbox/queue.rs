//! How anything goes out that waits as a row: mails, and messages to phones.
//!
//! Every instance steps. A row is claimed by a lease, what one person gets goes in its order, and one that does not go waits
//! longer each time. It goes at least once, always under the same id.
//!
//! Rows about the same subject (`about`: an appointment) keep their order, also when the first of them is postponed: a recipient never
//! reads of a cancellation before the booking. A row that is withdrawn while a worker sends it is not retried. Decision 0073.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::future::ready;
use std::time::{Duration, Instant};

use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};

use crate::platform::background::caught;
use crate::platform::clock::{Clock, millis};
use crate::platform::db::{Columns, Db, Error, FromRow, Lock, Result, RowReader, Tx};
use crate::platform::list::List;

/// How many are taken at a time, and to how many people they are sent together.
pub(super) const CLAIMED_AT_ONCE: usize = 50;
const SENT_AT_ONCE: usize = 10;
/// Among how many it looks for them: however many wait behind some that are on their way, nobody who writes meanwhile waits for a
/// look at all of them.
const LOOKED_AT: usize = 500;
/// How long claimed rows are left to their worker; well above the time that it takes when each send needs all its patience.
const LEASE: SignedDuration = SignedDuration::from_mins(3);
/// After so long nobody's next one is begun.
const LONG_ENOUGH: Duration = Duration::from_secs(20);
/// How often it is tried to note what went, and after which pause; all within the lease.
const NOTED_TRIES: usize = 8;
const NOTED_AGAIN: Duration = Duration::from_millis(250);

const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(6);
const TRIED_LONG_ENOUGH: SignedDuration = SignedDuration::from_hours(48);

/// Why something did not go. The texts are for the log and hold nothing of what was to go, nor its recipient.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It will not go, however often we try.
    #[error("refused: {0}")]
    Permanent(String),
    /// The same, because there is no such recipient: nothing else will go there either.
    #[error("refused: {0}")]
    Unreached(String),
    #[error("not now: {0}")]
    Temporary(String),
    /// Nothing was tried: it must not go before this instant.
    #[error("deferred")]
    Deferred(Timestamp),
}

pub type Sent = std::result::Result<(), SendError>;

/// What goes out of one table. Its rows have `id`, `recipient`, `about`, `due_at`, `tries`, `leased_until` and `withdrawn`.
pub trait Outgoing: Sync + 'static {
    /// What one of them is called in the log.
    const NAME: &'static str;
    const TABLE: &'static str;
    /// The condition that a row still waits; the table's indexes have it too.
    const WAITS: &'static str;
    /// Choosing which to send.
    const LOCK: Lock<'static>;
    type Item: Send + Sync + 'static;
    const COLUMNS: Columns<Self::Item>;

    fn recipient(item: &Self::Item) -> &str;

    /// From then on, in UTC milliseconds, it is of no use to anybody.
    fn until(item: &Self::Item) -> Option<i64>;

    /// Since when a row waits to go, in SQL: its last try is due when the waits of all those before it have passed. When it was written
    /// does not say so, because one that was given up may be tried again much later.
    fn since() -> String {
        format!("due_at - {}", waited())
    }

    /// Which of these would reach nobody: they are given up.
    fn in_vain(tx: &mut Tx<'_>, items: &[&Self::Item]) -> impl Future<Output = Result<Vec<bool>>> + Send {
        let _ = tx;
        ready(Ok(vec![false; items.len()]))
    }

    /// Hands one over; after `Ok` somebody else has it.
    fn send(&self, id: &str, item: &Self::Item, now: Timestamp) -> impl Future<Output = Sent> + Send;

    /// Before which instant it must not go, if it may not go now.
    fn deferred_until(item: &Self::Item, now: Timestamp) -> Option<Timestamp> {
        let _ = (item, now);
        None
    }

    /// These were withdrawn: they are deleted without a trace.
    fn delete_withdrawn(db: &Db, ids: Vec<String>) -> impl Future<Output = Result<()>> + Send;

    /// These went.
    fn gone(db: &Db, ids: Vec<String>, now: Timestamp) -> impl Future<Output = Result<()>> + Send;

    /// This one never will.
    fn give_up(&self, db: &Db, claim: Claim, why: SendError, now: Timestamp)
    -> impl Future<Output = Result<()>> + Send;
}

/// Whose turn it is: a worker that was too slow must not touch the next one's.
pub struct Claim {
    pub id: String,
    pub leased_until: i64,
    /// This one counted.
    pub tries: i64,
}

struct Claimed<I> {
    id: String,
    /// One that cannot be read fails alone.
    item: Result<I>,
    tries: i64,
    leased_until: i64,
    in_vain: bool,
    withdrawn: bool,
}

/// Makes rows due that a clock which was wrong put off, or claimed, for much longer than is ever done, and returns how many. Other
/// instances' clocks are a little ahead or behind, so twice as long is not wrong yet.
pub async fn take_back_times<O: Outgoing>(db: &Db, clock: &Clock) -> Result<u64> {
    let wrong = format!("{} AND (due_at > $2 OR (due_at <= $1 AND leased_until > $3))", O::WAITS);
    let now = clock.now();
    let at = now.as_millisecond();
    let (latest, lease) = ((now + LONGEST_WAIT * 2).as_millisecond(), (now + LEASE * 2).as_millisecond());
    let any = format!("SELECT EXISTS (SELECT 1 FROM {} WHERE {wrong})", O::TABLE);
    let is_any: Option<bool> = db.read(async |tx| tx.first(&any, &[&at, &latest, &lease]).await).await?;
    if is_any != Some(true) {
        return Ok(0);
    }
    let sql = format!("UPDATE {} SET due_at = $1, leased_until = 0 WHERE {wrong}", O::TABLE);
    db.write_one(async move |tx| tx.execute(&sql, &[&at, &latest, &lease]).await).await
}

/// What waits to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Up to [`COUNTED`].
    pub count: i64,
    /// Since when the oldest of them waits, in UTC milliseconds.
    pub since: Option<i64>,
}

/// More are not counted: whoever asks how many wait must not hold up those who send them.
pub const COUNTED: usize = 10_000;

/// How many wait, and since when. One that is put off and was not tried yet does not wait: its time has not come.
pub async fn count_waiting<O: Outgoing>(tx: &mut Tx<'_>, now: i64) -> Result<Waiting> {
    let since = O::since();
    let sql = format!(
        "SELECT COUNT(*), MIN(since)
         FROM (SELECT {since} AS since FROM {} WHERE {} AND {since} <= $1 ORDER BY due_at LIMIT {COUNTED}) AS mine",
        O::TABLE,
        O::WAITS
    );
    let (count, since): (i64, Option<i64>) = tx.first(&sql, &[&now]).await?.unwrap_or_default();
    Ok(Waiting { count, since })
}

/// Claims rows that are due, tries them, and returns how many were tried.
pub async fn step<O: Outgoing>(db: &Db, way: &O, clock: &Clock) -> Result<usize> {
    let now = clock.now();
    let claimed = db
        .write(async move |tx| {
            tx.lock(O::LOCK).await?;
            claim_and_look::<O>(tx, now).await
        })
        .await?;
    // Withdrawn while another worker sent them, which then failed or died.
    let (withdrawn, claimed): (Vec<_>, Vec<_>) = claimed.into_iter().partition(|one| one.withdrawn);
    if !withdrawn.is_empty() {
        O::delete_withdrawn(db, withdrawn.iter().map(|one| one.id.clone()).collect()).await?;
    }
    let mut by_recipient = BTreeMap::<String, Vec<Claimed<O::Item>>>::new();
    for one in claimed {
        let to = one.item.as_ref().map_or_else(|_| one.id.clone(), |item| O::recipient(item).to_owned());
        by_recipient.entry(to).or_default().push(one);
    }
    let mut queues: Vec<Vec<Claimed<O::Item>>> = by_recipient.into_values().collect();
    // The longest first: so together they take no longer than they must.
    queues.sort_by_key(|queue| Reverse(queue.len()));
    // What stood behind a withdrawn row can go in the next step.
    let mut tried = withdrawn.len();
    for some in queues.chunks_mut(SENT_AT_ONCE) {
        // Together: a server that hangs costs the patience of one send.
        let sent = join_all(some.iter_mut().map(|queue| send_queue(way, queue, clock))).await;
        let sent: Vec<_> = some.iter().flatten().zip(sent.into_iter().flatten()).collect();
        tried += sent.iter().filter(|(_, outcome)| outcome.is_some()).count();
        settle(way, db, clock, sent).await?;
    }
    Ok(tried)
}

/// Sends what one person gets, in its order: they must not read of a cancellation before the booking. Once one did not go, or it
/// takes long, the rest is for another time.
async fn send_queue<O: Outgoing>(way: &O, queue: &mut [Claimed<O::Item>], clock: &Clock) -> Vec<Option<Sent>> {
    queue.sort_by(|one, other| one.id.cmp(&other.id));
    let (begun, mut outcomes) = (Instant::now(), Vec::with_capacity(queue.len()));
    for claimed in queue.iter() {
        let is_over = matches!(outcomes.last(), Some(None | Some(Err(SendError::Temporary(_)))));
        let sent = if is_over || (begun.elapsed() > LONG_ENOUGH && !outcomes.is_empty()) {
            None
        } else {
            Some(send(way, claimed, clock.now()).await)
        };
        outcomes.push(sent);
    }
    outcomes
}

/// The longest due first, but none of somebody to whom another worker has an earlier one on its way, and of each subject only the first
/// one. A claim holds the lock, and so sees the claims of other workers; an older program that runs at the same time does not take it, and the
/// conditions at the end are asked again once it has committed. Rows that a transaction is withdrawing are left out rather than waited
/// for: that transaction may wait for another row of this claim.
async fn claim<O: Outgoing>(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Claimed<O::Item>>> {
    let (table, waits, columns, skipping) = (O::TABLE, O::WAITS, O::COLUMNS, tx.skipping_held());
    let sql = format!(
        "UPDATE {table} SET leased_until = $2
         WHERE id IN (SELECT id FROM {table}
                      WHERE id IN (SELECT id FROM (SELECT id, recipient, about, due_at, leased_until FROM {table}
                                                   WHERE {waits} AND due_at <= $1 ORDER BY due_at LIMIT {LOOKED_AT}) AS mine
                                   WHERE leased_until <= $1
                                     AND NOT EXISTS (SELECT 1 FROM {table} AS earlier
                                                     WHERE earlier.recipient = mine.recipient AND {waits}
                                                       AND earlier.id < mine.id AND earlier.leased_until > $1)
                                     AND NOT EXISTS (SELECT 1 FROM {table} AS first
                                                     WHERE first.about = mine.about AND first.recipient = mine.recipient
                                                       AND {waits} AND first.id < mine.id)
                                   ORDER BY due_at LIMIT {CLAIMED_AT_ONCE})
                      {skipping})
           AND {waits} AND due_at <= $1 AND leased_until <= $1
         RETURNING id, tries, leased_until, withdrawn, {columns}"
    );
    let lease = (now + LEASE).as_millisecond();
    tx.query(&sql, &[&now.as_millisecond(), &lease], |row| {
        let mut fields = RowReader::of(row);
        let (id, tries, leased_until) = FromRow::from_row(&mut fields)?;
        let withdrawn = FromRow::from_row(&mut fields)?;
        Ok(Claimed { id, tries, leased_until, withdrawn, item: O::COLUMNS.take(&mut fields), in_vain: false })
    })
    .await
}

/// The same, with what is known of each: whether it would reach nobody.
async fn claim_and_look<O: Outgoing>(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<Claimed<O::Item>>> {
    let mut claimed = claim::<O>(tx, now).await?;
    let items: Vec<&O::Item> = claimed.iter().filter_map(|one| one.item.as_ref().ok()).collect();
    let in_vain = O::in_vain(tx, &items).await?;
    for (one, in_vain) in claimed.iter_mut().filter(|one| one.item.is_ok()).zip(in_vain) {
        one.in_vain = in_vain;
    }
    Ok(claimed)
}

/// Writes down what became of them; those that were not tried are anybody's again.
async fn settle<O: Outgoing>(
    way: &O,
    db: &Db,
    clock: &Clock,
    sent: Vec<(&Claimed<O::Item>, Option<Sent>)>,
) -> Result<()> {
    let (mut gone, mut kept, mut left) = (Vec::with_capacity(sent.len()), Vec::new(), Vec::new());
    for (claimed, outcome) in sent {
        match outcome {
            Some(Ok(())) => gone.push(claimed.id.clone()),
            Some(Err(error)) => kept.push((claimed, error)),
            None => left.push((claimed.id.clone(), claimed.leased_until)),
        }
    }
    // First, so that nothing keeps what went from being noted: it would go again.
    if !gone.is_empty() {
        note_gone::<O>(db, clock, &gone).await?;
    }
    put_off(way, db, clock.now(), kept).await?;
    if let Some((_, lease)) = left.first() {
        // All of one claim have one lease.
        let (lease, ids) = (*lease, left.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>());
        db.write_one(async move |tx| give_back(tx, O::TABLE, &ids, lease).await).await?;
    }
    Ok(())
}

/// Asks again while the database is too busy, or its answer was lost: noting it twice does no harm, sending it twice does.
async fn note_gone<O: Outgoing>(db: &Db, clock: &Clock, ids: &[String]) -> Result<()> {
    for _ in 1..NOTED_TRIES {
        match O::gone(db, ids.to_vec(), clock.now()).await {
            Err(Error::Busy | Error::Unknown(_)) => tokio::time::sleep(NOTED_AGAIN).await,
            noted => return noted,
        }
    }
    O::gone(db, ids.to_vec(), clock.now()).await
}

/// Lets them wait for another try, or gives them up.
async fn put_off<O: Outgoing>(
    way: &O,
    db: &Db,
    now: Timestamp,
    kept: Vec<(&Claimed<O::Item>, SendError)>,
) -> Result<()> {
    let mut late = Vec::with_capacity(kept.len());
    for (claimed, error) in kept {
        let mut claim = Claim { id: claimed.id.clone(), leased_until: claimed.leased_until, tries: claimed.tries + 1 };
        let next = match error {
            SendError::Permanent(_) | SendError::Unreached(_) => None,
            SendError::Temporary(_) => wait_after(claim.tries),
            SendError::Deferred(until) => {
                claim.tries = claimed.tries;
                late.push((claim, until));
                continue;
            }
        };
        tracing::warn!(id = claim.id, %error, again = next.is_some(), "a {} did not go", O::NAME);
        match next {
            Some(wait) => late.push((claim, now + wait)),
            None => way.give_up(db, claim, error, now).await?,
        }
    }
    if late.is_empty() {
        return Ok(());
    }
    db.write(async move |tx| {
        for (claim, due) in &late {
            postpone(tx, O::TABLE, claim, *due).await?;
        }
        Ok(())
    })
    .await
}

/// A row that we cannot read or that makes us panic may suit the next version.
async fn send<O: Outgoing>(way: &O, claimed: &Claimed<O::Item>, now: Timestamp) -> Sent {
    let item = claimed.item.as_ref().map_err(|error| SendError::Temporary(error.to_string()))?;
    if O::until(item).is_some_and(|until| until <= now.as_millisecond()) {
        return Err(SendError::Permanent("too late to be of use".into()));
    }
    if claimed.in_vain {
        return Err(SendError::Permanent("what went there before came back".into()));
    }
    if let Some(until) = O::deferred_until(item, now) {
        return Err(SendError::Deferred(until));
    }
    let sent = caught(way.send(&claimed.id, item, now)).await;
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

/// How many milliseconds a row has waited for its tries in all, in SQL.
fn waited() -> String {
    let mut sum = 0;
    let waits = (1..).map_while(|tries| Some((tries, wait_after(tries)?)));
    let cases: Vec<String> = waits
        .map(|(tries, wait)| {
            sum += millis(wait);
            format!("WHEN {tries} THEN {sum}")
        })
        .collect();
    format!("CASE tries {} ELSE 0 END", cases.join(" "))
}

/// Postpones a row, and with it the later ones about the same subject: they would only fill the window in which [`claim`] looks. A
/// withdrawn one is due at once, so that the next claim deletes it.
async fn postpone(tx: &mut Tx<'_>, table: &str, claim: &Claim, due: Timestamp) -> Result<()> {
    let (due, id) = (due.as_millisecond(), &claim.id);
    let sql = format!(
        "UPDATE {table} SET tries = $3, due_at = CASE WHEN withdrawn THEN 0 ELSE CAST($4 AS BIGINT) END, leased_until = 0
         WHERE id = $1 AND leased_until = $2 RETURNING recipient, about, withdrawn"
    );
    let postponed: Option<(String, Option<String>, bool)> =
        tx.first(&sql, &[id, &claim.leased_until, &claim.tries, &due]).await?;
    let Some((recipient, Some(about), false)) = postponed else { return Ok(()) };
    let sql = format!(
        "UPDATE {table} SET due_at = $4 WHERE about = $1 AND recipient = $2 AND id > $3 AND due_at < $4 AND leased_until = 0"
    );
    tx.execute(&sql, &[&about, &recipient, id, &due]).await.map(drop)
}

/// Makes postponed rows about these subjects due now: something new is told about them, which has to wait for these.
pub(in crate::platform) async fn hasten<O: Outgoing>(tx: &mut Tx<'_>, about: &[String], now: i64) -> Result<()> {
    let mut list = List::new(O::TABLE, O::WAITS);
    let at = list.value(now);
    list.and_also(format!("due_at > {at}"));
    list.send_update(tx, ("about", about), &format!("due_at = {at}")).await
}

/// Marks rows that a worker is sending at this moment: they are not retried.
pub(in crate::platform) async fn mark_withdrawn<O: Outgoing>(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new(O::TABLE, O::WAITS).send_update(tx, ("about", about), "withdrawn = TRUE").await
}

async fn give_back(tx: &mut Tx<'_>, table: &'static str, ids: &[String], lease: i64) -> Result<()> {
    let mut list = List::whole(table);
    list.and("leased_until =", lease);
    let _: Vec<String> = list.update(tx, ("id", ids), "leased_until = 0", "id").await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_double_from_a_minute_to_six_hours_and_end_after_two_days() {
        let waits: Vec<i64> = (1..).map_while(wait_after).map(|wait| wait.as_mins()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360, 360]);
        assert_eq!(wait_after(i64::MAX >> 40), None);
        let sql = waited();
        assert!(sql.starts_with("CASE tries WHEN 1 THEN 60000 WHEN 2 THEN 180000 WHEN 3 THEN 420000 "), "{sql}");
        assert!(sql.contains(" WHEN 16 THEN 181860000 ELSE"), "{sql}");
    }
}
