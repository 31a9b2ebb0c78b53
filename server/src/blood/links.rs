//! The private links in mails: whoever holds one is the donor, the requester, or the donor who was asked.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use jiff::{SignedDuration, Timestamp};

use super::texts;
use crate::app::App;
use crate::identity::callers::bearer;
use crate::platform::db::{Param, Result, Tx};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::ids::Secret;

#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Donor,
    Request,
    Ask,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Donor => "donor",
            Self::Request => "request",
            Self::Ask => "ask",
        }
    }

    fn page(self) -> &'static str {
        match self {
            Self::Donor => "/blooddonor",
            Self::Request => "/bloodrequest/own",
            Self::Ask => "/bloodanswer",
        }
    }
}

/// A new link to a subject's page. After the `#`, a browser keeps the token to itself: no server's log ever holds it.
pub async fn make(tx: &mut Tx<'_>, site: &str, kind: Kind, subject: &str, now: Timestamp) -> Result<String> {
    let token = Secret::random();
    let (digest, created_at) = (token.digest(), now.as_millisecond());
    let values: [(&str, &dyn Param); 4] =
        [("token_digest", &digest), ("kind", &kind.as_str()), ("subject", &subject), ("created_at", &created_at)];
    tx.insert("blood_links", &values).await?;
    Ok(format!("{site}{}#{}", kind.page(), token.expose()))
}

/// How many links a subject was sent in the last hour.
pub async fn count_recent(tx: &mut Tx<'_>, subject: &str, now: Timestamp) -> Result<i64> {
    let since = now.saturating_sub(SignedDuration::from_hours(1)).unwrap_or(now).as_millisecond();
    let sql = "SELECT count(*) FROM blood_links WHERE subject = $1 AND created_at > $2";
    tx.count(sql, &[&subject, &since]).await
}

/// Ends every link of a subject.
pub async fn end(tx: &mut Tx<'_>, subject: &str) -> Result<()> {
    tx.execute("DELETE FROM blood_links WHERE subject = $1", &[&subject]).await.map(drop)
}

async fn holder(parts: &Parts, app: &App, kind: Kind) -> std::result::Result<String, Problem> {
    let token = bearer(&parts.headers).ok_or_else(ended)?;
    let sql = "SELECT subject FROM blood_links WHERE token_digest = $1 AND kind = $2";
    let digest = token.digest();
    let found = app.db.read(async |tx| tx.first::<String>(sql, &[&digest, &kind.as_str()]).await);
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

    async fn from_request_parts(parts: &mut Parts, app: &App) -> std::result::Result<Self, Problem> {
        holder(parts, app, Kind::Donor).await.map(Self)
    }
}

impl FromRequestParts<App> for RequestLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> std::result::Result<Self, Problem> {
        holder(parts, app, Kind::Request).await.map(Self)
    }
}

impl FromRequestParts<App> for AskLink {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> std::result::Result<Self, Problem> {
        holder(parts, app, Kind::Ask).await.map(Self)
    }
}
