//! How many bookings there are and what they earned: sums that change in the same transaction as a booking, so that
//! reading them never walks through all bookings.

use std::collections::BTreeMap;

use crate::booking::model::{Appointment, Attendance, Slot, Status};
use crate::platform::db::{Param, Result, Tx};

pub const HOUR: i64 = 3_600_000;
pub const DAY: i64 = 24 * HOUR;
/// India's clock is this far ahead of UTC.
pub const OFFSET: i64 = 5 * HOUR + HOUR / 2;

/// The day of a visit, counted from 1970 by India's clock.
pub fn day_of(slot: Slot) -> i64 {
    (slot.starts_at().as_millisecond() + OFFSET) / DAY
}

/// What an approved visit earned: nothing if nobody came.
fn earned_by(appointment: &Appointment, attendance: Option<Attendance>) -> i64 {
    if attendance == Some(Attendance::Absent) { 0 } else { appointment.fee }
}

/// What a unit of work changes. It is saved once, after the bookings themselves and in a fixed order: so no two units
/// ever wait for each other's rows.
#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<(String, &'static str), i64>,
    /// Fees and visits by day and doctor.
    earned: BTreeMap<(i64, String), (i64, i64)>,
}

impl Tally {
    pub fn added(&mut self, appointment: &Appointment) {
        self.count(appointment, appointment.status, 1);
    }

    /// From `before` to the status that it has now, in the slot that it had `before`.
    pub fn changed(&mut self, appointment: &Appointment, before: Status) {
        self.count(appointment, before, -1);
        self.count(appointment, appointment.status, 1);
    }

    fn count(&mut self, appointment: &Appointment, status: Status, by: i64) {
        *self.counts.entry((appointment.doctor_id.clone(), status.as_str())).or_default() += by;
        if status == Status::Checked {
            let fee = earned_by(appointment, appointment.attendance);
            let (amount, visits) = self.of_day(appointment);
            *amount += by * fee;
            *visits += by;
        }
    }

    /// An approved visit was marked: from now on it has this attendance.
    pub fn marked(&mut self, appointment: &Appointment, attendance: Option<Attendance>) {
        let change = earned_by(appointment, attendance) - earned_by(appointment, appointment.attendance);
        self.of_day(appointment).0 += change;
    }

    fn of_day(&mut self, appointment: &Appointment) -> &mut (i64, i64) {
        self.earned.entry((day_of(appointment.slot), appointment.doctor_id.clone())).or_default()
    }

    pub async fn save(self, tx: &mut Tx<'_>) -> Result<()> {
        let mut rows = Vec::<[&dyn Param; 3]>::new();
        for ((doctor_id, status), by) in self.counts.iter().filter(|(_, by)| **by != 0) {
            rows.push([doctor_id, status, by]);
        }
        let add =
            "ON CONFLICT (doctor_id, status) DO UPDATE SET bookings = booking_counts.bookings + excluded.bookings";
        tx.send_rows("booking_counts", ["doctor_id", "status", "bookings"], &rows, add).await?;
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
pub async fn count_all(tx: &mut Tx<'_>) -> Result<Vec<(Status, i64)>> {
    let sql = "SELECT status, CAST(sum(bookings) AS BIGINT) FROM booking_counts GROUP BY status";
    tx.all(sql, &[]).await
}

/// How many bookings of each status a doctor has.
pub async fn count_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<(Status, i64)>> {
    let sql = "SELECT status, bookings FROM booking_counts WHERE doctor_id = $1";
    tx.all(sql, &[&doctor_id]).await
}

/// What whole days earned, from one to another, both included.
pub async fn earned_by_day(tx: &mut Tx<'_>, first: i64, last: i64) -> Result<Vec<(i64, i64)>> {
    // The second table is what an older program still writes while a new version rolls out.
    let sql = "SELECT day, CAST(sum(amount) AS BIGINT) FROM (
                 SELECT day, amount FROM revenue WHERE day >= $1 AND day <= $2
                 UNION ALL SELECT day, amount FROM revenue_by_day WHERE day >= $1 AND day <= $2
               ) AS both_tables GROUP BY day ORDER BY day";
    tx.all(sql, &[&first, &last]).await
}

/// What the visits from `from` up to `to` earned by the hour: hours since 1970 by India's clock. Short spans only.
pub async fn earned_by_hour(tx: &mut Tx<'_>, from: i64, to: i64) -> Result<Vec<(i64, i64)>> {
    // Not the status itself, so that SQLite takes the index of the times and not the one of all approved visits.
    let sql = "SELECT (starts_at + $3) / $4, CAST(sum(fee) AS BIGINT) FROM appointments
               WHERE starts_at >= $1 AND starts_at < $2 AND (status || '') = 'Checked'
                 AND (attendance IS NULL OR attendance <> 'absent') GROUP BY 1 ORDER BY 1";
    tx.all(sql, &[&from, &to, &OFFSET, &HOUR]).await
}

/// Whether any doctor of the installation has an approved visit.
pub async fn any_checked(tx: &mut Tx<'_>) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM revenue WHERE visits > 0)
               OR EXISTS (SELECT 1 FROM revenue_by_day WHERE visits > 0)";
    Ok(tx.first(sql, &[]).await?.unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_indias_day() {
        let of = |text| day_of(Appointment::example(text, Status::Pending).slot);
        assert_eq!(of("1970-01-01T12:00:00Z"), 0);
        assert_eq!(of("2026-11-15T18:15:00Z") + 1, of("2026-11-15T18:30:00Z"), "midnight in India");
    }

    #[test]
    fn a_visit_that_is_approved_and_cancelled_leaves_nothing_earned() {
        let mut tally = Tally::default();
        tally.added(&Appointment::example("2026-11-16T04:30:00Z", Status::Pending));
        tally.changed(&Appointment::example("2026-11-16T04:30:00Z", Status::Checked), Status::Pending);
        assert_eq!(tally.earned.values().copied().collect::<Vec<_>>(), [(300, 1)]);
        tally.changed(&Appointment::example("2026-11-16T04:30:00Z", Status::Cancelled), Status::Checked);
        assert_eq!(tally.earned.values().copied().collect::<Vec<_>>(), [(0, 0)]);
        assert_eq!(tally.counts[&("d".into(), "Cancelled")], 1);
        assert_eq!(tally.counts[&("d".into(), "Pending")] + tally.counts[&("d".into(), "Checked")], 0);
    }

    #[test]
    fn a_visit_to_which_nobody_came_earns_nothing_and_stays_a_visit() {
        let mut visit = Appointment::example("2026-11-16T04:30:00Z", Status::Checked);
        let mut tally = Tally::default();
        tally.added(&visit);
        let earned = |tally: &Tally| tally.earned.values().copied().collect::<Vec<_>>();
        for (attendance, amount) in [
            (Some(Attendance::Arrived), 300),
            (Some(Attendance::Absent), 0),
            (Some(Attendance::Absent), 0),
            (None, 300),
        ] {
            tally.marked(&visit, attendance);
            visit.attendance = attendance;
            assert_eq!(earned(&tally), [(amount, 1)], "{attendance:?}");
        }
        tally.marked(&visit, Some(Attendance::Absent));
        visit.attendance = Some(Attendance::Absent);
        visit.status = Status::Cancelled;
        tally.changed(&visit, Status::Checked);
        assert_eq!(earned(&tally), [(0, 0)]);
    }
}
