//! Who holds a link: the first argument of every call that one opens.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::{Kind, find_subject};
use crate::app::App;
use crate::blood::texts;
use crate::identity::callers::bearer;
use crate::platform::http::problem::{Code, Problem};

async fn holder(parts: &Parts, app: &App, kind: Kind) -> Result<String, Problem> {
    let token = bearer(&parts.headers).ok_or_else(ended)?;
    let found = app.db.read(async |tx| find_subject(tx, kind, &token).await);
    found.await?.ok_or_else(ended)
}

/// A private link is no one-time link: it ends with what it was for.
pub fn ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::LINK_ENDED)
}

/// The donor whose private link was shown.
pub struct DonorLink(pub String);

/// The request whose private link was shown.
pub struct RequestLink(pub String);

/// The question to a donor whose private link was shown.
pub struct AskLink(pub String);

impl FromRequestParts<App> for DonorLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        holder(parts, app, Kind::Donor).await.map(Self)
    }
}

impl FromRequestParts<App> for RequestLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        holder(parts, app, Kind::Request).await.map(Self)
    }
}

impl FromRequestParts<App> for AskLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        holder(parts, app, Kind::Ask).await.map(Self)
    }
}
