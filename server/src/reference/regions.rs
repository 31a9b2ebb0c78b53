//! India's 36 states and union territories with their districts. Kerala comes first because nearly
//! everyone who fills in a form lives there; the others follow alphabetically.

use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::fold::fold;
use crate::platform::lang::Lang;

static STATES: LazyLock<Vec<State>> =
    LazyLock::new(|| serde_json::from_str(include_str!("places.json")).expect("places.json is checked by a test"));

/// Every state under each of its names, folded once.
static STATE_BY_NAME: LazyLock<HashMap<String, &State>> = LazyLock::new(|| {
    let named = |state: &'static State| state.names().map(move |name| (fold(name), state));
    states().iter().flat_map(named).collect()
});

/// Every district of India under each of its names, folded once: filters read them all.
static DISTRICTS: LazyLock<Vec<(String, &District)>> =
    LazyLock::new(|| states().iter().flat_map(State::named_districts).collect());

/// The same for each state, by the state's own name.
static DISTRICTS_OF: LazyLock<HashMap<&str, HashMap<String, &District>>> =
    LazyLock::new(|| states().iter().map(|state| (state.name.as_str(), state.named_districts().collect())).collect());

/// A state or union territory of today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The name that is shown and stored.
    #[schema(example = "Kerala")]
    pub name: String,
    /// The Malayalam name.
    #[schema(example = "കേരളം")]
    pub ml: String,
    /// Older and variant spellings that count as this state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Kerala's run from south to north, those of other states alphabetically.
    pub districts: Vec<District>,
}

/// A district; its name is unique only within its state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct District {
    /// The name that is shown and stored.
    #[schema(example = "Kozhikode")]
    pub name: String,
    /// The Malayalam name, for Kerala's districts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "കോഴിക്കോട്", nullable = false)]
    pub ml: Option<String>,
    /// Older and variant spellings that count as this district.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

impl State {
    /// The district of this state that `text` names, in any spelling that we know.
    pub fn find_district(&self, text: &str) -> Option<&'static District> {
        let of_this = DISTRICTS_OF.get(self.name.as_str())?;
        spellings(text).iter().find_map(|key| of_this.get(key).copied())
    }

    fn named_districts(&self) -> impl Iterator<Item = (String, &District)> {
        self.districts.iter().flat_map(|district| district.names().map(move |name| (fold(name), district)))
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        [self.name.as_str(), self.ml.as_str()].into_iter().chain(self.aliases.iter().map(String::as_str))
    }
}

impl District {
    pub fn names(&self) -> impl Iterator<Item = &str> {
        iter::once(self.name.as_str()).chain(self.ml.as_deref()).chain(self.aliases.iter().map(String::as_str))
    }
}

/// All states and union territories, in the order in which forms list them.
pub fn states() -> &'static [State] {
    &STATES
}

/// The names that a text may stand for in our lists, folded, the likeliest first. Many lists write a second name, or a part of the name, in
/// brackets: `Thoothukudi (Tuticorin)`, `Champaran (East)`. The whole text comes first, so that a known name wins: `Warangal (Urban)` is
/// not Warangal.
fn spellings(text: &str) -> Vec<String> {
    /// They tell two districts of a name apart and name none.
    const NO_NAMES: [&str; 2] = ["rural", "urban"];
    let parts: Vec<String> = text.split(['(', ')']).map(fold).collect();
    let outside: String = parts.iter().step_by(2).map(String::as_str).collect();
    let inside = || parts.iter().skip(1).step_by(2);
    let together: String = inside().map(String::as_str).collect();
    let whole = [format!("{outside}{together}"), format!("{together}{outside}"), outside];
    let names = inside().filter(|name| !NO_NAMES.contains(&name.as_str())).cloned();
    whole.into_iter().chain(names).filter(|key| !key.is_empty()).collect()
}

/// The state that `text` names, in any spelling that we know.
pub fn find_state(text: &str) -> Option<&'static State> {
    spellings(text).iter().find_map(|key| STATE_BY_NAME.get(key).copied())
}

/// The districts of India that `text` names, in any spelling that we know: several states may have one.
fn districts_named(text: &str) -> Vec<&'static str> {
    let named = |key: String| districts_where(|name| *name == key);
    spellings(text).into_iter().map(named).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Their stored names, each once. Kerala's come first.
fn districts_where(fits: impl Fn(&String) -> bool) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (_, district) in DISTRICTS.iter().filter(|(name, _)| fits(name)) {
        if !found.contains(&district.name.as_str()) {
            found.push(district.name.as_str());
        }
    }
    found
}

/// The stored name of a district in any spelling, wherever it is. Kerala's come first: most who search are there.
pub fn find_district(text: &str) -> Option<&'static str> {
    districts_named(text).first().copied()
}

/// The stored names of the districts that `text` names, or else of all that begin with it, in any spelling.
pub fn districts_begun(text: &str) -> Vec<&'static str> {
    let (named, key) = (districts_named(text), fold(text));
    if named.is_empty() && !key.is_empty() { districts_where(|name| name.starts_with(&key)) } else { named }
}

/// The stored names of the districts that have `text` elsewhere than at the beginning of their name, in any spelling; none where
/// `text` is a whole name.
pub fn districts_containing(text: &str) -> Vec<&'static str> {
    let key = fold(text);
    if key.is_empty() || !districts_named(text).is_empty() {
        return Vec::new();
    }
    let begun = districts_begun(text);
    districts_where(|name| name.contains(&key)).into_iter().filter(|name| !begun.contains(name)).collect()
}

/// Kerala, which the data lists first.
pub fn kerala() -> &'static State {
    &states()[0]
}

/// The name of one of Kerala's districts in a language; of another place the name as it is.
pub fn kerala_name(district: &str, lang: Lang) -> &str {
    let known = kerala().find_district(district).filter(|_| lang == Lang::Ml);
    known.and_then(|known| known.ml.as_deref()).unwrap_or(district)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_place_is_found_by_each_name_however_it_is_typed(
            state in 0..states().len(), district: prop::sample::Index, name: prop::sample::Index, upper: bool,
            signs in proptest::collection::vec("[ .-]?", 40),
        ) {
            let state = &states()[state];
            let typed = |name: &str| -> String {
                let typed = name.chars().zip(signs.iter().cycle()).map(|(letter, sign)| format!("{sign}{letter}"));
                let typed: String = typed.collect();
                if upper { typed.to_uppercase() } else { typed.to_lowercase() }
            };
            let names: Vec<&str> = state.names().collect();
            prop_assert_eq!(find_state(&typed(names[name.index(names.len())])), Some(state));
            let district = district.get(&state.districts);
            let names: Vec<&str> = district.names().collect();
            prop_assert_eq!(state.find_district(&typed(names[name.index(names.len())])), Some(district));
        }

        #[test]
        fn a_found_district_has_that_name(text in prop_oneof![any::<String>(), "[A-Za-z() ]{0,20}"]) {
            let keys = spellings(&text);
            let is_named = |mut names: Vec<String>| names.iter_mut().any(|name| keys.contains(name));
            if let Some(state) = find_state(&text) {
                prop_assert!(is_named(state.names().map(fold).collect()));
            }
            if let Some(district) = find_district(&text) {
                let mut all = states().iter().flat_map(|state| &state.districts);
                prop_assert!(all.any(|known| known.name == district && is_named(known.names().map(fold).collect())));
            }
            let all: Vec<&str> = states().iter().flat_map(|state| &state.districts).map(|known| known.name.as_str()).collect();
            prop_assert!(districts_begun(&text).iter().all(|name| all.contains(name)));
        }
    }

    fn state(text: &str) -> &'static str {
        find_state(text).map_or("-", |state| &state.name)
    }

    fn district(state: &str, text: &str) -> &'static str {
        find_state(state).and_then(|state| state.find_district(text)).map_or("-", |district| &district.name)
    }

    /// Each as state, text and the district that the text names there.
    fn assert_districts(cases: &[(&str, &str, &str)]) {
        for (state, text, name) in cases {
            assert_eq!(district(state, text), *name, "{text}");
        }
    }

    #[test]
    fn the_data_holds_the_36_states_with_kerala_first_and_the_rest_by_name() {
        assert_eq!(states().len(), 36);
        assert_eq!(kerala().name, "Kerala");
        assert!(states()[1..].is_sorted_by_key(|state| &state.name));
    }

    #[test]
    fn keralas_districts_run_from_south_to_north_and_have_malayalam_names() {
        let names: Vec<_> = kerala().districts.iter().map(|d| d.name.as_str()).collect();
        let expected = "Thiruvananthapuram Kollam Pathanamthitta Alappuzha Kottayam Idukki Ernakulam Thrissur Palakkad \
                        Malappuram Kozhikode Wayanad Kannur Kasaragod";
        assert_eq!(names.join(" "), expected);
        assert!(kerala().districts.iter().all(|d| d.ml.is_some()));
    }

    #[test]
    fn other_districts_are_listed_by_name_and_every_state_has_some() {
        for state in &states()[1..] {
            assert!(!state.districts.is_empty(), "{}", state.name);
            assert!(state.districts.is_sorted_by_key(|d| d.name.to_lowercase()), "{}", state.name);
        }
    }

    #[test]
    fn the_number_of_districts_is_plausible() {
        let total: usize = states().iter().map(|state| state.districts.len()).sum();
        assert!((770..=810).contains(&total), "{total}");
        for (name, count) in [
            ("Andhra Pradesh", 28),
            ("Assam", 35),
            ("Bihar", 38),
            ("Karnataka", 31),
            ("Madhya Pradesh", 55),
            ("Maharashtra", 36),
            ("Rajasthan", 41),
            ("Tamil Nadu", 38),
            ("Telangana", 33),
            ("Uttar Pradesh", 75),
        ] {
            let districts = find_state(name).map(|state| state.districts.len());
            assert_eq!(districts, Some(count), "{name}");
        }
    }

    fn assert_distinct<'a>(names: impl Iterator<Item = &'a str>, place: &str) {
        let mut claimed = HashSet::new();
        for name in names {
            assert!(!fold(name).is_empty() && !name.contains('('), "{name} of {place}");
            assert!(claimed.insert(fold(name)), "{name} of {place}");
        }
    }

    #[test]
    fn no_two_states_claim_one_name_and_no_name_is_blank() {
        assert_distinct(states().iter().flat_map(State::names), "India");
    }

    #[test]
    fn no_two_districts_of_a_state_claim_one_name_and_no_name_is_blank() {
        for state in states() {
            assert_distinct(state.districts.iter().flat_map(District::names), &state.name);
        }
    }

    #[test]
    fn older_and_variant_state_names_are_found() {
        for (name, texts) in [
            ("Kerala", "kerala | കേരളം"),
            ("Odisha", "Orissa"),
            ("Puducherry", "Pondicherry"),
            ("Andaman and Nicobar Islands", "Andaman & Nicobar | Andaman and Nicobar | Andaman & Nicobar Islands"),
            ("Jammu and Kashmir", "Jammu & Kashmir"),
            ("Uttarakhand", "Uttaranchal"),
            ("Chhattisgarh", "Chattisgarh"),
            ("Delhi", "NCT of Delhi | New Delhi"),
            ("Dadra and Nagar Haveli and Daman and Diu", "Dadra & Nagar Haveli | Daman & Diu"),
            ("Tamil Nadu", "  TAMILNADU | തമിഴ്നാട്"),
        ] {
            for text in texts.split('|') {
                assert_eq!(state(text), name, "{text}");
            }
        }
    }

    #[test]
    fn older_and_malayalam_names_of_keralas_districts_are_found() {
        for (name, texts) in [
            ("Thiruvananthapuram", "Trivandrum"),
            ("Kollam", "Quilon"),
            ("Alappuzha", "Alleppey"),
            ("Ernakulam", "Cochin | Kochi"),
            ("Thrissur", "Trichur"),
            ("Palakkad", "Palghat"),
            ("Kozhikode", "  calicut | കോഴിക്കോട്"),
            ("Kannur", "Cannanore"),
            ("Kasaragod", "Kasargod | Kasaragode | കാസർഗോഡ് | കാസർകോട് | കാസറഗോഡ്"),
        ] {
            for text in texts.split('|') {
                assert_eq!(kerala().find_district(text).map(|d| d.name.as_str()), Some(name), "{text}");
            }
        }
    }

    #[test]
    fn renamed_districts_of_other_states_are_found() {
        assert_districts(&[
            ("Karnataka", "Bangalore", "Bengaluru Urban"),
            ("Karnataka", "Mysore", "Mysuru"),
            ("Karnataka", "Ramanagara", "Bengaluru South"),
            ("Uttar Pradesh", "Allahabad", "Prayagraj"),
            ("Haryana", "Gurgaon", "Gurugram"),
            ("Maharashtra", "Aurangabad", "Chhatrapati Sambhajinagar"),
            ("Bihar", "Aurangabad", "Aurangabad"),
            ("Maharashtra", "Osmanabad", "Dharashiv"),
            ("Gujarat", "Vav Tharad", "Vav-Tharad"),
            ("Himachal Pradesh", "Lahaul & Spiti", "Lahaul and Spiti"),
            ("Telangana", "Jayashankar Bhoopalpally", "Jayashankar Bhupalpally"),
            ("Chhattisgarh", "Manpur - Mohla", "Mohla-Manpur-Ambagarh Chowki"),
            ("Delhi", "Shahdara", "North East Delhi"),
        ]);
    }

    #[test]
    fn a_name_with_another_in_brackets_is_found_by_either() {
        assert_districts(&[
            ("Tamil Nadu", "Thoothukudi (Tuticorin)", "Thoothukudi"),
            ("Uttar Pradesh", "Ayodhya (Faizabad)", "Ayodhya"),
            ("Uttar Pradesh", "Faizabad(Ayodhya)", "Ayodhya"),
            ("Uttar Pradesh", "Shamali (Prabuddh Nagar)", "Shamli"),
            ("Uttar Pradesh", "Amethi (Chatrapati Sahuji Mahraj Nagar)", "Amethi"),
            ("Bihar", "East Champaran (Motihari)", "East Champaran"),
            ("Bihar", "Champaran (East)", "East Champaran"),
            ("Bihar", "Kaimur (Bhabua)", "Kaimur"),
            ("Punjab", "Nawanshahr (Shahid Bhagat Singh Nagar)", "Shahid Bhagat Singh Nagar"),
            ("Karnataka", "Bengaluru (Bangalore) Rural", "Bengaluru North"),
            ("Karnataka", "Bengaluru (Bangalore) Urban", "Bengaluru Urban"),
            ("Karnataka", "Vijayapura (Bijapur)", "Vijayapura"),
            ("West Bengal", "Paschim (West) Burdwan (Bardhaman)", "Paschim Bardhaman"),
            ("West Bengal", "Purba Burdwan (Bardhaman)", "Purba Bardhaman"),
            ("West Bengal", "Medinipur (West)", "Paschim Medinipur"),
            ("Uttarakhand", "Garhwal (Tehri)", "Tehri Garhwal"),
            ("Kerala", "Ernakulam (Kochi)", "Ernakulam"),
            ("Kerala", "Kovalam (Thiruvananthapuram", "Thiruvananthapuram"),
            ("Delhi (NCT)", "New Delhi", "New Delhi"),
            ("Puducherry (Pondicherry)", "Mahe (Mayyazhi)", "Mahe"),
            ("Chandigarh (UT)", "Chandigarh", "Chandigarh"),
        ]);
    }

    #[test]
    fn a_name_of_its_own_wins_and_rural_and_urban_are_no_names() {
        assert_districts(&[
            ("Telangana", "Warangal (Urban)", "Hanumakonda"),
            ("Telangana", "Warangal (Rural)", "Warangal"),
            ("Uttar Pradesh", "Kanpur (Rural)", "Kanpur Dehat"),
            ("Uttar Pradesh", "Kanpur (Urban)", "Kanpur Nagar"),
            ("Assam", "Kamrup (Metro)", "Kamrup Metropolitan"),
            ("Rajasthan", "Jaipur (Rural)", "Jaipur"),
            ("Kerala", "Atlantis (Rural)", "-"),
            ("Kerala", "()", "-"),
        ]);
    }

    #[test]
    fn the_beginning_of_a_name_finds_all_districts_that_begin_so() {
        for (text, names) in [
            ("kas", &["Kasaragod", "Kasganj", "Varanasi"][..]),
            ("Kasa", &["Kasaragod"]),
            ("coch", &["Ernakulam"]),
            ("കോ", &["Kottayam", "Kozhikode"]),
            ("thiru", &["Thiruvananthapuram", "Tiruvallur", "Tiruvannamalai", "Tiruvarur"]),
            ("Una", &["Una"]),
            ("Aurangabad", &["Aurangabad", "Chhatrapati Sambhajinagar"]),
            ("Warangal (Urban)", &["Hanumakonda"]),
            ("Atlantis", &[]),
            ("-", &[]),
        ] {
            assert_eq!(districts_begun(text), names, "{text}");
        }
        assert_eq!(districts_begun("Ko")[..3], ["Kollam", "Kottayam", "Ernakulam"], "Kerala's come first, Kochi too");
    }

    #[test]
    fn a_part_of_a_name_finds_the_districts_that_have_it_elsewhere_than_at_the_beginning() {
        for (text, names) in [
            ("issur", &["Thrissur"][..]),
            ("thapuram", &["Thiruvananthapuram", "Ananthapuramu", "Ramanathapuram"]),
            ("ottay", &["Kottayam"]),
            ("Una", &[]),
            ("Atlantis", &[]),
            ("-", &[]),
        ] {
            assert_eq!(districts_containing(text), names, "{text}");
        }
        assert!(!districts_containing("kas").contains(&"Kasaragod"), "it begins with that");
    }

    #[test]
    fn a_district_is_found_only_in_its_own_state() {
        assert_eq!(district("Tamil Nadu", "Kozhikode"), "-");
        assert_eq!(kerala().find_district("Mahe"), None);
    }

    #[test]
    fn placeholders_and_blanks_name_nothing() {
        for text in ["", " ", "-", "null", "Select state", "Select district"] {
            assert_eq!(find_state(text), None, "{text:?}");
            assert_eq!(kerala().find_district(text), None, "{text:?}");
        }
    }

    #[test]
    fn missing_attributes_of_a_district_are_omitted() {
        let chandigarh = &find_state("Chandigarh").unwrap().districts[0];
        let json = serde_json::to_string(chandigarh).unwrap();
        assert_eq!(json, r#"{"name":"Chandigarh"}"#);
    }
}
