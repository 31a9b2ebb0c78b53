//! Disclosures of a donor's data to requesters, on the donor's private page.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::blood::donors;
use crate::blood::links::http::{DonorLink, Link};
use crate::blood::requests::contact_disclosure::{DisclosureEntry, list_disclosures};
use crate::blood::rules::masked_phone;
use crate::platform::format::rfc3339;
use crate::platform::http::{Result, Rows};

/// A requester saw a donor's name and number: for what, and when. Who asked is not told.
#[derive(Serialize, ToSchema)]
pub struct RevealView {
    /// None once the request is forgotten, a year after its day
    request: Option<SeenFor>,
    /// What was shown; none when it was before we kept it
    what: Option<SeenDetails>,
    firstAt: String,
    lastAt: String,
    /// How many looks; a page that stays open is one
    times: i64,
    /// Whether the requester still sees it
    lasts: bool,
}

#[derive(Serialize, ToSchema)]
pub struct SeenFor {
    Blood_group: &'static str,
    Hospital: String,
    District: &'static str,
    State: &'static str,
    Needed_by: String,
}

#[derive(Serialize, ToSchema)]
pub struct SeenDetails {
    Name: String,
    phoneHint: String,
}

impl From<DisclosureEntry> for RevealView {
    fn from(seen: DisclosureEntry) -> Self {
        let DisclosureEntry { disclosure, request, lasts } = seen;
        Self {
            request: request.map(|request| SeenFor {
                Blood_group: request.details.group.as_str(),
                Hospital: request.details.hospital,
                District: request.details.district,
                State: request.details.state,
                Needed_by: request.details.needed_by.to_string(),
            }),
            what: disclosure.shown.map(|shown| SeenDetails { phoneHint: masked_phone(&shown.phone), Name: shown.name }),
            firstAt: rfc3339(disclosure.first_at),
            lastAt: rfc3339(disclosure.last_at),
            times: disclosure.times,
            lasts,
        }
    }
}

/// Who saw a donor's number, the newest first.
#[utoipa::path(get, path = "/user/api/blooddonor/reveals")]
pub async fn own_reveals(Link(link): DonorLink, app: App) -> Result<Rows<RevealView>> {
    donors::find(&app, &link).await?;
    let seen = list_disclosures(&app, &link.subject).await?;
    Ok(Rows::of(seen))
}
