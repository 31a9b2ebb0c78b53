//! The SQL of the door of a place.

use std::collections::HashMap;

use super::model::Place;
use crate::appointments::model::{Appointment, Attendance};
use crate::appointments::store::APPOINTMENT;
use crate::clinic_day::model::DayState;
use crate::clinic_day::store::DAY;
use crate::directory;
use crate::directory::facilities::{self, Category};
use crate::platform::db::{Param, Result, Tx};
use crate::platform::list::List;

/// A listed hospital, or a listed doctor's own clinic.
pub async fn find_place(tx: &mut Tx<'_>, id: &str) -> Result<Option<Place>> {
    if let Some(hospital) = facilities::find_listed(tx, Category::Hospital, id).await? {
        return Ok(Some(Place::Hospital(Box::new(hospital))));
    }
    Ok(directory::find_listed(tx, id).await?.map(|doctor| Place::Clinic(Box::new(doctor))))
}

/// The listed doctors whom a hospital has confirmed and who give tokens at the door.
pub async fn list_giving_tokens(tx: &mut Tx<'_>, hospital_id: &str) -> Result<Vec<String>> {
    let sql = "SELECT id FROM doctors WHERE hospital_id = $1 AND hospital_confirmed_at IS NOT NULL
               AND listed_at IS NOT NULL AND door_tokens > 0 ORDER BY id";
    tx.all(sql, &[&hospital_id]).await
}

/// The delays of these doctors on a day, by the ids of the doctors.
pub async fn list_delays(tx: &mut Tx<'_>, doctor_ids: &[String], day: i64) -> Result<HashMap<String, DayState>> {
    let mut days = List::whole(DAY.tables);
    days.and("c.day =", day);
    Ok(days.of_each(tx, ("c.doctor_id", doctor_ids), &DAY, "c.doctor_id").await?.into_iter().collect())
}

/// The approved visits of a number at a place from `from` up to `to`, without those by phone and those that are over.
pub async fn list_visits_of_number(
    tx: &mut Tx<'_>,
    place: &Place,
    number: &str,
    (from, to): (i64, i64),
) -> Result<Vec<Appointment>> {
    let (condition, place_id) = match place {
        Place::Hospital(hospital) => ("a.hospital_id = $4", &hospital.id),
        Place::Clinic(doctor) => ("a.doctor_id = $4 AND a.hospital_id IS NULL", &doctor.id),
    };
    let rest = format!(
        "WHERE a.status = 'Checked' AND a.contact_number = $1 AND a.starts_at >= $2 AND a.starts_at < $3 AND {condition}
           AND p.visit_id IS NULL AND (a.attendance IS NULL OR a.attendance IN ('arrived', 'called'))
         ORDER BY a.id"
    );
    let params: [&dyn Param; 4] = [&number, &from, &to, place_id];
    APPOINTMENT.list_all(tx, &rest, &params).await
}

/// Marks a visit as arrived; false if it was marked or cancelled meanwhile.
pub async fn mark_arrived(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE appointments SET attendance = $2, called_at = NULL, arrived_at = $3
               WHERE id = $1 AND status = 'Checked' AND attendance IS NULL";
    Ok(tx.execute(sql, &[&id, &Attendance::Arrived.as_str(), &now]).await? == 1)
}

/// How many tokens a phone has taken at doors on a day, and how many were taken with a number.
pub async fn count_tokens(tx: &mut Tx<'_>, day: i64, device_digest: &str, number: &str) -> Result<(i64, i64)> {
    let sql = "SELECT count(*) FILTER (WHERE door_device = $2), count(*) FILTER (WHERE phone = $3) FROM walk_ins
               WHERE day = $1 AND door_device IS NOT NULL AND (door_device = $2 OR phone = $3)";
    Ok(tx.first(sql, &[&day, &device_digest, &number]).await?.unwrap_or_default())
}
