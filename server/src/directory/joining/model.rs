//! Who applies, and what the administrator says.

use serde::{Serialize, Serializer};

use crate::directory::doctors::{NewDoctor, Profile};
use crate::directory::facilities::{Category, Facility, NewFacility};
use crate::directory::listing::Listing;
use crate::identity::Role;
use crate::platform::stored::FromStored;

/// Who applies.
pub enum Newcomer {
    Doctor(NewDoctor),
    Facility(NewFacility),
}

impl Newcomer {
    pub fn role(&self) -> Role {
        match self {
            Self::Doctor(_) => Role::Doctor,
            Self::Facility(facility) => facility.category.role(),
        }
    }
}

/// What kind of worker an application is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Doctor,
    Facility(Category),
}

impl Kind {
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

    pub fn listing(self) -> Listing {
        match self {
            Self::Doctor => Listing::Doctors,
            Self::Facility(_) => Listing::Facilities,
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromStored for Kind {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

/// Somebody who waits for the administrator.
pub enum Applicant {
    Doctor(Box<Profile>),
    Facility(Box<Facility>),
}

impl Applicant {
    pub fn name(&self) -> &str {
        match self {
            Self::Doctor(profile) => &profile.doctor.full_name,
            Self::Facility(facility) => facility.name.as_str(),
        }
    }
}

/// How the administrator decides.
pub enum Verdict {
    Approved,
    Rejected { reason: Option<String> },
}
