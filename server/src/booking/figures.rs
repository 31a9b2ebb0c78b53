//! The figures of first pages: a doctor's own, and what the whole installation earned.

use jiff::Zoned;
use jiff::civil::Date;

use super::model::Status;
use super::service::day_bounds;
use super::store;
use super::tally::{self, DAY, HOUR, OFFSET};
use crate::app::App;
use crate::platform::db;

/// The figures of a doctor's first page.
pub struct Figures {
    pub total: i64,
    pub pending: i64,
    pub approved: i64,
    pub rejected: i64,
    /// Visits of this month by status.
    pub month: Vec<(Status, i64)>,
    pub revenue: Revenue,
    /// Whether no visit was ever approved in the whole installation.
    pub sample: bool,
}

/// Fees of approved visits up to now: today by the hour, the last 7 and 30 days by the day.
pub struct Revenue {
    pub today: Vec<(String, i64)>,
    pub weekly: Vec<(String, i64)>,
    pub monthly: Vec<(String, i64)>,
}

impl Revenue {
    /// From sums by hours and by days, both counted from 1970 by India's clock.
    fn new(hours: &[(i64, i64)], days: &[(i64, i64)], now: &Zoned) -> Self {
        let monthly = by_day(days, now.date(), 30);
        Self { today: by_hour(hours, now), weekly: monthly[23..].to_vec(), monthly }
    }
}

pub async fn of_doctor(app: &App, doctor_id: &str) -> db::Result<Figures> {
    let now = app.clock.india();
    let today = now.date();
    let month = month_bounds(today);
    let midnight = day_bounds(today).0;
    let until = now.timestamp().as_millisecond() + 1;
    app.db
        .read(async |tx| {
            let all = tally::count_of_doctor(tx, doctor_id).await?;
            let hours = store::sum_fees(tx, doctor_id, (midnight, until), HOUR, OFFSET).await?;
            let days = store::sum_fees(tx, doctor_id, (midnight - 29 * DAY, until), DAY, OFFSET).await?;
            Ok(Figures {
                total: all.iter().map(|(_, count)| count).sum(),
                pending: of(&all, Status::Pending),
                approved: of(&all, Status::Checked),
                rejected: of(&all, Status::Rejected),
                month: store::count_by_status(tx, doctor_id, month.0, month.1).await?,
                revenue: Revenue::new(&hours, &days, &now),
                sample: of(&all, Status::Checked) == 0 && !tally::any_checked(tx).await?,
            })
        })
        .await
}

fn of(counts: &[(Status, i64)], status: Status) -> i64 {
    counts.iter().find(|(known, _)| *known == status).map_or(0, |(_, count)| *count)
}

/// What the whole installation earned.
pub struct Overall {
    pub revenue: Revenue,
    /// This year and the two before it.
    pub yearly: Vec<(i16, i64)>,
    /// Whether no visit was ever approved.
    pub sample: bool,
}

pub async fn of_all(app: &App) -> db::Result<Overall> {
    let now = app.clock.india();
    let today = now.date();
    let (midnight, until) = (day_bounds(today).0, now.timestamp().as_millisecond() + 1);
    let last = (midnight + OFFSET) / DAY;
    let years: Vec<i16> = (0..3).map(|back| today.year() - back).collect();
    let first = years.last().map_or(last, |year| first_day(*year));
    app.db
        .read(async |tx| {
            let hours = tally::earned_by_hour(tx, midnight, until).await?;
            let mut days = tally::earned_by_day(tx, first, last - 1).await?;
            // Of today only what has begun is earned.
            days.push((last, hours.iter().map(|(_, sum)| sum).sum()));
            let within = |year: i16| first_day(year)..first_day(year + 1);
            let sum = |year| days.iter().filter(|(day, _)| within(year).contains(day)).map(|(_, sum)| sum).sum();
            Ok(Overall {
                yearly: years.iter().map(|year| (*year, sum(*year))).collect(),
                sample: !tally::any_checked(tx).await?,
                revenue: Revenue::new(&hours, &days, &now),
            })
        })
        .await
}

/// A year's first day, counted from 1970 by India's clock.
fn first_day(year: i16) -> i64 {
    Date::new(year, 1, 1).map_or(0, |day| (day_bounds(day).0 + OFFSET) / DAY)
}

fn month_bounds(day: Date) -> (i64, i64) {
    (day_bounds(day.first_of_month()).0, day_bounds(day.last_of_month()).1)
}

/// Every hour of today so far, also those without a visit.
fn by_hour(sums: &[(i64, i64)], now: &Zoned) -> Vec<(String, i64)> {
    let first = (day_bounds(now.date()).0 + OFFSET) / HOUR;
    let label = |hour: i64| (format!("{hour:02}:00"), sum_of(sums, first + hour));
    (0..=i64::from(now.hour())).map(label).collect()
}

/// Every day up to today, also those without a visit.
fn by_day(sums: &[(i64, i64)], today: Date, days: i64) -> Vec<(String, i64)> {
    let last = (day_bounds(today).0 + OFFSET) / DAY;
    let label = |back: i64| {
        let day = today.checked_sub(jiff::Span::new().days(back)).unwrap_or(today);
        (day.to_string(), sum_of(sums, last - back))
    };
    (0..days).rev().map(label).collect()
}

fn sum_of(sums: &[(i64, i64)], part: i64) -> i64 {
    sums.iter().find(|(known, _)| *known == part).map_or(0, |(_, sum)| *sum)
}
