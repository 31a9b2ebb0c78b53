//! The administrator's list of requests, and what they do about them.

use axum::extract::{Path, State};
use jiff::Span;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::blood::input::parse_day;
use crate::blood::requests::admin::{self, Deed, Detail};
use crate::blood::requests::model::{Listed, Reveal, Status};
use crate::blood::rules::rules;
use crate::blood::texts;
use crate::identity::callers::Admin;
use crate::platform::format::rfc3339;
use crate::platform::http::Answer;
use crate::platform::http::body::{Body, OptionalBody};
use crate::platform::http::fields::{Field, FieldErrors, Params, given};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::http::reason::ReasonRequest;
use crate::platform::lang::Lang;

/// What the administrator's list and detail share.
#[derive(Serialize, ToSchema)]
pub struct RequestFacts {
    _id: String,
    #[serde(rename = "Patient_name")]
    patient_name: String,
    #[serde(rename = "Blood_group")]
    blood_group: &'static str,
    #[serde(rename = "Units")]
    units: i64,
    #[serde(rename = "Hospital")]
    hospital: String,
    #[serde(rename = "District")]
    district: &'static str,
    #[serde(rename = "State")]
    state: &'static str,
    #[serde(rename = "Needed_by")]
    needed_by: String,
    #[serde(rename = "Contact_name")]
    contact_name: String,
    #[serde(rename = "Phone_number")]
    phone_number: String,
    #[serde(rename = "Email")]
    email: String,
    #[serde(rename = "Reason")]
    reason: Option<String>,
    /// Unconfirmed, Open, Matched, Fulfilled, Closed or Expired
    status: &'static str,
    #[serde(rename = "createdAt")]
    created_at: String,
    #[serde(rename = "confirmedAt")]
    confirmed_at: Option<String>,
    asked: i64,
    accepted: i64,
    declined: i64,
    reports: i64,
    /// Whether the requester may not ask any more
    blocked: bool,
}

impl From<Listed> for RequestFacts {
    fn from(listed: Listed) -> Self {
        let Listed { request, tally, reports, blocked } = listed;
        let wish = request.wish;
        Self {
            _id: request.id,
            patient_name: wish.patient_name.as_str().into(),
            blood_group: wish.group.as_str(),
            units: wish.units,
            hospital: wish.hospital,
            district: wish.district,
            state: wish.state,
            needed_by: wish.needed_by.to_string(),
            contact_name: wish.contact_name.as_str().into(),
            phone_number: wish.phone.as_str().into(),
            email: wish.email.as_str().into(),
            reason: wish.reason,
            status: request.status.as_str(),
            created_at: rfc3339(request.created_at),
            confirmed_at: request.confirmed_at.map(rfc3339),
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

impl From<Listed> for ListedRequest {
    fn from(listed: Listed) -> Self {
        Self { waves: listed.request.waves, facts: listed.into() }
    }
}

#[derive(Serialize, ToSchema)]
pub struct DonorAnswer {
    _id: String,
    /// None when the donor has erased themselves
    #[serde(rename = "Name")]
    name: Option<String>,
    #[serde(rename = "Blood_group")]
    blood_group: &'static str,
    #[serde(rename = "District")]
    district: String,
    #[serde(rename = "Phone_number")]
    phone_number: Option<String>,
    /// asked, accepted, declined or withdrawn
    status: &'static str,
    #[serde(rename = "answeredAt")]
    answered_at: Option<String>,
    /// What the requester saw of the donor
    reveals: Vec<DonorReveal>,
}

#[derive(Serialize, ToSchema)]
pub struct DonorReveal {
    /// None when the donor has erased themselves, or when it was before we kept it
    #[serde(rename = "Phone_number")]
    phone_number: Option<String>,
    #[serde(rename = "firstAt")]
    first_at: String,
    #[serde(rename = "lastAt")]
    last_at: String,
    /// How many looks; a page that stays open is one
    times: i64,
}

impl From<Reveal> for DonorReveal {
    fn from(reveal: Reveal) -> Self {
        Self {
            phone_number: reveal.shown.map(|shown| shown.phone),
            first_at: rfc3339(reveal.first_at),
            last_at: rfc3339(reveal.last_at),
            times: reveal.times,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct WaveView {
    number: i64,
    #[serde(rename = "sentAt")]
    sent_at: String,
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
    #[serde(rename = "nextWaveAt")]
    next_wave_at: Option<String>,
    #[serde(rename = "reportList")]
    report_list: Vec<ReportView>,
}

impl From<Detail> for RequestDetail {
    fn from(detail: Detail) -> Self {
        let Detail { listed, answers, reports } = detail;
        let name_of = |ask_id: &str| {
            let answer = answers.iter().find(|answer| answer.ask.id == ask_id);
            answer.and_then(|answer| answer.donor.as_ref()).map(|donor| donor.details.name.as_str().to_owned())
        };
        let report_list = reports.into_iter().map(|report| ReportView {
            donor: name_of(&report.ask_id),
            by: report.told_by,
            reason: report.reason,
            at: rfc3339(report.at),
        });
        let report_list = report_list.collect();
        let mut waves: Vec<WaveView> = Vec::new();
        for answer in answers {
            let (ask, donor) = (answer.ask, answer.donor);
            if waves.last().is_none_or(|wave| wave.number != ask.wave) {
                waves.push(WaveView { number: ask.wave, sent_at: rfc3339(ask.asked_at), answers: Vec::new() });
            }
            let view = DonorAnswer {
                status: if ask.is_withdrawn() { "withdrawn" } else { ask.status.as_str() },
                name: donor.as_ref().map(|donor| donor.details.name.as_str().into()),
                blood_group: ask.group.as_str(),
                district: ask.district,
                phone_number: donor.as_ref().map(|donor| donor.details.phone.as_str().into()),
                answered_at: ask.answered_at.map(rfc3339),
                reveals: answer.reveals.into_iter().map(DonorReveal::from).collect(),
                _id: ask.id,
            };
            if let Some(wave) = waves.last_mut() {
                wave.answers.push(view);
            }
        }
        let next_wave_at = listed.request.next_wave_at.map(rfc3339);
        Self { facts: listed.into(), waves, next_wave_at, report_list }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequestFilter {
    /// unconfirmed, open, matched, fulfilled, closed or expired
    status: Option<Field>,
}

/// Requests for blood, the newest first. An unknown status has none.
#[utoipa::path(
    get, path = "/admin/api/blood/requests", tag = "blood", security(("token" = [])), params(RequestFilter, Paging),
    responses((status = 200, body = Page<ListedRequest>))
)]
pub async fn list_requests(
    _: Admin,
    State(app): State<App>,
    Params(filter): Params<RequestFilter>,
    paging: Paging,
) -> Result<Page<ListedRequest>, Problem> {
    let status = match given(filter.status) {
        None => None,
        Some(text) => match Status::parse(&text) {
            None => return Ok(Page::whole(Vec::new())),
            known => known,
        },
    };
    let page = admin::list(&app, status, paging.part()).await?;
    Ok(page.map(ListedRequest::from))
}

/// A request with its waves and answers.
#[utoipa::path(
    get, path = "/admin/api/blood/requests/{id}", tag = "blood", security(("token" = [])),
    params(("id" = String, Path)), responses((status = 200, body = Answer<RequestDetail>))
)]
pub async fn request_detail(
    _: Admin,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Answer<RequestDetail>, Problem> {
    let detail = admin::find(&app, &id).await?.ok_or(Code::NotFound)?;
    Ok(Answer { message: String::new(), data: detail.into() })
}

async fn act(app: &App, caller: &Admin, id: String, deed: Deed, said: &str) -> Result<Answer<RequestDetail>, Problem> {
    let detail = admin::act(app, caller, id, deed).await?.ok_or(Code::NotFound)?;
    Ok(Answer { message: said.into(), data: detail.into() })
}

/// End a request, with a reason for the requester.
#[utoipa::path(
    post, path = "/admin/api/blood/requests/{id}/close", tag = "blood", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Answer<RequestDetail>), (status = 409))
)]
pub async fn close_request(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<RequestDetail>, Problem> {
    let deed = Deed::Close { reason: request.parse()? };
    act(&app, &caller, id, deed, texts::REQUEST_CLOSED.in_lang(lang)).await
}

#[derive(Deserialize, ToSchema)]
pub struct ExtendRequest {
    /// Today or a day of the next 30
    #[serde(rename = "Needed_by")]
    needed_by: Field,
}

/// Give a request more time.
#[utoipa::path(
    post, path = "/admin/api/blood/requests/{id}/extend", tag = "blood", security(("token" = [])),
    params(("id" = String, Path)), request_body = ExtendRequest,
    responses((status = 200, body = Answer<RequestDetail>), (status = 409))
)]
pub async fn extend_request(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<ExtendRequest>,
) -> Result<Answer<RequestDetail>, Problem> {
    let today = app.clock.india().date();
    let last = today.saturating_add(Span::new().days(rules().request.days_ahead));
    let mut errors = FieldErrors::default();
    let day = errors.check(request.needed_by, |text| parse_day(text, today, last, texts::NEEDED_BY_WRONG));
    let needed_by = errors.all(|| day)?;
    act(&app, &caller, id, Deed::Extend { needed_by }, texts::REQUEST_EXTENDED.in_lang(lang)).await
}

/// Keep a requester's address and number from asking again, and end what they asked for.
#[utoipa::path(
    post, path = "/admin/api/blood/requests/{id}/block", tag = "blood", security(("token" = [])),
    params(("id" = String, Path)), request_body = Option<ReasonRequest>,
    responses((status = 200, body = Answer<RequestDetail>))
)]
pub async fn block_requester(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    OptionalBody(request): OptionalBody<ReasonRequest>,
) -> Result<Answer<RequestDetail>, Problem> {
    let deed = Deed::Block { reason: request.parse()? };
    act(&app, &caller, id, deed, texts::BLOCKED_NOW.in_lang(lang)).await
}

/// Let a requester ask again.
#[utoipa::path(
    post, path = "/admin/api/blood/requests/{id}/unblock", tag = "blood", security(("token" = [])),
    params(("id" = String, Path)), responses((status = 200, body = Answer<RequestDetail>))
)]
pub async fn unblock_requester(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<RequestDetail>, Problem> {
    act(&app, &caller, id, Deed::Unblock, texts::UNBLOCKED_NOW.in_lang(lang)).await
}
