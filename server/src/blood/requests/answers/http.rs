//! A donor's answer over HTTP, by the link in the mail that asked them.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, Question};
use crate::app::App;
use crate::blood::links::http::{InvitationLink, Link};
use crate::blood::request_records::model::{InvitationStatus, RequestStatus};
use crate::blood::requests::http::ReportRequest;
use crate::blood::texts;
use crate::platform::format::rfc3339;
use crate::platform::http::{Answer, Body, Result};
use crate::platform::lang::Lang;

/// The requester, for a donor who said yes.
#[derive(Serialize, ToSchema)]
pub struct RequesterContact {
    Contact_name: String,
    Phone_number: String,
    Patient_name: String,
}

/// What a donor is asked.
#[derive(Serialize, ToSchema)]
pub struct AnswerView {
    /// What is needed
    Blood_group: &'static str,
    yourGroup: &'static str,
    Units: i64,
    Hospital: String,
    /// Whether the hospital is one of our directory
    inDirectory: bool,
    District: &'static str,
    State: &'static str,
    Needed_by: String,
    Reason: Option<String>,
    /// asked, accepted, declined, full or ended
    status: &'static str,
    /// Whether the donor's yes stands, which they can take back in any status
    saidYes: bool,
    /// After a yes, while the request runs
    contact: Option<RequesterContact>,
    /// When the requester last saw the donor's name and number, if ever
    lastSeenAt: Option<String>,
    reported: bool,
}

impl From<Question> for AnswerView {
    fn from(question: Question) -> Self {
        let Question { invitation, request, reported, can_see_each_other, last_seen_at } = question;
        let details = request.details;
        let accepted = invitation.status == InvitationStatus::Accepted;
        let status = match request.status {
            status if status.has_ended() => "ended",
            RequestStatus::Matched if !accepted => "full",
            _ => invitation.status.as_str(),
        };
        let contact = can_see_each_other.then(|| RequesterContact {
            Contact_name: details.contact_name.as_str().into(),
            Phone_number: details.phone.as_str().into(),
            Patient_name: details.patient_name.as_str().into(),
        });
        Self {
            Blood_group: details.group.as_str(),
            yourGroup: invitation.group.as_str(),
            Units: details.units,
            Hospital: details.hospital,
            inDirectory: request.in_directory,
            District: details.district,
            State: details.state,
            Needed_by: details.needed_by.to_string(),
            Reason: details.reason,
            status,
            saidYes: accepted,
            contact,
            lastSeenAt: last_seen_at.map(rfc3339),
            reported,
        }
    }
}

/// What a donor is asked, and what they answered.
#[utoipa::path(get, path = "/user/api/bloodanswer")]
pub async fn own_answer(Link(link): InvitationLink, app: App) -> Result<Answer<AnswerView>> {
    Ok(Answer::of(service::find(&app, &link).await?))
}

/// Say yes, while donors are still needed. The two then see each other's numbers until it ends or is taken back.
#[utoipa::path(post, path = "/user/api/bloodanswer/accept", responses((status = 409)))]
pub async fn accept_request(Link(link): InvitationLink, app: App, lang: Lang) -> Result<Answer<AnswerView>> {
    Ok(Answer::saying(texts::ACCEPTED, lang, service::accept(&app, link).await?))
}

/// Say no, or take a yes back, also after the request has ended.
#[utoipa::path(post, path = "/user/api/bloodanswer/decline")]
pub async fn decline_request(Link(link): InvitationLink, app: App, lang: Lang) -> Result<Answer<AnswerView>> {
    Ok(Answer::saying(texts::DECLINED, lang, service::decline(&app, link).await?))
}

/// Tell of a wrong or repeated contact by the requester.
#[utoipa::path(post, path = "/user/api/bloodanswer/report")]
pub async fn report_requester(
    Link(link): InvitationLink,
    app: App,
    lang: Lang,
    Body(request): Body<ReportRequest>,
) -> Result<Answer<AnswerView>> {
    let (_, reason) = request.parse()?;
    Ok(Answer::saying(texts::REPORTED, lang, service::report(&app, link, reason).await?))
}
