//! The SQL of a doctor's day, of screens of waiting rooms, and of codes that wait to be typed in.

use std::collections::HashSet;

use super::model::{DayState, Screen, WalkIn};
use crate::appointments::desk_bookings;
use crate::appointments::model::{Appointment, Attendance};
use crate::appointments::store::{APPOINTMENT, APPROVED, in_sight};
use crate::directory::desk::DeskScope;
use crate::identity::users::NOBODY;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::list::List;

columns! {
    WALK_IN: WalkIn in "walk_ins w" {
        id: "w.id",
        doctor_id: "w.doctor_id",
        day: "w.day",
        token: "w.token",
        name: "w.name",
        phone: "w.phone",
        attendance: "w.attendance",
        called_at: "w.called_at",
        hospital_id: "w.hospital_id",
        session_from: "w.session_from",
        created_at: "w.created_at",
        door_device: "w.door_device",
    }
}

columns! {
    pub DAY: DayState in "clinic_days c" {
        late: "c.late",
        late_changes: "c.late_changes",
        late_from: "c.late_from",
    }
}

/// The approved visits of a doctor from `from` up to `to`, in order, within the scope.
pub async fn list_visits(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    (from, to): (i64, i64),
    sight: &DeskScope,
) -> Result<Vec<Appointment>> {
    let rest = format!(
        "WHERE a.doctor_id = $1 AND a.status = 'Checked' AND a.starts_at >= $2 AND a.starts_at < $3 AND {}
         ORDER BY a.starts_at",
        in_sight("a", 4)
    );
    APPOINTMENT.list_all(tx, &rest, &[&doctor_id, &from, &to, &sight.limit()]).await
}

/// Of these visits, the approved ones, locked until the transaction ends, in the common lock order: a concurrent cancellation has either
/// committed before, or waits and then withdraws what this transaction enqueued.
pub async fn lock_approved(tx: &mut Tx<'_>, ids: &[String]) -> Result<HashSet<String>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let (mut approved, in_order) = (List::new("appointments a", APPROVED), format!("ORDER BY a.id {}", tx.holding()));
    approved.and_one_of("a.id", ids);
    Ok(approved.all(tx, "a.id", &in_order).await?.into_iter().collect())
}

/// Walk-ins without a slot, in the order of arrival, within the scope.
pub async fn list_walk_ins(tx: &mut Tx<'_>, doctor_id: &str, day: i64, sight: &DeskScope) -> Result<Vec<WalkIn>> {
    let rest = format!("WHERE w.doctor_id = $1 AND w.day = $2 AND {} ORDER BY w.created_at, w.id", in_sight("w", 3));
    WALK_IN.list_all(tx, &rest, &[&doctor_id, &day, &sight.limit()]).await
}

pub async fn find_walk_in(tx: &mut Tx<'_>, doctor_id: &str, id: &str, sight: &DeskScope) -> Result<Option<WalkIn>> {
    let rest = format!("WHERE w.id = $1 AND w.doctor_id = $2 AND {}", in_sight("w", 3));
    WALK_IN.find(tx, &rest, &[&id, &doctor_id, &sight.limit()]).await
}

/// One who waits without a slot, of any doctor.
pub async fn find_waiting(tx: &mut Tx<'_>, id: &str) -> Result<Option<WalkIn>> {
    WALK_IN.find(tx, "WHERE w.id = $1", &[&id]).await
}

/// Adds a walk-in of a doctor, at a hospital or at the doctor's own clinic.
pub async fn insert_walk_in(tx: &mut Tx<'_>, new: &WalkIn) -> Result<()> {
    let attendance = new.attendance.map(Attendance::as_str);
    let values: [(&str, &dyn Param); 12] = [
        ("id", &new.id),
        ("doctor_id", &new.doctor_id),
        ("day", &new.day),
        ("token", &new.token),
        ("name", &new.name),
        ("phone", &new.phone),
        ("attendance", &attendance),
        ("called_at", &new.called_at),
        ("hospital_id", &new.hospital_id),
        ("session_from", &new.session_from),
        ("created_at", &new.created_at),
        ("door_device", &new.door_device),
    ];
    tx.insert("walk_ins", &values).await
}

/// Returns when the walk-in came, if there was one.
pub async fn delete_walk_in(tx: &mut Tx<'_>, id: &str) -> Result<Option<i64>> {
    tx.first("DELETE FROM walk_ins WHERE id = $1 RETURNING created_at", &[&id]).await
}

/// Returns whether the visit is still approved.
pub async fn mark_visit(
    tx: &mut Tx<'_>,
    id: &str,
    attendance: Option<Attendance>,
    (arrived_at, called_at): (Option<i64>, Option<i64>),
) -> Result<bool> {
    let sql = "UPDATE appointments SET attendance = $2, arrived_at = $3, called_at = $4
               WHERE id = $1 AND status = 'Checked'";
    Ok(tx.execute(sql, &[&id, &attendance.map(Attendance::as_str), &arrived_at, &called_at]).await? == 1)
}

pub async fn mark_walk_in(
    tx: &mut Tx<'_>,
    id: &str,
    attendance: Option<Attendance>,
    called_at: Option<i64>,
) -> Result<()> {
    let sql = "UPDATE walk_ins SET attendance = $2, called_at = $3 WHERE id = $1";
    tx.execute(sql, &[&id, &attendance.map(Attendance::as_str), &called_at]).await.map(drop)
}

/// Marks patients who are with the doctor as done, except the one who is called in now, and only within the caller's scope.
pub async fn end_called(
    tx: &mut Tx<'_>,
    (doctor_id, sight): (&str, &DeskScope),
    ((from, to), day): ((i64, i64), i64),
    but: &str,
) -> Result<()> {
    let sql = format!(
        "UPDATE appointments SET attendance = 'done' WHERE doctor_id = $1 AND status = 'Checked'
         AND starts_at >= $2 AND starts_at < $3 AND attendance = 'called' AND id <> $4 AND {}",
        in_sight("appointments", 5)
    );
    let params: [&dyn Param; 5] = [&doctor_id, &from, &to, &but, &sight.limit()];
    tx.send(&sql, &params).await?;
    let sql = format!(
        "UPDATE walk_ins SET attendance = 'done'
         WHERE doctor_id = $1 AND day = $2 AND attendance = 'called' AND id <> $3 AND {}",
        in_sight("walk_ins", 4)
    );
    tx.send(&sql, &[&doctor_id, &day, &but, &sight.limit()]).await
}

pub async fn find_day(tx: &mut Tx<'_>, doctor_id: &str, day: i64) -> Result<DayState> {
    Ok(DAY.find(tx, "WHERE c.doctor_id = $1 AND c.day = $2", &[&doctor_id, &day]).await?.unwrap_or_default())
}

/// Stores the doctor's delay in minutes, for the session that begins at that minute or for the whole day.
pub async fn save_late(tx: &mut Tx<'_>, doctor_id: &str, day: i64, late: i64, late_from: Option<i64>) -> Result<()> {
    let sql = "INSERT INTO clinic_days (doctor_id, day, late, late_changes, late_from) VALUES ($1, $2, $3, 1, $4)
               ON CONFLICT (doctor_id, day) DO UPDATE SET late = excluded.late,
                 late_changes = clinic_days.late_changes + 1, late_from = excluded.late_from";
    tx.execute(sql, &[&doctor_id, &day, &late, &late_from]).await.map(drop)
}

/// The number of the next walk-in of a day: no two get the same.
pub async fn next_walk_in(tx: &mut Tx<'_>, doctor_id: &str, day: i64) -> Result<i64> {
    let sql = "INSERT INTO clinic_days (doctor_id, day, walk_ins) VALUES ($1, $2, 1)
               ON CONFLICT (doctor_id, day) DO UPDATE SET walk_ins = clinic_days.walk_ins + 1 RETURNING walk_ins";
    Ok(tx.first(sql, &[&doctor_id, &day]).await?.unwrap_or(1))
}

/// Deletes all data about the days of a deleted doctor, about walk-ins and about desk bookings: they have no account of their own to delete.
/// The caller holds the doctor's lock.
pub async fn erase_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    let sql = "UPDATE appointments SET patient_name = '', contact_number = '', patient_key = ''
               WHERE doctor_id = $1 AND user_id = $2";
    tx.execute(sql, &[&doctor_id, &NOBODY]).await?;
    desk_bookings::delete_of_doctor(tx, doctor_id).await?;
    for table in ["screens", "walk_ins", "clinic_days"] {
        tx.execute(&format!("DELETE FROM {table} WHERE doctor_id = $1"), &[&doctor_id]).await?;
    }
    Ok(())
}

/// Deletes the walk-ins and the state of days before this one.
pub async fn delete_before(tx: &mut Tx<'_>, day: i64) -> Result<u64> {
    let walk_ins = tx.execute("DELETE FROM walk_ins WHERE day < $1", &[&day]).await?;
    Ok(walk_ins + tx.execute("DELETE FROM clinic_days WHERE day < $1", &[&day]).await?)
}

columns! {
    SCREEN: Screen in "screens" {
        id: "id",
        hospital_id: "hospital_id",
        number: "number",
        token_digest: "token_digest",
        created_at: "created_at",
    }
}

/// A screen works while its doctor is listed. One that a hospital's desk paired works while the doctor lets that desk run the day there
/// (decision 0060).
const SCREEN_WORKS: &str = "EXISTS (SELECT 1 FROM doctors d WHERE d.id = screens.doctor_id AND d.listed_at IS NOT NULL)
  AND (hospital_id IS NULL OR EXISTS (
    SELECT 1 FROM doctors d JOIN facilities h ON h.id = d.hospital_id
    WHERE d.id = screens.doctor_id AND d.hospital_id = screens.hospital_id AND h.listed_at IS NOT NULL
      AND d.hospital_confirmed_at IS NOT NULL AND d.desk_access_at IS NOT NULL))";

/// The active screens of a doctor, by their numbers.
pub async fn list_screens(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<Screen>> {
    SCREEN.list_all(tx, &format!("WHERE doctor_id = $1 AND {SCREEN_WORKS} ORDER BY number"), &[&doctor_id]).await
}

/// Deletes the inactive screens of a doctor, so that their numbers are free.
pub async fn delete_ended_screens(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    let sql = format!("DELETE FROM screens WHERE doctor_id = $1 AND NOT ({SCREEN_WORKS})");
    tx.execute(&sql, &[&doctor_id]).await.map(drop)
}

/// The doctor whose screen a link is for, if the screen is active.
pub async fn find_doctor_of_screen(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<String>> {
    let sql = format!("SELECT doctor_id FROM screens WHERE token_digest = $1 AND {SCREEN_WORKS}");
    tx.first(&sql, &[&token_digest]).await
}

pub async fn insert_screen(tx: &mut Tx<'_>, doctor_id: &str, screen: &Screen) -> Result<()> {
    let values: [(&str, &dyn Param); 6] = [
        ("id", &screen.id),
        ("doctor_id", &doctor_id),
        ("hospital_id", &screen.hospital_id),
        ("number", &screen.number),
        ("token_digest", &screen.token_digest),
        ("created_at", &screen.created_at),
    ];
    tx.insert("screens", &values).await
}

pub async fn delete_screen(tx: &mut Tx<'_>, screen: &Screen) -> Result<()> {
    tx.execute("DELETE FROM screens WHERE id = $1", &[&screen.id]).await.map(drop)
}

/// Ends the screens of a doctor who is suspended or erased; the caller holds the doctor's lock.
pub async fn delete_screens(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM screens WHERE doctor_id = $1", &[&doctor_id]).await.map(drop)
}

/// Returns whether the code was free.
pub async fn insert_pairing(tx: &mut Tx<'_>, token_digest: &str, code_digest: &str, expires_at: i64) -> Result<bool> {
    let values: [(&str, &dyn Param); 3] =
        [("token_digest", &token_digest), ("code_digest", &code_digest), ("expires_at", &expires_at)];
    tx.insert_new("screen_pairings", &values).await
}

/// Whether a screen still waits for its code to be typed: not typed and not expired.
pub async fn waits_for_pairing(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<bool> {
    let sql = "SELECT count(*) FROM screen_pairings WHERE token_digest = $1 AND expires_at > $2";
    Ok(tx.count(sql, &[&token_digest, &now]).await? > 0)
}

/// Uses a pairing code, and returns the token digest of the screen that showed it.
pub async fn take_pairing(tx: &mut Tx<'_>, code_digest: &str, now: i64) -> Result<Option<String>> {
    let sql = "DELETE FROM screen_pairings WHERE code_digest = $1 AND expires_at > $2 RETURNING token_digest";
    tx.first(sql, &[&code_digest, &now]).await
}

pub async fn delete_expired_pairings(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    tx.execute("DELETE FROM screen_pairings WHERE expires_at <= $1", &[&now]).await
}
