//! Figures of past visits: their scope, the counts of the database, and the figures that a page shows.

use serde::Serialize;
use utoipa::ToSchema;

use crate::directory::desk::DeskScope;

/// Whose visits are counted.
#[derive(Debug, Clone, Copy)]
pub enum FiguresScope<'a> {
    /// A doctor's, as far as the caller sees them.
    Doctor(&'a str, &'a DeskScope),
    /// Those of all doctors at a hospital.
    Hospital(&'a str),
}

/// The period that is counted.
#[derive(Debug, Clone, Copy)]
pub struct Period {
    /// In UTC milliseconds; `to` is not included.
    pub from: i64,
    pub to: i64,
    /// Its first day, counted from 1970.
    pub first_day: i64,
}

/// The approved visits that begin in an hour of the week.
#[derive(Debug, Clone, Copy, Default)]
pub struct HourCount {
    /// The number of hours since 1970 began in India, modulo the hours of a week.
    pub hour_of_week: i64,
    pub visits: i64,
    pub missed: i64,
    /// Those whose patients were marked as arrived, and called in afterwards.
    pub waited: i64,
    /// The sum of their waiting times.
    pub wait_millis: i64,
}

/// Walk-ins without a slot who came in an hour of the day and were called in.
#[derive(Debug, Clone, Copy)]
pub struct WalkInCount {
    pub hour: i64,
    pub waited: i64,
    pub wait_millis: i64,
}

/// The figures of the last days. A figure of fewer than five visits is left out: it would say little.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// How many days before today are counted; today counts up to now
    pub days: i64,
    /// Approved visits
    pub visits: i64,
    /// The percentage of visits to which the patient did not come
    pub missed_percent: Option<i64>,
    /// The mean waiting time from the arrival to being called in
    pub wait_minutes: Option<i64>,
    /// From Monday on
    pub weekdays: Vec<WeekdayFigures>,
    /// The hours in which there were visits or walk-ins
    pub hours: Vec<HourFigures>,
    /// How many days before their day visits were booked
    pub lead_times: Vec<LeadTimeFigures>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekdayFigures {
    /// As in `Monday`
    pub weekday: &'static str,
    pub visits: i64,
    pub missed_percent: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HourFigures {
    /// The hour in which the visits begin, 0 to 23; of walk-ins without a slot, in which they came
    pub hour: i64,
    pub visits: i64,
    pub missed_percent: Option<i64>,
    /// The patients whose waiting time is known: they were marked as arrived, and called in afterwards
    pub waited: i64,
    /// The mean of these
    pub wait_minutes: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadTimeFigures {
    /// 0 is the day of the visit; the last one stands for all longer times too
    pub days: i64,
    pub visits: Option<i64>,
}
