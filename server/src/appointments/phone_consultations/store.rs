//! The SQL of visits by phone and of the doctor's calls.

use super::model::{MAX_MISSED_CALLS, PhoneConsultation};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::list::List;

columns! {
    /// For queries of `appointments a` with `LEFT JOIN phone_consultations p ON p.visit_id = a.id`.
    pub PHONE_CONSULTATION: PhoneConsultation {
        visit_id: "p.visit_id",
        age: "p.patient_age",
        location: "p.patient_location",
        adult_name: "p.adult_name",
        missed_calls: "p.missed_calls",
        reached_at: "p.reached_at",
    }
}

columns! {
    /// A call that was noted.
    pub struct PhoneCall as PHONE_CALL in "phone_calls c" {
        was_reached: bool = "c.was_reached",
        called_at: i64 = "c.called_at",
        caller_id: String = "c.caller_id",
    }
}

pub async fn insert(tx: &mut Tx<'_>, new: &PhoneConsultation) -> Result<()> {
    let values: [(&str, &dyn Param); 4] = [
        ("visit_id", &new.visit_id),
        ("patient_age", &new.age),
        ("patient_location", &new.location),
        ("adult_name", &new.adult_name),
    ];
    tx.insert("phone_consultations", &values).await
}

/// The calls of these visits, each with the visit's id, the first first.
pub async fn list_calls(tx: &mut Tx<'_>, visits: &[String]) -> Result<Vec<(String, PhoneCall)>> {
    List::whole(PHONE_CALL.tables).of_each(tx, ("c.visit_id", visits), &PHONE_CALL, "c.number").await
}

/// Stores a call; `false` if all calls that the patient can get were made. The caller holds the doctor's lock.
pub async fn insert_call(tx: &mut Tx<'_>, visit_id: &str, call: &PhoneCall) -> Result<bool> {
    let PhoneCall { was_reached, called_at, caller_id } = call;
    let sql = "UPDATE phone_consultations SET missed_calls = missed_calls + $2, reached_at = $3
               WHERE visit_id = $1 AND missed_calls < $4";
    let reached_at = was_reached.then_some(*called_at);
    if tx.execute(sql, &[&visit_id, &i64::from(!was_reached), &reached_at, &MAX_MISSED_CALLS]).await? == 0 {
        return Ok(false);
    }
    let sql = "INSERT INTO phone_calls (visit_id, number, was_reached, called_at, caller_id)
               SELECT CAST($1 AS TEXT), count(*) + 1, CAST($2 AS BOOLEAN), CAST($3 AS BIGINT), CAST($4 AS TEXT)
               FROM phone_calls WHERE visit_id = $1";
    tx.execute(sql, &[&visit_id, was_reached, called_at, caller_id]).await?;
    Ok(true)
}

/// Deletes the calls of a visit.
pub async fn delete_calls(tx: &mut Tx<'_>, visit_id: &str) -> Result<()> {
    let sql = "UPDATE phone_consultations SET missed_calls = 0, reached_at = NULL WHERE visit_id = $1";
    tx.execute(sql, &[&visit_id]).await?;
    tx.execute("DELETE FROM phone_calls WHERE visit_id = $1", &[&visit_id]).await.map(drop)
}

/// Empties the details that the patient gave.
const ERASED: &str = "patient_age = NULL, patient_location = '', adult_name = NULL";

/// Erases the details of the patients of all visits that a user booked, and the calls.
pub async fn erase_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<()> {
    let of_user = "visit_id IN (SELECT id FROM appointments WHERE user_id = $1)";
    tx.execute(&format!("DELETE FROM phone_calls WHERE {of_user}"), &[&user_id]).await?;
    tx.execute(&format!("UPDATE phone_consultations SET {ERASED} WHERE {of_user}"), &[&user_id]).await.map(drop)
}

/// The same of these visits.
pub async fn erase_of(tx: &mut Tx<'_>, visits: &[String]) -> Result<()> {
    List::whole("phone_calls").delete(tx, ("visit_id", visits)).await?;
    let _: Vec<String> =
        List::whole("phone_consultations").update(tx, ("visit_id", visits), ERASED, "visit_id").await?;
    Ok(())
}
