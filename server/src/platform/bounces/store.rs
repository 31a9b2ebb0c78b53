//! The SQL of addresses from which mails came back.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::{Bounce, ReportSource};
use crate::platform::db::{Param, Result, Tx};
use crate::platform::list::List;

/// How long a bounce counts; then the address is tried again.
const BOUNCE_RETENTION: SignedDuration = SignedDuration::from_hours(365 * 24);
/// How long a confirmation is stored; longer than bounces are accepted.
const REACHED_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Records a bounce. A repeated report does not count again, nor one from before the address was last confirmed. An unsigned permanent
/// bounce does not mark the address; its owner is asked.
pub async fn note(tx: &mut Tx<'_>, bounce: &Bounce, teller: ReportSource, now: i64) -> Result<()> {
    let Bounce { address, mail_id, mailed_at, is_final } = bounce;
    let is_signed = teller != ReportSource::Folder;
    let (soft, final_at) = (i64::from(!is_final), is_final.then_some(now));
    let (unreached_at, reported_at) = (final_at.filter(|_| is_signed), final_at.filter(|_| !is_signed));
    let sql = "INSERT INTO bounced_addresses AS b (address, last_mail_id, soft, undeliverable_since, reported_at, bounced_at)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (address) DO UPDATE SET last_mail_id = excluded.last_mail_id, soft = b.soft + excluded.soft,
                 undeliverable_since = COALESCE(b.undeliverable_since, excluded.undeliverable_since),
                 reported_at = COALESCE(b.reported_at, excluded.reported_at),
                 bounced_at = excluded.bounced_at
               WHERE (b.last_mail_id <> excluded.last_mail_id OR (excluded.undeliverable_since IS NOT NULL AND b.undeliverable_since IS NULL)
                      OR (excluded.reported_at IS NOT NULL AND b.reported_at IS NULL))
                 AND (b.last_read_mail_at IS NULL OR b.last_read_mail_at <= $7)";
    let values: [&dyn Param; 7] = [address, mail_id, &soft, &unreached_at, &reported_at, &now, mailed_at];
    tx.execute(sql, &values).await.map(drop)
}

/// The unreachable ones of these addresses, in lower case.
pub async fn list_unreached(tx: &mut Tx<'_>, addresses: &[String]) -> Result<HashSet<String>> {
    if addresses.is_empty() {
        return Ok(HashSet::new());
    }
    let mut list = List::new("bounced_addresses", "undeliverable_since IS NOT NULL");
    list.and_one_of("address", &keys_of(addresses));
    Ok(list.all(tx, "address", "").await?.into_iter().collect())
}

/// Records that a mail of that time was read: unless one bounced since, the address is reachable. Also stored without bounces, for reports
/// that come later.
pub async fn note_reached(tx: &mut Tx<'_>, address: &str, mailed_at: i64) -> Result<()> {
    let sql = "INSERT INTO bounced_addresses AS b (address, last_mail_id, soft, bounced_at, last_read_mail_at)
               VALUES ($1, '', 0, $2, $2)
               ON CONFLICT (address) DO UPDATE SET last_mail_id = '', undeliverable_since = NULL, reported_at = NULL, soft = 0,
                 last_read_mail_at = excluded.last_read_mail_at
               WHERE b.bounced_at <= excluded.last_read_mail_at";
    tx.send(sql, &[&address.to_lowercase(), &mailed_at]).await
}

pub async fn erase(tx: &mut Tx<'_>, addresses: &[String]) -> Result<()> {
    List::whole("bounced_addresses").delete(tx, ("address", &keys_of(addresses))).await.map(drop)
}

pub async fn forget_old(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let before = |kept: SignedDuration| now.checked_sub(kept).unwrap_or(now).as_millisecond();
    // The last return of an address that works again may be much older than the mail that showed it.
    let sql = "DELETE FROM bounced_addresses WHERE bounced_at < $1
                 AND CASE WHEN last_mail_id = '' THEN COALESCE(last_read_mail_at, bounced_at) < $1 ELSE bounced_at < $2 END";
    tx.execute(sql, &[&before(REACHED_RETENTION), &before(BOUNCE_RETENTION)]).await
}

fn keys_of(addresses: &[String]) -> Vec<String> {
    addresses.iter().map(|address| address.to_lowercase()).collect()
}
