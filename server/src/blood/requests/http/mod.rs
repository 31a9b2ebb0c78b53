//! Requests on the wire: the requester's page, the donor's answer, the administrator's list.

pub mod admin;
pub mod answers;
pub mod own;
pub mod reveals;

use serde::Deserialize;
use utoipa::ToSchema;

use super::service::Error;
use crate::blood::{links, texts};
use crate::platform::http::fields::{Field, FieldErrors};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::input::parse_line;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Gone => links::ended(),
            Error::Known => Problem::saying(Code::AlreadyRegistered, texts::REQUEST_KNOWN),
            Error::TooMany => Problem::saying(Code::TooManyTries, texts::TOO_MANY_REQUESTS),
            Error::Blocked => Problem::saying(Code::Blocked, texts::REQUESTER_BLOCKED),
            Error::NotChangeable => Problem::saying(Code::NotChangeable, texts::REQUEST_ENDED),
            Error::NoLongerNeeded => Problem::saying(Code::NoLongerNeeded, texts::NO_LONGER_NEEDED),
            Error::NoContact => Code::NotFound.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// Wrong or repeated contact.
#[derive(Deserialize, ToSchema)]
pub struct ReportRequest {
    /// Whom it is about, for a requester: the `_id` of a donor who said yes
    donor: Option<Field>,
    /// What happened
    reason: Field,
}

impl ReportRequest {
    fn parse(self) -> Result<(String, String), Problem> {
        let mut errors = FieldErrors::default();
        let donor = errors.optional(self.donor, |text| Ok(text.to_owned()));
        let reason = errors.check(self.reason, |text| parse_line(text, texts::REPORT_MISSING));
        errors.all(|| Some((donor?.unwrap_or_default(), reason?)))
    }
}
