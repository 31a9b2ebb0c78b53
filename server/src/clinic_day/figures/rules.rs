//! Computes figures from the counts of the database (pure).

use std::collections::BTreeMap;

use jiff::civil::Weekday;

use super::model::{Figures, HourCount, HourFigures, LeadTimeFigures, WalkInCount, WeekdayFigures};
use crate::directory::schedule::weekday_name;

/// The periods that can be chosen, in days; the first one is the default.
pub const PERIODS: [i64; 2] = [30, 90];
/// A figure of fewer visits is not shown: one patient would change it by a fifth or more.
const MIN_VISITS: i64 = 5;
/// Visits are booked on their day and the six days before; the last one stands for those that were booked even earlier, and moved since.
const LEAD_TIMES: usize = 7;
/// 1970 began on a Thursday.
const EPOCH_WEEKDAY: i64 = 3;

/// `leads` has the number of visits for each number of days between booking and visit.
pub fn figures(days: i64, booked: &[HourCount], walked_in: &[WalkInCount], leads: &[(i64, i64)]) -> Figures {
    let (mut all, mut weekdays) = (HourCount::default(), [HourCount::default(); 7]);
    let mut hours = BTreeMap::<i64, HourCount>::new();
    for count in booked {
        let weekday = (count.hour_of_week.div_euclid(24) + EPOCH_WEEKDAY).rem_euclid(7);
        let weekday = &mut weekdays[usize::try_from(weekday).unwrap_or(0)];
        for sum in [&mut all, weekday, hours.entry(count.hour_of_week.rem_euclid(24)).or_default()] {
            sum.add(count);
        }
    }
    for WalkInCount { hour, waited, wait_millis } in walked_in {
        let count = HourCount { waited: *waited, wait_millis: *wait_millis, ..HourCount::default() };
        for sum in [&mut all, hours.entry(*hour).or_default()] {
            sum.add(&count);
        }
    }
    let mut lead_times = [0_i64; LEAD_TIMES];
    for (days, visits) in leads {
        lead_times[usize::try_from(*days).unwrap_or(0).min(LEAD_TIMES - 1)] += visits;
    }
    Figures {
        days,
        visits: all.visits,
        missed_percent: all.missed_percent(),
        wait_minutes: all.wait_minutes(),
        weekdays: weekdays.iter().zip(Weekday::Monday.cycle_forward()).map(of_weekday).collect(),
        hours: hours.into_iter().map(of_hour).collect(),
        lead_times: (0..).zip(lead_times).map(of_lead_time).collect(),
    }
}

fn of_weekday((count, weekday): (&HourCount, Weekday)) -> WeekdayFigures {
    WeekdayFigures { weekday: weekday_name(weekday), visits: count.visits, missed_percent: count.missed_percent() }
}

fn of_hour((hour, count): (i64, HourCount)) -> HourFigures {
    HourFigures {
        hour,
        visits: count.visits,
        missed_percent: count.missed_percent(),
        waited: count.waited,
        wait_minutes: count.wait_minutes(),
    }
}

fn of_lead_time((days, visits): (i64, i64)) -> LeadTimeFigures {
    LeadTimeFigures { days, visits: (visits == 0 || visits >= MIN_VISITS).then_some(visits) }
}

impl HourCount {
    fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.missed += other.missed;
        self.waited += other.waited;
        self.wait_millis += other.wait_millis;
    }

    fn missed_percent(&self) -> Option<i64> {
        (self.visits >= MIN_VISITS).then(|| rounded(100 * self.missed, self.visits))
    }

    fn wait_minutes(&self) -> Option<i64> {
        (self.waited >= MIN_VISITS).then(|| rounded(self.wait_millis, self.waited * 60_000))
    }
}

fn rounded(sum: i64, count: i64) -> i64 {
    (sum + count / 2) / count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hour of the week in which an instant lies in India, as the store counts it.
    fn hour_of_week(text: &str) -> i64 {
        (text.parse::<jiff::Timestamp>().unwrap().as_second() + 19_800).div_euclid(3600) % 168
    }

    fn at(text: &str, visits: i64, missed: i64) -> HourCount {
        HourCount { hour_of_week: hour_of_week(text), visits, missed, ..HourCount::default() }
    }

    #[test]
    fn missed_visits_are_counted_by_weekday_and_by_hour_of_india() {
        let found = figures(
            30,
            &[at("2026-11-16T04:30:00Z", 6, 1), at("2026-11-15T05:00:00Z", 2, 2), at("2026-11-14T18:30:00Z", 4, 4)],
            &[],
            &[],
        );
        let weekdays: Vec<_> = found.weekdays.iter().map(|one| (one.weekday, one.visits, one.missed_percent)).collect();
        assert_eq!((weekdays[0], weekdays[6]), (("Monday", 6, Some(17)), ("Sunday", 6, Some(100))));
        assert!(weekdays[1..6].iter().all(|(_, visits, percent)| (*visits, *percent) == (0, None)));
        let hours: Vec<_> = found.hours.iter().map(|one| (one.hour, one.visits, one.missed_percent)).collect();
        assert_eq!(hours, [(0, 4, None), (10, 8, Some(38))], "four are too few");
        assert_eq!((found.visits, found.missed_percent), (12, Some(58)));
    }

    #[test]
    fn waiting_times_of_visits_and_walk_ins_are_one_mean() {
        let minute = 60_000;
        let booked = HourCount { waited: 3, wait_millis: 60 * minute, ..at("2026-11-16T04:30:00Z", 9, 0) };
        let of = |waited| figures(30, &[booked], &[WalkInCount { hour: 10, waited, wait_millis: 30 * minute }], &[]);
        assert_eq!((of(1).hours[0].waited, of(1).hours[0].wait_minutes), (4, None));
        assert_eq!((of(2).hours[0].waited, of(2).hours[0].wait_minutes, of(2).wait_minutes), (5, Some(18), Some(18)));
        assert_eq!(of(2).visits, 9, "walk-ins without a slot are no visits that can be missed");
    }

    #[test]
    fn lead_times_end_with_six_days_and_more() {
        let found = figures(90, &[], &[], &[(-1, 2), (0, 5), (1, 4), (6, 3), (9, 2)]);
        let leads: Vec<_> = found.lead_times.iter().map(|one| (one.days, one.visits)).collect();
        let none = |days| (days, Some(0));
        assert_eq!(leads, [(0, Some(7)), (1, None), none(2), none(3), none(4), none(5), (6, Some(5))]);
    }
}
