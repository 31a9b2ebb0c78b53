//! The optional reason for a decision.

use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::{Field, FieldErrors};
use super::problem::Problem;
use crate::platform::input::{TEXT_LONG, parse_line};
use crate::platform::lang::Text;

#[derive(Deserialize, ToSchema)]
pub struct ReasonRequest {
    /// Why, in a sentence
    reason: Option<Field>,
}

impl From<Field> for ReasonRequest {
    fn from(reason: Field) -> Self {
        Self { reason: Some(reason) }
    }
}

impl ReasonRequest {
    pub fn parse(self) -> Result<Option<String>, Problem> {
        let mut errors = FieldErrors::default();
        let reason = errors.optional(self.reason, parse_reason);
        errors.all(|| reason)
    }
}

pub fn parse_reason(text: &str) -> Result<String, Text> {
    parse_line(text, TEXT_LONG)
}
