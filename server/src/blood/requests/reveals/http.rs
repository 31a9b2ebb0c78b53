//! What requesters saw of a donor, on the donor's private page.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, Seen};
use crate::app::App;
use crate::blood::links::http::DonorLink;
use crate::blood::rules::masked_phone;
use crate::platform::format::rfc3339;
use crate::platform::http::{Answer, Answered};

/// A requester saw a donor's name and number: for what, and when. Who asked is not told.
#[derive(Serialize, ToSchema)]
pub struct RevealView {
    /// None once the request is forgotten, a year after its day
    request: Option<SeenFor>,
    /// What was shown; none when it was before we kept it
    what: Option<SeenDetails>,
    #[serde(rename = "firstAt")]
    first_at: String,
    #[serde(rename = "lastAt")]
    last_at: String,
    /// How many looks; a page that stays open is one
    times: i64,
    /// Whether the requester still sees it
    lasts: bool,
}

#[derive(Serialize, ToSchema)]
pub struct SeenFor {
    #[serde(rename = "Blood_group")]
    blood_group: &'static str,
    #[serde(rename = "Hospital")]
    hospital: String,
    #[serde(rename = "District")]
    district: &'static str,
    #[serde(rename = "State")]
    state: &'static str,
    #[serde(rename = "Needed_by")]
    needed_by: String,
}

#[derive(Serialize, ToSchema)]
pub struct SeenDetails {
    #[serde(rename = "Name")]
    name: String,
    #[serde(rename = "phoneHint")]
    phone_hint: String,
}

impl From<Seen> for RevealView {
    fn from(seen: Seen) -> Self {
        let Seen { reveal, request, lasts } = seen;
        Self {
            request: request.map(|request| SeenFor {
                blood_group: request.wish.group.as_str(),
                hospital: request.wish.hospital,
                district: request.wish.district,
                state: request.wish.state,
                needed_by: request.wish.needed_by.to_string(),
            }),
            what: reveal.shown.map(|shown| SeenDetails { phone_hint: masked_phone(&shown.phone), name: shown.name }),
            first_at: rfc3339(reveal.first_at),
            last_at: rfc3339(reveal.last_at),
            times: reveal.times,
            lasts,
        }
    }
}

/// Who saw a donor's number, the newest first.
#[utoipa::path(
    get, path = "/user/api/blooddonor/reveals", tag = "blood", security(("link" = [])),
    responses((status = 200, body = Answer<Vec<RevealView>>))
)]
pub async fn own_reveals(DonorLink(id): DonorLink, State(app): State<App>) -> Answered<Vec<RevealView>> {
    let seen = service::list_seen(&app, &id).await?;
    Ok(Answer::of(seen.into_iter().map(RevealView::from).collect::<Vec<_>>()))
}
