//! A donor's answer, by the link in the mail that asked them.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, Question};
use crate::app::App;
use crate::blood::links::http::AskLink;
use crate::blood::requests::http::ReportRequest;
use crate::blood::requests::model::{AskStatus, RequestStatus};
use crate::blood::texts;
use crate::platform::format::rfc3339;
use crate::platform::http::body::Body;
use crate::platform::http::{Answer, Answered};
use crate::platform::lang::Lang;

/// The requester, for a donor who said yes.
#[derive(Serialize, ToSchema)]
pub struct RequesterContact {
    #[serde(rename = "Contact_name")]
    contact_name: String,
    #[serde(rename = "Phone_number")]
    phone_number: String,
    #[serde(rename = "Patient_name")]
    patient_name: String,
}

/// What a donor is asked.
#[derive(Serialize, ToSchema)]
pub struct AnswerView {
    /// What is needed
    #[serde(rename = "Blood_group")]
    blood_group: &'static str,
    #[serde(rename = "yourGroup")]
    your_group: &'static str,
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
    #[serde(rename = "Reason")]
    reason: Option<String>,
    /// asked, accepted, declined, full or ended
    status: &'static str,
    /// Whether the donor's yes stands, which they can take back in any status
    #[serde(rename = "saidYes")]
    said_yes: bool,
    /// After a yes, while the request runs
    contact: Option<RequesterContact>,
    /// When the requester last saw the donor's name and number, if ever
    #[serde(rename = "lastSeenAt")]
    last_seen_at: Option<String>,
    reported: bool,
}

impl From<Question> for AnswerView {
    fn from(question: Question) -> Self {
        let Question { ask, request, reported, are_shown, last_seen_at } = question;
        let wish = request.wish;
        let accepted = ask.status == AskStatus::Accepted;
        let status = match request.status {
            status if status.has_ended() => "ended",
            RequestStatus::Matched if !accepted => "full",
            _ => ask.status.as_str(),
        };
        let contact = are_shown.then(|| RequesterContact {
            contact_name: wish.contact_name.as_str().into(),
            phone_number: wish.phone.as_str().into(),
            patient_name: wish.patient_name.as_str().into(),
        });
        Self {
            blood_group: wish.group.as_str(),
            your_group: ask.group.as_str(),
            units: wish.units,
            hospital: wish.hospital,
            district: wish.district,
            state: wish.state,
            needed_by: wish.needed_by.to_string(),
            reason: wish.reason,
            status,
            said_yes: accepted,
            contact,
            last_seen_at: last_seen_at.map(rfc3339),
            reported,
        }
    }
}

/// What a donor is asked, and what they answered.
#[utoipa::path(
    get, path = "/user/api/bloodanswer", tag = "blood", security(("link" = [])),
    responses((status = 200, body = Answer<AnswerView>))
)]
pub async fn own_answer(AskLink(id): AskLink, State(app): State<App>) -> Answered<AnswerView> {
    Ok(Answer::of(service::find(&app, &id).await?))
}

/// Say yes, while donors are still needed. The two then see each other's numbers until it ends or is taken back.
#[utoipa::path(
    post, path = "/user/api/bloodanswer/accept", tag = "blood", security(("link" = [])),
    responses((status = 200, body = Answer<AnswerView>), (status = 409))
)]
pub async fn accept_request(AskLink(id): AskLink, State(app): State<App>, lang: Lang) -> Answered<AnswerView> {
    Ok(Answer::saying(texts::ACCEPTED, lang, service::accept(&app, id).await?))
}

/// Say no, or take a yes back, also after the request has ended.
#[utoipa::path(
    post, path = "/user/api/bloodanswer/decline", tag = "blood", security(("link" = [])),
    responses((status = 200, body = Answer<AnswerView>))
)]
pub async fn decline_request(AskLink(id): AskLink, State(app): State<App>, lang: Lang) -> Answered<AnswerView> {
    Ok(Answer::saying(texts::DECLINED, lang, service::decline(&app, id).await?))
}

/// Tell of a wrong or repeated contact by the requester.
#[utoipa::path(
    post, path = "/user/api/bloodanswer/report", tag = "blood", security(("link" = [])),
    request_body = ReportRequest, responses((status = 200, body = Answer<AnswerView>))
)]
pub async fn report_requester(
    AskLink(id): AskLink,
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<ReportRequest>,
) -> Answered<AnswerView> {
    let (_, reason) = request.parse()?;
    Ok(Answer::saying(texts::REPORTED, lang, service::report(&app, id, reason).await?))
}
