//! What first pages show.

use serde::Serialize;
use utoipa::ToSchema;

use crate::booking::model::Status;

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
    pub fn new(counts: &[(Status, i64)]) -> Self {
        Self {
            pending: of(counts, Status::Pending),
            checked: of(counts, Status::Checked),
            rejected: of(counts, Status::Rejected),
            cancelled: of(counts, Status::Cancelled),
            total: total(counts),
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

/// What is counted or summed under a key; nothing where there is no such key.
pub fn of<K: Copy + PartialEq>(sums: &[(K, i64)], key: K) -> i64 {
    sums.iter().find(|(known, _)| *known == key).map_or(0, |(_, sum)| *sum)
}

pub fn total<K>(sums: &[(K, i64)]) -> i64 {
    sums.iter().map(|(_, sum)| sum).sum()
}
