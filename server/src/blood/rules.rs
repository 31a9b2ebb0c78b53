//! Rules of blood donation and matching: eligibility, rest periods, waves and limits. The figures are in `rules.json`.
//!
//! This only pre-screens; the blood centre decides.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Unit};
use serde::Deserialize;

use super::texts;
use crate::identity::person::Gender;
use crate::platform::format;
use crate::platform::ids::{Secret, draw};
use crate::platform::input::parse_number;
use crate::platform::lang::Text;
use crate::reference::{BloodGroup, regions};

static RULES: LazyLock<Rules> =
    LazyLock::new(|| serde_json::from_str(include_str!("rules.json")).expect("rules.json is checked by a test"));

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub youngest: i64,
    pub oldest: i64,
    pub oldest_first_time: i64,
    pub kilograms: i64,
    rest_days: RestDays,
    wave: Wave,
    pub request: RequestLimits,
    /// Families may share an address.
    pub donors_of_one_address: i64,
    /// Days in which a registration must be confirmed.
    pub confirm_within_days: i64,
    /// Mails to one address caused by one network, and mails caused by one donor's link.
    pub mails_in_an_hour: i64,
    /// Step of published counts.
    count_step: i64,
    pub alarm: SurgeThreshold,
    neighbours: HashMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RestDays {
    male: i64,
    female: i64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wave {
    per_missing_unit: i64,
    largest: i64,
    most_asked: i64,
    quiet_hours: i64,
    /// Time for answers, by the days left; the first match counts.
    waits: Vec<WaveTimeout>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaveTimeout {
    days_left: i64,
    minutes: i64,
}

/// Limits of requests. Only confirmed, open and unreviewed requests count, and none is refused: it is held for a review.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestLimits {
    pub most_units: i64,
    pub days_ahead: i64,
    /// From this number of requests of one address, or of one number with other addresses, the next is held.
    pub at_once: i64,
    /// From this number of requests from one network in a day, the next is held.
    pub of_a_network: i64,
    /// From this number of requests for one district in an hour, the next is held.
    pub of_a_district: i64,
    pub confirm_within_hours: i64,
    hold_minutes: i64,
}

impl RequestLimits {
    /// How long a request is held for a review.
    pub fn hold(&self) -> SignedDuration {
        SignedDuration::from_mins(self.hold_minutes)
    }
}

pub fn rules() -> &'static Rules {
    &RULES
}

impl Rules {
    pub fn fits_age(&self, age: i64) -> bool {
        (self.youngest..=self.oldest).contains(&age)
    }

    /// The range of birth dates (first exclusive, second inclusive) of donors on `today`.
    pub fn birth_days(&self, today: Date) -> (Date, Date) {
        (years_before(today, self.oldest + 1), years_before(today, self.youngest))
    }

    pub fn rest_days(&self, gender: Gender) -> i64 {
        match gender {
            Gender::Male => self.rest_days.male,
            Gender::Female => self.rest_days.female,
        }
    }

    /// The first day of the next possible donation.
    pub fn rested_on(&self, gender: Gender, last_given: Date) -> Date {
        last_given.saturating_add(Span::new().days(self.rest_days(gender)))
    }

    /// The latest last donation that allows another one on `today`.
    pub fn rested_since(&self, gender: Gender, today: Date) -> Date {
        today.saturating_sub(Span::new().days(self.rest_days(gender)))
    }

    /// Whether a request has reached the limit of asked donors.
    pub fn has_asked_all(&self, asked: i64) -> bool {
        asked >= self.wave.most_asked
    }

    pub fn wave_size(&self, missing_units: i64, asked: i64) -> i64 {
        let wanted = (missing_units * self.wave.per_missing_unit).min(self.wave.largest);
        wanted.min(self.wave.most_asked - asked).max(0)
    }

    /// The time for answers of a wave, by the day of need.
    pub fn wave_wait(&self, today: Date, needed_by: Date) -> SignedDuration {
        let left = days_between(today, needed_by);
        let waits = &self.wave.waits;
        let wait = waits.iter().find(|wait| left <= wait.days_left).or(waits.last());
        SignedDuration::from_mins(wait.map_or(60, |wait| wait.minutes))
    }

    pub fn cooldown(&self) -> SignedDuration {
        SignedDuration::from_hours(self.wave.quiet_hours)
    }

    /// The neighbouring districts; known for Kerala only.
    pub fn neighbours(&self, state: &str, district: &str) -> &[String] {
        let known = (state == regions::kerala().name).then(|| self.neighbours.get(district)).flatten();
        known.map_or(&[], Vec::as_slice)
    }
}

/// When requests or registrations are a surge.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurgeThreshold {
    /// Minimum in an hour.
    pub fewest: i64,
    /// Multiple of the hourly average of the days before.
    pub times_usual: i64,
    pub days_before: i64,
}

impl SurgeThreshold {
    pub fn is_surge(&self, in_last_hour: i64, in_days_before: i64) -> bool {
        in_last_hour >= self.fewest && in_last_hour * self.days_before * 24 > in_days_before * self.times_usual
    }
}

/// A random queue date for a donor without donations, in the year before the last rest period, so that new donors are asked neither
/// first nor last.
pub fn random_queue_date(today: Date) -> Date {
    let longest = rules().rest_days.male.max(rules().rest_days.female);
    today.saturating_sub(Span::new().days(longest + 1 + i64::from(draw(365))))
}

/// A lower bound of the number of donors, in steps. The offset of the steps differs by district and group and is secret: adding
/// donors until the number changes does not reveal the previous count.
pub fn rounded_count(count: i64, salt: &str, district: &str, group: &str) -> Option<i64> {
    let step = rules().count_step;
    let digest = Secret::shown(&format!("{salt} {district} {group}")).digest();
    let hidden = i64::from_str_radix(&digest[..8], 16).unwrap_or(0) % step;
    let told = (count - hidden) / step * step;
    (told >= step).then_some(told)
}

pub fn years_before(day: Date, years: i64) -> Date {
    day.saturating_sub(Span::new().years(years))
}

/// Whole years.
pub fn age_on(born: Date, today: Date) -> i64 {
    born.until((Unit::Year, today)).map_or(0, |span| i64::from(span.get_years()))
}

fn days_between(from: Date, to: Date) -> i64 {
    from.until((Unit::Day, to)).map_or(0, |span| i64::from(span.get_days()))
}

/// Whether a donor can be asked on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// The address is not confirmed.
    Unconfirmed,
    Ready,
    Paused,
    Resting,
    NoConsent,
    OutsideAge,
}

impl Readiness {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unconfirmed => "unconfirmed",
            Self::Ready => "ready",
            Self::Paused => "paused",
            Self::Resting => "resting",
            Self::NoConsent => "no_consent",
            Self::OutsideAge => "outside_age",
        }
    }
}

pub fn parse_group(text: &str) -> Result<BloodGroup, Text> {
    text.parse().map_err(|_| texts::GROUP_WRONG)
}

/// An age in whole years, 18 to 65.
pub fn parse_age(text: &str) -> Result<i64, Text> {
    let age = parse_number(text.trim(), 150).ok_or(texts::AGE_WRONG)?;
    match age {
        age if rules().fits_age(age) => Ok(age),
        age if age < rules().youngest => Err(texts::TOO_YOUNG),
        _ => Err(texts::TOO_OLD),
    }
}

pub fn parse_units(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), rules().request.most_units).filter(|units| *units > 0).ok_or(texts::UNITS_WRONG)
}

/// A day between two others, both included.
pub fn parse_day(text: &str, first: Date, last: Date, wrong: Text) -> Result<Date, Text> {
    format::parse_date(text).filter(|day| (first..=last).contains(day)).ok_or(wrong)
}

/// The day by which blood is needed: today or one of those that one may ask ahead.
pub fn parse_needed_by(text: &str, today: Date) -> Result<Date, Text> {
    let last = today.saturating_add(Span::new().days(rules().request.days_ahead));
    parse_day(text, today, last, texts::NEEDED_BY_WRONG)
}

/// A masked number, which its owner recognises:
pub fn masked_phone(phone: &str) -> String {
    let (head, tail) = (phone.get(..2).unwrap_or_default(), phone.get(phone.len().saturating_sub(2)..));
    format!("{head}••••••{}", tail.unwrap_or_default())
}

/// `a•••@e•••.org`
pub fn masked_email(email: &str) -> String {
    let (local, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let (host, top) = domain.rsplit_once('.').unwrap_or((domain, ""));
    let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
    format!("{}•••@{}•••.{top}", first(local), first(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_donor_is_from_18_to_65() {
        for (age, fits) in [(0, false), (17, false), (18, true), (40, true), (65, true), (66, false), (120, false)] {
            assert_eq!(rules().fits_age(age), fits, "{age}");
        }
    }

    #[test]
    fn the_birth_days_of_a_query_agree_with_the_age_to_the_day() {
        let today = day("2026-11-15");
        let (after, until) = rules().birth_days(today);
        for (born, age) in [
            ("2008-11-16", 17),
            ("2008-11-15", 18),
            ("1961-11-14", 65),
            ("1960-11-16", 65),
            ("1960-11-15", 66),
            ("1960-11-14", 66),
        ] {
            let born = day(born);
            assert_eq!(age_on(born, today), age, "{born}");
            assert_eq!(born > after && born <= until, rules().fits_age(age), "{born}");
        }
    }

    #[test]
    fn men_rest_90_days_and_women_120() {
        let given = day("2026-06-01");
        for (gender, days, rested) in [
            (Gender::Male, 89, false),
            (Gender::Male, 90, true),
            (Gender::Female, 90, false),
            (Gender::Female, 119, false),
            (Gender::Female, 120, true),
        ] {
            let today = given.saturating_add(Span::new().days(days));
            assert_eq!(rules().rested_on(gender, given) <= today, rested, "{gender:?} after {days}");
            assert_eq!(given <= rules().rested_since(gender, today), rested, "{gender:?} after {days}");
        }
    }

    #[test]
    fn neighbours_are_the_14_districts_and_mutual() {
        let kerala = regions::kerala();
        assert_eq!(rules().neighbours.len(), kerala.districts.len());
        for district in &kerala.districts {
            let around = rules().neighbours(&kerala.name, &district.name);
            assert!(!around.is_empty(), "{}", district.name);
            for other in around {
                assert_ne!(other, &district.name);
                assert!(rules().neighbours(&kerala.name, other).contains(&district.name), "{other}");
            }
        }
        assert!(rules().neighbours("Tamil Nadu", "Chennai").is_empty());
    }

    #[test]
    fn every_district_can_be_reached_from_every_other() {
        let kerala = &regions::kerala().name;
        let mut reached = vec!["Kasaragod".to_owned()];
        let mut next = 0;
        while let Some(district) = reached.get(next).cloned() {
            for other in rules().neighbours(kerala, &district) {
                if !reached.contains(other) {
                    reached.push(other.clone());
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), 14);
    }

    #[test]
    fn waves_grow_with_the_missing_units_and_end() {
        for (missing, asked, size) in
            [(1, 0, 3), (2, 3, 6), (5, 0, 15), (10, 0, 15), (1, 198, 2), (1, 200, 0), (0, 0, 0)]
        {
            assert_eq!(rules().wave_size(missing, asked), size, "{missing} missing, {asked} asked");
        }
    }

    #[test]
    fn the_sooner_blood_is_needed_the_shorter_a_wave_waits() {
        let today = day("2026-11-15");
        for (needed, minutes) in
            [("2026-11-15", 30), ("2026-11-16", 120), ("2026-11-17", 120), ("2026-11-18", 360), ("2027-11-15", 360)]
        {
            assert_eq!(rules().wave_wait(today, day(needed)).as_mins(), minutes, "{needed}");
        }
    }

    #[test]
    fn ages_outside_the_rule_are_refused_kindly_and_nonsense_plainly() {
        assert!([18, 65].iter().all(|age| parse_age(&age.to_string()).ok() == Some(*age)));
        for (text, refusal) in [
            ("17", texts::TOO_YOUNG),
            ("66", texts::TOO_OLD),
            ("", texts::AGE_WRONG),
            ("abc", texts::AGE_WRONG),
            ("-20", texts::AGE_WRONG),
            ("20.5", texts::AGE_WRONG),
        ] {
            assert_eq!(parse_age(text).err(), Some(refusal), "{text}");
        }
    }

    #[test]
    fn published_counts_are_lower_bounds_in_steps_with_a_secret_offset() {
        let mut first_told = Vec::new();
        for district in ["Kollam", "Kannur", "Idukki", "Wayanad", "Thrissur", "Palakkad", "Kottayam", "Ernakulam"] {
            let told = |count| rounded_count(count, "salt", district, "O+");
            assert_eq!((told(0), told(4)), (None, None), "{district}");
            for count in 0..60 {
                let told = told(count).unwrap_or(0);
                assert!(told <= count && told % 5 == 0 && count - told < 10, "{district}: {told} of {count}");
            }
            first_told.extend((0..60).find(|count| told(*count).is_some()));
        }
        first_told.sort_unstable();
        first_told.dedup();
        assert!(first_told.len() > 1, "the steps lie elsewhere in each place: {first_told:?}");
        let other = |salt: &str| (0..60).find(|count| rounded_count(*count, salt, "Kollam", "O+").is_some());
        let places: Vec<_> = (0..20).map(|salt| other(&salt.to_string())).collect();
        assert!(places.iter().any(|place| *place != places[0]), "and in each installation");
    }

    #[test]
    fn new_donors_get_a_random_queue_date_in_the_year_before_the_rest_period() {
        let today = day("2026-11-15");
        let turns: Vec<Date> = (0..200).map(|_| random_queue_date(today)).collect();
        let (first, last) = (day("2025-07-18"), day("2026-07-17"));
        assert!(turns.iter().all(|turn| (first..=last).contains(turn)), "{turns:?}");
        assert!(turns.iter().any(|turn| *turn != turns[0]));
    }

    #[test]
    fn a_surge_is_many_in_an_hour_and_far_more_than_usual() {
        for (hour, week, is_surge) in
            [(19, 0, false), (20, 0, true), (20, 7 * 24 * 4, false), (21, 7 * 24 * 4, true), (100, 7 * 24 * 20, false)]
        {
            assert_eq!(rules().alarm.is_surge(hour, week), is_surge, "{hour} after {week}");
        }
    }

    #[test]
    fn masked_numbers_and_addresses_cannot_be_used() {
        assert_eq!(masked_phone("9846012345"), "98••••••45");
        assert_eq!(masked_email("asha.nair@example.org"), "a•••@e•••.org");
        assert_eq!(masked_email("x@y"), "x•••@y•••.");
    }
}
