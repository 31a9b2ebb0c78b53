//! Who holds a link: the first argument of every call that one opens.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::openapi::path::Operation;

use super::{Kind, find_subject};
use crate::app::App;
use crate::blood::texts;
use crate::identity::callers::bearer;
use crate::platform::http::describe::{LINK, Schemas, Takes, needs};
use crate::platform::http::{Code, Problem};

async fn holder(parts: &Parts, app: &App, kind: Kind) -> Result<String, Problem> {
    let token = bearer(&parts.headers).ok_or_else(ended)?;
    let found = app.db.read(async |tx| find_subject(tx, kind, &token).await);
    found.await?.ok_or_else(ended)
}

/// A private link is no one-time link: it ends with what it was for.
pub fn ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::LINK_ENDED)
}

macro_rules! links {
    ($($(#[$about:meta])* $name:ident: $kind:expr;)+) => {$(
        $(#[$about])*
        pub struct $name(pub String);

        impl FromRequestParts<App> for $name {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
                holder(parts, app, $kind).await.map(Self)
            }
        }

        impl Takes for $name {
            fn describe(operation: &mut Operation, _: &mut Schemas) {
                needs(operation, LINK);
            }
        }
    )+};
}

links! {
    /// The donor whose private link was shown.
    DonorLink: Kind::Donor;
    /// The request whose private link was shown.
    RequestLink: Kind::Request;
    /// The question to a donor whose private link was shown.
    AskLink: Kind::Ask;
}
