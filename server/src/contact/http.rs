//! The contact form, and the administrator's side of it.

use axum::extract::Path;
use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::{MessageBody, MessageStatus, NewMessage};
use super::service::{self, MessageAction};
use super::{ContactMessage, texts};
use crate::app::App;
use crate::identity::Email;
use crate::identity::callers::Admin;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::db::FromColumn;
use crate::platform::http::{
    Answer, Body, Code, Created, Done, Field, FieldErrors, Page, Paging, Params, Result, filter,
};
use crate::platform::lang::Lang;
use crate::platform::rate_limit::Limit;

/// Enough for people; stops automated messages.
const MESSAGES_PER_ADDRESS: Limit = Limit::new("messages by an address", 5, SignedDuration::from_hours(1));

#[derive(Deserialize, ToSchema)]
pub struct ContactRequest {
    name: Field,
    email: Field,
    phone: Option<Field>,
    message: Field,
}

impl ContactRequest {
    fn parse(self, lang: Lang) -> Result<NewMessage> {
        let mut errors = FieldErrors::default();
        let name = errors.check(self.name, PersonName::parse);
        let email = errors.check(self.email, Email::parse);
        let phone = errors.optional(self.phone, Mobile::parse);
        let body = errors.check(self.message, MessageBody::parse);
        errors.all(|| Some(NewMessage { name: name?, email: email?, phone: phone?, body: body?, lang }))
    }
}

/// Write to us. We answer by mail.
#[utoipa::path(post, path = "/user/api/contact")]
pub async fn send_message(app: App, lang: Lang, Body(request): Body<ContactRequest>) -> Result<Created<Done>> {
    let message = request.parse(lang)?;
    app.rate_limiter.take(&[(&message.email.key(), MESSAGES_PER_ADDRESS)], app.clock.now_millis()).await?;
    service::send(&app, message).await?;
    Ok(Created(Done::saying(texts::SENT, lang)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessagesQuery {
    /// open, answered or closed
    status: Option<Field>,
}

/// What visitors wrote, the newest first.
#[utoipa::path(get, path = "/admin/api/messages")]
pub async fn all_messages(
    _: Admin,
    app: App,
    Params(query): Params<MessagesQuery>,
    paging: Paging,
) -> Result<Page<ContactMessage>> {
    let known = |text: &str| MessageStatus::from_column(text.trim().to_lowercase()).ok_or(texts::STATUS_WRONG);
    Ok(service::list(&app, filter(query.status, known)?, paging).await?)
}

fn found(message: Option<ContactMessage>, text: &str) -> Result<Answer<ContactMessage>> {
    Ok(Answer { message: text.into(), data: message.ok_or(Code::NotFound)? })
}

/// One message.
#[utoipa::path(get, path = "/admin/api/messages/{id}")]
pub async fn one_message(_: Admin, app: App, Path(id): Path<String>) -> Result<Answer<ContactMessage>> {
    found(service::find(&app, &id).await?, "")
}

#[derive(Deserialize, ToSchema)]
pub struct AnswerRequest {
    text: Field,
}

/// Answer a visitor by mail.
#[utoipa::path(post, path = "/admin/api/messages/{id}/answer")]
pub async fn answer_message(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<AnswerRequest>,
) -> Result<Answer<ContactMessage>> {
    let body = request.text.read(MessageBody::parse)?;
    found(service::handle(&app, &caller, id, MessageAction::Answer(body)).await?, texts::ANSWERED.in_lang(lang))
}

/// Lay a message aside.
#[utoipa::path(post, path = "/admin/api/messages/{id}/close")]
pub async fn close_message(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<ContactMessage>> {
    found(service::handle(&app, &caller, id, MessageAction::Close).await?, texts::CLOSED.in_lang(lang))
}
