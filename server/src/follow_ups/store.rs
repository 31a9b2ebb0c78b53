//! The SQL of follow-ups.

use super::model::{Markable, Marked};
use crate::appointments::model::Appointment;
use crate::appointments::proposals::FOLLOW_UP;
use crate::appointments::store::WITH_DOCTOR;
use crate::platform::db::{Result, Tx, columns};

columns! {
    MARKED: Marked in "follow_ups f JOIN appointments a ON a.id = f.visit_id LEFT JOIN doctors d ON d.id = a.doctor_id \
                        LEFT JOIN facilities h ON h.id = a.hospital_id LEFT JOIN phone_consultations p ON p.visit_id = a.id" {
        follow_up: FOLLOW_UP,
        visit: WITH_DOCTOR,
    }
}

columns! {
    pub MARKABLE: Markable in "appointments a LEFT JOIN doctors d ON d.id = a.doctor_id LEFT JOIN follow_ups f ON f.visit_id = a.id \
                            LEFT JOIN facilities h ON h.id = a.hospital_id LEFT JOIN phone_consultations p ON p.visit_id = a.id" {
        visit: WITH_DOCTOR,
        follow_up: [FOLLOW_UP],
    }
}

/// Marks a visit, or changes its mark; `false` if it was proposed already.
pub async fn save(
    tx: &mut Tx<'_>,
    visit: &Appointment,
    (days, due_at): (i64, i64),
    without_fee: bool,
    now: i64,
) -> Result<bool> {
    let sql = "INSERT INTO follow_ups (visit_id, doctor_id, user_id, days, due_at, without_fee, marked_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (visit_id) DO UPDATE SET days = excluded.days, due_at = excluded.due_at,
                 without_fee = excluded.without_fee, marked_at = excluded.marked_at
               WHERE follow_ups.proposed_at IS NULL";
    let saved =
        tx.execute(sql, &[&visit.id, &visit.doctor_id, &visit.user_id, &days, &due_at, &without_fee, &now]).await?;
    Ok(saved == 1)
}

/// Removes a mark; `false` if there is none, or it was proposed already.
pub async fn delete(tx: &mut Tx<'_>, visit_id: &str) -> Result<bool> {
    let sql = "DELETE FROM follow_ups WHERE visit_id = $1 AND proposed_at IS NULL";
    Ok(tx.execute(sql, &[&visit_id]).await? == 1)
}

pub async fn find(tx: &mut Tx<'_>, visit_id: &str) -> Result<Option<Marked>> {
    MARKED.find(tx, "WHERE f.visit_id = $1", &[&visit_id]).await
}

/// The same, only if it is this user's.
pub async fn find_of_user(tx: &mut Tx<'_>, user_id: &str, visit_id: &str) -> Result<Option<Marked>> {
    MARKED.find(tx, "WHERE f.visit_id = $1 AND f.user_id = $2", &[&visit_id, &user_id]).await
}

/// All follow-ups of a user, the earliest day first.
pub async fn list_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Marked>> {
    MARKED.list_all(tx, "WHERE f.user_id = $1 ORDER BY f.due_at, f.visit_id", &[&user_id]).await
}

/// Proposals of a user for days after this instant that are not declined, the earliest day first.
pub async fn list_proposed(tx: &mut Tx<'_>, user_id: &str, after: i64) -> Result<Vec<Marked>> {
    let rest = "WHERE f.user_id = $1 AND f.due_at > $2 AND f.proposed_at IS NOT NULL AND f.declined_at IS NULL
                ORDER BY f.due_at, f.visit_id";
    MARKED.list_all(tx, rest, &[&user_id, &after]).await
}

columns! {
    /// A follow-up that is to be proposed.
    pub struct Unproposed as UNPROPOSED in "follow_ups f" {
        visit_id: String = "f.visit_id",
        doctor_id: String = "f.doctor_id",
        due_at: i64 = "f.due_at",
    }
}

/// The next that are to be proposed, from the earliest day on; none of users who are blocked.
pub async fn list_due(
    tx: &mut Tx<'_>,
    (after, to): (i64, i64),
    (last_due, last_id): (i64, &str),
    most: i64,
) -> Result<Vec<Unproposed>> {
    let rest = "WHERE f.proposed_at IS NULL AND f.due_at > $1 AND f.due_at <= $2 AND (f.due_at, f.visit_id) > ($3, $4)
                AND EXISTS (SELECT 1 FROM accounts u WHERE u.id = f.user_id AND u.state = 'active')
                ORDER BY f.due_at, f.visit_id LIMIT $5";
    UNPROPOSED.list_all(tx, rest, &[&after, &to, &last_due, &last_id, &most]).await
}

/// Stores that it is proposed now; `false` if it was proposed before, or the doctor removed it or changed its day meanwhile.
pub async fn claim(tx: &mut Tx<'_>, due: &Unproposed, now: i64) -> Result<bool> {
    let sql = "UPDATE follow_ups SET proposed_at = $3 WHERE visit_id = $1 AND due_at = $2 AND proposed_at IS NULL";
    Ok(tx.execute(sql, &[&due.visit_id, &due.due_at, &now]).await? == 1)
}

pub async fn decline(tx: &mut Tx<'_>, visit_id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE follow_ups SET declined_at = $2 WHERE visit_id = $1", &[&visit_id, &now]).await.map(drop)
}

/// Moves the follow-ups of a user to another one, together with the visits.
pub async fn hand_over(tx: &mut Tx<'_>, from: &str, to: &str) -> Result<()> {
    tx.execute("UPDATE follow_ups SET user_id = $2 WHERE user_id = $1", &[&from, &to]).await.map(drop)
}

pub async fn erase_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<()> {
    tx.execute("DELETE FROM follow_ups WHERE user_id = $1", &[&user_id]).await.map(drop)
}

pub async fn erase_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM follow_ups WHERE doctor_id = $1", &[&doctor_id]).await.map(drop)
}
