//! Seals: every minute, what is new in the log is closed into a batch by a keyed hash of its rows and of the seal before it. The
//! key is not in the database, so whoever has that alone cannot change, add, remove or reorder rows of a batch unseen.
//!
//! A batch takes rows that are committed and in no other batch, whenever they were begun: a committed row never changes (its
//! words are not part of it), and one that is committed late is in a later batch. Nobody who writes waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::words::{Words, take_over};
use crate::platform::clock::millis;
use crate::platform::db::{Lock, Param, Result, Tx, columns};
use crate::platform::fold::name_key;
use crate::platform::keys::{self, Keys};
use crate::platform::list::List;

/// India's rules of 2025 ask for logs of a year.
const KEPT: SignedDuration = SignedDuration::from_hours(365 * 24);
/// Rows of one batch.
const MOST_ROWS: i64 = 256;
/// What a key of its own is made for: a batch whose rows say in whose place something was done.
const PURPOSE: &str = "audit with principals";
/// The same of batches that earlier versions sealed, without that. A year after the upgrade there are none left.
const FORMER_PURPOSE: &str = "audit";

columns! {
    pub struct Seal as SEAL in "audit_seals s" {
        number: i64 = "s.number",
        sealed_at: i64 = "s.sealed_at",
        /// The time of its newest row.
        until: i64 = "s.until",
        /// How many rows it holds.
        entries: i64 = "s.entries",
        /// The seal before it, and until when that one went.
        previous: String = "s.previous",
        previous_until: i64 = "s.previous_until",
        key_id: String = "s.key_id",
        seal: String = "s.seal",
    }
}

columns! {
    struct Sealed as SEALED in "audit l LEFT JOIN audit_words w ON w.id = l.id LEFT JOIN audit_for f ON f.id = l.id" {
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
        /// In whose place it was done, if it was not for themselves.
        for_id: Option<String> = "f.for_id",
        salt: Option<String> = "w.salt",
        subject_name: Option<String> = "w.subject_name",
        subject_key: Option<String> = "w.subject_key",
        reason: Option<String> = "w.reason",
        /// Whether words stand in the row itself, where an older program had them: none do once it is sealed.
        has_words_inside: bool = "l.subject_name <> '' OR l.reason IS NOT NULL",
    }
}

impl Sealed {
    /// Everything but the words, which may be erased: of them the digest.
    fn to_json(&self) -> serde_json::Value {
        let mut columns = self.to_former_json();
        if let serde_json::Value::Array(columns) = &mut columns {
            columns.push(json!(self.for_id));
        }
        columns
    }

    /// As earlier versions sealed a row: without in whose place it was done.
    fn to_former_json(&self) -> serde_json::Value {
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
            self.digest
        ])
    }

    fn is_erased(&self) -> bool {
        self.digest.is_some() && self.salt.is_none()
    }

    /// Whether the words are those of the digest, or erased.
    fn has_its_words(&self) -> bool {
        let Some(salt) = self.salt.clone() else { return !self.has_words_inside };
        let name = self.subject_name.as_deref().unwrap_or_default();
        !self.has_words_inside
            && self.subject_key == Some(name_key(name))
            && self.digest == Some(Words::stored(salt, name, self.reason.as_deref()).digest())
    }
}

impl Seal {
    /// What is sealed: the seal's own row, the rows of the batch in the order of their ids, and the seal before it.
    fn text(&self, rows: &[Sealed], to_json: fn(&Sealed) -> serde_json::Value) -> String {
        let Self { number, sealed_at, until, entries, previous, previous_until, .. } = self;
        let rows: Vec<_> = rows.iter().map(to_json).collect();
        json!([number, sealed_at, until, entries, previous, previous_until, rows]).to_string()
    }
}

/// The number of the last seal that this instance made.
#[derive(Debug, Clone, Default)]
pub struct LastSeal(Arc<AtomicI64>);

impl LastSeal {
    /// Notes a seal, and returns the last one before it if that was no smaller: then seals are gone from the database.
    pub fn note(&self, number: i64) -> Option<i64> {
        let last = self.0.fetch_max(number, Ordering::Relaxed);
        (number <= last).then_some(last)
    }
}

/// What a turn did.
#[derive(Debug, Default)]
pub struct Done {
    pub seal: Option<Seal>,
    /// Whether more rows may wait.
    pub is_full: bool,
}

/// Seals what is new, at most one batch.
pub async fn seal_next(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> Result<Done> {
    tx.lock(Lock::AuditSeals).await?;
    let sealed_at = now.as_millisecond();
    let taken_over = take_over(tx, MOST_ROWS).await?;
    let unsealed = "WHERE l.seal IS NULL AND l.subject_name = '' AND l.reason IS NULL ORDER BY l.id LIMIT $1";
    let rows = SEALED.list_all(tx, unsealed, &[&MOST_ROWS]).await?;
    let is_full = [taken_over, rows.len()].iter().any(|count| i64::try_from(*count).is_ok_and(|n| n >= MOST_ROWS));
    let Some(until) = rows.iter().map(|row| row.at).max() else { return Ok(Done { seal: None, is_full }) };
    let last = find_last(tx).await?;
    let (number, previous, previous_until) =
        last.map_or((0, String::new(), 0), |last| (last.number, last.seal, last.until));
    let entries = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let (number, none) = (number + 1, String::new());
    let open = Seal { number, sealed_at, until, entries, previous, previous_until, key_id: none.clone(), seal: none };
    // An instance whose settings still have an older key first must not seal behind the newer one's seals.
    let key_id = keys::newest_known(tx, keys).await?;
    let keys::Seal { key_id, digest } = keys.seal(&key_id, PURPOSE, open.text(&rows, Sealed::to_json).as_bytes());
    let seal = Seal { key_id, seal: digest, ..open };
    insert(tx, &seal).await?;
    let ids: Vec<String> = rows.into_iter().map(|row| row.id).collect();
    let mut batch = List::whole("audit");
    let set = format!("seal = {}", batch.value(seal.number));
    let _: Vec<String> = batch.update(tx, ("id", &ids), &set, "id").await?;
    Ok(Done { seal: Some(seal), is_full })
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
    now.as_millisecond() - millis(KEPT)
}

/// Deletes rows that nobody sealed for a year, and batches whose rows are all more than a year old, with their seals: from the first
/// on, and never the last one, which the next one goes on from.
pub async fn forget_old(tx: &mut Tx<'_>, now: Timestamp) -> Result<u64> {
    tx.take_your_time().await?;
    tx.lock(Lock::AuditSeals).await?;
    let sql = "SELECT COALESCE((SELECT min(number) FROM audit_seals WHERE until >= $1),
                               (SELECT max(number) FROM audit_seals), 0)";
    let oldest = oldest_kept(now);
    let unsealed = tx.execute("DELETE FROM audit WHERE seal IS NULL AND at < $1", &[&oldest]).await?;
    let first_kept = tx.count(sql, &[&oldest]).await?;
    let sealed = tx.execute("DELETE FROM audit WHERE seal < $1", &[&first_kept]).await?;
    tx.execute("DELETE FROM audit_seals WHERE number < $1", &[&first_kept]).await?;
    Ok(unsealed + sealed)
}

/// What looking through all seals finds.
#[derive(Debug, Default)]
pub struct Checked {
    pub seals: i64,
    pub entries: i64,
    /// Rows whose words were erased.
    pub erased: i64,
    /// Rows that are in no batch yet, and since when: whether they were changed cannot be seen.
    pub unsealed: i64,
    pub unsealed_since: Option<i64>,
    /// Seals of keys that are said to be lost. That they follow each other is seen; whether their rows were changed is not.
    pub unread: i64,
    pub last: Option<Seal>,
    pub broken: Option<Broken>,
}

/// The first batch that is not as it was sealed.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    pub number: i64,
    pub why: &'static str,
}

/// Seals that are read at a time.
const AT_ONCE: i64 = 100;
/// How long instances that were not started again yet may go on with an older key.
const KEYS_MIX_FOR: SignedDuration = SignedDuration::from_hours(1);

/// What somebody knows of the log from elsewhere.
#[derive(Debug, Default)]
pub struct Known {
    /// A seal that was written down: when it is gone, so is the end of the log.
    pub seal: Option<String>,
    /// Keys that are lost. The database's own word is not enough: whoever changed a row could name another key.
    pub lost_keys: Vec<String>,
}

/// Looks through all seals from the first on, up to the first that is broken.
pub async fn verify(tx: &mut Tx<'_>, keys: &Keys, known: &Known, now: Timestamp) -> Result<Checked> {
    let mut checked = Checked::default();
    let mut order = KeyOrder::default();
    loop {
        let after = checked.last.as_ref().map_or(i64::MIN, |seal| seal.number);
        let next = SEAL.list_all(tx, "WHERE s.number > $1 ORDER BY s.number LIMIT $2", &[&after, &AT_ONCE]).await?;
        if next.is_empty() {
            break;
        }
        for seal in next {
            let rows = SEALED.list_all(tx, "WHERE l.seal = $1 ORDER BY l.id", &[&seal.number]).await?;
            let broken = follows(checked.last.as_ref(), &seal, now)
                .or_else(|| holds(keys, known, &seal, &rows))
                .or_else(|| order.next(&seal));
            if let Some(broken) = broken {
                // What became too old was deleted while we looked.
                let first: i64 = tx.count("SELECT COALESCE(min(number), 0) FROM audit_seals", &[]).await?;
                if first <= seal.number {
                    return Ok(Checked { broken: Some(broken), ..checked });
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
    checked.unsealed = tx.count("SELECT count(*) FROM audit WHERE seal IS NULL", &[]).await?;
    checked.unsealed_since = tx.first("SELECT min(at) FROM audit WHERE seal IS NULL", &[]).await?.flatten();
    Ok(checked)
}

/// Whether a seal goes on from the one before it. The first that is there is the first of all, or what was before it is more than
/// a year old.
fn follows(before: Option<&Seal>, seal: &Seal, now: Timestamp) -> Option<Broken> {
    let broken = |number, why| Some(Broken { number, why });
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

/// In which order keys took over from each other. Whoever has an old one could seal another log with it: it does not come back.
#[derive(Default)]
struct KeyOrder(Vec<(String, i64)>);

impl KeyOrder {
    fn next(&mut self, Seal { number, sealed_at, key_id, .. }: &Seal) -> Option<Broken> {
        let Some(place) = self.0.iter().position(|(id, _)| id == key_id) else {
            self.0.push((key_id.clone(), *sealed_at));
            return None;
        };
        let newer = self.0.get(place + 1)?;
        let why = "it was sealed with an old key long after a newer one took over";
        (sealed_at - newer.1 > millis(KEYS_MIX_FOR)).then_some(Broken { number: *number, why })
    }
}

/// Whether a batch holds what was sealed.
fn holds(keys: &Keys, known: &Known, seal: &Seal, rows: &[Sealed]) -> Option<Broken> {
    let number = seal.number;
    let broken = |why| Some(Broken { number, why });
    match i64::try_from(rows.len()).unwrap_or(i64::MAX) {
        found if found < seal.entries => return broken("a row was removed"),
        found if found > seal.entries => return broken("a row was added"),
        _ => {}
    }
    if !rows.iter().all(Sealed::has_its_words) {
        return broken("a name or a reason was changed");
    }
    if !keys.knows(&seal.key_id) {
        let is_lost = known.lost_keys.contains(&seal.key_id);
        return if is_lost { None } else { broken("its key is not there; if that is lost, say so by --lost-key") };
    }
    let made = keys::Seal { key_id: seal.key_id.clone(), digest: seal.seal.clone() };
    // Each form has a key of its own, so a batch that was sealed with principals never passes for one without.
    let is_whole = keys.verify(PURPOSE, seal.text(rows, Sealed::to_json).as_bytes(), &made)
        || keys.verify(FORMER_PURPOSE, seal.text(rows, Sealed::to_former_json).as_bytes(), &made);
    if !is_whole {
        return broken("a row or the seal was changed");
    }
    None
}

/// What is only seen from behind the last seal.
async fn check_end(tx: &mut Tx<'_>, known: &Known, last: Option<&Seal>) -> Result<Option<Broken>> {
    let sql = "SELECT min(l.seal) FROM audit l
               WHERE l.seal IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.number = l.seal)";
    if let Some(Some(number)) = tx.first::<Option<i64>>(sql, &[]).await? {
        return Ok(Some(Broken { number, why: "it has rows and its seal is gone" }));
    }
    let sql = "SELECT count(*) FROM audit_seals WHERE seal = $1";
    let number = last.map_or(0, |seal| seal.number) + 1;
    Ok(match &known.seal {
        Some(seal) if tx.count(sql, &[seal]).await? == 0 => {
            Some(Broken { number, why: "the seal that was written down elsewhere is gone, and so may be others" })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_that_is_no_newer_than_the_last_one_tells_that_seals_are_gone() {
        let last = LastSeal::default();
        assert_eq!([1, 2, 5].map(|number| last.note(number)), [None; 3]);
        assert_eq!(last.clone().note(5), Some(5));
        assert_eq!(last.note(3), Some(5));
        assert_eq!(last.note(6), None);
    }
}
