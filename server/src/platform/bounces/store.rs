//! The SQL of addresses from which mails came back.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::{Bounce, Teller};
use crate::platform::db::{Param, Result, Tx};
use crate::platform::list::List;

/// How long a return is known. An address that nobody changed or confirmed for so long is tried again.
const KEPT: SignedDuration = SignedDuration::from_hours(365 * 24);
/// How long it is known that a mail reached an address. Returns are believed for less.
const REACHED_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Notes a return. A mail that is told of again counts no more, and neither does one of before the address was last shown to work.
/// A final return that is not signed marks nothing: the owner of the address is asked.
pub async fn note(tx: &mut Tx<'_>, bounce: &Bounce, teller: Teller, now: i64) -> Result<()> {
    let Bounce { address, mail_id, mailed_at, is_final } = bounce;
    let is_signed = teller != Teller::Folder;
    let (soft, final_at) = (i64::from(!is_final), is_final.then_some(now));
    let (unreached_at, reported_at) = (final_at.filter(|_| is_signed), final_at.filter(|_| !is_signed));
    let sql = "INSERT INTO bounced_addresses AS b (address, last_mail, soft, unreached_at, reported_at, bounced_at)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (address) DO UPDATE SET last_mail = excluded.last_mail, soft = b.soft + excluded.soft,
                 unreached_at = COALESCE(b.unreached_at, excluded.unreached_at),
                 reported_at = COALESCE(b.reported_at, excluded.reported_at),
                 bounced_at = excluded.bounced_at
               WHERE (b.last_mail <> excluded.last_mail OR (excluded.unreached_at IS NOT NULL AND b.unreached_at IS NULL)
                      OR (excluded.reported_at IS NOT NULL AND b.reported_at IS NULL))
                 AND (b.reached_at IS NULL OR b.reached_at <= $7)";
    let values: [&dyn Param; 7] = [address, mail_id, &soft, &unreached_at, &reported_at, &now, mailed_at];
    tx.execute(sql, &values).await.map(drop)
}

/// Which of these addresses mails do not reach, in lower case.
pub async fn list_unreached(tx: &mut Tx<'_>, addresses: &[String]) -> Result<HashSet<String>> {
    if addresses.is_empty() {
        return Ok(HashSet::new());
    }
    let mut list = List::new("bounced_addresses", "unreached_at IS NOT NULL");
    list.and_one_of("address", &keys_of(addresses));
    Ok(list.all(tx, "address", "").await?.into_iter().collect())
}

/// Whoever has the address read a mail of that time: unless one came back since, mails reach it. Of an address without returns it is
/// noted too, for those that are told of later.
pub async fn note_reached(tx: &mut Tx<'_>, address: &str, mailed_at: i64) -> Result<()> {
    let sql = "INSERT INTO bounced_addresses AS b (address, last_mail, soft, bounced_at, reached_at)
               VALUES ($1, '', 0, $2, $2)
               ON CONFLICT (address) DO UPDATE SET last_mail = '', unreached_at = NULL, reported_at = NULL, soft = 0,
                 reached_at = excluded.reached_at
               WHERE b.bounced_at <= excluded.reached_at";
    tx.send(sql, &[&address.to_lowercase(), &mailed_at]).await
}

/// Forgets what is known of somebody's addresses.
pub async fn erase(tx: &mut Tx<'_>, addresses: &[String]) -> Result<()> {
    List::whole("bounced_addresses").delete(tx, ("address", &keys_of(addresses))).await.map(drop)
}

/// Forgets returns of long ago, and addresses that were shown to work.
pub async fn forget_old(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    let before = |kept: SignedDuration| now.checked_sub(kept).unwrap_or(now).as_millisecond();
    // The last return of an address that works again may be much older than the mail that showed it.
    let sql = "DELETE FROM bounced_addresses WHERE bounced_at < $1
                 AND CASE WHEN last_mail = '' THEN COALESCE(reached_at, bounced_at) < $1 ELSE bounced_at < $2 END";
    tx.execute(sql, &[&before(REACHED_KEPT), &before(KEPT)]).await
}

fn keys_of(addresses: &[String]) -> Vec<String> {
    addresses.iter().map(|address| address.to_lowercase()).collect()
}
