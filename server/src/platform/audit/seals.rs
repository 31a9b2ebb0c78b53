//! Seals: every minute new rows of the audit log are closed into a batch by a keyed hash of the rows and of the previous seal. The key is
//! not in the database, so that someone with the database alone cannot change, add, remove or reorder rows undetected.
//!
//! A batch takes committed rows that are in no other batch. A committed row never changes, and one that commits late goes into a later batch,
//! so writers never wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::words::Words;
use crate::platform::clock::millis;
use crate::platform::db::{Lock, Param, Result, Tx, columns};
use crate::platform::fold::name_key;
use crate::platform::keys::{self, Keys};
use crate::platform::list::List;

/// India's rules of 2025 require logs of one year.
const AUDIT_RETENTION: SignedDuration = SignedDuration::from_hours(365 * 24);
const MAX_BATCH_ROWS: i64 = 256;
const PURPOSE: &str = "audit";

columns! {
    pub struct Seal as SEAL in "audit_seals s" {
        number: i64 = "s.number",
        sealed_at: i64 = "s.sealed_at",
        /// The time of its newest row.
        until: i64 = "s.until",
        entries: i64 = "s.entries",
        /// The seal before it, and until when that one went.
        previous: String = "s.previous",
        previous_until: i64 = "s.previous_until",
        key_id: String = "s.key_id",
        seal: String = "s.seal",
    }
}

columns! {
    struct SealedRow as SEALED_ROW in "audit_log l LEFT JOIN audit_details w ON w.id = l.id LEFT JOIN audit_on_behalf f ON f.id = l.id" {
        id: String = "l.id",
        at: i64 = "l.at",
        actor_id: String = "l.actor_id",
        actor_role: String = "l.actor_role",
        action: String = "l.action",
        subject_kind: String = "l.subject_kind",
        subject_id: String = "l.subject_id",
        network: Option<String> = "l.network",
        times: i64 = "l.times",
        digest: Option<String> = "l.digest",
        /// The person on whose behalf, if not the actor's own.
        for_id: Option<String> = "f.on_behalf_of",
        salt: Option<String> = "w.salt",
        subject_name: Option<String> = "w.subject_name",
        subject_key: Option<String> = "w.subject_key",
        reason: Option<String> = "w.reason",
    }
}

impl SealedRow {
    /// The row without names and reasons, which may be erased: their digest instead.
    fn to_json(&self) -> serde_json::Value {
        json!([
            self.id,
            self.at,
            self.actor_id,
            self.actor_role,
            self.action,
            self.subject_kind,
            self.subject_id,
            self.network,
            self.times,
            self.digest,
            self.for_id
        ])
    }

    fn is_erased(&self) -> bool {
        self.digest.is_some() && self.salt.is_none()
    }

    /// Whether names and reasons match the digest, or are erased.
    fn has_its_words(&self) -> bool {
        let Some(salt) = self.salt.clone() else { return true };
        let name = self.subject_name.as_deref().unwrap_or_default();
        self.subject_key == Some(name_key(name))
            && self.digest == Some(Words::stored(salt, name, self.reason.as_deref()).digest())
    }
}

impl Seal {
    /// The sealed text: the seal's row, the rows of the batch by id, and the previous seal.
    fn text(&self, rows: &[SealedRow]) -> String {
        let Self { number, sealed_at, until, entries, previous, previous_until, .. } = self;
        let rows: Vec<_> = rows.iter().map(SealedRow::to_json).collect();
        json!([number, sealed_at, until, entries, previous, previous_until, rows]).to_string()
    }
}

/// The number of the last seal that this instance made.
#[derive(Debug, Clone, Default)]
pub struct LastSeal(Arc<AtomicI64>);

impl LastSeal {
    /// Records a seal. Returns the last number if it is not smaller: then seals have been removed from the database.
    pub fn note(&self, number: i64) -> Option<i64> {
        let last = self.0.fetch_max(number, Ordering::Relaxed);
        (number <= last).then_some(last)
    }
}

#[derive(Debug, Default)]
pub struct SealOutcome {
    pub seal: Option<Seal>,
    /// Whether there may be more rows to seal.
    pub is_full: bool,
}

pub async fn seal_next(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> Result<SealOutcome> {
    tx.lock(Lock::AuditSeals).await?;
    let sealed_at = now.as_millisecond();
    let rows = SEALED_ROW.list_all(tx, "WHERE l.seal IS NULL ORDER BY l.id LIMIT $1", &[&MAX_BATCH_ROWS]).await?;
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count >= MAX_BATCH_ROWS);
    let Some(until) = rows.iter().map(|row| row.at).max() else { return Ok(SealOutcome { seal: None, is_full }) };
    let last = find_last(tx).await?;
    let (number, previous, previous_until) =
        last.map_or((0, String::new(), 0), |last| (last.number, last.seal, last.until));
    let entries = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let (number, none) = (number + 1, String::new());
    let open = Seal { number, sealed_at, until, entries, previous, previous_until, key_id: none.clone(), seal: none };
    // An instance that still has an older key first must not use it after seals of the newer key.
    let key_id = keys::newest_known(tx, keys).await?;
    let keys::Seal { key_id, digest } = keys.seal(&key_id, PURPOSE, open.text(&rows).as_bytes());
    let seal = Seal { key_id, seal: digest, ..open };
    insert(tx, &seal).await?;
    let ids: Vec<String> = rows.into_iter().map(|row| row.id).collect();
    let mut batch = List::whole("audit_log");
    let set = format!("seal = {}", batch.value(seal.number));
    let _: Vec<String> = batch.update(tx, ("id", &ids), &set, "id").await?;
    Ok(SealOutcome { seal: Some(seal), is_full })
}

async fn insert(tx: &mut Tx<'_>, seal: &Seal) -> Result<()> {
    let Seal { number, sealed_at, until, entries, previous, previous_until, key_id, seal } = seal;
    let values: [(&str, &dyn Param); 8] = [
        ("number", number),
        ("sealed_at", sealed_at),
        ("until", until),
        ("entries", entries),
        ("previous", previous),
        ("previous_until", previous_until),
        ("key_id", key_id),
        ("seal", seal),
    ];
    tx.insert("audit_seals", &values).await
}

pub async fn find_last(tx: &mut Tx<'_>) -> Result<Option<Seal>> {
    SEAL.find(tx, "ORDER BY s.number DESC LIMIT 1", &[]).await
}

fn oldest_kept(now: Timestamp) -> i64 {
    now.as_millisecond() - millis(AUDIT_RETENTION)
}

/// Deletes unsealed rows and whole batches older than a year, the oldest first; never the last batch, which the next seal refers to.
pub async fn forget_old(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    tx.disable_timeouts().await?;
    tx.lock(Lock::AuditSeals).await?;
    let sql = "SELECT COALESCE((SELECT min(number) FROM audit_seals WHERE until >= $1),
                               (SELECT max(number) FROM audit_seals), 0)";
    let oldest = oldest_kept(now);
    let unsealed = tx.execute("DELETE FROM audit_log WHERE seal IS NULL AND at < $1", &[&oldest]).await?;
    let first_kept = tx.count(sql, &[&oldest]).await?;
    let sealed = tx.execute("DELETE FROM audit_log WHERE seal < $1", &[&first_kept]).await?;
    tx.execute("DELETE FROM audit_seals WHERE number < $1", &[&first_kept]).await?;
    Ok(unsealed + sealed)
}

#[derive(Debug, Default)]
pub struct VerifyReport {
    pub seals: i64,
    pub entries: i64,
    /// Rows whose names and reasons were erased.
    pub erased: i64,
    /// Rows that are not sealed yet, and since when: changes of these cannot be detected.
    pub unsealed: i64,
    pub unsealed_since: Option<i64>,
    /// Seals by lost keys: their order is verified, their rows cannot be.
    pub unread: i64,
    pub last: Option<Seal>,
    pub broken: Option<BrokenBatch>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct BrokenBatch {
    pub number: i64,
    pub why: &'static str,
}

const VERIFY_BATCH: i64 = 100;
/// How long instances may use an older key after a newer one took over.
const KEY_OVERLAP: SignedDuration = SignedDuration::from_hours(1);

/// What the operator knows from elsewhere.
#[derive(Debug, Default)]
pub struct VerifyOptions {
    /// A seal that was copied: it must still exist.
    pub seal: Option<String>,
    /// Lost keys. The database cannot say it, because someone who changed a row could also name another key.
    pub lost_keys: Vec<String>,
}

pub async fn verify(tx: &mut Tx<'_>, keys: &Keys, known: &VerifyOptions, now: Timestamp) -> Result<VerifyReport> {
    let mut checked = VerifyReport::default();
    let mut order = KeyOrder::default();
    loop {
        let after = checked.last.as_ref().map_or(i64::MIN, |seal| seal.number);
        let next =
            SEAL.list_all(tx, "WHERE s.number > $1 ORDER BY s.number LIMIT $2", &[&after, &VERIFY_BATCH]).await?;
        if next.is_empty() {
            break;
        }
        for seal in next {
            let rows = SEALED_ROW.list_all(tx, "WHERE l.seal = $1 ORDER BY l.id", &[&seal.number]).await?;
            let broken = follows(checked.last.as_ref(), &seal, now)
                .or_else(|| holds(keys, known, &seal, &rows))
                .or_else(|| order.next(&seal));
            if let Some(broken) = broken {
                // It may have been deleted as too old in the meantime.
                let first: i64 = tx.count("SELECT COALESCE(min(number), 0) FROM audit_seals", &[]).await?;
                if first <= seal.number {
                    return Ok(VerifyReport { broken: Some(broken), ..checked });
                }
                checked.last = None;
                continue;
            }
            checked.seals += 1;
            checked.unread += i64::from(!keys.knows(&seal.key_id));
            checked.entries += seal.entries;
            checked.erased += i64::try_from(rows.iter().filter(|row| row.is_erased()).count()).unwrap_or(0);
            checked.last = Some(seal);
        }
    }
    checked.broken = check_end(tx, known, checked.last.as_ref()).await?;
    checked.unsealed = tx.count("SELECT count(*) FROM audit_log WHERE seal IS NULL", &[]).await?;
    checked.unsealed_since = tx.first("SELECT min(at) FROM audit_log WHERE seal IS NULL", &[]).await?.flatten();
    Ok(checked)
}

/// Whether a seal continues the previous one. The first existing seal must be number 1, or continue one older than a year.
fn follows(before: Option<&Seal>, seal: &Seal, now: Timestamp) -> Option<BrokenBatch> {
    let broken = |number, why| Some(BrokenBatch { number, why });
    match before {
        Some(before) if seal.number != before.number + 1 => broken(before.number + 1, "its seal is gone"),
        Some(before) if (&seal.previous, seal.previous_until) != (&before.seal, before.until) => {
            broken(seal.number, "it does not follow the seal before it")
        }
        None if seal.number < 1 => broken(seal.number, "there is no such seal"),
        None if seal.number > 1 && seal.previous_until >= oldest_kept(now) => {
            broken(seal.number - 1, "its seal is gone, and it is less than a year old")
        }
        _ => None,
    }
}

/// The order in which keys took over: an old key must not be used again, because someone could forge seals with it.
#[derive(Default)]
struct KeyOrder(Vec<(String, i64)>);

impl KeyOrder {
    fn next(&mut self, Seal { number, sealed_at, key_id, .. }: &Seal) -> Option<BrokenBatch> {
        let Some(place) = self.0.iter().position(|(id, _)| id == key_id) else {
            self.0.push((key_id.clone(), *sealed_at));
            return None;
        };
        let newer = self.0.get(place + 1)?;
        let why = "it was sealed with an old key long after a newer one took over";
        (sealed_at - newer.1 > millis(KEY_OVERLAP)).then_some(BrokenBatch { number: *number, why })
    }
}

fn holds(keys: &Keys, known: &VerifyOptions, seal: &Seal, rows: &[SealedRow]) -> Option<BrokenBatch> {
    let number = seal.number;
    let broken = |why| Some(BrokenBatch { number, why });
    match i64::try_from(rows.len()).unwrap_or(i64::MAX) {
        found if found < seal.entries => return broken("a row was removed"),
        found if found > seal.entries => return broken("a row was added"),
        _ => {}
    }
    if !rows.iter().all(SealedRow::has_its_words) {
        return broken("a name or a reason was changed");
    }
    if !keys.knows(&seal.key_id) {
        let is_lost = known.lost_keys.contains(&seal.key_id);
        return if is_lost { None } else { broken("its key is not there; if that is lost, say so by --lost-key") };
    }
    let made = keys::Seal { key_id: seal.key_id.clone(), digest: seal.seal.clone() };
    if !keys.verify(PURPOSE, seal.text(rows).as_bytes(), &made) {
        return broken("a row or the seal was changed");
    }
    None
}

/// Checks that need the end of the log.
async fn check_end(tx: &mut Tx<'_>, known: &VerifyOptions, last: Option<&Seal>) -> Result<Option<BrokenBatch>> {
    let sql = "SELECT min(l.seal) FROM audit_log l
               WHERE l.seal IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.number = l.seal)";
    if let Some(Some(number)) = tx.first::<Option<i64>>(sql, &[]).await? {
        return Ok(Some(BrokenBatch { number, why: "it has rows and its seal is gone" }));
    }
    let sql = "SELECT count(*) FROM audit_seals WHERE seal = $1";
    let number = last.map_or(0, |seal| seal.number) + 1;
    Ok(match &known.seal {
        Some(seal) if tx.count(sql, &[seal]).await? == 0 => {
            Some(BrokenBatch { number, why: "the seal that was written down elsewhere is gone, and so may be others" })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_not_newer_than_the_last_one_shows_that_seals_were_removed() {
        let last = LastSeal::default();
        assert_eq!([1, 2, 5].map(|number| last.note(number)), [None; 3]);
        assert_eq!(last.clone().note(5), Some(5));
        assert_eq!(last.note(3), Some(5));
        assert_eq!(last.note(6), None);
    }
}
