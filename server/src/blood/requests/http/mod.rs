//! Requests on the wire: the requester's page, the donor's answer, the administrator's list.

pub mod admin;
pub mod answers;
pub mod own;
pub mod reveals;

use serde::Deserialize;
use utoipa::ToSchema;

use crate::blood::texts;
use crate::directory::http::parse_line;
use crate::platform::http::input::{FieldErrors, Input};
use crate::platform::http::problem::Problem;

/// Wrong or repeated contact.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReportRequest {
    /// Whom it is about, for a requester: the `_id` of a donor who said yes
    #[serde(default)]
    donor: Input,
    /// What happened
    #[serde(default)]
    #[schema(required)]
    reason: Input,
}

impl ReportRequest {
    fn parse(self) -> Result<(String, String), Problem> {
        let mut errors = FieldErrors::default();
        let reason = errors.check("reason", self.reason, |text| parse_line(&text, texts::REPORT_MISSING));
        errors.or((self.donor.into_text(), reason.unwrap_or_default()))
    }
}
