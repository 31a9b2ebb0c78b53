//! The delivery queue: how mails and messages to phones, stored as rows, are sent.
//!
//! Every instance sends. A row is claimed by a lease, rows of one recipient are sent in order, and failures are retried with exponential
//! backoff. Delivery is at least once, always under the same id.
//!
//! Rows about the same subject (`about`: an appointment) keep their order even if the first is postponed: nobody reads of a cancellation
//! before the booking. A row withdrawn while it is being sent is not retried. Decision 0073.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::future::ready;
use std::time::{Duration, Instant};

use futures::future::join_all;
use jiff::{SignedDuration, Timestamp};

use crate::platform::background::catch_panic;
use crate::platform::clock::{Clock, millis};
use crate::platform::db::{Columns, Db, Error, FromRow, Lock, Result, RowReader, Tx};
use crate::platform::list::List;

/// Rows per claim, and recipients that are sent to concurrently.
pub(super) const CLAIM_BATCH: usize = 50;
const SEND_CONCURRENCY: usize = 10;
/// Due rows that a claim looks at: a bound on its cost, however many wait behind rows in delivery.
const CLAIM_WINDOW: usize = 500;
/// How long a worker may hold claimed rows; longer than a batch takes if each send times out.
const LEASE_DURATION: SignedDuration = SignedDuration::from_mins(3);
/// After this time no further row of the same recipient is begun.
const RECIPIENT_TIME_LIMIT: Duration = Duration::from_secs(20);
/// Attempts and pause for recording a delivery; all within the lease.
const MAX_RECORD_ATTEMPTS: usize = 8;
const RECORD_RETRY_INTERVAL: Duration = Duration::from_millis(250);

const MAX_BACKOFF: SignedDuration = SignedDuration::from_hours(6);
const MAX_RETRY_TIME: SignedDuration = SignedDuration::from_hours(48);

/// Why a delivery failed. The texts are for the log and contain neither content nor recipient.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It will never succeed.
    #[error("refused: {0}")]
    Permanent(String),
    /// It will never succeed because the recipient does not exist, so other deliveries there will fail too.
    #[error("refused: {0}")]
    Unreached(String),
    /// It cannot succeed with the present settings. That is logged once at the start, not for each row.
    #[error("not set up: {0}")]
    NotSetUp(String),
    #[error("not now: {0}")]
    Temporary(String),
    /// Not tried: it must not be sent before this instant.
    #[error("deferred")]
    Deferred(Timestamp),
}

pub type SendResult = std::result::Result<(), SendError>;

/// A table of deliveries, with the columns `id`, `recipient`, `about`, `due_at`, `tries`, `leased_until` and `withdrawn`.
pub trait Outgoing: Sync + 'static {
    const NAME: &'static str;
    const TABLE: &'static str;
    /// The condition of pending rows, as in the table's indexes.
    const WAITS: &'static str;
    /// Held while rows are claimed.
    const LOCK: Lock<'static>;
    type Item: Send + Sync + 'static;
    const COLUMNS: Columns<Self::Item>;

    fn recipient(item: &Self::Item) -> &str;

    /// When it expires, in UTC milliseconds.
    fn until(item: &Self::Item) -> Option<i64>;

    /// SQL: since when a row has been waiting, computed from its due time and the backoff so far. The creation time would be wrong for a row
    /// that was retried by hand.
    fn since() -> String {
        format!("due_at - {}", total_backoff())
    }

    /// Which items have unreachable recipients: they fail at once.
    fn unreachable(tx: &mut Tx<'_>, items: &[&Self::Item]) -> impl Future<Output = Result<Vec<bool>>> + Send {
        let _ = tx;
        ready(Ok(vec![false; items.len()]))
    }

    /// Sends one; after `Ok` the receiver is responsible for it.
    fn send(&self, id: &str, item: &Self::Item, now: Timestamp) -> impl Future<Output = SendResult> + Send;

    /// When it may be sent, if not now.
    fn deferred_until(item: &Self::Item, now: Timestamp) -> Option<Timestamp> {
        let _ = (item, now);
        None
    }

    fn delete_withdrawn(db: &Db, ids: Vec<String>) -> impl Future<Output = Result<()>> + Send;

    fn mark_sent(db: &Db, ids: Vec<String>, now: Timestamp) -> impl Future<Output = Result<()>> + Send;

    fn give_up(
        &self,
        db: &Db,
        claim: RowLease,
        why: SendError,
        now: Timestamp,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// A claimed row. A worker that was too slow must not touch the row when another has claimed it.
pub struct RowLease {
    pub id: String,
    pub leased_until: i64,
    /// This attempt included.
    pub tries: i64,
}

struct LeasedRow<I> {
    id: String,
    /// A row that cannot be decoded fails on its own.
    item: Result<I>,
    tries: i64,
    leased_until: i64,
    unreachable: bool,
    withdrawn: bool,
}

/// Makes rows due that a wrong clock postponed or claimed for too long, and returns how many. The bound is twice the longest regular time,
/// because clocks of instances differ a little.
pub async fn repair_due_times<O: Outgoing>(db: &Db, clock: &Clock) -> Result<u64> {
    let wrong = format!("{} AND (due_at > $2 OR (due_at <= $1 AND leased_until > $3))", O::WAITS);
    let now = clock.now();
    let at = now.as_millisecond();
    let (latest, lease) = ((now + MAX_BACKOFF * 2).as_millisecond(), (now + LEASE_DURATION * 2).as_millisecond());
    let any = format!("SELECT EXISTS (SELECT 1 FROM {} WHERE {wrong})", O::TABLE);
    let is_any: Option<bool> = db.read(async |tx| tx.first(&any, &[&at, &latest, &lease]).await).await?;
    if is_any != Some(true) {
        return Ok(0);
    }
    let sql = format!("UPDATE {} SET due_at = $1, leased_until = 0 WHERE {wrong}", O::TABLE);
    db.write_one(async move |tx| tx.execute(&sql, &[&at, &latest, &lease]).await).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// At most [`MAX_BACKLOG_COUNT`].
    pub count: i64,
    pub since: Option<i64>,
}

/// A bound on the cost of counting.
pub const MAX_BACKLOG_COUNT: usize = 10_000;

/// Counts pending rows. One deferred before its first attempt does not count.
pub async fn count_backlog<O: Outgoing>(tx: &mut Tx<'_>, now: i64) -> Result<Backlog> {
    let since = O::since();
    let sql = format!(
        "SELECT COUNT(*), MIN(since)
         FROM (SELECT {since} AS since FROM {} WHERE {} AND {since} <= $1 ORDER BY due_at LIMIT {MAX_BACKLOG_COUNT}) AS mine",
        O::TABLE,
        O::WAITS
    );
    let (count, since): (i64, Option<i64>) = tx.first(&sql, &[&now]).await?.unwrap_or_default();
    Ok(Backlog { count, since })
}

/// Claims due rows, sends them, and returns how many were tried.
pub async fn step<O: Outgoing>(db: &Db, sender: &O, clock: &Clock) -> Result<usize> {
    let now = clock.now();
    let claimed = db
        .write(async move |tx| {
            tx.lock(O::LOCK).await?;
            claim_and_check::<O>(tx, now).await
        })
        .await?;
    // Withdrawn while another worker was sending them, which failed or died.
    let (withdrawn, claimed): (Vec<_>, Vec<_>) = claimed.into_iter().partition(|one| one.withdrawn);
    if !withdrawn.is_empty() {
        O::delete_withdrawn(db, withdrawn.iter().map(|one| one.id.clone()).collect()).await?;
    }
    let mut by_recipient = BTreeMap::<String, Vec<LeasedRow<O::Item>>>::new();
    for one in claimed {
        let to = one.item.as_ref().map_or_else(|_| one.id.clone(), |item| O::recipient(item).to_owned());
        by_recipient.entry(to).or_default().push(one);
    }
    let mut queues: Vec<Vec<LeasedRow<O::Item>>> = by_recipient.into_values().collect();
    // The longest queues first, so that the whole takes the least time.
    queues.sort_by_key(|queue| Reverse(queue.len()));
    // Rows behind a withdrawn one can go in the next step.
    let mut tried = withdrawn.len();
    for some in queues.chunks_mut(SEND_CONCURRENCY) {
        // Concurrently: a server that hangs costs one timeout.
        let sent = join_all(some.iter_mut().map(|queue| send_queue(sender, queue, clock))).await;
        let sent: Vec<_> = some.iter().flatten().zip(sent.into_iter().flatten()).collect();
        tried += sent.iter().filter(|(_, outcome)| outcome.is_some()).count();
        settle(sender, db, clock, sent).await?;
    }
    Ok(tried)
}

/// Sends the rows of one recipient in order. After a temporary failure, or if it takes long, the rest waits for another step.
async fn send_queue<O: Outgoing>(
    sender: &O,
    queue: &mut [LeasedRow<O::Item>],
    clock: &Clock,
) -> Vec<Option<SendResult>> {
    queue.sort_by(|one, other| one.id.cmp(&other.id));
    let (begun, mut outcomes) = (Instant::now(), Vec::with_capacity(queue.len()));
    for claimed in queue.iter() {
        let is_over = matches!(outcomes.last(), Some(None | Some(Err(SendError::Temporary(_)))));
        let sent = if is_over || (begun.elapsed() > RECIPIENT_TIME_LIMIT && !outcomes.is_empty()) {
            None
        } else {
            Some(send(sender, claimed, clock.now()).await)
        };
        outcomes.push(sent);
    }
    outcomes
}

/// Claims due rows, the oldest first; not those of a recipient to whom another worker is sending an earlier row, and only the first of each
/// subject. The claim holds the lock, so it sees claims of other workers. Rows locked by a transaction that withdraws them are skipped, because
/// that transaction may wait for another row of this claim.
async fn claim<O: Outgoing>(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<LeasedRow<O::Item>>> {
    let (table, waits, columns, skipping) = (O::TABLE, O::WAITS, O::COLUMNS, tx.skipping_held());
    let sql = format!(
        "UPDATE {table} SET leased_until = $2
         WHERE id IN (SELECT id FROM {table}
                      WHERE id IN (SELECT id FROM (SELECT id, recipient, about, due_at, leased_until FROM {table}
                                                   WHERE {waits} AND due_at <= $1 ORDER BY due_at LIMIT {CLAIM_WINDOW}) AS mine
                                   WHERE leased_until <= $1
                                     AND NOT EXISTS (SELECT 1 FROM {table} AS earlier
                                                     WHERE earlier.recipient = mine.recipient AND {waits}
                                                       AND earlier.id < mine.id AND earlier.leased_until > $1)
                                     AND NOT EXISTS (SELECT 1 FROM {table} AS first
                                                     WHERE first.about = mine.about AND first.recipient = mine.recipient
                                                       AND {waits} AND first.id < mine.id)
                                   ORDER BY due_at LIMIT {CLAIM_BATCH})
                      {skipping})
           AND {waits} AND due_at <= $1 AND leased_until <= $1
         RETURNING id, tries, leased_until, withdrawn, {columns}"
    );
    let lease = (now + LEASE_DURATION).as_millisecond();
    tx.query(&sql, &[&now.as_millisecond(), &lease], |row| {
        let mut fields = RowReader::of(row);
        let (id, tries, leased_until) = FromRow::from_row(&mut fields)?;
        let withdrawn = FromRow::from_row(&mut fields)?;
        Ok(LeasedRow { id, tries, leased_until, withdrawn, item: O::COLUMNS.take(&mut fields), unreachable: false })
    })
    .await
}

async fn claim_and_check<O: Outgoing>(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<LeasedRow<O::Item>>> {
    let mut claimed = claim::<O>(tx, now).await?;
    let items: Vec<&O::Item> = claimed.iter().filter_map(|one| one.item.as_ref().ok()).collect();
    let unreachable = O::unreachable(tx, &items).await?;
    for (one, unreachable) in claimed.iter_mut().filter(|one| one.item.is_ok()).zip(unreachable) {
        one.unreachable = unreachable;
    }
    Ok(claimed)
}

async fn settle<O: Outgoing>(
    sender: &O,
    db: &Db,
    clock: &Clock,
    sent: Vec<(&LeasedRow<O::Item>, Option<SendResult>)>,
) -> Result<()> {
    let (mut mark_sent, mut kept, mut left) = (Vec::with_capacity(sent.len()), Vec::new(), Vec::new());
    for (claimed, outcome) in sent {
        match outcome {
            Some(Ok(())) => mark_sent.push(claimed.id.clone()),
            Some(Err(error)) => kept.push((claimed, error)),
            None => left.push((claimed.id.clone(), claimed.leased_until)),
        }
    }
    // First, so that no other error prevents it: the row would be sent again.
    if !mark_sent.is_empty() {
        record_sent::<O>(db, clock, &mark_sent).await?;
    }
    reschedule(sender, db, clock.now(), kept).await?;
    if let Some((_, lease)) = left.first() {
        // All rows of a claim have the same lease.
        let (lease, ids) = (*lease, left.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>());
        db.write_one(async move |tx| release(tx, O::TABLE, &ids, lease).await).await?;
    }
    Ok(())
}

/// Retries while the database is busy or its answer was lost: recording twice does no harm, sending twice does.
async fn record_sent<O: Outgoing>(db: &Db, clock: &Clock, ids: &[String]) -> Result<()> {
    for _ in 1..MAX_RECORD_ATTEMPTS {
        match O::mark_sent(db, ids.to_vec(), clock.now()).await {
            Err(Error::Busy | Error::Unknown(_)) => tokio::time::sleep(RECORD_RETRY_INTERVAL).await,
            noted => return noted,
        }
    }
    O::mark_sent(db, ids.to_vec(), clock.now()).await
}

async fn reschedule<O: Outgoing>(
    sender: &O,
    db: &Db,
    now: Timestamp,
    kept: Vec<(&LeasedRow<O::Item>, SendError)>,
) -> Result<()> {
    let mut late = Vec::with_capacity(kept.len());
    for (claimed, error) in kept {
        let mut claim =
            RowLease { id: claimed.id.clone(), leased_until: claimed.leased_until, tries: claimed.tries + 1 };
        let next = match error {
            SendError::Permanent(_) | SendError::Unreached(_) | SendError::NotSetUp(_) => None,
            SendError::Temporary(_) => backoff_after(claim.tries),
            SendError::Deferred(until) => {
                claim.tries = claimed.tries;
                late.push((claim, until));
                continue;
            }
        };
        if !matches!(error, SendError::NotSetUp(_)) {
            tracing::warn!(id = claim.id, %error, again = next.is_some(), "a {} did not go", O::NAME);
        }
        match next {
            Some(wait) => late.push((claim, now + wait)),
            None => sender.give_up(db, claim, error, now).await?,
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

/// A row that cannot be decoded, or panics, may suit the next version, so it is retried.
async fn send<O: Outgoing>(sender: &O, claimed: &LeasedRow<O::Item>, now: Timestamp) -> SendResult {
    let item = claimed.item.as_ref().map_err(|error| SendError::Temporary(error.to_string()))?;
    if O::until(item).is_some_and(|until| until <= now.as_millisecond()) {
        return Err(SendError::Permanent("too late to be of use".into()));
    }
    if claimed.unreachable {
        return Err(SendError::Permanent("what went there before came back".into()));
    }
    if let Some(until) = O::deferred_until(item, now) {
        return Err(SendError::Deferred(until));
    }
    let sent = catch_panic(sender.send(&claimed.id, item, now)).await;
    sent.unwrap_or_else(|panicked| Err(SendError::Temporary(panicked.to_string())))
}

/// The backoff after so many tries: 1 minute, 2, 4, … 6 hours; `None` once the total exceeds 48 hours.
fn backoff_after(tries: i64) -> Option<SignedDuration> {
    let wait = |tries: i64| {
        let minutes = 1_i64.checked_shl(u32::try_from(tries - 1).unwrap_or(0)).unwrap_or(i64::MAX);
        SignedDuration::from_mins(minutes.clamp(1, MAX_BACKOFF.as_mins()))
    };
    let total_backoff = (1..tries).fold(SignedDuration::ZERO, |sum, before| sum.saturating_add(wait(before)));
    (total_backoff < MAX_RETRY_TIME).then(|| wait(tries))
}

/// SQL: the milliseconds of backoff that a row has had in total.
fn total_backoff() -> String {
    let mut sum = 0;
    let waits = (1..).map_while(|tries| Some((tries, backoff_after(tries)?)));
    let cases: Vec<String> = waits
        .map(|(tries, wait)| {
            sum += millis(wait);
            format!("WHEN {tries} THEN {sum}")
        })
        .collect();
    format!("CASE tries {} ELSE 0 END", cases.join(" "))
}

/// Postpones a row and the later ones about the same subject, which would only fill the window of [`claim`]. A withdrawn one becomes due at
/// once, so that the next claim deletes it.
async fn postpone(tx: &mut Tx<'_>, table: &str, claim: &RowLease, due: Timestamp) -> Result<()> {
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

/// Makes postponed rows about these subjects due now, because new ones have to wait for them.
pub(in crate::platform) async fn make_due<O: Outgoing>(tx: &mut Tx<'_>, about: &[String], now: i64) -> Result<()> {
    let mut list = List::new(O::TABLE, O::WAITS);
    let at = list.value(now);
    list.and_also(format!("due_at > {at}"));
    list.send_update(tx, ("about", about), &format!("due_at = {at}")).await
}

/// Marks rows that are being sent: they are not retried.
pub(in crate::platform) async fn mark_withdrawn<O: Outgoing>(tx: &mut Tx<'_>, about: &[String]) -> Result<()> {
    List::new(O::TABLE, O::WAITS).send_update(tx, ("about", about), "withdrawn = TRUE").await
}

async fn release(tx: &mut Tx<'_>, table: &'static str, ids: &[String], lease: i64) -> Result<()> {
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
        let waits: Vec<i64> = (1..).map_while(backoff_after).map(|wait| wait.as_mins()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360, 360]);
        assert_eq!(backoff_after(i64::MAX >> 40), None);
        let sql = total_backoff();
        assert!(sql.starts_with("CASE tries WHEN 1 THEN 60000 WHEN 2 THEN 180000 WHEN 3 THEN 420000 "), "{sql}");
        assert!(sql.contains(" WHEN 16 THEN 181860000 ELSE"), "{sql}");
    }
}
