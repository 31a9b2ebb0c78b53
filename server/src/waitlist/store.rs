//! The SQL of the waitlist.

use jiff::civil::Date;

use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::list::List;
use crate::scheduling::reservations::{HOLD, SlotHold, VOID, WaitlistEntry};

columns! {
    /// An entry as its patient sees it.
    pub struct OwnEntry as WAIT in "waitlist_entries w LEFT JOIN doctors d ON d.id = w.doctor_id \
                                LEFT JOIN waitlist_holds h ON h.entry_id = w.id AND NOT h.passed" {
        id: String = "w.id",
        doctor_id: String = "w.doctor_id",
        full_name: String = "d.full_name",
        name_ml: Option<String> = "d.name_ml",
        image: Option<String> = "d.image",
        specialization: String = "d.specialization",
        address: String = "d.consultation_address",
        address_ml: Option<String> = "d.address_ml",
        district: String = "d.district",
        fee: i64 = "d.consultation_fee",
        day: Date = "w.on_day",
        from: i64 = "w.from_minute",
        to: i64 = "w.to_minute",
        person_id: Option<String> = "w.person_id",
        created_at: i64 = "w.created_at",
        place: i64 = "(SELECT count(*) FROM waitlist_entries o WHERE o.doctor_id = w.doctor_id AND o.on_day = w.on_day
                       AND (o.created_at, o.id) <= (w.created_at, w.id))",
        starts_at: Option<i64> = "h.starts_at",
        until: Option<i64> = "h.held_until",
    }
}

/// What a user waits for, the soonest day first.
pub async fn list_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<OwnEntry>> {
    WAIT.list_all(tx, "WHERE w.user_id = $1 ORDER BY w.on_day, w.id", &[&user_id]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<OwnEntry>> {
    WAIT.find(tx, "WHERE w.id = $1", &[&id]).await
}

/// A slot that somebody was offered.
pub struct OfferRecord {
    pub user_id: String,
    pub doctor_id: String,
    pub starts_at: i64,
    pub person_id: Option<String>,
    /// `None` once the entry is removed.
    pub hold: Option<SlotHold>,
}

columns! {
    OFFERED_TO_ENTRY: OfferRecord in "waitlist_holds h JOIN waitlist_entries w ON w.id = h.entry_id" {
        user_id: "w.user_id",
        doctor_id: "w.doctor_id",
        starts_at: "h.starts_at",
        person_id: "w.person_id",
        hold: [HOLD],
    }
}

columns! {
    OFFERED_BEFORE: OfferRecord in "waitlist_past_offers o" {
        user_id: "o.user_id",
        doctor_id: "o.doctor_id",
        starts_at: "o.starts_at",
        person_id: (None),
        hold: (None),
    }
}

/// The offer of a hold, also if its entry is removed.
pub async fn find_offered(tx: &mut Tx<'_>, hold_id: &str) -> Result<Option<OfferRecord>> {
    match OFFERED_TO_ENTRY.find(tx, "WHERE h.id = $1", &[&hold_id]).await? {
        None => OFFERED_BEFORE.find(tx, "WHERE o.id = $1", &[&hold_id]).await,
        found => Ok(found),
    }
}

/// A new entry, as it is stored.
pub struct NewRow<'a> {
    pub entry: &'a WaitlistEntry,
    pub doctor_id: &'a str,
    pub person_id: Option<&'a str>,
}

/// Adds an entry. An existing entry of the patient for that day gets these hours. More hours than before move it to the end of the list;
/// fewer keep its place.
pub async fn save(tx: &mut Tx<'_>, new: &NewRow<'_>) -> Result<()> {
    let sql =
        "INSERT INTO waitlist_entries (id, doctor_id, user_id, person_id, on_day, from_minute, to_minute, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (user_id, doctor_id, on_day) DO UPDATE SET person_id = excluded.person_id,
                 from_minute = excluded.from_minute, to_minute = excluded.to_minute,
                 created_at = CASE WHEN excluded.from_minute < waitlist_entries.from_minute
                                     OR excluded.to_minute > waitlist_entries.to_minute
                              THEN excluded.created_at ELSE waitlist_entries.created_at END";
    let WaitlistEntry { id, user_id, day, from, to, since, away_told: _ } = new.entry;
    let day = day.to_string();
    let params: [&dyn Param; 8] = [id, &new.doctor_id, user_id, &new.person_id, &day, from, to, since];
    tx.execute(sql, &params).await.map(drop)
}

/// Doctors with a waiting list although they are not listed.
pub async fn list_unlisted(tx: &mut Tx<'_>, most: i64) -> Result<Vec<String>> {
    let sql = "SELECT id FROM doctors WHERE has_waitlist AND listed_at IS NULL ORDER BY id LIMIT $1";
    tx.all(sql, &[&most]).await
}

/// A patient who joins again does not get the offers between `from` and `to` again that they got the last time.
pub async fn recall(tx: &mut Tx<'_>, entry: &WaitlistEntry, doctor_id: &str, (from, to): (i64, i64)) -> Result<()> {
    let of_day = "user_id = $1 AND doctor_id = $2 AND starts_at >= $3 AND starts_at < $4";
    let sql = format!(
        "INSERT INTO waitlist_holds (id, entry_id, doctor_id, starts_at, held_until, passed)
         SELECT id, $5, doctor_id, starts_at, CAST($6 AS BIGINT), TRUE FROM waitlist_past_offers WHERE {of_day} ON CONFLICT DO NOTHING"
    );
    let params: [&dyn Param; 6] = [&entry.user_id, &doctor_id, &from, &to, &entry.id, &VOID];
    tx.execute(&sql, &params).await?;
    tx.execute(&format!("DELETE FROM waitlist_past_offers WHERE {of_day}"), &params[..4]).await.map(drop)
}

/// Forgets what somebody was offered, up to an instant.
pub async fn forget_offered(tx: &mut Tx<'_>, user_id: &str, before: i64) -> Result<()> {
    let sql = "DELETE FROM waitlist_past_offers WHERE user_id = $1 AND starts_at < $2";
    tx.execute(sql, &[&user_id, &before]).await.map(drop)
}

/// Forgets what anybody was offered up to an instant, and returns how much.
pub async fn delete_offered(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    tx.execute("DELETE FROM waitlist_past_offers WHERE starts_at < $1", &[&before]).await
}

/// Notes that patients were notified that the doctor is on leave at their hours.
pub async fn save_away_told(tx: &mut Tx<'_>, ids: &[String], now: i64) -> Result<()> {
    let mut list = List::whole("waitlist_entries");
    let set = format!("leave_notified_at = {}", list.value(now));
    let _: Vec<String> = list.update(tx, ("id", ids), &set, "id").await?;
    Ok(())
}

/// Holds a slot; `false` if it is held for somebody.
pub async fn hold(tx: &mut Tx<'_>, hold: &SlotHold, entry_id: &str, doctor_id: &str) -> Result<bool> {
    let SlotHold { id, starts_at, until, passed } = hold;
    let values: [(&str, &dyn Param); 6] = [
        ("id", id),
        ("entry_id", &entry_id),
        ("doctor_id", &doctor_id),
        ("starts_at", starts_at),
        ("held_until", until),
        ("passed", passed),
    ];
    tx.insert_new("waitlist_holds", &values).await
}

/// Notes that holds ran out.
pub async fn pass(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    let _: Vec<String> = List::whole("waitlist_holds").update(tx, ("id", ids), "passed = TRUE", "id").await?;
    Ok(())
}

/// Ends holds of slots that cannot be booked any more. If one is free again, it is not offered to the same patients again.
pub async fn void(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    let mut list = List::whole("waitlist_holds");
    let set = format!("passed = TRUE, held_until = {}", list.value(VOID));
    let _: Vec<String> = list.update(tx, ("id", ids), &set, "id").await?;
    Ok(())
}
