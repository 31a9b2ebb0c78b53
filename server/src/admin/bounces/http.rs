//! The provider's reports of mails that came back.

use axum::extract::{FromRequest, Request};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::service;
use crate::admin::texts;
use crate::app::App;
use crate::identity::messaging::http::read_signed;
use crate::platform::bounces::{Teller, Told, is_final};
use crate::platform::http::describe::{SIGNED, Schemas, Takes, needs};
use crate::platform::http::{Body, Code, Done, Problem, Result};
use crate::platform::lang::Lang;

/// Mails that came back, at most 100 at a time.
#[derive(Deserialize, ToSchema)]
pub struct BouncesRequest {
    bounces: Vec<MailBounce>,
}

#[derive(Deserialize, ToSchema)]
pub struct MailBounce {
    /// The mail's Message-ID, as it was sent
    id: String,
    /// Whom it was to
    to: String,
    /// Why it came back (RFC 3463), such as `5.1.1`
    status: String,
}

const MOST_BOUNCES: usize = 100;

/// Returns that the provider signed.
pub struct Bounces(Vec<Told>);

impl FromRequest<App> for Bounces {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let secret = app.config.bounces_secret.clone();
        let secret = secret.ok_or_else(|| Problem::saying(Code::NotFound, texts::NO_REPORTS))?;
        let read: BouncesRequest = read_signed(request, app, &secret).await?;
        if read.bounces.len() > MOST_BOUNCES {
            return Err(Code::InvalidRequest.into());
        }
        let told =
            |MailBounce { id, to, status }| Told { message_id: id, recipients: vec![to], is_final: is_final(&status) };
        Ok(Self(read.bounces.into_iter().map(told).collect()))
    }
}

impl Takes for Bounces {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        Body::<BouncesRequest>::describe(operation, schemas);
        needs(operation, SIGNED);
    }
}

/// Tell which mails came back, as who sends them. The same may come again; what is no mail of ours changes nothing.
#[utoipa::path(post, path = "/api/mails/bounces", responses((status = 401), (status = 404)))]
pub async fn mail_bounces(app: App, lang: Lang, Bounces(told): Bounces) -> Result<Done> {
    service::take(&app, Teller::Provider, &told).await?;
    Ok(Done::saying(texts::REPORTS_TAKEN, lang))
}
