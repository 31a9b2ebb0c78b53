//! How a doctor sees the patients of a session.

use serde::Serialize;
use utoipa::ToSchema;

use crate::directory::texts;
use crate::platform::db::FromColumn;
use crate::platform::lang::Text;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VisitMode {
    /// At the doctor's own clinic or at a hospital
    #[default]
    Clinic,
    /// The doctor calls the patient
    Phone,
}

impl VisitMode {
    const ALL: [Self; 2] = [Self::Clinic, Self::Phone];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clinic => "clinic",
            Self::Phone => "phone",
        }
    }

    pub fn parse(text: &str) -> Result<Self, Text> {
        Self::ALL.into_iter().find(|known| known.as_str() == text.trim()).ok_or(texts::VISIT_MODE_WRONG)
    }
}

impl FromColumn for VisitMode {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text).ok()
    }
}
