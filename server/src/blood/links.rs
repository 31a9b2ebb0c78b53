//! The private links in mails: whoever holds one is the donor, the requester, or the donor who was asked.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use jiff::{SignedDuration, Timestamp};

use super::texts;
use crate::app::App;
use crate::identity::actor::bearer;
use crate::platform::db::{Result, Tx};
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
    let sql = "INSERT INTO blood_links (token_digest, kind, subject, created_at) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, &[&token.digest(), &kind.as_str(), &subject, &now.as_millisecond()]).await?;
    Ok(format!("{site}{}#{}", kind.page(), token.expose()))
}

/// How many links a subject was sent in the last hour.
pub async fn count_recent(tx: &mut Tx<'_>, subject: &str, now: Timestamp) -> Result<i64> {
    let since = now.saturating_sub(SignedDuration::from_hours(1)).unwrap_or(now).as_millisecond();
    let sql = "SELECT count(*) FROM blood_links WHERE subject = $1 AND created_at > $2";
    Ok(tx.find(sql, &[&subject, &since], |row| row.get(0)).await?.unwrap_or(0))
}

/// Ends every link of a subject.
pub async fn end(tx: &mut Tx<'_>, subject: &str) -> Result<()> {
    tx.execute("DELETE FROM blood_links WHERE subject = $1", &[&subject]).await?;
    Ok(())
}

async fn holder(parts: &Parts, app: &App, kind: Kind) -> std::result::Result<String, Problem> {
    let token = bearer(&parts.headers).ok_or_else(ended)?;
    let sql = "SELECT subject FROM blood_links WHERE token_digest = $1 AND kind = $2";
    let digest = token.digest();
    let found = app.db.read(async |tx| tx.find(sql, &[&digest, &kind.as_str()], |row| row.get::<String>(0)).await);
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
