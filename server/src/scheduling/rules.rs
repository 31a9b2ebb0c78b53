//! What is bookable: one set of rules, used by the list of free slots (`slots`) and by the booking itself.

use jiff::civil::Date;
use jiff::{Span, Zoned};

use super::model::Slot;
use crate::directory::{Away, DayTime, Notice, Pause, Schedule, VisitMode};
use crate::platform::clock::midnight;

/// Today and the next six days.
pub const BOOKABLE_DAYS: i64 = 7;

/// Why a slot cannot be booked, apart from being taken or reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Past,
    /// The doctor asks for more notice.
    TooSoon {
        notice: Notice,
    },
    TooFarAhead,
    DayOff,
    /// Leave up to this day, which is included.
    Leave {
        until: Date,
    },
    /// Leave for these hours of the day.
    LeaveHours {
        from: DayTime,
        to: DayTime,
    },
    /// Too early, too late, or in the break.
    OutsideHours,
    /// Between two sessions: from the end of one to the start of the next.
    BetweenSessions {
        from: DayTime,
        to: DayTime,
    },
    OffGrid,
}

impl From<Away> for Refusal {
    fn from(away: Away) -> Self {
        match away {
            Away::DayOff => Self::DayOff,
            Away::Leave { until } => Self::Leave { until },
        }
    }
}

impl From<Pause> for Refusal {
    fn from(pause: Pause) -> Self {
        match pause {
            Pause::Break => Self::OutsideHours,
            Pause::Leave { from, to } => Self::LeaveHours { from, to },
        }
    }
}

/// A day for which slots are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenDay {
    pub day: Date,
    /// When it begins, as UTC milliseconds.
    midnight: i64,
    /// Only slots that begin after this minute of the day have not begun.
    pub(super) after: i64,
    /// When it was opened, as UTC milliseconds.
    pub now: i64,
    /// Whether the doctor's minimum notice counts: it does for patients.
    has_notice: bool,
}

impl OpenDay {
    pub fn new(day: Date, now: &Zoned) -> Result<Self, Refusal> {
        let today = now.date();
        if day < today {
            return Err(Refusal::Past);
        }
        if today.checked_add(Span::new().days(BOOKABLE_DAYS)).is_ok_and(|end| day >= end) {
            return Err(Refusal::TooFarAhead);
        }
        let minutes = i64::from(now.hour()) * 60 + i64::from(now.minute());
        let after = if day == today { minutes } else { -1 };
        let now = now.timestamp().as_millisecond();
        Ok(Self { day, midnight: midnight(day).as_millisecond(), after, now, has_notice: true })
    }

    /// The same day for the doctor and the desk, to whom the minimum notice does not apply.
    #[must_use]
    pub fn without_notice(self) -> Self {
        Self { has_notice: false, ..self }
    }

    /// The first minute of the day at which a slot can begin that is booked now, with the notice that the doctor asks for. It may lie
    /// after the day.
    pub(super) fn first_minute(self, notice: Notice) -> i64 {
        let not_begun = self.after + 1;
        if !self.has_notice || notice == Notice::NONE {
            return not_begun;
        }
        // Rounded up to the next whole minute.
        let now = -(self.midnight - self.now).div_euclid(60_000);
        not_begun.max(now + notice.minutes())
    }

    /// As UTC milliseconds.
    pub fn starts_at(self, time: DayTime) -> i64 {
        self.midnight + time.minutes() * 60_000
    }
}

/// Today and the days after it for which slots are offered.
pub fn open_days(now: &Zoned) -> Vec<OpenDay> {
    let days = (0..BOOKABLE_DAYS).filter_map(|days| now.date().checked_add(Span::new().days(days)).ok());
    days.filter_map(|day| OpenDay::new(day, now).ok()).collect()
}

/// Whether a patient can book a slot that is not taken.
pub fn check_bookable(schedule: &Schedule, slot: Slot, now: &Zoned) -> Result<(), Refusal> {
    check_slot(schedule, slot, OpenDay::new(slot.day, now)?)
}

/// The same for the doctor and the desk, and for what the doctor has offered: the minimum notice does not count.
pub fn check_bookable_at_desk(schedule: &Schedule, slot: Slot, now: &Zoned) -> Result<(), Refusal> {
    check_slot(schedule, slot, OpenDay::new(slot.day, now)?.without_notice())
}

fn check_slot(schedule: &Schedule, slot: Slot, open: OpenDay) -> Result<(), Refusal> {
    if let Some(away) = schedule.away(slot.day) {
        return Err(away.into());
    }
    check_time(schedule, slot.time, open)
}

/// The part of [`check_slot`] that depends on the time of day.
fn check_time(schedule: &Schedule, time: DayTime, open: OpenDay) -> Result<(), Refusal> {
    let Some(session) = schedule.session_at(open.day, time) else {
        let gap = schedule.gap_at(open.day, time);
        return Err(gap.map_or(Refusal::OutsideHours, |(from, to)| Refusal::BetweenSessions { from, to }));
    };
    if let Some(pause) = schedule.pause_at(open.day, time, Slot::MINUTES) {
        Err(pause.into())
    } else if (time.minutes() - session.from.minutes()) % Slot::MINUTES != 0 {
        Err(Refusal::OffGrid)
    } else if time.minutes() <= open.after {
        Err(Refusal::Past)
    } else if time.minutes() < open.first_minute(schedule.notice) {
        Err(Refusal::TooSoon { notice: schedule.notice })
    } else {
        Ok(())
    }
}

/// Whether the doctor is there for the whole of a slot, at that place or by phone.
pub fn is_worked(schedule: &Schedule, slot: Slot, (hospital_id, mode): (Option<&str>, VisitMode)) -> bool {
    let worked = schedule.worked_at(slot.day, slot.time, Slot::MINUTES).filter(|_| schedule.works_on(slot.day));
    worked.is_some_and(|session| session.hospital_id == hospital_id && session.mode == mode)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::platform::clock::Clock;

    pub fn at(minutes: i64) -> DayTime {
        DayTime::from_minutes(minutes).unwrap()
    }

    pub fn now(text: &str) -> Zoned {
        Clock::set_to(text.parse().unwrap()).india()
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let (hours, now) = (Schedule::example(600, 660), now("2026-11-15T03:30:00Z"));
        for (day, minutes, expected) in [
            ("2026-11-15", 600, Ok(())),
            ("2026-11-21", 645, Ok(())),
            ("2026-11-14", 600, Err(Refusal::Past)),
            ("2026-11-22", 600, Err(Refusal::TooFarAhead)),
            ("2026-11-16", 585, Err(Refusal::OutsideHours)),
            ("2026-11-16", 660, Err(Refusal::OutsideHours)),
            ("2026-11-16", 607, Err(Refusal::OffGrid)),
        ] {
            let slot = Slot { day: day.parse().unwrap(), time: at(minutes) };
            assert_eq!(check_bookable(&hours, slot, &now), expected, "{day} {minutes}");
        }
    }

    #[test]
    fn the_notice_counts_to_the_second_over_midnight_and_not_at_the_desk() {
        let mut hours = Schedule::example(0, 1439);
        let slot = |day: &str, minutes| Slot { day: day.parse().unwrap(), time: at(minutes) };
        for (notice, clock, wanted, is_bookable) in [
            ("120", "04:30:00", slot("2026-11-15", 720), true),
            ("120", "04:30:01", slot("2026-11-15", 720), false),
            ("120", "04:30:01", slot("2026-11-15", 735), true),
            ("30", "04:30:00", slot("2026-11-15", 615), false),
            ("30", "04:30:00", slot("2026-11-15", 630), true),
            // 22:30 in India: four hours later is the next day.
            ("240", "17:00:00", slot("2026-11-16", 135), false),
            ("240", "17:00:00", slot("2026-11-16", 150), true),
            ("2880", "04:30:00", slot("2026-11-17", 585), false),
            ("2880", "04:30:00", slot("2026-11-17", 600), true),
            ("0", "04:30:00", slot("2026-11-15", 615), true),
        ] {
            hours.notice = Notice::parse(notice).unwrap();
            let now = now(&format!("2026-11-15T{clock}Z"));
            let refusal = Err(Refusal::TooSoon { notice: hours.notice });
            let expected = if is_bookable { Ok(()) } else { refusal };
            assert_eq!(check_bookable(&hours, wanted, &now), expected, "{notice} {clock} {wanted:?}");
            assert_eq!(check_bookable_at_desk(&hours, wanted, &now), Ok(()), "{notice} {clock}");
        }
        hours.notice = Notice::parse("120").unwrap();
        let begun = check_bookable(&hours, slot("2026-11-15", 585), &now("2026-11-15T04:30:00Z"));
        assert_eq!(begun, Err(Refusal::Past), "what has begun is past, not too soon");
        for wrong in ["", "45", "-30", "60.0", "none"] {
            assert!(Notice::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_week_crosses_leap_days_and_the_end_of_the_year() {
        let days = |text| open_days(&now(text)).iter().map(|open| open.day.to_string()).collect::<Vec<_>>();
        assert_eq!(days("2028-02-26T12:00:00Z")[3], "2028-02-29");
        assert_eq!(days("2028-02-26T12:00:00Z")[4], "2028-03-01");
        assert_eq!(days("2026-12-29T12:00:00Z")[6], "2027-01-04");
        // 19:00 UTC is the next day in India.
        assert_eq!(days("2026-12-31T19:00:00Z")[0], "2027-01-01");
    }
}
