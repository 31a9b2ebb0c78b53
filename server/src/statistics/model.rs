//! The values that are counted of appointments, and the figures of first pages.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

/// The status of an appointment that the doctor approved, as it is stored. Approved appointments count as earned.
pub const APPROVED: &str = "Checked";

/// One appointment as the sums count it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    pub doctor_id: String,
    /// As it is stored.
    pub status: &'static str,
    /// The day of the visit, counted from 1970 by India's clock.
    pub day: i64,
    /// What it earns once it is approved: nothing if the patient did not come.
    pub fee: i64,
}

/// The changes of the sums in one transaction. It is saved once, after the appointments themselves and in a fixed order: otherwise two
/// transactions could wait for each other's rows.
#[derive(Debug, Default)]
pub struct Tally {
    pub(super) counts: BTreeMap<(String, &'static str), i64>,
    /// Fees and visits by day and doctor.
    pub(super) earned: BTreeMap<(i64, String), (i64, i64)>,
}

impl Tally {
    pub fn add(&mut self, counted: &Counted) {
        self.count(counted, 1);
    }

    /// Subtracts an appointment as it was before the change.
    pub fn remove(&mut self, counted: &Counted) {
        self.count(counted, -1);
    }

    fn count(&mut self, Counted { doctor_id, status, day, fee }: &Counted, by: i64) {
        *self.counts.entry((doctor_id.clone(), status)).or_default() += by;
        if *status == APPROVED {
            let (amount, visits) = self.earned.entry((*day, doctor_id.clone())).or_default();
            *amount += by * fee;
            *visits += by;
        }
    }
}

/// How many appointments there are of each status.
#[derive(Debug, Clone, Default)]
pub struct StatusCounts(Vec<(String, i64)>);

impl StatusCounts {
    pub fn new(counts: Vec<(String, i64)>) -> Self {
        Self(counts)
    }

    pub fn of(&self, status: &str) -> i64 {
        self.0.iter().find(|(known, _)| known == status).map_or(0, |(_, count)| *count)
    }

    pub fn total(&self) -> i64 {
        total(&self.0)
    }
}

/// One amount of a chart.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Amount {
    /// An hour such as `09:00`, or a day such as `2024-01-05`
    pub label: String,
    pub amount: i64,
}

// Fees of approved visits up to now: today by the hour, the last 7 and 30 days by the day.
#[derive(Debug, Serialize, ToSchema)]
pub struct Revenue {
    pub today: Vec<Amount>,
    pub weekly: Vec<Amount>,
    pub monthly: Vec<Amount>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MonthView {
    pending: i64,
    checked: i64,
    rejected: i64,
    cancelled: i64,
    total: i64,
}

impl MonthView {
    pub fn new(counts: &StatusCounts) -> Self {
        Self {
            pending: counts.of("Pending"),
            checked: counts.of(APPROVED),
            rejected: counts.of("Rejected"),
            cancelled: counts.of("Cancelled"),
            total: counts.total(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Dashboard {
    pub total: i64,
    pub pending: i64,
    pub approved: i64,
    pub rejected: i64,
    pub cancelled: i64,
    /// Visits of this month
    pub month: MonthView,
    /// Fees of approved visits, up to now
    pub revenue: Revenue,
    /// Whether no visit was ever approved in the whole installation
    pub sample: bool,
}

/// The sum under a key; 0 if there is none.
pub fn sum_of<K: Copy + PartialEq>(sums: &[(K, i64)], key: K) -> i64 {
    sums.iter().find(|(known, _)| *known == key).map_or(0, |(_, sum)| *sum)
}

pub fn total<K>(sums: &[(K, i64)]) -> i64 {
    sums.iter().map(|(_, sum)| sum).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(status: &'static str, fee: i64) -> Counted {
        Counted { doctor_id: "d".into(), status, day: 20_043, fee }
    }

    #[test]
    fn a_visit_that_is_approved_and_cancelled_leaves_nothing_earned() {
        let mut tally = Tally::default();
        tally.add(&visit("Pending", 300));
        for (before, now) in [("Pending", APPROVED), (APPROVED, "Cancelled")] {
            tally.remove(&visit(before, 300));
            tally.add(&visit(now, 300));
        }
        let key = |status| ("d".to_owned(), status);
        assert_eq!((tally.counts[&key("Pending")], tally.counts[&key("Cancelled")]), (0, 1));
        assert_eq!(tally.earned[&(20_043, "d".into())], (0, 0));
    }

    #[test]
    fn a_visit_to_which_nobody_came_earns_nothing_and_stays_a_visit() {
        let mut tally = Tally::default();
        tally.remove(&visit(APPROVED, 300));
        tally.add(&visit(APPROVED, 0));
        assert_eq!(tally.earned[&(20_043, "d".into())], (-300, 0));
        assert_eq!(tally.counts[&("d".to_owned(), APPROVED)], 0);
    }
}
