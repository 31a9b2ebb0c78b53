//! The contact form, and the administrator's side of it.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::model::{Message, NewMessage, Status, Words};
use super::{service, texts};
use crate::app::App;
use crate::directory::http::rfc3339;
use crate::directory::model::given;
use crate::identity::Email;
use crate::identity::actor::Admin;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::http::body::Body;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::paging::{Page, Paging};
use crate::platform::http::problem::{Code, Problem, ProblemBody};
use crate::platform::http::{Answer, Done};
use crate::platform::lang::Lang;
use crate::platform::tries::Limit;

/// Enough for somebody who forgot a line; a machine that writes is stopped.
const OF_AN_EMAIL: Limit = Limit { tries: 5, window: SignedDuration::from_hours(1) };

#[derive(Deserialize, ToSchema)]
pub struct ContactRequest {
    #[serde(default)]
    #[schema(required)]
    name: Input,
    #[serde(default)]
    #[schema(required)]
    email: Input,
    #[serde(default)]
    phone: Input,
    #[serde(default)]
    #[schema(required)]
    message: Input,
}

impl ContactRequest {
    fn parse(self, lang: Lang) -> Result<NewMessage, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check("name", self.name, |text| PersonName::parse(&text));
        let email = errors.check("email", self.email, |text| Email::parse(&text));
        let phone = errors.check("phone", self.phone, |text| match text.trim() {
            "" => Ok(None),
            text => Mobile::parse(text).map(Some),
        });
        let words = errors.check("message", self.message, |text| Words::parse(&text));
        let (Some(name), Some(email), Some(phone), Some(words)) = (name, email, phone, words) else {
            return Err(errors.into());
        };
        Ok(NewMessage { name, email, phone, words, lang })
    }
}

/// Write to us. We answer by mail.
#[utoipa::path(
    post, path = "/user/api/contact", tag = "contact", request_body = ContactRequest,
    responses(
        (status = 201, body = Done),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn send_message(
    State(app): State<App>,
    lang: Lang,
    Body(request): Body<ContactRequest>,
) -> Result<(StatusCode, Done), Problem> {
    let message = request.parse(lang)?;
    let of_email = format!("message by {}", message.email.key());
    app.tries.take(&[(&of_email, OF_AN_EMAIL)], app.clock.now_millis())?;
    service::send(&app, message).await?;
    Ok((StatusCode::CREATED, Done { message: texts::sent(lang).into() }))
}

/// A visitor's message with our answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactMessage {
    _id: String,
    name: String,
    email: String,
    phone: Option<String>,
    message: String,
    /// open, answered or closed
    status: &'static str,
    #[serde(rename = "createdAt")]
    created_at: String,
    /// The first first
    replies: Vec<ContactReply>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ContactReply {
    text: String,
    at: String,
    /// The administrator's e-mail address
    by: String,
}

impl From<Message> for ContactMessage {
    fn from(message: Message) -> Self {
        let reply =
            |reply: super::model::Reply| ContactReply { text: reply.words, at: rfc3339(reply.at), by: reply.by };
        Self {
            status: message.status.as_str(),
            created_at: rfc3339(message.created_at),
            replies: message.replies.into_iter().map(reply).collect(),
            _id: message.id,
            name: message.name,
            email: message.email,
            phone: message.phone,
            message: message.words,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessagesQuery {
    /// open, answered or closed
    status: Option<String>,
}

impl MessagesQuery {
    fn parse(&self) -> Result<Option<Status>, Problem> {
        let Some(text) = given(self.status.as_deref()) else { return Ok(None) };
        let known = Status::from_stored(&text.to_lowercase());
        known.map(Some).ok_or_else(|| Problem::field("status", texts::status_wrong))
    }
}

/// What visitors wrote, the newest first.
#[utoipa::path(
    get, path = "/admin/api/messages", tag = "contact", security(("token" = [])), params(MessagesQuery, Paging),
    responses((status = 200, body = Page<ContactMessage>))
)]
pub async fn all_messages(
    _: Admin,
    State(app): State<App>,
    Query(query): Query<MessagesQuery>,
    Query(paging): Query<Paging>,
) -> Result<Page<ContactMessage>, Problem> {
    let page = service::list(&app, query.parse()?, (paging.cursor(), paging.limit())).await?;
    Ok(page.map(ContactMessage::from))
}

fn found(message: Option<Message>, text: &str) -> Result<Answer<ContactMessage>, Problem> {
    let message = message.ok_or(Code::NotFound)?;
    Ok(Answer { message: text.into(), data: message.into() })
}

/// One message.
#[utoipa::path(
    get, path = "/admin/api/messages/{id}", tag = "contact", security(("token" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Answer<ContactMessage>))
)]
pub async fn one_message(
    _: Admin,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Answer<ContactMessage>, Problem> {
    found(service::find(&app, &id).await?, "")
}

#[derive(Deserialize, ToSchema)]
pub struct AnswerRequest {
    #[serde(default)]
    #[schema(required)]
    text: Input,
}

/// Answer a visitor by mail.
#[utoipa::path(
    post, path = "/admin/api/messages/{id}/answer", tag = "contact", security(("token" = [])),
    params(("id" = String, Path)), request_body = AnswerRequest,
    responses(
        (status = 200, body = Answer<ContactMessage>),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn answer_message(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<AnswerRequest>,
) -> Result<Answer<ContactMessage>, Problem> {
    let mut errors = FieldErrors::default();
    let Some(words) = errors.check("text", request.text, |text| Words::parse(&text)) else {
        return Err(errors.into());
    };
    found(service::answer(&app, &caller, id, words).await?, texts::answered(lang))
}

/// Lay a message aside.
#[utoipa::path(
    post, path = "/admin/api/messages/{id}/close", tag = "contact", security(("token" = [])),
    params(("id" = String, Path)), responses((status = 200, body = Answer<ContactMessage>))
)]
pub async fn close_message(
    caller: Admin,
    State(app): State<App>,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<ContactMessage>, Problem> {
    found(service::close(&app, &caller, id).await?, texts::closed(lang))
}
