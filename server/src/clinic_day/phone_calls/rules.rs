//! When the patient of a visit by phone can be called, and the state of the calls. Pure.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::appointments::model::Attendance;
use crate::clinic_day::model::{DayState, QueueEntry};
use crate::clinic_day::rules::end_of;
use crate::platform::clock::{day_bounds, millis};
use crate::scheduling::Slot;
use crate::scheduling::sessions::ClinicSession;

/// The number is shown from this long before the slot on.
const OPENS_BEFORE: SignedDuration = SignedDuration::from_mins(15);

/// From the first instant up to, not including, the second, as UTC milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallWindow {
    pub from: i64,
    pub until: i64,
}

impl CallWindow {
    /// It ends with the session, later by the delay. If the hours were changed since the booking, it lasts at least until the slot ends.
    pub fn of(slot: Slot, session: usize, (sessions, state): (&[ClinicSession], &DayState)) -> Self {
        let starts_at = slot.starts_at().as_millisecond();
        let ends_at = day_bounds(slot.day).0 + end_of(sessions, state, session) * 60_000;
        Self { from: starts_at - millis(OPENS_BEFORE), until: ends_at.max(starts_at + Slot::MILLIS) }
    }

    fn has(self, now: Timestamp) -> bool {
        (self.from..self.until).contains(&now.as_millisecond())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// No call was noted
    Waiting,
    /// The last call did not reach the patient
    NotReached,
    Reached,
    /// The consultation is over
    Done,
}

/// The state of the calls to a patient; `None` for a visit at a place.
pub fn state_of(entry: &QueueEntry) -> Option<CallState> {
    let phone = entry.phone_visit.as_ref()?;
    Some(match (entry.attendance, phone.reached_at, phone.missed_calls) {
        (Some(Attendance::Done), ..) => CallState::Done,
        (_, Some(_), _) => CallState::Reached,
        (_, None, 0) => CallState::Waiting,
        (_, None, _) => CallState::NotReached,
    })
}

/// Whether the patient can be called now: around the time of the visit, as long as no outcome is stored.
pub fn can_call(entry: &QueueEntry, window: CallWindow, now: Timestamp) -> bool {
    let is_open = entry.phone_visit.as_ref().is_some_and(|phone| !phone.is_missed());
    is_open && entry.attendance.is_none() && window.has(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appointments::model::{Appointment, Status};
    use crate::appointments::phone_consultations::PhoneConsultation;
    use crate::clinic_day::rules::in_order;
    use crate::directory::{DayTime, VisitMode};

    /// A session by phone from 10:00 to 11:00 by India's clock.
    fn sessions() -> Vec<ClinicSession> {
        let at = |minutes| DayTime::from_minutes(minutes).unwrap();
        vec![ClinicSession { from: at(600), to: at(660), hospital_id: None, mode: VisitMode::Phone }]
    }

    /// A visit at 10:30.
    fn entry(missed_calls: i64, reached_at: Option<i64>, attendance: Option<Attendance>) -> QueueEntry {
        let mut visit = Appointment::example("2026-11-16T05:00:00Z", Status::Checked);
        let (visit_id, location) = (visit.id.clone(), "Kollam".into());
        visit.attendance = attendance;
        visit.phone =
            Some(PhoneConsultation { visit_id, age: Some(30), location, adult_name: None, missed_calls, reached_at });
        in_order(&sessions(), vec![visit], Vec::new()).remove(0)
    }

    #[test]
    fn the_number_is_shown_from_a_quarter_before_the_slot_until_the_session_ends_with_its_delay() {
        let entry = entry(0, None, None);
        let can_call = |late, at: &str| {
            let state = DayState { late, ..DayState::default() };
            let window = CallWindow::of(entry.slot.unwrap(), 0, (&sessions(), &state));
            can_call(&entry, window, at.parse().unwrap())
        };
        for (late, at, expected) in [
            (0, "2026-11-16T04:44:59Z", false),
            (0, "2026-11-16T04:45:00Z", true),
            (0, "2026-11-16T05:29:59Z", true),
            (0, "2026-11-16T05:30:00Z", false),
            (20, "2026-11-16T05:49:59Z", true),
            (20, "2026-11-16T05:50:00Z", false),
        ] {
            assert_eq!(can_call(late, at), expected, "{late} {at}");
        }
    }

    #[test]
    fn a_visit_by_phone_has_no_token_and_its_state_follows_the_calls() {
        assert_eq!(entry(0, None, None).token, "");
        for (missed, reached_at, attendance, state, can_be_called) in [
            (0, None, None, CallState::Waiting, true),
            (2, None, None, CallState::NotReached, true),
            (2, Some(1), None, CallState::Reached, true),
            (3, None, Some(Attendance::Absent), CallState::NotReached, false),
            (3, None, None, CallState::NotReached, false),
            (3, None, Some(Attendance::Done), CallState::Done, false),
            (0, Some(1), Some(Attendance::Done), CallState::Done, false),
        ] {
            let entry = entry(missed, reached_at, attendance);
            let window = CallWindow::of(entry.slot.unwrap(), 0, (&sessions(), &DayState::default()));
            let now = "2026-11-16T05:00:00Z".parse().unwrap();
            assert_eq!((state_of(&entry), can_call(&entry, window, now)), (Some(state), can_be_called), "{missed}");
        }
    }
}
