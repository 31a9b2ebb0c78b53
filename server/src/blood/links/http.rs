//! Who holds a link: the first argument of every call that one opens.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::openapi::path::Operation;

use super::Kind;
use super::service::{Held, open};
use crate::app::App;
use crate::blood::texts;
use crate::identity::callers::bearer;
use crate::platform::http::describe::{LINK, Schemas, Takes, needs};
use crate::platform::http::{ClientAddress, Code, Problem};

/// A private link is no one-time link: it ends with what it was for, or when a newer one was used.
pub fn ended() -> Problem {
    Problem::saying(Code::LinkEnded, texts::LINK_ENDED)
}

/// The private link that was shown.
pub struct Link<const KIND: u8>(pub Held);

pub type DonorLink = Link<{ Kind::Donor as u8 }>;
pub type RequestLink = Link<{ Kind::Request as u8 }>;
/// Of a question to a donor.
pub type AskLink = Link<{ Kind::Ask as u8 }>;

impl<const KIND: u8> FromRequestParts<App> for Link<KIND> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let kind = [Kind::Donor, Kind::Request, Kind::Ask].into_iter().find(|kind| *kind as u8 == KIND);
        let digest = bearer(&parts.headers).ok_or_else(ended)?.digest();
        let address = ClientAddress::of_request(&parts.extensions, &parts.headers, &app.config.trusted_proxies);
        open(app, kind.ok_or_else(ended)?, digest, address).await?.map(Self).ok_or_else(ended)
    }
}

impl<const KIND: u8> Takes for Link<KIND> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        needs(operation, LINK);
    }
}
