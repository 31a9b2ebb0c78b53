//! The figures of first pages: a doctor's own, and the revenue of the whole installation.

use jiff::Zoned;
use jiff::civil::Date;

use super::model::{APPROVED, Amount, Dashboard, MonthView, Revenue, sum_of, total};
use super::store;
use crate::app::App;
use crate::platform::clock::{DAY_MILLIS, HOUR_MILLIS, day_bounds, day_number, day_number_at};
use crate::platform::db;

/// The figures of a doctor's first page.
pub async fn of_doctor(app: &App, doctor_id: &str) -> db::Result<Dashboard> {
    let now = app.clock.india();
    let today = now.date();
    let month = (day_bounds(today.first_of_month()).0, day_bounds(today.last_of_month()).1);
    let (midnight, until) = (day_bounds(today).0, now.timestamp().as_millisecond() + 1);
    app.db
        .read(async |tx| {
            let all = store::count_of_doctor(tx, doctor_id).await?;
            let hours = store::sum_fees(tx, doctor_id, (midnight, until), HOUR_MILLIS).await?;
            let days = store::sum_fees(tx, doctor_id, (midnight - 29 * DAY_MILLIS, until), DAY_MILLIS).await?;
            let approved = all.of(APPROVED);
            Ok(Dashboard {
                total: all.total(),
                pending: all.of("Pending"),
                approved,
                rejected: all.of("Rejected"),
                cancelled: all.of("Cancelled"),
                month: MonthView::new(&store::count_by_status(tx, doctor_id, month.0, month.1).await?),
                revenue: revenue(&hours, &days, &now),
                sample: approved == 0 && !store::any_checked(tx).await?,
            })
        })
        .await
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
    let last = day_number_at(midnight);
    let years: Vec<i16> = (0..3).map(|back| today.year() - back).collect();
    let first = years.last().map_or(last, |year| first_day(*year));
    app.db
        .read(async |tx| {
            let hours = store::earned_by_hour(tx, midnight, until).await?;
            let mut days = store::earned_by_day(tx, first, last - 1).await?;
            // Of today only what has begun is earned.
            days.push((last, total(&hours)));
            let within = |year: i16| first_day(year)..first_day(year + 1);
            let sum = |year| days.iter().filter(|(day, _)| within(year).contains(day)).map(|(_, sum)| sum).sum();
            Ok(Overall {
                yearly: years.iter().map(|year| (*year, sum(*year))).collect(),
                sample: !store::any_checked(tx).await?,
                revenue: revenue(&hours, &days, &now),
            })
        })
        .await
}

/// A year's first day, counted from 1970 by India's clock.
fn first_day(year: i16) -> i64 {
    Date::new(year, 1, 1).map_or(0, day_number)
}

/// From sums by hours and by days, both counted from 1970 by India's clock.
fn revenue(hours: &[(i64, i64)], days: &[(i64, i64)], now: &Zoned) -> Revenue {
    let monthly = by_day(days, now.date(), 30);
    Revenue { today: by_hour(hours, now), weekly: monthly[23..].to_vec(), monthly }
}

/// Every hour of today so far, also those without a visit.
fn by_hour(sums: &[(i64, i64)], now: &Zoned) -> Vec<Amount> {
    let first = 24 * day_number(now.date());
    let amount = |hour: i64| Amount { label: format!("{hour:02}:00"), amount: sum_of(sums, first + hour) };
    (0..=i64::from(now.hour())).map(amount).collect()
}

/// Every day up to today, also those without a visit.
fn by_day(sums: &[(i64, i64)], today: Date, days: i64) -> Vec<Amount> {
    let last = day_number(today);
    let amount = |back: i64| {
        let day = today.checked_sub(jiff::Span::new().days(back)).unwrap_or(today);
        Amount { label: day.to_string(), amount: sum_of(sums, last - back) }
    };
    (0..days).rev().map(amount).collect()
}
