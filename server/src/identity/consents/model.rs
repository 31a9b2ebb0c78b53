//! What somebody agrees to.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::stored::FromStored;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// What an account needs
    Account,
    /// To be asked for blood
    Donor,
    /// Messages to the phone
    Messages,
}

impl Purpose {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Donor => "donor",
            Self::Messages => "messages",
        }
    }
}

impl FromStored for Purpose {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        [Self::Account, Self::Donor, Self::Messages].into_iter().find(|purpose| purpose.as_str() == text)
    }
}
