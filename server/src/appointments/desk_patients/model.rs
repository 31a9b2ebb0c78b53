//! The search for patients of earlier visits: parsing what is typed, and grouping visits by patient (pure).

use jiff::civil::Date;

use crate::platform::fold::fold;

/// Shorter names and numbers find no patient: too many would match.
const MIN_NAME_LENGTH: usize = 2;
const MIN_DIGITS: usize = 4;
pub const MAX_PATIENTS: usize = 5;
/// Of each patient that is shown.
pub const MAX_EARLIER_VISITS: usize = 3;

/// What to search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatientSearch {
    /// The beginning of a word of the name, in lower case, and the folded beginning of the whole name.
    Name { word: String, key: String },
    /// A part of a number.
    Number(String),
}

impl PatientSearch {
    /// `None` if the text is too short.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || " -+()".contains(c)) {
            let number = match digits.len() {
                12.. => digits.strip_prefix("91").unwrap_or(&digits).to_owned(),
                11 => digits.strip_prefix('0').unwrap_or(&digits).to_owned(),
                _ => digits,
            };
            return (number.len() >= MIN_DIGITS).then_some(Self::Number(number));
        }
        let (word, key) = (text.to_lowercase(), fold(text));
        (key.chars().count() >= MIN_NAME_LENGTH).then_some(Self::Name { word, key })
    }
}

/// An approved visit that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundVisit {
    pub name: String,
    pub phone: String,
    pub day: Date,
    /// Whether its slot has not begun.
    pub is_ahead: bool,
}

/// A patient with earlier visits or a coming one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPatient {
    pub name: String,
    pub phone: String,
    /// The latest first.
    pub earlier: Vec<Date>,
    /// The day of the next visit, if one is booked.
    pub next: Option<Date>,
}

/// The patients of visits that are sorted by their start, the latest first: one for each number and name, in the same order.
pub fn people_of(visits: Vec<FoundVisit>) -> Vec<KnownPatient> {
    let mut people: Vec<(String, KnownPatient)> = Vec::new();
    for visit in visits {
        let key = fold(&visit.name);
        let known = people.iter().position(|(known, person)| *known == key && person.phone == visit.phone);
        let place = known.unwrap_or(people.len());
        if place == MAX_PATIENTS {
            continue;
        }
        if place == people.len() {
            let person = KnownPatient { name: visit.name, phone: visit.phone, earlier: Vec::new(), next: None };
            people.push((key, person));
        }
        let (_, person) = &mut people[place];
        if visit.is_ahead {
            person.next = Some(visit.day);
        } else if person.earlier.len() < MAX_EARLIER_VISITS && !person.earlier.contains(&visit.day) {
            person.earlier.push(visit.day);
        }
    }
    people.into_iter().map(|(_, person)| person).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_a_number_or_a_name_and_neither_is_too_short() {
        let name = |word: &str, key: &str| Some(PatientSearch::Name { word: word.into(), key: key.into() });
        let number = |digits: &str| Some(PatientSearch::Number(digits.into()));
        for (typed, expected) in [
            (" Asha N", name("asha n", "ashan")),
            ("As", name("as", "as")),
            ("A", None),
            ("ലീ", name("ലീ", "ലീ")),
            ("", None),
            ("984", None),
            ("9846", number("9846")),
            ("98460 12345", number("9846012345")),
            ("+91 98460 12345", number("9846012345")),
            ("09846012345", number("9846012345")),
            ("- -", None),
        ] {
            assert_eq!(PatientSearch::parse(typed), expected, "{typed:?}");
        }
    }

    #[test]
    fn visits_are_joined_by_number_and_name_and_few_are_shown() {
        let visit = |name: &str, phone: &str, day: &str, is_ahead| FoundVisit {
            name: name.into(),
            phone: phone.into(),
            day: day.parse().unwrap(),
            is_ahead,
        };
        let mut visits = vec![
            visit("Asha Nair", "1", "2026-11-20", true),
            visit("asha nair", "1", "2026-11-03", false),
            visit("Amma", "1", "2026-11-02", false),
            visit("Asha  Nair", "1", "2026-10-03", false),
            visit("Asha Nair", "2", "2026-10-02", false),
            visit("Asha Nair", "1", "2026-09-03", false),
            visit("Asha Nair", "1", "2026-08-03", false),
        ];
        let people = people_of(visits.clone());
        let shown: Vec<_> = people.iter().map(|person| (person.name.as_str(), person.phone.as_str())).collect();
        assert_eq!(shown, [("Asha Nair", "1"), ("Amma", "1"), ("Asha Nair", "2")]);
        assert_eq!(people[0].next, Some("2026-11-20".parse().unwrap()));
        let earlier: Vec<String> = people[0].earlier.iter().map(ToString::to_string).collect();
        assert_eq!(earlier, ["2026-11-03", "2026-10-03", "2026-09-03"]);
        visits.extend((10..20).map(|number| visit("Asha", &number.to_string(), "2026-01-01", false)));
        assert_eq!(people_of(visits).len(), MAX_PATIENTS);
    }
}
