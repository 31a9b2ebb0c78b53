//! Kinds of workers, and an administrator's decision about what they ask for. Pure.

use serde::{Serialize, Serializer};

use crate::identity::Role;
use crate::platform::db::FromColumn;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkerKind {
    Doctor,
    Facility(Category),
}

impl WorkerKind {
    /// `Doctor`, `Hospital` or `Pharmacy`, in any case of letters.
    pub fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("doctor") { Some(Self::Doctor) } else { Category::parse(text).map(Self::Facility) }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Doctor => "Doctor",
            Self::Facility(category) => category.as_str(),
        }
    }

    pub fn role(self) -> Role {
        match self {
            Self::Doctor => Role::Doctor,
            Self::Facility(category) => category.role(),
        }
    }
}

impl Serialize for WorkerKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromColumn for WorkerKind {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

pub enum Decision {
    Approved,
    Rejected { reason: Option<String> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Category {
    Hospital,
    Pharmacy,
}

impl Category {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hospital => "Hospital",
            Self::Pharmacy => "Pharmacy",
        }
    }

    pub fn role(self) -> Role {
        match self {
            Self::Hospital => Role::Hospital,
            Self::Pharmacy => Role::Pharmacy,
        }
    }

    /// In any case of letters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        [Self::Hospital, Self::Pharmacy].into_iter().find(|category| category.as_str().eq_ignore_ascii_case(text))
    }
}

impl FromColumn for Category {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}
