//! The doctor's setting over HTTP.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service;
use crate::app::App;
use crate::appointments::texts;
use crate::directory::{ApprovalMode, ApprovalPolicy, MAX_AUTO_APPROVALS_PER_DAY, Profile};
use crate::identity::callers::Doctor;
use crate::identity::profiles::http::own;
use crate::platform::http::{Answer, Body, Field, FieldErrors, Result};
use crate::platform::input::parse_number;
use crate::platform::lang::{Lang, Text};

/// How a doctor's requests are answered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnsweringView {
    /// each (by the doctor), known (patients whom the doctor has seen are approved at once) or all (everybody is, up to
    /// `atOnceADay`)
    answered_by: &'static str,
    /// With all: once a session has so many approved visits, the doctor answers again; a day without sessions is one
    at_once_a_day: i64,
    /// Whether a mail says in the evening and in the morning what waits
    digests: bool,
}

impl From<ApprovalPolicy> for AnsweringView {
    fn from(ApprovalPolicy { by, at_once_a_day, digests }: ApprovalPolicy) -> Self {
        Self { answered_by: by.as_str(), at_once_a_day, digests }
    }
}

/// How a doctor's requests are answered.
#[utoipa::path(get, path = "/user/api/doctor/answering/{docId}")]
pub async fn answering(caller: Doctor, app: App) -> Result<Answer<AnsweringView>> {
    let profile: Profile = own(&app, &caller).await?;
    Ok(Answer::of(profile.doctor.answering))
}

/// What is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnsweringRequest {
    /// each, known or all
    answered_by: Option<Field>,
    /// 1 to 96
    at_once_a_day: Option<Field>,
    #[schema(value_type = Option<bool>)]
    digests: Option<Field>,
}

impl AnsweringRequest {
    /// The requested change.
    fn parse(self) -> Result<impl FnOnce(&mut ApprovalPolicy) + Send + 'static> {
        let mut errors = FieldErrors::default();
        let by = errors.optional(self.answered_by, |text| ApprovalMode::parse(text).ok_or(texts::ANSWERED_BY_WRONG));
        let most = errors.optional(self.at_once_a_day, parse_most);
        let digests = errors.flag(self.digests);
        errors.all(|| {
            let (by, most) = (by?, most?);
            Some(move |answering: &mut ApprovalPolicy| {
                answering.by = by.unwrap_or(answering.by);
                answering.at_once_a_day = most.unwrap_or(answering.at_once_a_day);
                answering.digests = digests.unwrap_or(answering.digests);
            })
        })
    }
}

fn parse_most(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), MAX_AUTO_APPROVALS_PER_DAY).filter(|most| *most > 0).ok_or(texts::AT_ONCE_WRONG)
}

/// Change how requests are answered from now on. Those that wait go on waiting.
#[utoipa::path(put, path = "/user/api/doctor/answering/{docId}")]
pub async fn update_answering(
    caller: Doctor,
    app: App,
    lang: Lang,
    Body(request): Body<AnsweringRequest>,
) -> Result<Answer<AnsweringView>> {
    let saved = service::save(&app, &caller, request.parse()?).await?;
    Ok(Answer::saying(texts::ANSWERING_SAVED, lang, saved))
}
