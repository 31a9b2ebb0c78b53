//! The SQL of waiting list entries and holds, as far as reservations depend on it.

use std::collections::HashMap;

use futures::future::join;

use super::model::{ProposedSlot, SlotHold, Waitlist, WaitlistEntry};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::list::List;

columns! {
    ENTRY: WaitlistEntry {
        id: "w.id",
        user_id: "w.user_id",
        day: "w.on_day",
        from: "w.from_minute",
        to: "w.to_minute",
        since: "w.created_at",
        away_told: "w.leave_notified_at IS NOT NULL",
    }
}

columns! {
    pub HOLD: SlotHold {
        id: "h.id",
        starts_at: "h.starts_at",
        until: "h.held_until",
        passed: "h.passed",
    }
}

/// An entry with one of its holds, or with none.
struct Row {
    entry: WaitlistEntry,
    hold: Option<SlotHold>,
}

columns! {
    ROW: Row in "waitlist_entries w LEFT JOIN waitlist_holds h ON h.entry_id = w.id" {
        entry: ENTRY,
        hold: [HOLD],
    }
}

columns! {
    PROPOSED: ProposedSlot in "move_proposals p JOIN appointments a ON a.id = p.visit_id" {
        visit_id: "p.visit_id",
        starts_at: "p.starts_at",
        until: "p.held_until",
    }
}

/// The slot of a proposal is reserved only while its visit is approved and at its old time: cancelling or moving the visit frees it at the same
/// commit, without another statement.
const LIVE: &str = "p.state = 'open' AND a.status = 'Checked' AND a.starts_at = p.from_at";

/// A doctor's waiting list, and the doctor's proposed slots.
pub async fn find_waitlist(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Waitlist> {
    let of_doctor = format!("WHERE p.doctor_id = $1 AND {LIVE}");
    let (mut concurrent, params) = (tx.concurrent(), [&doctor_id as &dyn Param]);
    let (rows, proposed) = join(
        ROW.list_all(tx, "WHERE w.doctor_id = $1 ORDER BY w.created_at, w.id, h.starts_at", &params),
        PROPOSED.list_all(&mut concurrent, &of_doctor, &params),
    )
    .await;
    let mut line = Waitlist::default();
    for Row { entry, hold } in rows? {
        line.add(entry, hold);
    }
    for slot in proposed? {
        line.propose(slot);
    }
    Ok(line)
}

/// The same of several doctors, by their ids.
pub async fn list_waitlists(tx: &mut Tx<'_>, doctors: &[String]) -> Result<HashMap<String, Waitlist>> {
    let order = "w.created_at, w.id, h.starts_at";
    let rows = List::whole(ROW.tables).of_each(tx, ("w.doctor_id", doctors), &ROW, order).await?;
    let mut lines = HashMap::<String, Waitlist>::new();
    for (doctor_id, Row { entry, hold }) in rows {
        lines.entry(doctor_id).or_default().add(entry, hold);
    }
    let proposed = List::new(PROPOSED.tables, LIVE);
    for (doctor_id, slot) in proposed.of_each(tx, ("p.doctor_id", doctors), &PROPOSED, "p.starts_at").await? {
        lines.entry(doctor_id).or_default().propose(slot);
    }
    Ok(lines)
}

/// Updates the flag whether a doctor may have reserved slots: without it no call looks for them. The caller holds the doctor's exclusive lock.
pub async fn set_waited(tx: &mut Tx<'_>, doctor_id: &str, is_waited: bool) -> Result<()> {
    let sql = "UPDATE doctors SET has_waitlist = $2 WHERE id = $1 AND has_waitlist <> $2";
    tx.execute(sql, &[&doctor_id, &is_waited]).await.map(drop)
}

/// Before entries are deleted, stores which slots they were offered, so that a user who joins again does not get the same offers.
pub async fn remember_offers(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut list = List::whole("waitlist_entries w JOIN waitlist_holds h ON h.entry_id = w.id");
    list.and_one_of("w.id", ids);
    let offered: Vec<((String, String), (String, i64))> =
        list.all(tx, "h.id, w.user_id, w.doctor_id, h.starts_at", "").await?;
    let rows = offered.iter().map(|((id, user), (doctor, starts_at))| [id as &dyn Param, user, doctor, starts_at]);
    let columns = ["id", "user_id", "doctor_id", "starts_at"];
    tx.send_rows("waitlist_past_offers", columns, &rows.collect::<Vec<_>>(), "ON CONFLICT DO NOTHING").await
}

/// Deletes entries with their holds.
pub async fn delete(tx: &mut Tx<'_>, ids: &[String]) -> Result<u64> {
    List::whole("waitlist_entries").delete(tx, ("id", ids)).await
}

/// A subquery that counts the slots held for a user from now on. `user`, `now` and `except` are numbers of parameters; `except` is the start
/// of a slot that is not counted. `and` adds conditions on `w` (the entry) and `h` (the hold).
pub fn count_held(user: usize, now: usize, except: usize, and: &str) -> String {
    format!(
        "(SELECT count(*) FROM waitlist_entries w JOIN waitlist_holds h ON h.entry_id = w.id
          WHERE w.user_id = ${user} AND NOT h.passed AND h.held_until > ${now} AND h.starts_at <> ${except}{and})"
    )
}
