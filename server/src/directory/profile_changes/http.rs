//! A profile change that waits for approval, as its owner sees it.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use utoipa::ToSchema;

use super::ProfileChangeRequest;
use crate::platform::format::rfc3339;

/// What waits for approval. Until then the old one counts.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingView {
    /// `null` when the name stays
    Hospital_name: Option<String>,
    /// `null` when the name in Malayalam stays
    nameMl: Option<String>,
    /// `null` when the licence number stays
    License_number: Option<String>,
    /// `null` when state and district stay
    State: Option<String>,
    /// `null` when state and district stay
    District: Option<String>,
    askedAt: String,
}

impl From<ProfileChangeRequest> for WaitingView {
    fn from(request: ProfileChangeRequest) -> Self {
        let (state, district) = request.fields.location.unzip();
        Self {
            Hospital_name: request.fields.name.map(|name| name.as_str().into()),
            nameMl: request.fields.name_ml,
            License_number: request.fields.license_number,
            State: state,
            District: district,
            askedAt: rfc3339(request.asked_at),
        }
    }
}

/// What waits of a doctor.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingName {
    nameMl: Option<String>,
    askedAt: String,
}

impl From<ProfileChangeRequest> for WaitingName {
    fn from(request: ProfileChangeRequest) -> Self {
        Self { nameMl: request.fields.name_ml, askedAt: rfc3339(request.asked_at) }
    }
}
