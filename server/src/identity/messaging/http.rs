//! Phone messages of a user, and reports of the SMS provider, over HTTP.

use axum::extract::{FromRequest, Request};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service::{self, OwnMessages};
use crate::app::App;
use crate::identity::callers::Patient;
use crate::identity::texts;
use crate::platform::http::describe::{SIGNED, Schemas, Takes, needs};
use crate::platform::http::{Answer, Body, Code, Done, Field, Problem, Result, body, optional};
use crate::platform::lang::Lang;
use crate::platform::phone_messages::{Channel, MessageState, Report, SIGNATURE, SharedSecret, verify};

/// Messages to the own phone: what there is, what was chosen, and what became of the latest.
#[utoipa::path(get, path = "/user/api/user/messages/{userId}")]
pub async fn own_messages(caller: Patient, app: App) -> Result<Answer<OwnMessages>> {
    Ok(Answer::of(service::own(&app, &caller).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct MessagesRequest {
    /// `sms` or `whatsapp`; empty for mails alone
    channel: Field,
}

/// Choose how messages come beside mails. The number has to be proved first.
#[utoipa::path(put, path = "/user/api/user/messages/{userId}", responses((status = 409)))]
pub async fn update_own_messages(
    caller: Patient,
    app: App,
    lang: Lang,
    Body(request): Body<MessagesRequest>,
) -> Result<Answer<OwnMessages>> {
    let parse = |text: &str| Channel::parse(text.trim()).ok_or(texts::CHANNEL_WRONG);
    let channel = request.channel.read(optional(parse))?;
    let own = service::choose(&app, &caller, channel).await?;
    Ok(Answer::saying(texts::MESSAGES_SAVED, lang, own))
}

/// What the provider reports, at most 100 at a time.
#[derive(Deserialize, ToSchema)]
pub struct ReportsRequest {
    reports: Vec<MessageReport>,
}

#[derive(Deserialize, ToSchema)]
pub struct MessageReport {
    /// The message's id, as it was sent
    id: String,
    /// `taken`, `failed` or `delivered`
    #[schema(value_type = String)]
    state: MessageState,
    /// Why it failed
    reason: Option<String>,
}

const MAX_REPORTS_PER_REQUEST: usize = 100;

/// Reports with a valid signature of the provider.
pub struct Reports(Vec<Report>);

/// Reads a JSON body with a valid and recent signature.
pub async fn read_signed<T: DeserializeOwned>(request: Request, app: &App, secret: &SharedSecret) -> Result<T> {
    let signature = request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let signature = signature.to_owned();
    let bytes = body::whole(request, body::MAX_BYTES).await?;
    if !verify(secret.expose(), app.clock.now(), &bytes, &signature) {
        return Err(Problem::saying(Code::Unauthenticated, texts::SIGNATURE_WRONG));
    }
    Ok(serde_json::from_slice(&bytes).map_err(|_| Code::InvalidRequest)?)
}

impl FromRequest<App> for Reports {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let provider = service::provider(app)?.clone();
        let read: ReportsRequest = read_signed(request, app, &provider.secret).await?;
        let is_text = |text: &str| !text.contains('\0');
        let is_good = |one: &MessageReport| is_text(&one.id) && one.reason.as_deref().is_none_or(is_text);
        if read.reports.len() > MAX_REPORTS_PER_REQUEST || !read.reports.iter().all(is_good) {
            return Err(Code::InvalidRequest.into());
        }
        let reports = read.reports.into_iter();
        Ok(Self(reports.map(|MessageReport { id, state, reason }| Report { id, state, reason }).collect()))
    }
}

impl Takes for Reports {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Body::<ReportsRequest>::describe(operation, schemas);
        needs(operation, SIGNED);
    }
}

/// Tell what became of messages, as their provider. The same report may come again, and in any order.
#[utoipa::path(post, path = "/api/messages/reports", responses((status = 401), (status = 404)))]
pub async fn message_reports(app: App, lang: Lang, Reports(reports): Reports) -> Result<Done> {
    service::report(&app, reports).await?;
    Ok(Done::saying(texts::REPORTS_TAKEN, lang))
}
