//! The SQL of pending requests and of digests.

use std::collections::HashMap;

use crate::appointments::model::{Appointment, Status};
use crate::appointments::store::APPOINTMENT;
use crate::platform::db::{Param, Result, Tx};
use crate::platform::list::List;

/// Doctors with requests whose time to answer is over; whose ended first comes first.
pub async fn list_due(tx: &mut Tx<'_>, now: i64, most: i64) -> Result<Vec<String>> {
    let sql = "SELECT doctor_id FROM appointments WHERE status = 'Pending' AND COALESCE(answer_due_at, starts_at) <= $1
               GROUP BY doctor_id ORDER BY min(COALESCE(answer_due_at, starts_at)), doctor_id LIMIT $2";
    tx.all(sql, &[&now, &most]).await
}

/// The first `most` requests of a doctor whose time to answer is over.
pub async fn list_due_of(tx: &mut Tx<'_>, doctor_id: &str, now: i64, most: i64) -> Result<Vec<Appointment>> {
    let rest = "WHERE a.doctor_id = $1 AND a.status = 'Pending' AND COALESCE(a.answer_due_at, a.starts_at) <= $2
                ORDER BY COALESCE(a.answer_due_at, a.starts_at) LIMIT $3";
    APPOINTMENT.list_all(tx, rest, &[&doctor_id, &now, &most]).await
}

/// Rejects those that still wait, and returns the new sequence of each by its id.
pub async fn end(tx: &mut Tx<'_>, due: &[Appointment]) -> Result<HashMap<String, i64>> {
    let ids: Vec<String> = due.iter().map(|request| request.id.clone()).collect();
    let mut list = List::whole("appointments");
    list.and("status =", Status::Pending.as_str());
    let set = "status = 'Rejected', auto_rejected_at = COALESCE(answer_due_at, starts_at), sequence = sequence + 1";
    let ended: Vec<(String, i64)> = list.update(tx, ("id", &ids), set, "id, sequence").await?;
    Ok(ended.into_iter().collect())
}

/// Recounts a doctor's unanswered requests since `after`.
pub async fn count_unanswered(tx: &mut Tx<'_>, doctor_id: &str, after: i64) -> Result<()> {
    let counted = "(SELECT count(*) FROM appointments WHERE doctor_id = $1 AND auto_rejected_at > $2)";
    let sql = format!("UPDATE doctors SET unanswered = {counted} WHERE id = $1 AND unanswered <> {counted}");
    tx.execute(&sql, &[&doctor_id, &after]).await.map(drop)
}

/// The next doctors who have unanswered requests in their count.
pub async fn list_counted(tx: &mut Tx<'_>, after: &str, most: i64) -> Result<Vec<String>> {
    let sql = "SELECT id FROM doctors WHERE unanswered > 0 AND id > $1 ORDER BY id LIMIT $2";
    tx.all(sql, &[&after, &most]).await
}

/// A digest. One that is stored as sent after `latest` was stored by a wrong clock.
#[derive(Clone, Copy)]
pub struct Digest {
    pub due: i64,
    pub latest: i64,
}

/// The next doctors who need the digest: they have a request that was made before it and still waits, and it was not sent to them.
pub async fn list_for_digest(
    tx: &mut Tx<'_>,
    Digest { due, latest }: Digest,
    now: i64,
    after: &str,
    most: i64,
) -> Result<Vec<String>> {
    let sql = "SELECT d.id FROM doctors d WHERE d.listed_at IS NOT NULL AND d.digest_enabled AND d.id > $1
               AND EXISTS (SELECT 1 FROM appointments a WHERE a.doctor_id = d.id AND a.status = 'Pending'
                           AND COALESCE(a.answer_due_at, a.starts_at) > $2 AND a.created_at < $3)
               AND NOT EXISTS (SELECT 1 FROM doctor_digests g WHERE g.doctor_id = d.id
                               AND g.due_at >= $3 AND g.due_at <= $4)
               ORDER BY d.id LIMIT $5";
    let params: [&dyn Param; 5] = [&after, &now, &due, &latest, &most];
    tx.all(sql, &params).await
}

/// Stores that the digest is sent to the doctor; `false` if it was sent before.
pub async fn claim_digest(tx: &mut Tx<'_>, doctor_id: &str, Digest { due, latest }: Digest) -> Result<bool> {
    let sql = "INSERT INTO doctor_digests (doctor_id, due_at) VALUES ($1, $2)
               ON CONFLICT (doctor_id) DO UPDATE SET due_at = excluded.due_at
               WHERE doctor_digests.due_at < excluded.due_at OR doctor_digests.due_at > $3";
    Ok(tx.execute(sql, &[&doctor_id, &due, &latest]).await? == 1)
}
