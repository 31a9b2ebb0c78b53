//! The eight blood groups and which red cells a patient can receive.
//!
//! This only preselects donors: a cross-match at the blood centre always decides.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::db::FromColumn;

/// A blood group of the ABO and Rh systems, written as on a donor card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum BloodGroup {
    #[serde(rename = "A+")]
    APositive,
    #[serde(rename = "A-")]
    ANegative,
    #[serde(rename = "B+")]
    BPositive,
    #[serde(rename = "B-")]
    BNegative,
    #[serde(rename = "AB+")]
    AbPositive,
    #[serde(rename = "AB-")]
    AbNegative,
    #[serde(rename = "O+")]
    OPositive,
    #[serde(rename = "O-")]
    ONegative,
}

/// The text names none of the eight blood groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a blood group")]
pub struct UnknownBloodGroup;

impl BloodGroup {
    /// All groups, in the order in which forms list them.
    pub const ALL: [Self; 8] = [
        Self::APositive,
        Self::ANegative,
        Self::BPositive,
        Self::BNegative,
        Self::AbPositive,
        Self::AbNegative,
        Self::OPositive,
        Self::ONegative,
    ];

    /// The written form, with an ASCII sign.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::APositive => "A+",
            Self::ANegative => "A-",
            Self::BPositive => "B+",
            Self::BNegative => "B-",
            Self::AbPositive => "AB+",
            Self::AbNegative => "AB-",
            Self::OPositive => "O+",
            Self::ONegative => "O-",
        }
    }

    /// Whether a patient of this group can receive red cells of `donor`: those must carry no
    /// antigen that the patient's own cells lack. The written form names them: A, B and, by the plus, Rh D.
    pub fn can_receive_from(self, donor: Self) -> bool {
        ['A', 'B', '+'].iter().all(|antigen| self.as_str().contains(*antigen) || !donor.as_str().contains(*antigen))
    }

    /// The groups whose red cells a patient of this group can receive, in the order of [`Self::ALL`].
    pub fn donors(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |donor| self.can_receive_from(*donor))
    }
}

impl fmt::Display for BloodGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for BloodGroup {
    type Err = UnknownBloodGroup;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Phones and word processors turn the hyphen into a true minus sign.
        let text = text.trim().replace('−', "-");
        Self::ALL.into_iter().find(|group| group.as_str().eq_ignore_ascii_case(&text)).ok_or(UnknownBloodGroup)
    }
}

impl FromColumn for BloodGroup {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        text.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_agrees_with_the_published_table() {
        let table = [
            ("O-", "O-"),
            ("O+", "O+ O-"),
            ("A-", "A- O-"),
            ("A+", "A+ A- O+ O-"),
            ("B-", "B- O-"),
            ("B+", "B+ B- O+ O-"),
            ("AB-", "A- B- AB- O-"),
            ("AB+", "A+ A- B+ B- AB+ AB- O+ O-"),
        ];
        for (patient, donors) in table {
            let patient: BloodGroup = patient.parse().unwrap();
            let expected: Vec<BloodGroup> = donors.split(' ').map(|donor| donor.parse().unwrap()).collect();
            assert_eq!(patient.donors().collect::<Vec<_>>(), expected, "{patient}");
            for donor in BloodGroup::ALL {
                assert_eq!(patient.can_receive_from(donor), expected.contains(&donor), "{patient} from {donor}");
            }
        }
    }

    #[test]
    fn the_groups_are_written_and_ordered_as_in_the_spec() {
        let written = BloodGroup::ALL.map(BloodGroup::as_str);
        assert_eq!(written, ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"]);
    }

    #[test]
    fn json_carries_the_written_form_both_ways() {
        for group in BloodGroup::ALL {
            let json = serde_json::to_string(&group).unwrap();
            assert_eq!(json, format!("\"{group}\""));
            assert_eq!(serde_json::from_str::<BloodGroup>(&json).unwrap(), group);
        }
    }

    #[test]
    fn typed_groups_are_read_whatever_their_case_blanks_and_minus_sign() {
        for (text, group) in [
            ("A+", BloodGroup::APositive),
            (" ab+ ", BloodGroup::AbPositive),
            ("o-", BloodGroup::ONegative),
            ("B−", BloodGroup::BNegative),
        ] {
            assert_eq!(text.parse(), Ok(group), "{text}");
        }
    }

    #[test]
    fn placeholders_and_half_groups_are_refused() {
        for text in ["", "Select blood group", "A", "A +", "AB", "C+", "A+-", "+"] {
            assert_eq!(text.parse::<BloodGroup>(), Err(UnknownBloodGroup), "{text}");
        }
    }
}
