//! Tables that are imported: their kinds, headers, valid rows and errors, and the spellings that people use in them. Pure.

use std::borrow::Cow;
use std::collections::HashMap;

use jiff::civil::Date;

use crate::admin::texts;
use crate::directory::Registrant;
use crate::identity::person::Mobile;
use crate::identity::{Email, Role};
use crate::platform::fold::{bare_number, fold};
use crate::platform::http::problem::LocalizedMessage;

/// The number in the example row of the templates, folded.
pub const EXAMPLE_NUMBER: &str = "example";

/// The kind of a table, known by its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportKind {
    Doctors,
    Facilities,
}

impl ImportKind {
    pub const ALL: [Self; 2] = [Self::Doctors, Self::Facilities];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Doctors => "doctors",
            Self::Facilities => "facilities",
        }
    }

    /// The columns of its table: the fields of the registration, but for the password and the photo.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Doctors => &[
                "doctor_ID",
                "full_Name",
                "email",
                "phone_Number",
                "gender",
                "DOB",
                "specialization",
                "experience",
                "consultation_Fee",
                "consultation_Address",
                "district",
                "state",
                "pincode",
                "startTime",
                "endTime",
            ],
            Self::Facilities => &[
                "License_number",
                "Hospital_name",
                "category",
                "Email",
                "Phone_Number",
                "Address",
                "City",
                "District",
                "State",
                "Pincode",
            ],
        }
    }

    /// The column of the unique number; it distinguishes the two kinds of table.
    pub fn number_column(self) -> &'static str {
        match self {
            Self::Doctors => "doctor_ID",
            Self::Facilities => "License_number",
        }
    }

    pub fn email_column(self) -> &'static str {
        match self {
            Self::Doctors => "email",
            Self::Facilities => "Email",
        }
    }
}

pub struct Candidate {
    pub line: u64,
    pub email: Email,
    pub phone: Mobile,
    pub registrant: Registrant,
}

impl Candidate {
    pub fn role(&self) -> Role {
        self.registrant.role()
    }

    pub fn name(&self) -> &str {
        match &self.registrant {
            Registrant::Doctor(doctor) => doctor.full_name.as_str(),
            Registrant::Facility(facility) => facility.name.as_str(),
        }
    }

    /// The number as the database compares it.
    pub fn number_key(&self) -> String {
        match &self.registrant {
            Registrant::Doctor(doctor) => fold(&doctor.doctor_id),
            Registrant::Facility(facility) => fold(&facility.license_number),
        }
    }
}

/// An error in a cell; without a column, in the whole row.
#[derive(Debug, Clone)]
pub struct RowError {
    pub line: u64,
    pub column: Cow<'static, str>,
    pub message: LocalizedMessage,
}

impl RowError {
    pub fn new(line: u64, column: impl Into<Cow<'static, str>>, message: impl Into<LocalizedMessage>) -> Self {
        Self { line, column: column.into(), message: message.into() }
    }
}

/// A table's kind, and the name of each of its columns.
#[derive(Debug)]
pub struct Header {
    pub kind: ImportKind,
    pub columns: Vec<&'static str>,
}

/// The line of a header in messages.
const HEADER: u64 = 1;

/// Reads a header. Names may be in any order and spelling: `Doctor ID` is `doctor_ID`. Facilities without a category are hospitals.
pub fn read_header(header: &[String]) -> Result<Header, Vec<RowError>> {
    let has = |column: &str| header.iter().any(|name| is_same(name, column));
    let kind = ImportKind::ALL.into_iter().find(|kind| has(kind.number_column()));
    let kind = kind.ok_or_else(|| vec![RowError::new(HEADER, "", texts::HEADER_UNKNOWN)])?;
    let (mut columns, mut wrong) = (Vec::new(), Vec::new());
    for name in header {
        match kind.columns().iter().find(|column| is_same(name, column)) {
            Some(column) if columns.contains(column) => {
                wrong.push(RowError::new(HEADER, name.clone(), texts::COLUMN_TWICE));
            }
            Some(column) => columns.push(*column),
            None => wrong.push(RowError::new(HEADER, name.clone(), texts::COLUMN_UNKNOWN)),
        }
    }
    let is_missing = |column: &&&str| **column != "category" && !has(column);
    let missing = kind.columns().iter().filter(is_missing);
    wrong.extend(missing.map(|column| RowError::new(HEADER, *column, texts::COLUMN_MISSING)));
    if wrong.is_empty() { Ok(Header { kind, columns }) } else { Err(wrong) }
}

fn is_same(name: &str, column: &str) -> bool {
    bare_number(name) == bare_number(column)
}

/// Rows whose address or number is also in an earlier row.
pub fn find_duplicates(kind: ImportKind, candidates: &[Candidate]) -> Vec<RowError> {
    let (mut emails, mut numbers) = (HashMap::new(), HashMap::new());
    let mut wrong = Vec::new();
    for candidate in candidates {
        let line = candidate.line;
        // An address may be a doctor's and a hospital's at once, as in registrations.
        let email = (candidate.role().as_str(), candidate.email.key());
        let first = *emails.entry(email).or_insert(line);
        if first != line {
            wrong.push(RowError::new(line, kind.email_column(), texts::already_in_line(first)));
        }
        let first = *numbers.entry(candidate.number_key()).or_insert(line);
        if first != line {
            wrong.push(RowError::new(line, kind.number_column(), texts::already_in_line(first)));
        }
    }
    wrong
}

/// Words for what a form knows by one name, folded.
const GENDERS: [(&str, &[&str]); 2] =
    [("Male", &["m", "man", "പുരുഷൻ", "ആൺ"]), ("Female", &["f", "woman", "സ്ത്രീ", "പെൺ"])];
const CATEGORIES: [(&str, &[&str]); 2] = [
    ("Hospital", &["ആശുപത്രി", "ഹോസ്പിറ്റൽ"]),
    ("Pharmacy", &["medical shop", "medical store", "chemist", "ഫാർമസി", "മെഡിക്കൽ ഷോപ്പ്", "മെഡിക്കൽ സ്റ്റോർ"]),
];
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Converts a cell to the form's format. Unknown values stay unchanged, so that the form reports the error.
pub fn normalize(column: &str, text: String) -> String {
    let known = match column {
        "gender" => find_word(&GENDERS, &text),
        "category" => find_word(&CATEGORIES, &text),
        "DOB" => parse_day_first(&text).map(|date| date.to_string()),
        _ => None,
    };
    known.unwrap_or(text)
}

fn find_word(words: &[(&str, &[&str])], text: &str) -> Option<String> {
    let key = fold(text);
    let found = words.iter().find(|(_, words)| words.iter().any(|word| fold(word) == key));
    found.map(|(name, _)| (*name).to_owned())
}

/// `17/05/1984`, `17-5-1984`, `17.05.1984` or `17-May-1984`: the day comes first, as everywhere in India, and the year has four digits.
fn parse_day_first(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split(['/', '-', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let [day, month, year] = parts[..] else { return None };
    if day.len() > 2 || year.len() != 4 {
        return None;
    }
    let by_name = || {
        let begin = month.get(..3)?.to_ascii_lowercase();
        let place = MONTHS.iter().position(|name| *name == begin)?;
        i8::try_from(place + 1).ok()
    };
    let month = month.parse().ok().or_else(by_name)?;
    Date::new(year.parse().ok()?, month, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Result<Header, Vec<(String, u64)>> {
        let names: Vec<String> = text.split(',').map(String::from).collect();
        let places = |wrong: Vec<RowError>| wrong.into_iter().map(|one| (one.column.into_owned(), one.line)).collect();
        read_header(&names).map_err(places)
    }

    #[test]
    fn columns_are_known_in_any_order_and_spelling() {
        let mut names: Vec<String> =
            ImportKind::Doctors.columns().iter().map(|name| name.to_uppercase().replace('_', " ")).collect();
        names.reverse();
        let read = read_header(&names).unwrap();
        let mut expected = ImportKind::Doctors.columns().to_vec();
        expected.reverse();
        assert_eq!((read.kind, read.columns), (ImportKind::Doctors, expected));
        let hospitals = ImportKind::Facilities.columns().join(",").replace("category,", "");
        assert_eq!(header(&hospitals).unwrap().kind, ImportKind::Facilities, "hospitals need not say so");
    }

    #[test]
    fn missing_unknown_and_duplicate_columns_are_named() {
        assert_eq!(header("name,town").unwrap_err(), [(String::new(), 1)]);
        let all = ImportKind::Doctors.columns().join(",");
        assert_eq!(header(&format!("{all},Hobby,E-mail")).unwrap_err(), [("Hobby".into(), 1), ("E-mail".into(), 1)]);
        assert_eq!(header(&all.replace("gender,", "")).unwrap_err(), [("gender".into(), 1)]);
    }

    #[test]
    fn cells_are_converted_to_form_fields() {
        for (column, text, read) in [
            ("DOB", "17/05/1984", "1984-05-17"),
            ("DOB", " 7-5-1984 ", "1984-05-07"),
            ("DOB", "17.05.1984", "1984-05-17"),
            ("DOB", "17 May 1984", "1984-05-17"),
            ("DOB", "17-September-1984", "1984-09-17"),
            ("DOB", "1984-05-17", "1984-05-17"),
            ("DOB", "05/17/1984", "05/17/1984"),
            ("DOB", "31/02/1984", "31/02/1984"),
            ("DOB", "17/05/84", "17/05/84"),
            ("DOB", "1/2/3/4", "1/2/3/4"),
            ("gender", "m", "Male"),
            ("gender", "F.", "Female"),
            ("gender", "സ്ത്രീ", "Female"),
            ("gender", "Female", "Female"),
            ("gender", "?", "?"),
            ("category", "Medical Shop", "Pharmacy"),
            ("category", "ആശുപത്രി", "Hospital"),
            ("full_Name", "M", "M"),
        ] {
            assert_eq!(normalize(column, text.into()), read, "{column}: {text}");
        }
    }
}
