//! The SQL of appointments at a place that has moved.

use crate::appointments::model::Appointment;
use crate::appointments::store::{find, lock_rows};
use crate::platform::db::{Result, Tx};
use crate::platform::list::List;

/// Active visits that have not started, at a hospital or at a doctor's own clinic, in the order of their ids: those after `after` that
/// were booked by an instant. Nobody comes for one by phone.
pub async fn list_coming_at(
    tx: &mut Tx<'_>,
    (is_hospital, place_id): (bool, &str),
    (now, booked_by): (i64, i64),
    after: &str,
    limit: i64,
) -> Result<Vec<String>> {
    let at_place = if is_hospital { "hospital_id = $1" } else { "doctor_id = $1 AND hospital_id IS NULL" };
    let sql = format!(
        "SELECT id FROM appointments WHERE {at_place} AND starts_at > $2 AND status IN ('Pending', 'Checked')
           AND created_at <= $3 AND id > $4
           AND NOT EXISTS (SELECT 1 FROM phone_consultations p WHERE p.visit_id = appointments.id) ORDER BY id LIMIT $5"
    );
    tx.all(&sql, &[&place_id, &now, &booked_by, &after, &limit]).await
}

/// Counts a change of these active visits for calendars, and returns them as they are now.
pub async fn renew_calendar(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<Appointment>> {
    lock_rows(tx, ids).await?;
    let list = List::new("appointments", "status IN ('Pending', 'Checked')");
    let changed: Vec<String> = list.update(tx, ("id", ids), "sequence = sequence + 1", "id").await?;
    let mut visits = Vec::with_capacity(changed.len());
    for id in changed {
        visits.extend(find(tx, &id).await?);
    }
    Ok(visits)
}
