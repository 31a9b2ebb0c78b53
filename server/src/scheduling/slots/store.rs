//! Which times of doctors are taken. Appointments belong to `appointments`; here only their starts are read.

use crate::platform::db::{Result, Tx};
use crate::platform::list::List;

/// When a doctor's active visits begin, from `from` up to `to`.
pub async fn list_taken(tx: &mut Tx<'_>, doctor_id: &str, from: i64, to: i64) -> Result<Vec<i64>> {
    let sql = "SELECT starts_at FROM appointments WHERE doctor_id = $1 AND starts_at >= $2 AND starts_at < $3
               AND status IN ('Pending', 'Checked') ORDER BY starts_at";
    tx.all(sql, &[&doctor_id, &from, &to]).await
}

/// The same of several doctors from `from` on, as pairs of doctor and start.
pub async fn list_taken_of(tx: &mut Tx<'_>, doctors: &[String], from: i64) -> Result<Vec<(String, i64)>> {
    let mut list = List::new("appointments a", "a.status IN ('Pending', 'Checked')");
    list.and_one_of("a.doctor_id", doctors);
    list.and("a.starts_at >=", from);
    list.all(tx, "a.doctor_id, a.starts_at", "").await
}
