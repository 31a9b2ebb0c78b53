//! The SQL of the sums. They change in the same transaction as an appointment, so that reading them never walks through all
//! appointments.

use super::model::{StatusCounts, Tally};
use crate::platform::clock::{HOUR_MILLIS, INDIA_OFFSET_MILLIS};
use crate::platform::db::{Param, Result, Tx};

impl Tally {
    pub async fn save(self, tx: &mut Tx<'_>) -> Result<()> {
        let mut rows = Vec::<[&dyn Param; 3]>::new();
        for ((doctor_id, status), by) in self.counts.iter().filter(|(_, by)| **by != 0) {
            rows.push([doctor_id, status, by]);
        }
        let add =
            "ON CONFLICT (doctor_id, status) DO UPDATE SET bookings = appointment_counts.bookings + excluded.bookings";
        tx.send_rows("appointment_counts", ["doctor_id", "status", "bookings"], &rows, add).await?;
        let mut rows = Vec::<[&dyn Param; 4]>::new();
        for ((day, doctor_id), (amount, visits)) in self.earned.iter().filter(|(_, change)| **change != (0, 0)) {
            rows.push([day, doctor_id, amount, visits]);
        }
        let add = "ON CONFLICT (day, doctor_id) DO UPDATE
                   SET amount = revenue.amount + excluded.amount, visits = revenue.visits + excluded.visits";
        tx.send_rows("revenue", ["day", "doctor_id", "amount", "visits"], &rows, add).await
    }
}

/// How many bookings of each status there are in all.
pub async fn count_all(tx: &mut Tx<'_>) -> Result<StatusCounts> {
    let sql = "SELECT status, CAST(sum(bookings) AS BIGINT) FROM appointment_counts GROUP BY status";
    Ok(StatusCounts::new(tx.all(sql, &[]).await?))
}

/// How many bookings of each status a doctor has.
pub async fn count_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<StatusCounts> {
    let sql = "SELECT status, bookings FROM appointment_counts WHERE doctor_id = $1";
    Ok(StatusCounts::new(tx.all(sql, &[&doctor_id]).await?))
}

/// What whole days earned, from one to another, both included.
pub async fn earned_by_day(tx: &mut Tx<'_>, first: i64, last: i64) -> Result<Vec<(i64, i64)>> {
    let sql =
        "SELECT day, CAST(sum(amount) AS BIGINT) FROM revenue WHERE day >= $1 AND day <= $2 GROUP BY day ORDER BY day";
    tx.all(sql, &[&first, &last]).await
}

/// What the visits from `from` up to `to` earned by the hour: hours since 1970 by India's clock. Short spans only.
pub async fn earned_by_hour(tx: &mut Tx<'_>, from: i64, to: i64) -> Result<Vec<(i64, i64)>> {
    // Not the status itself, so that SQLite takes the index of the times and not the one of all approved visits.
    let sql = "SELECT (starts_at + $3) / $4, CAST(sum(fee) AS BIGINT) FROM appointments
               WHERE starts_at >= $1 AND starts_at < $2 AND (status || '') = 'Checked'
                 AND (attendance IS NULL OR attendance <> 'absent') GROUP BY 1 ORDER BY 1";
    tx.all(sql, &[&from, &to, &INDIA_OFFSET_MILLIS, &HOUR_MILLIS]).await
}

/// Whether any doctor of the installation has an approved visit.
pub async fn any_checked(tx: &mut Tx<'_>) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM revenue WHERE visits > 0)";
    Ok(tx.first(sql, &[]).await?.unwrap_or(false))
}

/// How many appointments of each status a doctor has from `from` up to `to`.
pub async fn count_by_status(tx: &mut Tx<'_>, doctor_id: &str, from: i64, to: i64) -> Result<StatusCounts> {
    let sql = "SELECT status, count(*) FROM appointments
               WHERE doctor_id = $1 AND starts_at >= $2 AND starts_at < $3 GROUP BY status";
    Ok(StatusCounts::new(tx.all(sql, &[&doctor_id, &from, &to]).await?))
}

/// What approved visits of a doctor that happened earned, in equal parts of time: the number of the part since 1970 in India, and the
/// sum of the fees.
pub async fn sum_fees(tx: &mut Tx<'_>, doctor_id: &str, (from, to): (i64, i64), part: i64) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT (starts_at + $5) / $4, CAST(sum(fee) AS BIGINT) FROM appointments
               WHERE doctor_id = $1 AND status = 'Checked' AND starts_at >= $2 AND starts_at < $3
                 AND (attendance IS NULL OR attendance <> 'absent') GROUP BY 1 ORDER BY 1";
    tx.all(sql, &[&doctor_id, &from, &to, &part, &INDIA_OFFSET_MILLIS]).await
}
