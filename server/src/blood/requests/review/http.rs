//! Review of requests: the administrator's list and actions, and a hospital's view of the requests that name it.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, AdminAction, RequestRecord};
use crate::app::App;
use crate::blood::request_records::model::{Disclosure, Request, RequestStatus, RequestSummary, ReviewHold};
use crate::blood::rules::parse_needed_by;
use crate::blood::texts;
use crate::directory::facilities::http::require_hospital;
use crate::identity::callers::{Admin, FacilityStaff};
use crate::platform::format::rfc3339;
use crate::platform::http::{
    Answer, Body, Code, Done, Field, OptionalBody, Page, Paging, Params, Problem, ReasonRequest, Result, Rows, given,
};
use crate::platform::lang::{Lang, Text};

/// What the administrator's list and detail share.
#[derive(Serialize, ToSchema)]
pub struct RequestFacts {
    _id: String,
    Patient_name: String,
    Blood_group: &'static str,
    Units: i64,
    Hospital: String,
    /// Whether the hospital is one of our directory
    inDirectory: bool,
    District: &'static str,
    State: &'static str,
    Needed_by: String,
    Contact_name: String,
    Phone_number: String,
    Email: String,
    Reason: Option<String>,
    /// Unconfirmed, Open, Matched, Fulfilled, Closed or Expired
    status: &'static str,
    /// What became of the look that it should have before it goes on: `not_needed`, waits, missed or done
    look: &'static str,
    /// Why: beyond (its district), many of its address, number, network or district, blocked (its address), or
    /// `donor_limit` (its address or network has asked as many donors as it may in a day)
    heldFor: Option<&'static str>,
    /// When it goes on by itself; null when only an administrator releases it
    heldUntil: Option<String>,
    createdAt: String,
    confirmedAt: Option<String>,
    asked: i64,
    accepted: i64,
    declined: i64,
    reports: i64,
    /// Whether what the address asks for waits for an administrator
    blocked: bool,
}

impl RequestFacts {
    fn new(summary: RequestSummary, now: i64) -> Self {
        let RequestSummary { request, tally, reports, blocked } = summary;
        let look = request.look(now).as_str();
        let details = request.details;
        Self {
            look,
            heldFor: request.hold.map(|hold| hold.reason.as_str()),
            heldUntil: request.hold.and_then(ReviewHold::ends_at).map(rfc3339),
            _id: request.id,
            Patient_name: details.patient_name.as_str().into(),
            Blood_group: details.group.as_str(),
            Units: details.units,
            Hospital: details.hospital,
            inDirectory: request.in_directory,
            District: details.district,
            State: details.state,
            Needed_by: details.needed_by.to_string(),
            Contact_name: details.contact_name.as_str().into(),
            Phone_number: details.phone.as_str().into(),
            Email: details.email.as_str().into(),
            Reason: details.reason,
            status: request.status.as_str(),
            createdAt: rfc3339(request.created_at),
            confirmedAt: request.confirmed_at.map(rfc3339),
            asked: tally.asked,
            accepted: tally.accepted,
            declined: tally.declined,
            reports,
            blocked,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ListedRequest {
    #[serde(flatten)]
    facts: RequestFacts,
    /// How many times donors were asked
    waves: i64,
}

impl ListedRequest {
    fn new(summary: RequestSummary, now: i64) -> Self {
        Self { waves: summary.request.waves, facts: RequestFacts::new(summary, now) }
    }
}

#[derive(Serialize, ToSchema)]
pub struct DonorAnswer {
    _id: String,
    /// None when the donor has erased themselves
    Name: Option<String>,
    Blood_group: &'static str,
    District: String,
    Phone_number: Option<String>,
    /// asked, accepted, declined or withdrawn
    status: &'static str,
    answeredAt: Option<String>,
    /// What the requester saw of the donor
    #[serde(rename = "reveals")]
    disclosures: Vec<DonorReveal>,
}

#[derive(Serialize, ToSchema)]
pub struct DonorReveal {
    /// None when the donor has erased themselves, or when it was before we kept it
    Phone_number: Option<String>,
    firstAt: String,
    lastAt: String,
    /// How many looks; a page that stays open is one
    times: i64,
}

impl From<Disclosure> for DonorReveal {
    fn from(disclosure: Disclosure) -> Self {
        Self {
            Phone_number: disclosure.shown.map(|shown| shown.phone),
            firstAt: rfc3339(disclosure.first_at),
            lastAt: rfc3339(disclosure.last_at),
            times: disclosure.times,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct WaveView {
    number: i64,
    sentAt: String,
    answers: Vec<DonorAnswer>,
}

#[derive(Serialize, ToSchema)]
pub struct ReportView {
    /// requester or donor
    by: String,
    /// The donor's name, unless they have erased themselves
    donor: Option<String>,
    reason: String,
    at: String,
}

/// A request with its waves, answers and reports.
#[derive(Serialize, ToSchema)]
pub struct RequestDetail {
    #[serde(flatten)]
    facts: RequestFacts,
    waves: Vec<WaveView>,
    nextWaveAt: Option<String>,
    reportList: Vec<ReportView>,
}

impl From<RequestRecord> for RequestDetail {
    fn from(record: RequestRecord) -> Self {
        let RequestRecord { summary, answers, reports, at } = record;
        let name_of = |invitation_id: &str| {
            let answer = answers.iter().find(|answer| answer.invitation.id == invitation_id);
            answer.and_then(|answer| answer.donor.as_ref()).map(|donor| donor.details.name.as_str().to_owned())
        };
        let report_list = reports.into_iter().map(|report| ReportView {
            donor: name_of(&report.invitation_id),
            by: report.told_by,
            reason: report.reason,
            at: rfc3339(report.at),
        });
        let report_list = report_list.collect();
        let mut waves: Vec<WaveView> = Vec::new();
        for answer in answers {
            let (invitation, donor) = (answer.invitation, answer.donor);
            if waves.last().is_none_or(|wave| wave.number != invitation.wave) {
                waves.push(WaveView {
                    number: invitation.wave,
                    sentAt: rfc3339(invitation.asked_at),
                    answers: Vec::new(),
                });
            }
            let view = DonorAnswer {
                status: if invitation.is_withdrawn() { "withdrawn" } else { invitation.status.as_str() },
                Name: donor.as_ref().map(|donor| donor.details.name.as_str().into()),
                Blood_group: invitation.group.as_str(),
                District: invitation.district,
                Phone_number: donor.as_ref().map(|donor| donor.details.phone.as_str().into()),
                answeredAt: invitation.answered_at.map(rfc3339),
                disclosures: answer.disclosures.into_iter().map(DonorReveal::from).collect(),
                _id: invitation.id,
            };
            if let Some(wave) = waves.last_mut() {
                wave.answers.push(view);
            }
        }
        let next_wave_at = summary.request.next_wave_at.map(rfc3339);
        Self { facts: RequestFacts::new(summary, at), waves, nextWaveAt: next_wave_at, reportList: report_list }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestsQuery {
    /// unconfirmed, open, matched, fulfilled, closed or expired
    status: Option<Field>,
}

/// Requests for blood: open and matched ones by the day on which the blood is needed, others and all of them the newest first. An
/// unknown status has none.
#[utoipa::path(get, path = "/admin/api/blood/requests")]
pub async fn list_requests(
    _: Admin,
    app: App,
    Params(filter): Params<RequestsQuery>,
    paging: Paging,
) -> Result<Page<ListedRequest>, Problem> {
    let status = match given(filter.status) {
        None => None,
        Some(text) => match RequestStatus::parse(&text) {
            None => return Ok(Page::whole(Vec::new())),
            known => known,
        },
    };
    let (page, now) = (service::list(&app, status, paging).await?, app.clock.now_millis());
    Ok(page.map(|summary| ListedRequest::new(summary, now)))
}

/// A request with its waves and answers.
#[utoipa::path(get, path = "/admin/api/blood/requests/{id}")]
pub async fn request_detail(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<RequestDetail>> {
    Ok(Answer::of(service::find(&app, &id).await?.ok_or(Code::NotFound)?))
}

async fn act(
    app: &App,
    caller: &Admin,
    id: String,
    action: AdminAction,
    (text, lang): Said,
) -> Result<Answer<RequestDetail>> {
    Ok(Answer::saying(text, lang, service::act(app, caller, id, action).await?.ok_or(Code::NotFound)?))
}

type Said = (Text, Lang);

/// End a request, with a reason for the requester.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/close", responses((status = 409)))]
pub async fn close_request(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<RequestDetail>> {
    let action = AdminAction::Close { reason: request.parse()? };
    act(&app, &caller, id, action, (texts::REQUEST_CLOSED, lang)).await
}

#[derive(Deserialize, ToSchema)]
pub struct ExtendRequest {
    /// Today or a day of the next 30
    Needed_by: Field,
}

/// Give a request more time.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/extend", responses((status = 409)))]
pub async fn extend_request(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<ExtendRequest>,
) -> Result<Answer<RequestDetail>> {
    let today = app.clock.india().date();
    let needed_by = request.Needed_by.read(|text| parse_needed_by(text, today))?;
    act(&app, &caller, id, AdminAction::Extend { needed_by }, (texts::REQUEST_EXTENDED, lang)).await
}

/// Say that a request was looked at and is right: it goes on at once, beyond its district too.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/look", responses((status = 409)))]
pub async fn look_at_request(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<RequestDetail>> {
    act(&app, &caller, id, AdminAction::MarkReviewed, (texts::REQUEST_LOOKED_AT, lang)).await
}

/// Block a requester's address: what it asked for ends, and what it asks for from now on waits for an administrator. The
/// address must have been confirmed.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/block", responses((status = 409)))]
pub async fn block_requester(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<RequestDetail>> {
    let action = AdminAction::Block { reason: request.parse()? };
    act(&app, &caller, id, action, (texts::BLOCKED_NOW, lang)).await
}

/// Lift the block of a requester's address: what waits because of it goes on.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/unblock")]
pub async fn unblock_requester(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<RequestDetail>> {
    act(&app, &caller, id, AdminAction::Unblock, (texts::UNBLOCKED_NOW, lang)).await
}

/// A request that names the own hospital, with what it takes to find the patient.
#[derive(Serialize, ToSchema)]
pub struct HospitalRequest {
    _id: String,
    Patient_name: String,
    Blood_group: &'static str,
    Units: i64,
    Needed_by: String,
    Contact_name: String,
    Phone_number: String,
    Reason: Option<String>,
    /// What became of the look that it should have before it goes on: `not_needed`, waits, missed or done
    look: &'static str,
    createdAt: String,
}

impl HospitalRequest {
    fn new(request: Request, now: i64) -> Self {
        let look = request.look(now).as_str();
        let details = request.details;
        Self {
            _id: request.id,
            Patient_name: details.patient_name.as_str().into(),
            Blood_group: details.group.as_str(),
            Units: details.units,
            Needed_by: details.needed_by.to_string(),
            Contact_name: details.contact_name.as_str().into(),
            Phone_number: details.phone.as_str().into(),
            Reason: details.reason,
            look,
            createdAt: rfc3339(request.created_at),
        }
    }
}

/// Requests for blood that run and name the own hospital, the most urgent first.
#[utoipa::path(get, path = "/user/api/worker/bloodrequests/{workerId}")]
pub async fn hospital_blood_requests(caller: FacilityStaff, app: App) -> Result<Rows<HospitalRequest>> {
    require_hospital(&caller)?;
    let now = app.clock.now_millis();
    let requests = service::list_of_hospital(&app, &caller.id).await?;
    let views: Vec<_> = requests.into_iter().map(|request| HospitalRequest::new(request, now)).collect();
    Ok(Rows::of(views))
}

/// Say that the patient of a request is the own hospital's: it goes on at once, beyond its district too.
#[utoipa::path(
    patch, path = "/user/api/worker/bloodrequests/{workerId}/confirm/{id}", responses((status = 409))
)]
pub async fn confirm_blood_request(
    caller: FacilityStaff,
    app: App,
    lang: Lang,
    Path((_own, request_id)): Path<(String, String)>,
) -> Result<Done> {
    require_hospital(&caller)?;
    let is_own = service::confirm_as_hospital(&app, &caller, request_id).await?;
    if is_own { Ok(Done::saying(texts::REQUEST_LOOKED_AT, lang)) } else { Err(Code::NotFound.into()) }
}
