//! The 16 specialities that doctors register under and patients browse.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::fold::fold;

static SPECIALITIES: LazyLock<Vec<Speciality>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("specialities.json")).expect("specialities.json is checked by a test")
});

/// Every speciality under each of its names, folded once.
static BY_NAME: LazyLock<HashMap<String, &Speciality>> = LazyLock::new(|| {
    let named = |speciality: &'static Speciality| speciality.names().map(move |name| (fold(name), speciality));
    all().iter().flat_map(named).collect()
});

/// A speciality. Its title keeps the spelling of the product spec ("Opthalmology"), which clients
/// send back; the usual spelling is an alias.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Speciality {
    /// The name that is shown and stored.
    #[schema(example = "Stomach & digestion")]
    pub title: String,
    /// The name in paths and file names.
    #[schema(example = "stomach-digestion")]
    pub slug: String,
    /// The Malayalam title, short enough for a card.
    #[schema(example = "ഉദര-ദഹന രോഗം")]
    pub ml: String,
    /// Other words that count as this speciality.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Whether the landing grid, which has room for 15 cards, shows it.
    #[serde(default = "on_landing_grid")]
    #[schema(required)]
    pub landing: bool,
}

impl Speciality {
    fn names(&self) -> impl Iterator<Item = &str> {
        [self.title.as_str(), self.slug.as_str(), self.ml.as_str()]
            .into_iter()
            .chain(self.aliases.iter().map(String::as_str))
    }
}

/// All specialities, in the order of the spec's category list.
pub fn all() -> &'static [Speciality] {
    &SPECIALITIES
}

/// The speciality that `text` names: its title, slug or Malayalam title, or another usual word.
pub fn find(text: &str) -> Option<&'static Speciality> {
    BY_NAME.get(&fold(text)).copied()
}

fn on_landing_grid() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEC: &str = "Cardiology, Dermatology, Neurology, Pediatrics, Orthopedic, General medicine, Opthalmology, \
        Psychiatry, ENT, Gynaecology, Sexology, General physician, Urology, Dental, General surgery, Stomach & digestion";

    #[test]
    fn the_titles_are_those_of_the_spec_in_its_order() {
        let titles: Vec<_> = all().iter().map(|s| s.title.as_str()).collect();
        assert_eq!(titles.join(", "), SPEC);
    }

    #[test]
    fn the_landing_grid_shows_all_but_neurology() {
        let hidden: Vec<_> = all().iter().filter(|s| !s.landing).collect();
        assert_eq!(hidden.len(), 1);
        assert_eq!(hidden[0].title, "Neurology");
    }

    #[test]
    fn slugs_are_fit_for_paths() {
        for speciality in all() {
            let slug = &speciality.slug;
            assert!(
                slug.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())),
                "{slug}"
            );
        }
    }

    #[test]
    fn malayalam_titles_fit_a_small_card() {
        for Speciality { title, ml, .. } in all() {
            assert!((1..=18).contains(&ml.chars().count()), "{title}");
        }
    }

    #[test]
    fn no_two_specialities_claim_one_name_and_no_name_is_blank() {
        let mut claimed = HashMap::new();
        for speciality in all() {
            let title = &speciality.title;
            for name in speciality.names() {
                assert!(!fold(name).is_empty(), "{title}");
                let owner = claimed.entry(fold(name)).or_insert(title);
                assert_eq!(*owner, title, "{name}");
            }
        }
    }

    #[test]
    fn an_alias_equals_no_title_and_no_other_alias() {
        for Speciality { title, ml, aliases, .. } in all() {
            let mut seen = vec![fold(title), fold(ml)];
            for alias in aliases {
                assert!(!seen.contains(&fold(alias)), "{alias}");
                seen.push(fold(alias));
            }
        }
    }

    #[test]
    fn usual_words_find_the_speciality() {
        for (title, words) in [
            ("Cardiology", "cardiology | ഹൃദ്രോഗം | കാർഡിയോളജി"),
            ("Pediatrics", "Paediatrics"),
            ("Orthopedic", "Orthopaedics"),
            ("Opthalmology", "Ophthalmology"),
            ("ENT", "E.N.T. | ഇഎൻടി"),
            ("Gynaecology", "Gynecology"),
            ("Dental", "Dentist"),
            ("General physician", "  GENERAL  PHYSICIAN "),
            ("Stomach & digestion", "Stomach and digestion | stomach-digestion | Gastroenterology"),
        ] {
            for text in words.split('|') {
                assert_eq!(find(text).map(|s| s.title.as_str()), Some(title), "{text}");
            }
        }
    }

    #[test]
    fn placeholders_and_blanks_name_nothing() {
        for text in ["", " ", "null", "Select specialization"] {
            assert_eq!(find(text), None, "{text:?}");
        }
    }
}
