//! The sessions of a day, and the order of those who come.

use jiff::Zoned;

use super::model::{DayState, QueueEntry, WalkIn, WalkInPatient};
use crate::appointments::VisitNote;
use crate::appointments::model::{Appointment, Attendance};
use crate::directory::VisitMode;
use crate::scheduling::Slot;
use crate::scheduling::sessions::{ClinicSession, session_of};

/// The maximum delay in minutes.
pub const MAX_LATE_MINUTES: i64 = 240;
/// The limit of changes of the delay per day: each one mails all waiting patients.
pub const MAX_LATE_CHANGES_PER_DAY: i64 = 12;
/// The limit of a doctor's walk-ins of a day at one place: no doctor gets more.
pub const MAX_WALK_INS_PER_DAY: usize = 200;

/// Keeps only the sessions at a hospital. On a day without any, the visits there are one session from the first to the last hour.
pub fn keep_those_at(sessions: &mut Vec<ClinicSession>, hospital: &str) {
    let (first, last) = (sessions[0].from, sessions[sessions.len() - 1].to);
    sessions.retain(|session| session.hospital_id.as_deref() == Some(hospital));
    if sessions.is_empty() {
        sessions.push(ClinicSession {
            from: first,
            to: last,
            hospital_id: Some(hospital.into()),
            mode: VisitMode::Clinic,
        });
    }
}

/// The session that a delay or a walk-in belongs to if the request names none: the current one at a minute of the day, or the next; after
/// them all the last. It depends on the clock and the announced delay alone. Otherwise a patient who was not marked as done would keep the
/// morning's session current until the evening begins, and the evening's patients would get no message about a delay.
pub fn current(sessions: &[ClinicSession], state: &DayState, minute: i64) -> usize {
    let mut numbers = 0..sessions.len();
    let found = numbers.find(|number| end_of(sessions, state, *number) > minute);
    found.unwrap_or(sessions.len().saturating_sub(1))
}

/// The minute of the day by India's clock.
pub fn minute_of(now: &Zoned) -> i64 {
    i64::from(now.hour()) * 60 + i64::from(now.minute())
}

/// When a session ends: later by its delay, but not after the next begins.
pub fn end_of(sessions: &[ClinicSession], state: &DayState, session: usize) -> i64 {
    let delayed = sessions[session].to.minutes() + late_for(state, sessions, session);
    sessions.get(session + 1).map_or(delayed, |next| delayed.min(next.from.minutes()))
}

/// Whether a walk-in can be added to a session: until the next begins, after which no screen shows its queue.
pub fn is_open(sessions: &[ClinicSession], session: usize, minute: i64) -> bool {
    sessions.get(session + 1).is_none_or(|next| next.from.minutes() > minute)
}

/// The session that the waiting room's screen shows: the current one, but an earlier one stays while patients of it are there, until the
/// next begins.
///
/// Sessions by phone are on no screen. A hospital's screen shows the sessions there: the current or the next one, else the last; `None` if
/// there is none today.
pub fn shown(
    sessions: &[ClinicSession],
    entries: &[QueueEntry],
    state: &DayState,
    minute: i64,
    hospital: Option<&str>,
) -> Option<usize> {
    let is_seen = |number: &usize| {
        let ClinicSession { hospital_id, mode, .. } = &sessions[*number];
        *mode == VisitMode::Clinic && hospital.is_none_or(|id| hospital_id.as_deref() == Some(id))
    };
    let seen = || (0..sessions.len()).filter(is_seen);
    let is_there = |entry: &QueueEntry| matches!(entry.attendance, Some(Attendance::Arrived | Attendance::Called));
    let goes_on = |number: &usize| {
        is_open(sessions, *number, minute) && entries.iter().any(|entry| entry.session == *number && is_there(entry))
    };
    let current = current(sessions, state, minute);
    let earlier = seen().find(|number| *number < current && goes_on(number));
    earlier.or_else(|| seen().find(|number| *number >= current)).or_else(|| seen().next_back())
}

/// The session that a walk-in belongs to if the request names none: the current one, or the next at a place; `None` if only sessions by phone
/// are left.
pub fn current_at_place(sessions: &[ClinicSession], state: &DayState, minute: i64) -> Option<usize> {
    let current = current(sessions, state, minute);
    (current..sessions.len()).find(|number| sessions[*number].mode == VisitMode::Clinic)
}

/// The delay of a session in minutes.
pub fn late_for(state: &DayState, sessions: &[ClinicSession], session: usize) -> i64 {
    let ClinicSession { from, to, .. } = &sessions[session];
    let is_said = state.late_from.is_none_or(|minute| (from.minutes()..to.minutes()).contains(&minute));
    if is_said { state.late } else { 0 }
}

/// The order of the queue: patients with a slot by their slots, then those without.
pub fn in_order(sessions: &[ClinicSession], visits: Vec<Appointment>, walk_ins: Vec<WalkIn>) -> Vec<QueueEntry> {
    let booked = visits.into_iter().map(|visit| {
        let session = session_of(sessions, visit.slot.time.minutes());
        let since = visit.slot.time.minutes() - sessions[session].from.minutes();
        let is_walk_in = visit.is_walk_in();
        QueueEntry {
            token: match (visit.token, &visit.phone) {
                (Some(token), _) => token,
                (None, Some(_)) => String::new(),
                // An older program approves without a token.
                (None, None) => (since.div_euclid(Slot::MINUTES) + 1).max(1).to_string(),
            },
            id: visit.id,
            name: visit.patient_name,
            phone: visit.contact_number,
            note: visit.note,
            phone_visit: visit.phone,
            is_walk_in,
            is_from_door: false,
            slot: Some(visit.slot),
            session,
            hospital_id: visit.place.map(|place| place.id),
            attendance: visit.attendance,
            called_at: visit.called_at,
        }
    });
    let waiting = walk_ins.into_iter().map(|walk_in| QueueEntry {
        session: session_of(sessions, walk_in.session_from.unwrap_or(0)),
        id: walk_in.id,
        token: walk_in.token,
        name: walk_in.name,
        phone: walk_in.phone,
        note: VisitNote::default(),
        phone_visit: None,
        is_walk_in: true,
        is_from_door: walk_in.door_device.is_some(),
        slot: None,
        hospital_id: walk_in.hospital_id,
        attendance: walk_in.attendance,
        called_at: walk_in.called_at,
    });
    booked.chain(waiting).collect()
}

/// Sorts by presence: with the doctor, in the clinic, expected, finished. The order within each stays.
pub fn sort_by_presence(entries: &mut [QueueEntry]) {
    entries.sort_by_key(|entry| match entry.attendance {
        Some(Attendance::Called) => 0,
        Some(Attendance::Arrived) => 1,
        None => 2,
        Some(Attendance::Done | Attendance::Absent) => 3,
    });
}

/// The number of walk-ins at a place; `None` is the doctor's own clinic.
pub fn count_walk_ins(entries: &[QueueEntry], hospital_id: Option<&str>) -> usize {
    let is_there = |entry: &&QueueEntry| entry.is_walk_in && entry.hospital_id.as_deref() == hospital_id;
    entries.iter().filter(is_there).count()
}

/// How a submitted walk-in form relates to the queue.
pub enum WalkInMatch<'a> {
    New,
    /// In the queue without a slot; the form has a slot now.
    Waits(&'a QueueEntry),
    /// The same form again: nothing to do.
    Settled(&'a QueueEntry),
}

/// Recognises the form of a walk-in who is in the queue already: their slot, or their place in the queue, is theirs until they were seen;
/// another slot is another visit. Without a phone number nobody is recognised, because two people may have the same name.
pub fn match_walk_in<'a>(entries: &'a [QueueEntry], patient: &WalkInPatient, slot: Option<Slot>) -> WalkInMatch<'a> {
    let Some(phone) = &patient.phone else { return WalkInMatch::New };
    let is_here = |entry: &&QueueEntry| {
        entry.is_walk_in
            && matches!(entry.attendance, Some(Attendance::Arrived | Attendance::Called))
            && entry.name == patient.name.as_str()
            && entry.phone == phone.as_str()
    };
    let here: Vec<&QueueEntry> = entries.iter().filter(is_here).collect();
    let is_inside = |entry: &QueueEntry| entry.slot.is_none() && entry.attendance == Some(Attendance::Called);
    let is_same = |entry: &QueueEntry| slot.is_none() || entry.slot == slot || is_inside(entry);
    if let Some(same) = here.iter().copied().find(|entry| is_same(entry)) {
        return WalkInMatch::Settled(same);
    }
    here.into_iter().find(|entry| entry.slot.is_none()).map_or(WalkInMatch::New, WalkInMatch::Waits)
}

/// Whether a patient is still expected to be called in. A patient without a mark whose time is over is not.
pub fn waits(attendance: Option<Attendance>, slot: Option<Slot>, late: i64, now: i64) -> bool {
    match attendance {
        Some(Attendance::Arrived) => true,
        Some(_) => false,
        None => slot.is_none_or(|slot| slot.starts_at().as_millisecond() + late * 60_000 + Slot::MILLIS > now),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::appointments::model::Status;
    use crate::directory::{DayTime, Schedule};
    use crate::scheduling::sessions::{minutes_of, sessions_of};

    /// Who comes on a Monday of the simple form, from ten on.
    pub fn entries(visits: Vec<Appointment>, walk_ins: Vec<WalkIn>) -> Vec<QueueEntry> {
        let day = "2026-11-16".parse().unwrap();
        in_order(&sessions_of(&Schedule::example(600, 780), day), visits, walk_ins)
    }

    /// A visit of that Monday at a minute of the day.
    pub fn visit(minutes: i64, attendance: Option<Attendance>) -> Appointment {
        let mut visit = Appointment::example("2026-11-16T04:30:00Z", Status::Checked);
        visit.slot.time = DayTime::from_minutes(minutes).unwrap();
        visit.attendance = attendance;
        visit
    }

    #[test]
    fn a_token_that_was_fixed_stays_when_the_hours_change() {
        let mut fixed = visit(630, None);
        fixed.token = Some("7".into());
        let entries = entries(vec![fixed, visit(645, None)], Vec::new());
        assert_eq!(entries.iter().map(|entry| entry.token.as_str()).collect::<Vec<_>>(), ["7", "4"]);
    }

    /// From 10:00 to 11:00 at a hospital, and from 17:00 to 18:00 at the clinic.
    fn two_sessions() -> Vec<ClinicSession> {
        let session = |from, to, hospital: Option<&str>| ClinicSession {
            from: DayTime::from_minutes(from).unwrap(),
            to: DayTime::from_minutes(to).unwrap(),
            hospital_id: hospital.map(String::from),
            mode: VisitMode::Clinic,
        };
        vec![session(600, 660, Some("h")), session(1020, 1080, None)]
    }

    #[test]
    fn a_hospitals_desk_sees_the_delay_of_its_own_place_only() {
        let late_there = |late_from| {
            let mut sessions = two_sessions();
            keep_those_at(&mut sessions, "h");
            assert_eq!(sessions, two_sessions()[..1]);
            late_for(&DayState { late: 20, late_from, ..DayState::default() }, &sessions, 0)
        };
        assert_eq!((late_there(None), late_there(Some(600)), late_there(Some(1020))), (20, 20, 0));
        let mut sessions = two_sessions();
        keep_those_at(&mut sessions, "elsewhere");
        assert_eq!(sessions.len(), 1, "what comes there all the same is one session");
    }

    #[test]
    fn each_session_has_its_own_tokens_and_minutes() {
        let sessions = two_sessions();
        let day = vec![visit(600, None), visit(615, None), visit(1020, None)];
        let entries = in_order(&sessions, day, Vec::new());
        assert_eq!(entries.iter().map(|entry| entry.token.as_str()).collect::<Vec<_>>(), ["1", "2", "1"]);
        assert_eq!(entries.iter().map(|entry| entry.session).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!((minutes_of(&sessions, 0), minutes_of(&sessions, 1)), (0..1020, 1020..1440));
        for (minute, session) in [(590, 0), (600, 0), (700, 0), (1020, 1), (1200, 1)] {
            assert_eq!(session_of(&sessions, minute), session, "{minute}");
        }
    }

    #[test]
    fn the_screen_shows_a_session_while_its_patients_wait_but_the_clock_decides_the_current_one() {
        let sessions = two_sessions();
        let waits = in_order(&sessions, vec![visit(645, Some(Attendance::Arrived))], Vec::new());
        let on_time = DayState::default();
        for (minute, now, with_somebody) in
            [(500, 0, 0), (659, 0, 0), (660, 1, 0), (1019, 1, 0), (1020, 1, 1), (1200, 1, 1)]
        {
            assert_eq!(current(&sessions, &on_time, minute), now, "{minute}");
            assert_eq!(shown(&sessions, &[], &on_time, minute, None), Some(now), "{minute}");
            assert_eq!(shown(&sessions, &waits, &on_time, minute, None), Some(with_somebody), "{minute}");
        }
        assert_eq!([659, 1019, 1020].map(|minute| is_open(&sessions, 0, minute)), [true, true, false]);
        assert!(is_open(&sessions, 1, 1439));
    }

    #[test]
    fn a_session_that_is_late_ends_later_but_not_after_the_next_begins() {
        let sessions = two_sessions();
        let at = |late, late_from, minute| current(&sessions, &DayState { late, late_changes: 1, late_from }, minute);
        assert_eq!([689, 690].map(|minute| at(30, Some(600), minute)), [0, 1]);
        assert_eq!([659, 660].map(|minute| at(30, Some(1020), minute)), [0, 1], "the evening is late");
        let close = [
            two_sessions()[0].clone(),
            ClinicSession { from: DayTime::from_minutes(670).unwrap(), ..two_sessions()[1].clone() },
        ];
        let state = DayState { late: 30, late_changes: 1, late_from: Some(600) };
        assert_eq!([669, 670].map(|minute| current(&close, &state, minute)), [0, 1]);
    }

    #[test]
    fn a_delay_of_the_morning_does_not_apply_to_the_evening() {
        let sessions = two_sessions();
        let late = |late_from| DayState { late: 20, late_changes: 1, late_from };
        assert_eq!([0, 1].map(|session| late_for(&late(Some(600)), &sessions, session)), [20, 0]);
        assert_eq!([0, 1].map(|session| late_for(&late(Some(1020)), &sessions, session)), [0, 20]);
        assert_eq!([0, 1].map(|session| late_for(&late(None), &sessions, session)), [20, 20]);
    }
}
