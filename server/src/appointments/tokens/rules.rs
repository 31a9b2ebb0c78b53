//! Token numbers, and which visits of a session have the same token.

use std::collections::HashSet;

use crate::appointments::model::{Appointment, Status};
use crate::directory::Schedule;
use crate::scheduling::Slot;
use crate::scheduling::sessions::{session_of, sessions_of};

/// The number of a slot in its session. A slot from before the hours were changed may lie before them all.
pub fn ordinal(schedule: &Schedule, slot: Slot) -> i64 {
    let sessions = sessions_of(schedule, slot.day);
    let start = sessions[session_of(&sessions, slot.time.minutes())].from;
    ((slot.time.minutes() - start.minutes()).div_euclid(Slot::MINUTES) + 1).max(1)
}

/// The approved visits that need another token because another visit of their session has the same. Which of two keeps it: the one whose
/// attendance is marked, else the one that already has a token, else the earlier one.
pub fn conflicting<'a>(schedule: &Schedule, visits: &'a [Appointment]) -> Vec<&'a Appointment> {
    let mut visits: Vec<&Appointment> =
        visits.iter().filter(|visit| visit.status == Status::Checked && visit.phone.is_none()).collect();
    visits.sort_by_key(|visit| (visit.attendance.is_none(), visit.token.is_none(), visit.slot));
    let mut given = HashSet::new();
    visits.retain(|visit| {
        let sessions = sessions_of(schedule, visit.slot.day);
        let session = session_of(&sessions, visit.slot.time.minutes());
        // An older program approves without a token; what is shown then is the number of the slot.
        let token = visit.token.clone().unwrap_or_else(|| ordinal(schedule, visit.slot).to_string());
        !given.insert((visit.slot.day, session, token))
    });
    visits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appointments::model::Attendance;
    use crate::directory::{SessionDay, SessionPlan, VisitMode};
    use crate::scheduling::rules::tests::at;

    /// An approved visit of a Monday at a minute of the day.
    fn visit(minutes: i64, token: Option<&str>) -> Appointment {
        let mut visit = Appointment::example("2026-11-16T04:30:00Z", Status::Checked);
        (visit.slot.time, visit.token) = (at(minutes), token.map(String::from));
        visit
    }

    #[test]
    fn a_token_is_the_number_of_the_slot_in_its_session() {
        for (start, minutes, number) in
            [(600, 600, 1), (600, 615, 2), (600, 765, 12), (610, 625, 2), (610, 615, 1), (660, 600, 1)]
        {
            let slot = Slot { day: "2026-11-16".parse().unwrap(), time: at(minutes) };
            assert_eq!(ordinal(&Schedule::example(start, 780), slot), number, "{start} {minutes}");
        }
    }

    #[test]
    fn of_two_with_one_token_in_a_session_one_keeps_it() {
        let starts = |schedule: &Schedule, visits: &[Appointment]| -> Vec<i64> {
            conflicting(schedule, visits).iter().map(|visit| visit.slot.time.minutes()).collect()
        };
        let mut day = vec![visit(600, Some("1")), visit(615, Some("2")), visit(1020, Some("1"))];
        assert_eq!(starts(&Schedule::example(600, 1080), &day), [1020], "the first keeps it");
        day[2].attendance = Some(Attendance::Arrived);
        assert_eq!(starts(&Schedule::example(600, 1080), &day), [600], "who was called by it keeps it");
        day[2].status = Status::Cancelled;
        assert!(starts(&Schedule::example(600, 1080), &day).is_empty());
        // A visit without a stored token (approved by an older program) has the number of its slot as its token.
        let day = vec![visit(600, None), visit(1020, Some("1"))];
        assert_eq!(starts(&Schedule::example(600, 1080), &day), [600]);
        let monday = SessionDay::Weekday(jiff::civil::Weekday::Monday);
        let session = |from, to| SessionPlan {
            id: String::new(),
            on: monday,
            from: at(from),
            to: at(to),
            hospital_id: None,
            fee: None,
            mode: VisitMode::Clinic,
            is_offered: true,
        };
        let mut two = Schedule::example(600, 1080);
        two.set_weekly(vec![session(600, 660), session(1020, 1080)]);
        assert!(starts(&two, &day).is_empty(), "each session has its own");
    }
}
