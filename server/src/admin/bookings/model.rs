//! What an administrator decides about bookings. Pure.

use crate::admin::texts;
use crate::platform::lang::Text;

/// What becomes of coming bookings when their user or doctor is kept out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coming {
    #[default]
    Keep,
    Cancel,
}

impl Coming {
    pub fn parse(text: &str) -> Result<Self, Text> {
        match text.trim() {
            "keep" => Ok(Self::Keep),
            "cancel" => Ok(Self::Cancel),
            _ => Err(texts::BOOKINGS_WRONG),
        }
    }
}
