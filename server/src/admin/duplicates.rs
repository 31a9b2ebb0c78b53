//! Who an applicant may be already: the same number, phone or address, or a very similar name.

use super::store::duplicates;
pub use super::store::duplicates::Known;
use crate::app::App;
use crate::directory::{self, Applicant, Kind};
use crate::platform::db;
use crate::platform::fold::{bare_number, fold};
use crate::platform::search;

/// Why two are taken for one, the strongest reason first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    Number,
    Phone,
    Email,
    Name,
}

impl Why {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::Name => "name",
        }
    }
}

/// Somebody who waits for the administrator, and who they may be; `None` when nobody of that id waits.
pub async fn find_applicant(app: &App, kind: Kind, id: &str) -> db::Result<Option<(Applicant, Vec<(Known, Why)>)>> {
    app.db
        .read(async |tx| {
            let Some(applicant) = directory::find_pending(tx, kind, id).await? else { return Ok(None) };
            let (number, phone, email, name) = match &applicant {
                Applicant::Doctor(profile) => {
                    let doctor = &profile.doctor;
                    (&doctor.doctor_id, &profile.phone, &profile.email, doctor.full_name.as_str())
                }
                Applicant::Facility(facility) => {
                    (&facility.license_number, &facility.phone, &facility.email, facility.name.as_str())
                }
            };
            let mut found = Vec::new();
            let mut add = |known: Vec<Known>, why| {
                for one in known {
                    if one.id != id && found.iter().all(|(other, _): &(Known, Why)| other.id != one.id) {
                        found.push((one, why));
                    }
                }
            };
            add(duplicates::with_number(tx, &bare_number(number)).await?, Why::Number);
            add(duplicates::with_phone(tx, phone.as_str()).await?, Why::Phone);
            add(duplicates::with_email(tx, &email.key()).await?, Why::Email);
            for beginning in beginnings(name) {
                let mut known = duplicates::namesakes(tx, kind, &beginning).await?;
                known.retain(|one| are_similar(&one.name, name));
                add(known, Why::Name);
            }
            Ok(Some((applicant, found)))
        })
        .await
}

/// Where to look for similar names: a slip of the pen rarely changes the beginnings of all words.
fn beginnings(name: &str) -> Vec<String> {
    const LETTERS: usize = 3;
    let mut beginnings: Vec<String> =
        search::words(name).iter().map(|word| word.chars().take(LETTERS).collect()).collect();
    beginnings.sort();
    beginnings.dedup();
    beginnings
}

/// The same words in any order, or at most two letters apart.
fn are_similar(one: &str, other: &str) -> bool {
    const APART: usize = 2;
    search::words(one) == search::words(other) || is_within(&fold(one), &fold(other), APART)
}

/// Whether so many letters added, left out or changed make one text the other (Levenshtein).
fn is_within(one: &str, other: &str, apart: usize) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > apart {
        return false;
    }
    let mut before: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, known) in other.iter().enumerate() {
            let changed = before[column] + usize::from(letter != known);
            line.push(changed.min(before[column + 1] + 1).min(line[column] + 1));
        }
        before = line;
    }
    before[other.len()] <= apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_similar_in_any_order_of_words_and_up_to_two_letters_apart() {
        for (one, other, similar) in [
            ("Meera Nair", "Dr. Nair Meera", true),
            ("Meera Nair", "Mera Nair", true),
            ("Meera Nair", "Meera Nayar", true),
            ("Meera Nair", "Meera Menon", false),
            ("Mohammed Koya", "Muhammed Koya", true),
            ("മീര നായർ", "മീര നായര്\u{200d}", true),
            ("Jeevan Medicals", "Jeevan Medical", true),
            ("Jeevan Medicals", "Neethi Medicals", false),
        ] {
            assert_eq!(are_similar(one, other), similar, "{one} {other}");
        }
    }

    #[test]
    fn distances_are_counted_in_letters() {
        for (one, other, apart, within) in
            [("", "", 0, true), ("", "ab", 2, true), ("abc", "abd", 1, true), ("abc", "cba", 1, false)]
        {
            assert_eq!(is_within(one, other, apart), within, "{one} {other}");
        }
    }
}
