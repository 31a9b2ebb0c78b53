//! Answers to proposed slots over HTTP: of the patient, in the account or by a link, and of the desk.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use axum::http::HeaderMap;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, OwnProposal};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::booking::http::BookingView;
use crate::appointments::http::{BookedDoctor, DoctorBooking};
use crate::appointments::service::visit_page_of;
use crate::appointments::session_moves::http::ProposedTimes;
use crate::appointments::session_moves::{Error, ProposalState, ProposalWithVisit};
use crate::appointments::texts;
use crate::directory::VisitMode;
use crate::directory::workplaces::http::VisitPlace;
use crate::identity::callers::{Patient, bearer};
use crate::platform::format::rfc3339;
use crate::platform::http::{Answer, Done, Result, Rows};
use crate::platform::ids::Secret;
use crate::platform::lang::Lang;
use crate::scheduling::Slot;

/// Another time that is proposed for a visit, because its session moves.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveProposalView {
    /// The id of the visit
    _id: String,
    /// With the address of the new time, where it is at the doctor's clinic
    doctorId: BookedDoctor,
    /// Not by a link, which may be forwarded
    patient_name: Option<String>,
    #[serde(flatten)]
    times: ProposedTimes,
    mode: VisitMode,
    /// Where the new time is; `null` is the doctor's own clinic, if it is not by phone
    place: Option<VisitPlace>,
    /// What the visit costs at the new time
    fee: i64,
    /// Why the session moves
    reason: String,
    /// Until when the new time is reserved
    until: Option<String>,
    /// open, accepted, declined, expired, unplaced, kept (it was agreed on the phone that the old time stays), withdrawn, or ended (the
    /// visit was cancelled or moved in another way)
    state: &'static str,
    /// The page of the visit, with a private link behind the `#`, as long as it is approved
    visitPage: Option<String>,
}

impl MoveProposalView {
    /// As its patient sees it, or the holder of its link.
    fn new(own: OwnProposal, app: &App, is_by_link: bool) -> Self {
        let OwnProposal { found, state, moved, doctor } = own;
        let (proposal, visit) = (found.proposal, found.visit.appointment.clone());
        let shown = moved.as_ref().unwrap_or(&visit);
        let doctorId = match &doctor {
            Some(doctor) => BookedDoctor::offered(doctor, shown.place.as_ref(), shown.fee),
            None => BookedDoctor::of_booking(&found.visit),
        };
        Self {
            doctorId,
            patient_name: (!is_by_link).then(|| visit.patient_name.clone()),
            times: ProposedTimes::from(&proposal),
            mode: shown.mode(),
            place: shown.place.clone().map(VisitPlace::from),
            fee: shown.fee,
            reason: found.reason,
            until: (state == ProposalState::Open).then_some(proposal.until).flatten().map(rfc3339),
            state: state.as_str(),
            visitPage: visit_page_of(app, &visit),
            _id: visit.id,
        }
    }
}

/// A proposed time in the user's own data.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnMoveProposal {
    /// The id of the visit
    visit: String,
    /// The time of the visit when it was proposed
    startsAt: String,
    newStartsAt: Option<String>,
    reason: String,
    until: Option<String>,
    state: &'static str,
}

impl OwnMoveProposal {
    pub fn new(found: ProposalWithVisit, now: Timestamp) -> Self {
        let state = found.state(now).as_str();
        let ProposalWithVisit { proposal, reason, .. } = found;
        Self {
            startsAt: proposal.from.rfc3339(),
            newStartsAt: proposal.slot.map(Slot::rfc3339),
            until: proposal.until.map(rfc3339),
            visit: proposal.visit_id,
            reason,
            state,
        }
    }
}

/// Other times that are proposed for the user's visits, because their sessions move: those that can still be answered.
#[utoipa::path(get, path = "/user/api/user/moves/{userId}")]
pub async fn move_proposals(caller: Patient, app: App) -> Result<Rows<MoveProposalView>> {
    let own = service::list_own(&app, &caller).await?;
    Ok(Rows::of(own.into_iter().map(|one| MoveProposalView::new(one, &app, false))))
}

/// Take the new time of a visit. It stays approved. Sent again, it answers with the same visit. 409 once the time to answer is over.
#[utoipa::path(post, path = "/user/api/user/moves/{userId}/{id}", responses((status = 409)))]
pub async fn accept_move(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Answer<BookingView>> {
    let moved = service::accept(&app, &caller, id).await?;
    Ok(Answer::saying(texts::MOVE_ACCEPTED, lang, BookingView::new(moved, &app)))
}

/// Decline the new time of a visit: the old one stays, and the desk calls.
#[utoipa::path(delete, path = "/user/api/user/moves/{userId}/{id}", responses((status = 409)))]
pub async fn decline_move(
    caller: Patient,
    app: App,
    lang: Lang,
    Path((_own, id)): Path<(String, String)>,
) -> Result<Done> {
    service::decline(&app, &caller, id).await?;
    Ok(Done::saying(texts::MOVE_DECLINED, lang))
}

fn link_of(headers: &HeaderMap) -> Result<Secret> {
    Ok(bearer(headers).ok_or(Error::LinkEnded)?)
}

async fn by_link(app: &App, token: &Secret) -> Result<MoveProposalView> {
    Ok(MoveProposalView::new(service::find_by_link(app, token).await?, app, true))
}

/// What the link to a new time is about; its token comes as the bearer's. Reading it changes nothing.
#[utoipa::path(get, path = "/user/api/visitmove", security(("link" = [])), responses((status = 404)))]
pub async fn linked_move(app: App, headers: HeaderMap) -> Result<Answer<MoveProposalView>> {
    Ok(Answer::of(by_link(&app, &link_of(&headers)?).await?))
}

/// Take a new time by its link. Sent again, it answers with the same.
#[utoipa::path(post, path = "/user/api/visitmove/accept", security(("link" = [])), responses((status = 404), (status = 409)))]
pub async fn accept_linked_move(app: App, lang: Lang, headers: HeaderMap) -> Result<Answer<MoveProposalView>> {
    let token = link_of(&headers)?;
    service::accept_by_link(&app, &token).await?;
    Ok(Answer::saying(texts::MOVE_ACCEPTED, lang, by_link(&app, &token).await?))
}

/// Decline a new time by its link: the old one stays, and the desk calls.
#[utoipa::path(post, path = "/user/api/visitmove/decline", security(("link" = [])), responses((status = 404), (status = 409)))]
pub async fn decline_linked_move(app: App, lang: Lang, headers: HeaderMap) -> Result<Answer<MoveProposalView>> {
    let token = link_of(&headers)?;
    service::decline_by_link(&app, &token).await?;
    Ok(Answer::saying(texts::MOVE_DECLINED, lang, by_link(&app, &token).await?))
}

/// Move a visit to its proposed time, as agreed with the patient on the phone. After the deadline only as long as the slot is free.
#[utoipa::path(post, path = "/user/api/doctor/appointment/proposal/{id}", responses((status = 409)))]
pub async fn accept_move_at_desk(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<DoctorBooking>> {
    let moved = service::accept_at_desk(&app, &caller, id).await?;
    Ok(Answer::saying(texts::VISIT_MOVED, lang, moved))
}

/// Keep the old time of a visit, as agreed on the phone: the proposed slot is free, and the visit is not listed for a call any more.
#[utoipa::path(delete, path = "/user/api/doctor/appointment/proposal/{id}", responses((status = 409)))]
pub async fn keep_visit_time(
    caller: ActingForDoctor,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<DoctorBooking>> {
    let kept = service::keep_at_desk(&app, &caller, id).await?;
    Ok(Answer::saying(texts::VISIT_TIME_STAYS, lang, kept))
}
