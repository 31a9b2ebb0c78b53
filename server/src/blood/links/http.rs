//! Extractors for private links: the first argument of every handler that a link opens.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::openapi::path::Operation;

use super::LinkKind;
use super::service::{OpenedLink, ended, open};
use crate::app::App;
use crate::identity::callers::bearer;
use crate::platform::http::describe::{LINK, Schemas, Takes, needs};
use crate::platform::http::{ClientAddress, Problem};

pub struct Link<const KIND: u8>(pub OpenedLink);

pub type DonorLink = Link<{ LinkKind::Donor as u8 }>;
pub type RequestLink = Link<{ LinkKind::Request as u8 }>;
pub type InvitationLink = Link<{ LinkKind::Invitation as u8 }>;

impl<const KIND: u8> FromRequestParts<App> for Link<KIND> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let kind =
            [LinkKind::Donor, LinkKind::Request, LinkKind::Invitation].into_iter().find(|kind| *kind as u8 == KIND);
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
