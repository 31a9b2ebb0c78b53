//! The sessions of a doctor's day, also those that cannot be booked any more: their visits stay.

use jiff::civil::Date;

use crate::directory::{DayTime, Schedule, Session, VisitMode};
use crate::platform::clock::day_bounds;
use crate::scheduling::Slot;
use crate::scheduling::slots::{Minutes, WHOLE_DAY};

/// A session of a doctor's day. A day has at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClinicSession {
    pub from: DayTime,
    pub to: DayTime,
    /// `None` is the doctor's own clinic.
    pub hospital_id: Option<String>,
    pub mode: VisitMode,
}

/// The sessions of a doctor's day, in order. On a day that is off there may be visits from before: then it is one session.
pub fn sessions_of(schedule: &Schedule, day: Date) -> Vec<ClinicSession> {
    let own = |session: Session<'_>| ClinicSession {
        from: session.from,
        to: session.to,
        hospital_id: session.hospital_id.map(String::from),
        mode: session.mode,
    };
    let planned: Vec<ClinicSession> = schedule.planned_on(day).map(own).collect();
    if planned.is_empty() {
        let (from, to, mode) = (schedule.start, schedule.end, VisitMode::Clinic);
        return vec![ClinicSession { from, to, hospital_id: None, mode }];
    }
    planned
}

/// Which of the sessions a slot of that minute belongs to. A slot from before the hours were changed may lie in none: then it is the
/// one before it, or the first.
pub fn session_of(sessions: &[ClinicSession], minute: i64) -> usize {
    sessions.iter().rposition(|session| session.from.minutes() <= minute).unwrap_or(0)
}

/// The minutes of the day whose slots belong to the same session.
pub fn minutes_of(sessions: &[ClinicSession], session: usize) -> Minutes {
    let start = if session == 0 { WHOLE_DAY.start } else { sessions[session].from.minutes() };
    start..sessions.get(session + 1).map_or(WHOLE_DAY.end, |next| next.from.minutes())
}

/// Between which instants the visits lie that belong to the same session as a slot, as UTC milliseconds.
pub fn session_bounds(schedule: &Schedule, slot: Slot) -> (i64, i64) {
    let sessions = sessions_of(schedule, slot.day);
    let minutes = minutes_of(&sessions, session_of(&sessions, slot.time.minutes()));
    let (midnight, _) = day_bounds(slot.day);
    (midnight + minutes.start * 60_000, midnight + minutes.end * 60_000)
}
