//! When two are taken for one. Pure.

use crate::platform::fold::fold;
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

/// Where to look for similar names: a slip of the pen rarely changes the beginnings of all words.
pub fn beginnings(name: &str) -> Vec<String> {
    const LETTERS: usize = 3;
    let mut beginnings: Vec<String> =
        search::words(name).iter().map(|word| word.chars().take(LETTERS).collect()).collect();
    beginnings.sort();
    beginnings.dedup();
    beginnings
}

/// The same words in any order, or at most two letters apart.
pub fn are_similar(one: &str, other: &str) -> bool {
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
