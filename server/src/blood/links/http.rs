//! Who holds a link: the first argument of every call that one opens.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::openapi::path::Operation;

use super::Kind;
use super::store::{find, note_use};
use crate::app::App;
use crate::blood::texts;
use crate::identity::callers::bearer;
use crate::platform::db;
use crate::platform::http::describe::{LINK, Schemas, Takes, needs};
use crate::platform::http::{Code, Problem};

/// What a link tells beside what it opens.
pub struct Shown {
    pub digest: String,
    /// The key of the address that it was sent to, if we know it.
    pub mailed_to: Option<String>,
}

async fn holder(parts: &Parts, app: &App, kind: Kind) -> Result<(String, Shown), Problem> {
    let digest = bearer(&parts.headers).ok_or_else(ended)?.digest();
    let now = app.clock.now_millis();
    let link = app.db.read(async |tx| find(tx, kind, &digest, now).await).await?.ok_or_else(ended)?;
    let shown = Shown { digest: digest.clone(), mailed_to: link.mailed_to.clone() };
    let subject = link.subject.clone();
    if link.used_at.is_none() {
        let noted: db::Result<()> = app.db.write(async move |tx| note_use(tx, kind, &digest, &link, now).await).await;
        noted?;
    }
    Ok((subject, shown))
}

/// A private link is no one-time link: it ends with what it was for, or when a newer one was used.
pub fn ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::LINK_ENDED)
}

/// What the private link that was shown belongs to, and the link itself.
pub struct Link<const KIND: u8>(pub String, pub Shown);

pub type DonorLink = Link<{ Kind::Donor as u8 }>;
pub type RequestLink = Link<{ Kind::Request as u8 }>;
/// Of a question to a donor.
pub type AskLink = Link<{ Kind::Ask as u8 }>;

impl<const KIND: u8> FromRequestParts<App> for Link<KIND> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let kind = [Kind::Donor, Kind::Request, Kind::Ask].into_iter().find(|kind| *kind as u8 == KIND);
        let (subject, shown) = holder(parts, app, kind.ok_or_else(ended)?).await?;
        Ok(Self(subject, shown))
    }
}

impl<const KIND: u8> Takes for Link<KIND> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, LINK);
    }
}
