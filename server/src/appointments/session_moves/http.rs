//! Session moves over HTTP, for the doctor and the desk.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{MoveProposal, MoveWithProposals, ProposalState, ProposalWithVisit};
use super::service::{self, Error, MovePlan, MoveWish};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::model::DeskBookingState;
use crate::appointments::texts;
use crate::directory::{DayTime, VisitMode};
use crate::identity::users::NOBODY;
use crate::platform::format::{rfc3339, spec_date};
use crate::platform::http::{Answer, Body, Code, Created, Done, Field, FieldErrors, Params, Problem, Result, Rows};
use crate::platform::input::parse_line;
use crate::platform::lang::Lang;
use crate::platform::rate_limit::Limit;
use crate::scheduling::Slot;
use crate::scheduling::http::{Reason, parse_day, parse_slot};

/// Each move may be a mail and a message to everybody in the session, which the operator pays.
const SESSION_MOVE_LIMIT: Limit = Limit::new("sessions moved by an account", 20, SignedDuration::from_hours(1));

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::NothingToMove => Self::field("sessionTime", texts::NOTHING_TO_MOVE),
            Error::AlreadyMoving => Self::saying(Code::NotChangeable, texts::SESSION_MOVES_ALREADY),
            Error::NoMove => Code::NotFound.into(),
            Error::ProposalEnded => Self::saying(Code::NotChangeable, texts::MOVE_PROPOSAL_ENDED),
            Error::SlotGone => Self::saying(Code::SlotTaken, texts::MOVE_SLOT_GONE).because(Reason::Taken.into()),
            Error::LinkEnded => Self::saying(Code::LinkEnded, texts::MOVE_LINK_ENDED),
            Error::Appointment(error) => error.into(),
            Error::Scheduling(error) => error.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// The day of the session, as in `2024-01-05`
    sessionDate: Field,
    /// A time within the session, as in `09:15`
    sessionTime: Field,
    /// The day to which it moves
    date: Field,
    /// From which time on, as in `09:15`
    time: Field,
}

#[derive(Deserialize, ToSchema)]
pub struct SessionMoveRequest {
    /// The day of the session, as in `2024-01-05`
    sessionDate: Field,
    /// A time within the session, as in `09:15`
    sessionTime: Field,
    /// The day to which it moves
    date: Field,
    /// From which time on, as in `09:15`: the visits get the free slots up to the end of that session
    time: Field,
    /// Why, in a sentence: the patients read it
    reason: Field,
}

fn parse_wish(errors: &mut FieldErrors, session: (Field, Field), target: (Field, Field)) -> Option<MoveWish> {
    let day = errors.check(session.0, parse_day);
    let time = errors.check(session.1, DayTime::parse);
    let target = parse_slot(errors, target.0, target.1);
    Some(MoveWish { day: day?, time: time?, target: target? })
}

/// A visit of the session, and where it would go.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlannedVisit {
    patient_name: String,
    /// As in `09:15`
    time: String,
    /// `null`: no slot is free for it, or it is too near for an answer, so the desk calls
    newTime: Option<String>,
}

/// What a move of a session would do.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionMovePreview {
    visits: Vec<PlannedVisit>,
    /// How many of them find a free slot
    placed: usize,
    /// How many requests in the session wait for the doctor: they do not move
    requests: i64,
}

impl From<MovePlan> for SessionMovePreview {
    fn from(plan: MovePlan) -> Self {
        let placed = plan.visits.iter().filter(|(_, placed)| placed.is_some()).count();
        let visits = plan.visits.into_iter().map(|(visit, placed)| PlannedVisit {
            patient_name: visit.patient_name,
            time: visit.slot.time.to_string(),
            newTime: placed.map(|placed| placed.slot.time.to_string()),
        });
        Self { visits: visits.collect(), placed, requests: plan.requests }
    }
}

/// What moving a session would do: which visits it has, and which free slots they would be proposed. It changes nothing.
#[utoipa::path(get, path = "/user/api/doctor/sessionmoves/{docId}/preview")]
pub async fn preview_session_move(
    caller: ActingForDoctor,
    app: App,
    Params(query): Params<PreviewQuery>,
) -> Result<Answer<SessionMovePreview>> {
    let mut errors = FieldErrors::default();
    let wish = parse_wish(&mut errors, (query.sessionDate, query.sessionTime), (query.date, query.time));
    let wish = errors.all(|| wish)?;
    Ok(Answer::of(service::preview(&app, &caller, wish).await?))
}

/// The old and the new time of a visit whose session moves.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposedTimes {
    /// The old time: as in `Jan 5, 2024`
    date: String,
    time: String,
    startsAt: String,
    /// The new time, if a slot was free
    newDate: Option<String>,
    newTime: Option<String>,
    newStartsAt: Option<String>,
}

impl From<&MoveProposal> for ProposedTimes {
    fn from(MoveProposal { from, slot, .. }: &MoveProposal) -> Self {
        Self {
            date: spec_date(from.day),
            time: from.time.to_string(),
            startsAt: from.rfc3339(),
            newDate: slot.map(|slot| spec_date(slot.day)),
            newTime: slot.map(|slot| slot.time.to_string()),
            newStartsAt: slot.map(Slot::rfc3339),
        }
    }
}

/// A visit whose session moves.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskProposal {
    /// The id of the visit
    _id: String,
    patient_name: String,
    /// Of a visit by phone only while `toCall`, to those who may call its patient; otherwise empty
    contact_number: String,
    mode: VisitMode,
    #[serde(flatten)]
    times: ProposedTimes,
    /// Until when the slot is reserved for the patient
    until: Option<String>,
    /// open, accepted, declined, expired (no answer in time, or the slot is gone), unplaced (no slot was free), kept (the desk and the
    /// patient agreed on the old time), withdrawn, or ended (the visit was cancelled or moved in another way)
    state: &'static str,
    /// Whether the desk has to call: the patient declined, did not answer, cannot answer, or there is no slot
    toCall: bool,
    /// Of a visit that the desk booked for a caller: unclaimed or disclaimed
    deskBooking: Option<&'static str>,
}

impl DeskProposal {
    fn new(found: ProposalWithVisit, may_call: bool, now: Timestamp) -> Self {
        let state = found.state(now);
        let (proposal, visit) = (found.proposal, found.visit.appointment);
        let mode = visit.mode();
        // Without an account there is no link by which to answer.
        let toCall = state.is_unresolved() && (state != ProposalState::Open || visit.user_id == NOBODY);
        let is_number_shown = mode == VisitMode::Clinic || toCall && may_call;
        Self {
            times: ProposedTimes::from(&proposal),
            until: proposal.until.map(rfc3339),
            state: state.as_str(),
            toCall,
            deskBooking: visit.desk_booking.map(DeskBookingState::as_str),
            _id: visit.id,
            patient_name: visit.patient_name,
            contact_number: if is_number_shown { visit.contact_number } else { String::new() },
            mode,
        }
    }
}

/// A session that moves.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionMoveView {
    _id: String,
    /// The day of the session, as in `2024-01-05`
    sessionDay: String,
    /// When it begins, as in `09:15`
    sessionFrom: String,
    /// The day to which it moves, and from which time on
    day: String,
    time: String,
    reason: String,
    createdAt: String,
    /// In the order of the visits
    visits: Vec<DeskProposal>,
}

impl SessionMoveView {
    fn new(MoveWithProposals { session_move, proposals, may_call }: MoveWithProposals, now: Timestamp) -> Self {
        Self {
            sessionDay: session_move.from.day.to_string(),
            sessionFrom: session_move.from.time.to_string(),
            day: session_move.target.day.to_string(),
            time: session_move.target.time.to_string(),
            createdAt: rfc3339(session_move.created_at),
            visits: proposals.into_iter().map(|proposal| DeskProposal::new(proposal, may_call, now)).collect(),
            reason: session_move.reason,
            _id: session_move.id,
        }
    }
}

/// The sessions of today and later that move, each with what became of its visits. As far as the caller sees the doctor's places.
#[utoipa::path(get, path = "/user/api/doctor/sessionmoves/{docId}")]
pub async fn session_moves(caller: ActingForDoctor, app: App) -> Result<Rows<SessionMoveView>> {
    let now = app.clock.now();
    let moves = service::list(&app, &caller).await?;
    Ok(Rows::of(moves.into_iter().map(|one| SessionMoveView::new(one, now))))
}

/// Move a session: each patient with an approved visit in it is proposed a free slot of another session. The slot is reserved until the
/// answer, at most until halfway to the visit; until then the old time stays. The same form sent again answers with the same move. 409 while
/// an earlier move of the session is open.
#[utoipa::path(post, path = "/user/api/doctor/sessionmoves/{docId}", responses((status = 409), (status = 429)))]
pub async fn move_session(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Body(request): Body<SessionMoveRequest>,
) -> Result<Created<Answer<SessionMoveView>>> {
    let mut errors = FieldErrors::default();
    let wish = parse_wish(&mut errors, (request.sessionDate, request.sessionTime), (request.date, request.time));
    let reason = errors.check(request.reason, |text| parse_line(text, texts::SESSION_MOVE_REASON_MISSING));
    let (wish, reason) = errors.all(|| Some((wish?, reason?)))?;
    app.rate_limiter.take(&[(caller.account_id(), SESSION_MOVE_LIMIT)], app.clock.now_millis()).await?;
    let moved = service::begin(&app, &caller, wish, reason).await?;
    Ok(Created(Answer::saying(texts::SESSION_MOVES, lang, SessionMoveView::new(moved, app.clock.now()))))
}

/// Take a move back: patients who have not answered stay at the old time, and are notified. Those who accepted have moved.
#[utoipa::path(delete, path = "/user/api/doctor/sessionmoves/{docId}/{id}")]
pub async fn withdraw_session_move(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path((_doctor, id)): Path<(String, String)>,
) -> Result<Done> {
    service::withdraw(&app, &caller, id).await?;
    Ok(Done::saying(texts::SESSION_MOVE_WITHDRAWN, lang))
}
