//! The SQL behind automatic approval, and of times that doctors offer.

use crate::appointments::model::Appointment;
use crate::platform::db::{Result, Tx};
use crate::platform::fold::name_key;
use crate::scheduling::Slot;

/// Whether the doctor has seen the patient: the same user has an approved visit under that name that is over and not marked as absent.
pub async fn has_seen(tx: &mut Tx<'_>, request: &Appointment, now: i64) -> Result<bool> {
    // Expressions, not plain columns, so that SQLite uses the index of the user's few visits and not of the doctor's many.
    let sql = "SELECT EXISTS (SELECT 1 FROM appointments WHERE user_id = $1 AND starts_at <= $2
                              AND (doctor_id || '') = $3 AND (status || '') = 'Checked' AND patient_key = $4
                              AND (attendance IS NULL OR attendance <> 'absent'))";
    let (over, name) = (now - Slot::MILLIS, name_key(&request.patient_name));
    Ok(tx.first(sql, &[&request.user_id, &over, &request.doctor_id, &name]).await?.unwrap_or(false))
}

/// The number of approved visits of the request's doctor from `from` up to `to`, without the request itself.
pub async fn count_approved(tx: &mut Tx<'_>, request: &Appointment, (from, to): (i64, i64)) -> Result<i64> {
    let sql = "SELECT count(*) FROM appointments
               WHERE doctor_id = $1 AND status = 'Checked' AND starts_at >= $2 AND starts_at < $3 AND id <> $4";
    tx.count(sql, &[&request.doctor_id, &from, &to, &request.id]).await
}

/// Stores the time that the doctor offers with a rejection.
pub async fn save_offer(tx: &mut Tx<'_>, id: &str, slot: Slot) -> Result<()> {
    let starts_at = slot.starts_at().as_millisecond();
    tx.execute("UPDATE appointments SET offered_at = $2 WHERE id = $1", &[&id, &starts_at]).await.map(drop)
}

/// Ends the offer of a time that the user has booked.
pub async fn clear_offers(tx: &mut Tx<'_>, user_id: &str, doctor_id: &str, slot: Slot) -> Result<()> {
    let sql = "UPDATE appointments SET offered_at = NULL WHERE user_id = $1 AND offered_at = $2 AND doctor_id = $3";
    tx.execute(sql, &[&user_id, &slot.starts_at().as_millisecond(), &doctor_id]).await.map(drop)
}
