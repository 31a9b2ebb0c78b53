//! The administrator's list of requests, and what they do about them.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Deed, RequestRecord};
use crate::app::App;
use crate::blood::requests::model::{Hold, RequestStatus, RequestSummary, Reveal};
use crate::blood::rules::parse_needed_by;
use crate::blood::texts;
use crate::identity::callers::Admin;
use crate::platform::format::rfc3339;
use crate::platform::http::{
    Answer, Body, Code, Field, FieldErrors, OptionalBody, Page, Paging, Params, Problem, ReasonRequest, Result, given,
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
        let wish = request.wish;
        Self {
            look,
            heldFor: request.hold.map(|hold| hold.reason.as_str()),
            heldUntil: request.hold.and_then(Hold::ends_at).map(rfc3339),
            _id: request.id,
            Patient_name: wish.patient_name.as_str().into(),
            Blood_group: wish.group.as_str(),
            Units: wish.units,
            Hospital: wish.hospital,
            inDirectory: request.in_directory,
            District: wish.district,
            State: wish.state,
            Needed_by: wish.needed_by.to_string(),
            Contact_name: wish.contact_name.as_str().into(),
            Phone_number: wish.phone.as_str().into(),
            Email: wish.email.as_str().into(),
            Reason: wish.reason,
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
    reveals: Vec<DonorReveal>,
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

impl From<Reveal> for DonorReveal {
    fn from(reveal: Reveal) -> Self {
        Self {
            Phone_number: reveal.shown.map(|shown| shown.phone),
            firstAt: rfc3339(reveal.first_at),
            lastAt: rfc3339(reveal.last_at),
            times: reveal.times,
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
                waves.push(WaveView { number: ask.wave, sentAt: rfc3339(ask.asked_at), answers: Vec::new() });
            }
            let view = DonorAnswer {
                status: if ask.is_withdrawn() { "withdrawn" } else { ask.status.as_str() },
                Name: donor.as_ref().map(|donor| donor.details.name.as_str().into()),
                Blood_group: ask.group.as_str(),
                District: ask.district,
                Phone_number: donor.as_ref().map(|donor| donor.details.phone.as_str().into()),
                answeredAt: ask.answered_at.map(rfc3339),
                reveals: answer.reveals.into_iter().map(DonorReveal::from).collect(),
                _id: ask.id,
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

async fn act(app: &App, caller: &Admin, id: String, deed: Deed, (text, lang): Said) -> Result<Answer<RequestDetail>> {
    Ok(Answer::saying(text, lang, service::act(app, caller, id, deed).await?.ok_or(Code::NotFound)?))
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
    let deed = Deed::Close { reason: request.parse()? };
    act(&app, &caller, id, deed, (texts::REQUEST_CLOSED, lang)).await
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
    let mut errors = FieldErrors::default();
    let day = errors.check(request.Needed_by, |text| parse_needed_by(text, today));
    let needed_by = errors.all(|| day)?;
    act(&app, &caller, id, Deed::Extend { needed_by }, (texts::REQUEST_EXTENDED, lang)).await
}

/// Say that a request was looked at and is right: it goes on at once, beyond its district too.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/look", responses((status = 409)))]
pub async fn look_at_request(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<RequestDetail>> {
    act(&app, &caller, id, Deed::Look, (texts::REQUEST_LOOKED_AT, lang)).await
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
    let deed = Deed::Block { reason: request.parse()? };
    act(&app, &caller, id, deed, (texts::BLOCKED_NOW, lang)).await
}

/// Lift the block of a requester's address: what waits because of it goes on.
#[utoipa::path(post, path = "/admin/api/blood/requests/{id}/unblock")]
pub async fn unblock_requester(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<RequestDetail>> {
    act(&app, &caller, id, Deed::Unblock, (texts::UNBLOCKED_NOW, lang)).await
}
