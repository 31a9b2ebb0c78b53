//! The doctor's page Today over HTTP.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::door_codes::DoorCodes;
use super::marks::{self, Mark, SeenMark};
use super::model::{QueueEntry, Screen, WalkInPatient, WalkInWish};
use super::phone_calls::{self, CallState, CallWindow, NewCall, can_call, state_of};
use super::rules::{MAX_LATE_MINUTES, late_for};
use super::service::{self, Error, Today};
use super::walk_ins;
use crate::app::App;
use crate::appointments::VisitType;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::model::Attendance;
use crate::appointments::phone_consultations::MAX_MISSED_CALLS;
use crate::clinic_day::texts;
use crate::directory::workplaces::http::VisitPlace;
use crate::directory::{DayTime, VisitMode};
use crate::identity::person::{Mobile, PersonName};
use crate::platform::format::{self, rfc3339};
use crate::platform::http::{Answer, Body, Code, Created, Field, FieldErrors, Problem, Result};
use crate::platform::input::parse_number;
use crate::platform::lang::{Lang, Text};
use crate::scheduling::Slot;
use crate::scheduling::sessions::ClinicSession;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NoScreen => Code::NotFound.into(),
            Error::TooManyWalkIns => Self::saying(Code::LimitReached, texts::TOO_MANY_WALK_INS),
            Error::WrongScreenCode => Self::field("code", texts::SCREEN_CODE_WRONG),
            Error::TooManyScreens => Self::saying(Code::LimitReached, texts::TOO_MANY_SCREENS),
            Error::LateTooOften => Self::saying(Code::LimitReached, texts::LATE_TOO_OFTEN),
            Error::MarkedSince => Self::saying(Code::NotChangeable, texts::MARKED_SINCE),
            Error::NotAbsentYet(time) => Self::saying(Code::NotChangeable, texts::not_absent_yet(time)),
            Error::LastCallTooEarly(time) => Self::saying(Code::NotChangeable, texts::last_call_too_early(time)),
            Error::Appointment(error) => error.into(),
            Error::Scheduling(error) => error.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// Somebody who comes today.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComerView)]
pub struct QueueEntryView {
    _id: String,
    /// What they are called in by: the number of their slot, or `W1`, `W2`, … for walk-ins; empty for a visit by phone
    token: String,
    patient_name: String,
    /// Empty for a visit by phone, whose number is in `call`
    contact_number: String,
    mode: VisitMode,
    /// Of a visit by phone
    call: Option<CallView>,
    walkIn: bool,
    /// Why the patient comes, as they said it when booking
    visitReason: Option<String>,
    /// first or review, if the patient said so
    visitType: Option<&'static str>,
    /// Whether they took the token with their own phone at the door
    atDoor: bool,
    /// None for a walk-in who only waits
    time: Option<String>,
    startsAt: Option<String>,
    /// The id of the hospital where they come; `null` is the own clinic
    place: Option<String>,
    /// Which of the day's `sessions` they come to
    session: usize,
    /// arrived, called, done or absent, if somebody said so
    attendance: Option<&'static str>,
}

/// The calls to the patient of a visit by phone.
#[derive(Debug, Serialize, ToSchema)]
pub struct CallView {
    state: CallState,
    /// The calls that were noted, the first first
    tries: Vec<CallTry>,
    /// How often the patient can still be called without being reached
    triesLeft: i64,
    /// Whether the caller can call now
    canCall: bool,
    /// The patient's number, while `canCall`
    number: Option<String>,
    /// From when the number is shown
    from: String,
    /// Until when
    until: String,
    patient: CalledPatient,
}

/// The details that the patient of a visit by phone gave when booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct CalledPatient {
    age: Option<i64>,
    /// Where the patient is
    location: String,
    /// The adult who is there with a minor
    adultName: Option<String>,
}

/// A call that was noted.
#[derive(Debug, Serialize, ToSchema)]
pub struct CallTry {
    /// `reached` or `not_reached`
    outcome: &'static str,
    at: String,
    /// doctor or desk
    by: &'static str,
}

impl CallView {
    /// `None` for a visit at a place.
    fn new(entry: &QueueEntry, today: &Today) -> Option<Self> {
        let (state, slot, phone) = (state_of(entry)?, entry.slot?, entry.phone_visit.clone()?);
        let day = &today.day;
        let window = CallWindow::of(slot, entry.session, (&day.sessions, &day.state));
        let can_call = today.may_call && can_call(entry, window, today.now.timestamp());
        let tries = today.calls.iter().filter(|(visit_id, _)| *visit_id == entry.id).map(|(_, call)| CallTry {
            outcome: if call.was_reached { REACHED } else { NOT_REACHED },
            at: rfc3339(call.called_at),
            by: if call.caller_id == day.doctor.id { "doctor" } else { "desk" },
        });
        Some(Self {
            state,
            tries: tries.collect(),
            triesLeft: (MAX_MISSED_CALLS - phone.missed_calls).max(0),
            canCall: can_call,
            number: can_call.then(|| entry.phone.clone()),
            from: rfc3339(window.from),
            until: rfc3339(window.until),
            patient: CalledPatient { age: phone.age, location: phone.location, adultName: phone.adult_name },
        })
    }
}

const REACHED: &str = "reached";
const NOT_REACHED: &str = "not_reached";

impl From<QueueEntry> for QueueEntryView {
    fn from(entry: QueueEntry) -> Self {
        let mode = if entry.phone_visit.is_some() { VisitMode::Phone } else { VisitMode::Clinic };
        Self {
            mode,
            call: None,
            _id: entry.id,
            token: entry.token,
            patient_name: entry.name,
            contact_number: if mode == VisitMode::Phone { String::new() } else { entry.phone },
            walkIn: entry.is_walk_in,
            visitReason: entry.note.reason.map(|reason| reason.as_str().into()),
            visitType: entry.note.visit_type.map(VisitType::as_str),
            atDoor: entry.is_from_door,
            time: entry.slot.map(|slot| slot.time.to_string()),
            startsAt: entry.slot.map(Slot::rfc3339),
            place: entry.hospital_id,
            session: entry.session,
            attendance: entry.attendance.map(Attendance::as_str),
        }
    }
}

/// A session of the day.
#[derive(Debug, Serialize, ToSchema)]
pub struct TodaySession {
    #[schema(value_type = String)]
    from: DayTime,
    #[schema(value_type = String)]
    to: DayTime,
    /// `null` is the own clinic
    place: Option<VisitPlace>,
    mode: VisitMode,
    /// Whether a walk-in can still be added to it: until the next one begins
    open: bool,
}

/// A screen of a waiting room.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScreenRow {
    _id: String,
    /// The screen shows it too
    number: i64,
    /// When it was paired
    since: String,
}

impl From<Screen> for ScreenRow {
    fn from(screen: Screen) -> Self {
        Self { _id: screen.id, number: screen.number, since: rfc3339(screen.created_at) }
    }
}

/// A doctor's day.
#[derive(Debug, Serialize, ToSchema)]
pub struct TodayView {
    date: String,
    /// The server's time, as RFC 3339
    now: String,
    /// In order, at least one
    sessions: Vec<TodaySession>,
    /// Which of them is under way or comes next, by the clock and the delay that was announced; after the last one, that one
    current: usize,
    /// How many minutes late the doctor said to be for that one
    late: i64,
    /// Those of the waiting rooms, by their numbers, as far as the caller sees them
    screens: Vec<ScreenRow>,
    /// By presence: with the doctor, in the clinic, expected, finished; within each first those who have a slot, by the slots, and then
    /// who only waits. As far as the caller sees them
    comers: Vec<QueueEntryView>,
    /// The times that a walk-in can still have
    free: Vec<String>,
    /// Of the place of the session under way or the next
    door: DoorCodes,
}

impl From<Today> for TodayView {
    fn from(today: Today) -> Self {
        let calls: Vec<Option<CallView>> = today.day.entries.iter().map(|entry| CallView::new(entry, &today)).collect();
        let Today { now, current, open, day, free, door, .. } = today;
        let with_call =
            |(entry, call): (QueueEntry, Option<CallView>)| QueueEntryView { call, ..QueueEntryView::from(entry) };
        let hospital = day.doctor.hospital.map(|hospital| hospital.place);
        let session = |(session, open): (&ClinicSession, bool)| TodaySession {
            open,
            from: session.from,
            to: session.to,
            mode: session.mode,
            place: hospital
                .clone()
                .filter(|place| session.hospital_id.as_ref() == Some(&place.id))
                .map(VisitPlace::from),
        };
        Self {
            date: format::spec_date(now.date()),
            now: rfc3339(now.timestamp().as_millisecond()),
            late: late_for(&day.state, &day.sessions, current),
            sessions: day.sessions.iter().zip(open).map(session).collect(),
            current,
            screens: day.screens.into_iter().map(ScreenRow::from).collect(),
            comers: day.entries.into_iter().zip(calls).map(with_call).collect(),
            free: free.iter().map(|slot| slot.time.to_string()).collect(),
            door,
        }
    }
}

/// Who comes to a doctor today.
#[utoipa::path(get, path = "/user/api/doctor/today/{docId}")]
pub async fn today(caller: ActingForDoctor, app: App) -> Result<Answer<TodayView>> {
    Ok(Answer::of(service::today(&app, &caller).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct AttendanceRequest {
    /// arrived, called, done or absent; left out, nothing is said any more
    attendance: Option<Field>,
    /// The mark as the caller saw it, `none` without one. If it is another by now and not the new one either, the answer is 409
    was: Option<Field>,
    /// The id of a patient who was sent out when this one was called in: with the doctor again, in the same step. For an undo
    recall: Option<Field>,
}

fn parse_attendance(text: &str) -> Result<Attendance, Text> {
    let known = Attendance::ALL.into_iter().find(|known| known.as_str() == text.trim());
    known.ok_or(texts::ATTENDANCE_WRONG)
}

/// `none` is no mark.
fn parse_seen_mark(text: &str) -> Result<SeenMark, Text> {
    if text.trim() == "none" { Ok(SeenMark(None)) } else { parse_attendance(text).map(|mark| SeenMark(Some(mark))) }
}

/// Say what became of somebody who comes today, as often as needed. Calling somebody in ends the visit of whoever was with the doctor.
/// Who has a slot can be marked as absent once it has begun.
#[utoipa::path(patch, path = "/user/api/doctor/today/{docId}/attendance/{id}", responses((status = 409)))]
pub async fn mark_attendance(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
    Body(request): Body<AttendanceRequest>,
) -> Result<Answer<TodayView>> {
    let mut errors = FieldErrors::default();
    let attendance = errors.optional(request.attendance, parse_attendance);
    let was = errors.optional(request.was, parse_seen_mark);
    let recall = errors.optional(request.recall, |text| Ok(text.trim().to_owned()));
    let mark = errors.all(|| Some(Mark { attendance: attendance?, was: was?, recall: recall? }))?;
    let today = marks::mark(&app, &caller, id, mark).await?;
    Ok(Answer::saying(texts::MARKED, lang, today))
}

#[derive(Deserialize, ToSchema)]
pub struct CallRequest {
    /// `reached` or `not_reached`
    outcome: Field,
    /// How many `tries` of the visit the caller saw: the same call noted again counts once. If there are others by now, the answer is 409
    tries: Option<Field>,
}

fn parse_outcome(text: &str) -> Result<bool, Text> {
    match text.trim() {
        REACHED => Ok(true),
        NOT_REACHED => Ok(false),
        _ => Err(texts::CALL_OUTCOME_WRONG),
    }
}

fn parse_tries(text: &str) -> Result<usize, Text> {
    text.trim().parse().map_err(|_| texts::CALL_TRIES_WRONG)
}

/// Note a call to the patient of a visit by phone, while the number is shown. A patient who was not reached is notified, and after the third
/// time chooses whether to move the visit free of charge or to cancel it; that one counts only once the visit's time has come. Desk staff may
/// note calls if the doctor lets them call.
#[utoipa::path(post, path = "/user/api/doctor/today/{docId}/calls/{id}", responses((status = 409)))]
pub async fn note_call(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
    Body(request): Body<CallRequest>,
) -> Result<Answer<TodayView>> {
    let mut errors = FieldErrors::default();
    let was_reached = errors.check(request.outcome, parse_outcome);
    let seen = errors.optional(request.tries, parse_tries);
    let call = errors.all(|| Some(NewCall { was_reached: was_reached?, seen: seen? }))?;
    let text = if call.was_reached { texts::MARKED } else { texts::NOT_REACHED_NOTED };
    let today = phone_calls::note_call(&app, &caller, id, call).await?;
    Ok(Answer::saying(text, lang, today))
}

#[derive(Deserialize, ToSchema)]
pub struct WalkInRequest {
    name: Field,
    /// Can be left out
    phoneNumber: Option<Field>,
    /// A free slot of today; left out, they wait until there is time for them
    time: Option<Field>,
    /// When the session begins for which they wait, as in `17:00`: one of the day's `sessions` that is open. Left out, it is the current
    /// one. A slot has its own session
    session: Option<Field>,
}

/// A doctor's day, and the walk-in who was just added to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedWalkIn {
    #[serde(flatten)]
    today: TodayView,
    added: QueueEntryView,
}

/// Take somebody who came without a booking. The same form with a number sent again takes nobody twice.
#[utoipa::path(post, path = "/user/api/doctor/today/{docId}/walkins", responses((status = 409)))]
pub async fn add_walk_in(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Body(request): Body<WalkInRequest>,
) -> Result<Created<Answer<AddedWalkIn>>> {
    let mut errors = FieldErrors::default();
    let name = errors.check(request.name, PersonName::parse);
    let phone = errors.optional(request.phoneNumber, Mobile::parse);
    let time = errors.optional(request.time, DayTime::parse);
    let session = errors.optional(request.session, DayTime::parse);
    let (patient, wish) = errors.all(|| {
        let wish = WalkInWish { time: time?, session: session? };
        Some((WalkInPatient { name: name?, phone: phone? }, wish))
    })?;
    let (today, added) = walk_ins::add_walk_in(&app, &caller, patient, wish).await?;
    let said = texts::walk_in_added(&added.token, lang);
    let view = AddedWalkIn { today: today.into(), added: added.into() };
    Ok(Created(Answer::with_message(said, view)))
}

/// Remove a walk-in who was not called in yet: one who left, or who was added by mistake. A slot becomes free.
#[utoipa::path(delete, path = "/user/api/doctor/today/{docId}/walkins/{id}", responses((status = 409)))]
pub async fn remove_walk_in(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Answer<TodayView>> {
    let today = walk_ins::remove_walk_in(&app, &caller, id).await?;
    Ok(Answer::saying(texts::WALK_IN_REMOVED, lang, today))
}

#[derive(Deserialize, ToSchema)]
pub struct LateRequest {
    /// 0 to 240
    minutes: Field,
}

fn parse_late(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), MAX_LATE_MINUTES).ok_or(texts::LATE_WRONG)
}

/// Say by how many minutes the doctor is late for the current session: the one under way, or the next. Everybody who waits for it gets
/// a mail, once for each change.
#[utoipa::path(put, path = "/user/api/doctor/today/{docId}/late", responses((status = 409)))]
pub async fn tell_late(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Body(request): Body<LateRequest>,
) -> Result<Answer<TodayView>> {
    let minutes = request.minutes.read(parse_late)?;
    let today = service::announce_delay(&app, &caller, minutes).await?;
    Ok(Answer::saying(texts::LATE_TOLD, lang, today))
}
