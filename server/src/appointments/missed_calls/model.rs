//! Where the choice after the last call in vain stands (pure).

use jiff::Timestamp;

use crate::appointments::model::{Appointment, Status};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceState {
    /// The patient can move or cancel the visit.
    Open,
    /// It has another time by now.
    Moved,
    Cancelled,
    /// Nothing was chosen in time, or the doctor reached the patient after all.
    Over,
}

impl ChoiceState {
    pub fn of(visit: &Appointment, now: Timestamp) -> Self {
        match visit.status {
            _ if visit.choice_until(now).is_some() => Self::Open,
            Status::Cancelled => Self::Cancelled,
            _ if visit.is_ahead(now) => Self::Moved,
            _ => Self::Over,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Moved => "moved",
            Self::Cancelled => "cancelled",
            Self::Over => "over",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appointments::model::Attendance;
    use crate::appointments::phone_consultations::PhoneConsultation;

    #[test]
    fn the_choice_is_open_after_the_last_call_for_a_week_until_it_is_made() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (before, after) = (at("2026-11-15T05:00:00Z"), at("2026-11-16T05:20:00Z"));
        let visit = |missed_calls, status, attendance| {
            let mut visit = Appointment::example("2026-11-16T05:00:00Z", status);
            let visit_id = visit.id.clone();
            visit.attendance = attendance;
            let (location, adult_name, reached_at) = (String::new(), None, None);
            visit.phone =
                Some(PhoneConsultation { visit_id, age: None, location, adult_name, missed_calls, reached_at });
            visit
        };
        for (missed_calls, status, attendance, now, state) in [
            (3, Status::Checked, Some(Attendance::Absent), after, ChoiceState::Open),
            (3, Status::Checked, Some(Attendance::Absent), at("2026-11-23T05:00:00Z"), ChoiceState::Over),
            (3, Status::Checked, Some(Attendance::Done), after, ChoiceState::Over),
            (3, Status::Cancelled, Some(Attendance::Absent), after, ChoiceState::Cancelled),
            (0, Status::Checked, None, before, ChoiceState::Moved),
            (2, Status::Checked, None, after, ChoiceState::Over),
        ] {
            let found = ChoiceState::of(&visit(missed_calls, status, attendance), now);
            assert_eq!(found, state, "{missed_calls} {status:?} {attendance:?} {now}");
        }
    }
}
