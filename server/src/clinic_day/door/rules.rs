//! The rules of a door: when a doctor sits at the place, and the limits of tokens and of failed tries. Pure.

use jiff::{SignedDuration, Zoned};

use super::model::Visitor;
use crate::clinic_day::model::{DayState, QueueEntry};
use crate::clinic_day::rules::{current, end_of, minute_of};
use crate::directory::{DayTime, Doctor, Pause, VisitMode};
use crate::platform::rate_limit::Limit;
use crate::scheduling::Slot;
use crate::scheduling::sessions::{ClinicSession, sessions_of};

/// Tokens are given from this many minutes before a session on, until it ends: patients come before the doctor does.
const TOKENS_OPEN_MINUTES_BEFORE: i64 = 60;
/// An arrival is marked from this long before the visit on.
pub const ARRIVAL_OPENS_BEFORE: SignedDuration = SignedDuration::from_hours(2);
/// For the owner of the phone, and two people with them.
pub const MAX_TOKENS_PER_DEVICE_AND_DAY: i64 = 3;
/// The same for a number.
pub const MAX_TOKENS_PER_NUMBER_AND_DAY: i64 = 3;
/// The highest limit that a doctor can set for a session.
pub const MAX_DOOR_TOKENS: i64 = 200;

const MINUTE: SignedDuration = SignedDuration::from_mins(1);
/// Failed tries: a wrong code, or a number without a visit. A phone can change its name, so the other two limits bound guessing: within a
/// minute, guesses from one network hit one of the two valid codes with a chance of 1.2 %, from many networks with 4.8 %.
const FAILED_OF_DEVICE: Limit = Limit::new("failed tries at a door, of a device", 5, MINUTE);
/// A network has a counter for each door.
const FAILED_OF_NETWORK: Limit = Limit::new("failed tries at a door, of a network", 60, MINUTE);
/// Enough for 200 patients at once, if every second one mistypes.
const FAILED_AT_PLACE: Limit = Limit::new("failed tries at a door", 240, MINUTE);

/// The counters of a visitor's failed tries.
pub struct FailedTries([(String, Limit); 3]);

impl FailedTries {
    pub fn of(visitor: &Visitor) -> Self {
        let Visitor { place_id, device, network, .. } = visitor;
        Self([
            (device.as_str().to_owned(), FAILED_OF_DEVICE),
            (format!("{place_id} {network}"), FAILED_OF_NETWORK),
            (place_id.clone(), FAILED_AT_PLACE),
        ])
    }

    pub fn keys(&self) -> [(&str, Limit); 3] {
        self.0.each_ref().map(|(key, limit)| (key.as_str(), *limit))
    }
}

/// The session in which a doctor sits at a place now, or will within the hour: number and hours. `hospital_id` is `None` for the own clinic.
pub fn sitting(
    doctor: &Doctor,
    state: &DayState,
    hospital_id: Option<&str>,
    now: &Zoned,
) -> Option<(usize, ClinicSession)> {
    let (date, minute) = (now.date(), minute_of(now));
    let time = DayTime::from_minutes(minute)?;
    let is_away = matches!(doctor.schedule.pause_at(date, time, 1), Some(Pause::Leave { .. }));
    if is_away || !doctor.schedule.works_on(date) {
        return None;
    }
    let sessions = sessions_of(&doctor.schedule, date);
    let number = current(&sessions, state, minute);
    let is_open = sessions[number].from.minutes() - TOKENS_OPEN_MINUTES_BEFORE <= minute
        && minute < end_of(&sessions, state, number);
    let place = sessions[number].hospital_id.as_deref();
    // A hospital that has not confirmed the doctor does not count.
    let is_confirmed = || place == doctor.workplace().map(|workplace| workplace.id.as_str());
    let is_at_place = sessions[number].mode == VisitMode::Clinic;
    let is_here = is_at_place && place == hospital_id && (place.is_none() || is_confirmed());
    (is_open && is_here).then(|| (number, sessions[number].clone()))
}

/// The number of tokens of a session that were taken at the door.
pub fn count_door_tokens(entries: &[QueueEntry], session: usize) -> usize {
    entries.iter().filter(|entry| entry.is_from_door && entry.session == session).count()
}

/// Whether the patient of a visit can be marked as arrived already.
pub fn is_arrival_open(slot: Slot, now: &Zoned) -> bool {
    slot.starts_at() <= now.timestamp() + ARRIVAL_OPENS_BEFORE
}
