//! The SQL of messages after missed visits.

use crate::appointments::Appointment;
use crate::platform::db::{Param, Result, Tx};

/// A missed visit that the job has not handled, as in the index `appointments_missed`.
const OPEN: &str = "attendance = 'absent' AND missed_notice_at IS NULL";

/// The ids of missed visits that begin from the first instant up to the second and are not handled, the first to begin first.
pub async fn list_due(tx: &mut Tx<'_>, (from, to): (i64, i64), limit: i64) -> Result<Vec<String>> {
    let sql = format!(
        "SELECT id FROM appointments WHERE {OPEN} AND starts_at >= $1 AND starts_at < $2 ORDER BY starts_at LIMIT $3"
    );
    tx.all(&sql, &[&from, &to, &limit]).await
}

/// Stores that a visit is handled now; `false` if another instance has done so.
pub async fn claim(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let sql = format!("UPDATE appointments SET missed_notice_at = $2 WHERE id = $1 AND status = 'Checked' AND {OPEN}");
    Ok(tx.execute(&sql, &[&id, &now]).await? == 1)
}

/// Whether the patient has another visit with the doctor after the missed one: coming, or past.
pub async fn has_later(tx: &mut Tx<'_>, missed: &Appointment) -> Result<bool> {
    let sql = "SELECT count(*) FROM appointments
               WHERE doctor_id = $1 AND status IN ('Pending', 'Checked') AND starts_at > $2
                 AND user_id = $3 AND patient_name = $4 AND contact_number = $5";
    let starts_at = missed.slot.starts_at().as_millisecond();
    let Appointment { doctor_id, user_id, patient_name, contact_number, .. } = missed;
    let params: [&dyn Param; 5] = [doctor_id, &starts_at, user_id, patient_name, contact_number];
    Ok(tx.count(sql, &params).await? > 0)
}
