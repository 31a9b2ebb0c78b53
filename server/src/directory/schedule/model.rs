//! Times of day, days of the week, and what a doctor's week is made of.

use std::fmt::Write;

use jiff::civil::{Date, Time, Weekday};
use serde::{Serialize, Serializer};

use super::visit_mode::VisitMode;
use crate::directory::texts;
use crate::platform::db::FromColumn;
use crate::platform::lang::Text;

/// A time of day to the minute, as clinics write it: `09:15`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DayTime(i16);

impl DayTime {
    pub const MINUTES_A_DAY: i16 = 24 * 60;

    pub fn from_minutes(minutes: i64) -> Option<Self> {
        i16::try_from(minutes).ok().filter(|minutes| (0..Self::MINUTES_A_DAY).contains(minutes)).map(Self)
    }

    /// `09:15`, `9:15` or `9:15 AM`.
    pub fn parse(text: &str) -> Result<Self, Text> {
        Self::read(text).ok_or(texts::TIME_WRONG)
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_uppercase();
        let (clock, half) = match (text.strip_suffix("AM"), text.strip_suffix("PM")) {
            (Some(clock), _) => (clock.trim(), Some(0)),
            (_, Some(clock)) => (clock.trim(), Some(12)),
            _ => (text.as_str(), None),
        };
        let (hour, minute) = clock.split_once(':')?;
        let digits =
            |part: &str, longest| (1..=longest).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(hour, 2) || minute.len() != 2 || !digits(minute, 2) {
            return None;
        }
        let (hour, minute): (i64, i64) = (hour.parse().ok()?, minute.parse().ok()?);
        let hour = match half {
            None => hour,
            Some(half) => (1..=12).contains(&hour).then_some(hour % 12 + half)?,
        };
        if minute < 60 { Self::from_minutes(hour * 60 + minute) } else { None }
    }

    pub fn minutes(self) -> i64 {
        self.0.into()
    }

    pub fn time(self) -> Time {
        let (hour, minute) = (self.0 / 60, self.0 % 60);
        Time::constant(i8::try_from(hour).unwrap_or(0), i8::try_from(minute).unwrap_or(0), 0, 0)
    }
}

impl FromColumn for DayTime {
    type Raw = i64;

    fn from_column(minutes: i64) -> Option<Self> {
        Self::from_minutes(minutes)
    }
}

impl std::fmt::Display for DayTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Lists are full of times, and this is several times as fast as `write!`.
        let digit = |number: i16| char::from_digit(u32::from(number.unsigned_abs()), 10).unwrap_or('0');
        let (hour, minute) = (self.0 / 60, self.0 % 60);
        for part in [digit(hour / 10), digit(hour % 10), ':', digit(minute / 10), digit(minute % 10)] {
            f.write_char(part)?;
        }
        Ok(())
    }
}

impl Serialize for DayTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As two times are stored, both or none.
pub fn minutes(times: Option<(DayTime, DayTime)>) -> (Option<i64>, Option<i64>) {
    times.map(|(from, to)| (from.minutes(), to.minutes())).unzip()
}

/// Days off of the week, a bit each, as stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DaysOff(u8);

impl DaysOff {
    pub const NAMES: [(Weekday, &str); 7] = [
        (Weekday::Monday, "Monday"),
        (Weekday::Tuesday, "Tuesday"),
        (Weekday::Wednesday, "Wednesday"),
        (Weekday::Thursday, "Thursday"),
        (Weekday::Friday, "Friday"),
        (Weekday::Saturday, "Saturday"),
        (Weekday::Sunday, "Sunday"),
    ];

    /// English names of days, separated by commas; the empty text is no day off.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let mut days = Self::default();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            days = days.with(parse_weekday(name)?);
        }
        Ok(days)
    }

    pub fn from_bits(bits: i64) -> Self {
        Self(u8::try_from(bits & 127).unwrap_or(0))
    }

    pub fn bits(self) -> i64 {
        self.0.into()
    }

    pub fn contains(self, day: Weekday) -> bool {
        self.0 & Self::bit(day) != 0
    }

    /// From Monday on.
    pub fn names(self) -> Vec<&'static str> {
        Self::NAMES.iter().filter(|(day, _)| self.contains(*day)).map(|(_, name)| *name).collect()
    }

    #[must_use]
    pub fn with(self, day: Weekday) -> Self {
        Self(self.0 | Self::bit(day))
    }

    fn bit(day: Weekday) -> u8 {
        1 << day.to_monday_zero_offset()
    }
}

/// An English name, in any case of letters.
pub fn parse_weekday(name: &str) -> Result<Weekday, Text> {
    let known = DaysOff::NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name.trim()));
    Ok(known.ok_or(texts::WEEKDAY_WRONG)?.0)
}

pub fn weekday_name(day: Weekday) -> &'static str {
    DaysOff::NAMES.iter().find(|(known, _)| *known == day).map_or("", |(_, name)| name)
}

impl FromColumn for DaysOff {
    type Raw = i64;

    fn from_column(bits: i64) -> Option<Self> {
        Some(Self::from_bits(bits))
    }
}

/// Leave from a first to a last day, both included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leave {
    pub id: String,
    pub first: Date,
    pub last: Date,
    /// Only from the first time up to, not including, the second of each day; whole days without them.
    pub hours: Option<(DayTime, DayTime)>,
    pub note: String,
}

impl Leave {
    pub fn has(&self, day: Date) -> bool {
        self.first <= day && day <= self.last
    }
}

/// Why a doctor does not work on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Away {
    DayOff,
    /// Leave up to this day, which is included; of more than one without a gap the last.
    Leave {
        until: Date,
    },
}

/// A part of a doctor's day at one place: slots begin from `from` up to, not including, `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session<'a> {
    pub from: DayTime,
    pub to: DayTime,
    /// `None` is the doctor's own clinic.
    pub hospital_id: Option<&'a str>,
    /// `None` is the doctor's own fee.
    pub fee: Option<i64>,
    pub mode: VisitMode,
}

impl Session<'_> {
    pub fn has(&self, time: DayTime) -> bool {
        self.from <= time && time < self.to
    }
}

/// The days of a planned session: every week, or a single date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionDay {
    Weekday(Weekday),
    Day(Date),
}

impl SessionDay {
    pub fn is(self, day: Date) -> bool {
        match self {
            Self::Weekday(weekday) => day.weekday() == weekday,
            Self::Day(own) => own == day,
        }
    }
}

/// A session as its doctor planned it: a row of `doctor_sessions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPlan {
    pub id: String,
    pub on: SessionDay,
    pub from: DayTime,
    pub to: DayTime,
    pub hospital_id: Option<String>,
    pub fee: Option<i64>,
    pub mode: VisitMode,
    /// False while the hospital has not confirmed the doctor.
    pub is_offered: bool,
}

impl SessionPlan {
    pub fn session(&self) -> Session<'_> {
        let Self { from, to, fee, mode, .. } = *self;
        Session { from, to, hospital_id: self.hospital_id.as_deref(), fee, mode }
    }

    pub fn is_weekly(&self) -> bool {
        matches!(self.on, SessionDay::Weekday(_))
    }
}

/// The least time before a visit at which patients may book it online, in minutes. The desk and the doctor are not bound by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Notice(i64);

impl Notice {
    pub const NONE: Self = Self(0);
    /// The choices of a doctor.
    const CHOICES: [i64; 8] = [0, 30, 60, 120, 240, 720, 1440, 2880];

    /// Minutes: one of the choices.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let chosen = Self::CHOICES.into_iter().find(|minutes| minutes.to_string() == text.trim());
        chosen.map(Self).ok_or(texts::NOTICE_WRONG)
    }

    pub fn minutes(self) -> i64 {
        self.0
    }

    pub fn millis(self) -> i64 {
        self.0 * 60_000
    }
}

impl FromColumn for Notice {
    type Raw = i64;

    fn from_column(minutes: i64) -> Option<Self> {
        Some(Self(minutes.max(0)))
    }
}

/// A doctor's hours. Without weekly sessions that is from `start` up to, not including, `end`, on every day that is not off; with them
/// these are the first start and the last end, and the days off those without any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub start: DayTime,
    pub end: DayTime,
    /// From the first time up to, not including, the second.
    pub rest: Option<(DayTime, DayTime)>,
    pub days_off: DaysOff,
    pub notice: Notice,
    pub leave: Vec<Leave>,
    /// In the order of their starts.
    pub sessions: Vec<SessionPlan>,
}

impl Schedule {
    /// Every day, without a break: how a new doctor works.
    pub fn daily(start: DayTime, end: DayTime) -> Self {
        let (days_off, notice) = (DaysOff::default(), Notice::NONE);
        Self { start, end, rest: None, days_off, notice, leave: Vec::new(), sessions: Vec::new() }
    }
}

/// The end must not be before the start; equal times mean no hours.
pub fn check_hours(start: DayTime, end: DayTime) -> Result<(), Text> {
    if end < start { Err(texts::END_BEFORE_START) } else { Ok(()) }
}

/// Opening hours: a closing before the opening is on the next day, and midnight to midnight is 24 hours. Other equal times are
/// invalid.
pub fn check_opening(opens: DayTime, closes: DayTime) -> Result<(), Text> {
    if opens == closes && opens.minutes() != 0 { Err(texts::OPENS_AS_IT_CLOSES) } else { Ok(()) }
}

#[cfg(test)]
impl Schedule {
    /// For tests: every day from one minute of the day to another.
    pub fn example(start: i64, end: i64) -> Self {
        let at = |minutes| DayTime::from_minutes(minutes).unwrap();
        Self::daily(at(start), at(end))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every way in which a time may be written, without blanks.
    fn spellings(time: DayTime) -> Vec<String> {
        let (hour, minute) = (time.minutes() / 60, time.minutes() % 60);
        let (short, half) = ((hour + 11) % 12 + 1, if hour < 12 { "AM" } else { "PM" });
        let of_24 = [format!("{hour}:{minute:02}"), format!("{hour:02}:{minute:02}")];
        let of_12 = [format!("{short}:{minute:02}{half}"), format!("{short:02}:{minute:02}{half}")];
        of_24.into_iter().chain(of_12).collect()
    }

    proptest! {
        #[test]
        fn a_time_is_read_back_in_every_spelling(minutes in 0_i64..1440) {
            let time = DayTime::from_minutes(minutes).unwrap();
            for text in spellings(time).into_iter().chain([time.to_string()]) {
                prop_assert_eq!(DayTime::parse(&text).ok(), Some(time), "{}", text);
                prop_assert_eq!(DayTime::parse(&format!(" {} ", text.to_lowercase().replace('m', "M"))).ok(), Some(time));
            }
        }

        #[test]
        fn nothing_else_is_a_time(text in prop_oneof![any::<String>(), "[0-9+-]{0,3}:[0-9+-]{1,3} ?([AaPp][Mm])?"]) {
            if let Ok(time) = DayTime::parse(&text) {
                let plain = text.replace(char::is_whitespace, "").to_ascii_uppercase();
                prop_assert!(spellings(time).contains(&plain), "{text:?} is {time}");
            }
        }

        #[test]
        fn days_off_are_read_back_and_nothing_else_is_one(bits in 0_i64..128, text in "[A-Za-z, ]{0,30}") {
            let days = DaysOff::from_bits(bits);
            prop_assert_eq!(DaysOff::parse(&days.names().join(", ")).ok(), Some(days));
            if let Ok(days) = DaysOff::parse(&text) {
                let mut named = text.split(',').map(str::trim).filter(|name| !name.is_empty());
                prop_assert!(named.all(|name| days.names().iter().any(|day| day.eq_ignore_ascii_case(name))));
            }
        }
    }

    #[test]
    fn times_are_read_in_both_clocks() {
        for (text, minutes) in [
            ("00:00", 0),
            ("9:15", 555),
            ("09:15", 555),
            ("23:59", 1439),
            ("9:15 AM", 555),
            ("12:00 am", 0),
            ("12:30PM", 750),
            ("5:45 pm", 1065),
        ] {
            assert_eq!(DayTime::parse(text).map(DayTime::minutes).ok(), Some(minutes), "{text}");
        }
        for text in ["", "24:00", "9", "9:5", "9:60", "13:00 PM", "0:15 AM", "-1:00", "09:15:00", "nine", "+9:15"] {
            assert!(DayTime::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_shown_with_two_digits() {
        assert_eq!(DayTime::parse("9:05").map(|time| time.to_string()).ok().as_deref(), Some("09:05"));
    }

    #[test]
    fn days_off_are_read_and_named_from_monday_on() {
        let days = DaysOff::parse("sunday, Tuesday").map_err(|_| ()).unwrap();
        assert_eq!(days.names(), ["Tuesday", "Sunday"]);
        assert_eq!(DaysOff::from_bits(days.bits()), days);
        assert!(days.contains(Weekday::Sunday) && !days.contains(Weekday::Monday));
        assert_eq!(DaysOff::parse("").map_err(|_| ()), Ok(DaysOff::default()));
        assert!(DaysOff::parse("Funday").is_err());
    }
}
