//! Accepted passwords: none that attackers guess first. Pure.

use std::sync::LazyLock;

use crate::identity::model::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::texts;
use crate::platform::fold::fold;
use crate::platform::ids::Secret;
use crate::platform::lang::Text;
use crate::platform::search::words;
use crate::reference::regions::{District, kerala};

pub struct NewPassword(String);

impl NewPassword {
    const MIN_LENGTH: usize = 8;
    /// Hashing takes the same time for any length; the limit only rejects abuse.
    const MAX_LENGTH_BYTES: usize = 1024;

    pub fn parse(text: &str, owner: &Owner) -> Result<Self, Text> {
        match text.chars().count() {
            0 => Err(texts::PASSWORD_MISSING),
            n if n < Self::MIN_LENGTH => Err(texts::PASSWORD_SHORT),
            _ if text.len() > Self::MAX_LENGTH_BYTES => Err(texts::PASSWORD_LONG),
            _ if is_common(text) => Err(texts::PASSWORD_COMMON),
            _ if is_run(text) => Err(texts::PASSWORD_RUN),
            _ if owner.is_known_by(text) => Err(texts::PASSWORD_OWN),
            _ if is_local_word(text) => Err(texts::PASSWORD_PLACE),
            _ => Ok(Self(text.to_owned())),
        }
    }

    /// A random one, for accounts whose owner chooses the password by a link.
    pub fn unknown() -> Self {
        Self(Secret::random().expose().to_owned())
    }

    pub fn expose(self) -> String {
        self.0
    }
}

/// The most common passwords of eight characters and more, in lower case and in order (decision 0038 names the source).
static COMMON: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("common.txt").lines().collect());

/// Whether it is a common password, also with blanks and signs around it, repeated, or in full-width letters.
fn is_common(password: &str) -> bool {
    let lower: Vec<char> = password.chars().map(to_usual_width).flat_map(char::to_lowercase).collect();
    let whole: String = lower.iter().collect();
    let piece: String = lower[..repeated_piece(&lower)].iter().collect();
    let bare = whole.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
    [whole.as_str(), piece.as_str(), bare].iter().any(|text| COMMON.binary_search(text).is_ok())
}

fn to_usual_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// Words about this product and its users.
const PRODUCT_WORDS: [&str; 22] = [
    "doc care",
    "doctor",
    "patient",
    "user",
    "admin",
    "administrator",
    "hospital",
    "pharmacy",
    "clinic",
    "nurse",
    "worker",
    "donor",
    "blood",
    "health",
    "medical",
    "medicine",
    "malayalam",
    "malayali",
    "kochi",
    "cochin",
    "india",
    "ഡോക്ടർ",
];

/// Words that attackers try first here, the longest first: of the product, and of Kerala and its districts in every spelling, also
/// in the plural.
static LOCAL_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let places = kerala().names().chain(kerala().districts.iter().flat_map(District::names));
    let words = places.chain(PRODUCT_WORDS).map(fold);
    let mut words: Vec<String> = words.flat_map(|word| [format!("{word}s"), word]).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words
});

/// Whether a password consists only of such words, with digits and signs around them.
fn is_local_word(password: &str) -> bool {
    let password = fold(password);
    let without = LOCAL_WORDS.iter().fold(password.clone(), |rest, word| rest.replace(word, " "));
    without != password && !without.chars().any(char::is_alphabetic)
}

/// The keys of a keyboard, row by row.
const KEYS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/// Characters in a row that count as a run.
const MIN_RUN_LENGTH: usize = 3;
/// Characters that must be left without the runs.
const MIN_DISTINCT_CHARACTERS: usize = 5;
/// Minimum length of a repeated piece.
const MIN_REPEATED_LENGTH: usize = 8;

/// Whether a password is mostly runs ("12345678", "qwerty12", "aaabbbccc") or one short piece repeated.
fn is_run(password: &str) -> bool {
    let characters: Vec<char> = password.to_lowercase().chars().collect();
    repeated_piece(&characters) < MIN_REPEATED_LENGTH || count_without_runs(&characters) < MIN_DISTINCT_CHARACTERS
}

/// The length of the piece that the password repeats; the whole length if it repeats nothing.
fn repeated_piece(characters: &[char]) -> usize {
    let length = characters.len();
    let repeats = |piece: &usize| length.is_multiple_of(*piece) && characters[*piece..] == characters[..length - piece];
    (1..length).find(repeats).unwrap_or(length)
}

/// The number of characters if each run, and each repeated character, counts once.
fn count_without_runs(characters: &[char]) -> usize {
    let mut characters = characters.to_vec();
    characters.dedup();
    let (mut count, mut rest) = (0, characters.as_slice());
    while !rest.is_empty() {
        let run = run_length(rest);
        rest = &rest[if run < MIN_RUN_LENGTH { 1 } else { run }..];
        count += 1;
    }
    count
}

/// The length of the run at the beginning: in the alphabet, along a row of keys or down a column, in either direction.
fn run_length(characters: &[char]) -> usize {
    let places: Vec<[i64; 3]> = characters.iter().map(|c| places(*c)).collect();
    let length = |(measure, step): (usize, i64)| {
        let steps = places.windows(2).map(|pair| pair[1][measure] - pair[0][measure]);
        1 + steps.take_while(|found| *found == step).count()
    };
    let ways = (0..3).flat_map(|measure| [(measure, 1), (measure, -1)]);
    ways.map(length).max().unwrap_or(1)
}

/// The position of a character in its alphabet, in its row of keys, and in its column. Other characters have no neighbours.
fn places(c: char) -> [i64; 3] {
    let number = i64::from(u32::from(c));
    let key =
        (0..).zip(KEYS).find_map(|(row, keys)| Some((row, (0..).zip(keys.chars()).find(|(_, key)| *key == c)?.0)));
    match key {
        Some((row, column)) => [number, row * 100 + column, column * 100 + row],
        None => [number, 1_000 + number * 10, 1_000 + number * 10],
    }
}

/// Public facts about the owner of an account: name, address, number.
pub struct Owner {
    /// Each as a whole.
    known: Vec<String>,
    /// The words of all of them, the longest first.
    words: Vec<String>,
}

impl Owner {
    pub fn new<'a>(known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        // Only the local part of an address: the domain is shared by many.
        let own = |text: &&'a str| words(text.rsplit_once('@').map_or(*text, |(name, _)| name));
        let mut words: Vec<String> = known.iter().flat_map(own).filter(|word| word.len() >= 3).collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        Self { known: known.into_iter().map(fold).collect(), words }
    }

    /// The facts that a registration form holds.
    pub fn from_form(name: Option<&PersonName>, email: Option<&Email>, phone: Option<&Mobile>) -> Self {
        let from_form = [name.map(PersonName::as_str), email.map(Email::as_str), phone.map(Mobile::as_str)];
        Self::new(from_form.into_iter().flatten())
    }

    /// Whether a password is part of these facts, or little more.
    pub fn is_known_by(&self, password: &str) -> bool {
        let password = fold(password);
        let without = self.words.iter().fold(password.clone(), |rest, word| rest.replace(word, " "));
        let left: Vec<char> = without.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_punctuation()).collect();
        let is_piece = !password.is_empty() && self.known.iter().any(|known| known.contains(&password));
        is_piece || (without != password && count_without_runs(&left) < MIN_DISTINCT_CHARACTERS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_and_holds_what_could_be_a_password() {
        assert_eq!(COMMON.len(), 10_000);
        assert!(COMMON.is_sorted_by(|before, after| before < after));
        assert!(COMMON.iter().all(|password| password.chars().count() >= 8 && *password == password.to_lowercase()));
    }

    #[test]
    fn common_passwords_are_known_in_any_case() {
        for (password, common) in [
            ("password", true),
            ("PassWord", true),
            ("trustno1", true),
            ("iloveyou", true),
            ("Password123!", true),
            (" password ", true),
            ("passwordpassword", true),
            ("ｐａｓｓｗｏｒｄ", true),
            ("monsoon at kochi", false),
        ] {
            assert_eq!(is_common(password), common, "{password}");
        }
    }

    #[test]
    fn local_words_are_found_with_any_digits_and_signs_around_them() {
        for password in [
            "DocCare@2026",
            "doctor123!",
            "donors2026",
            "Nurses.Hospitals.1",
            "Kerala#1956",
            "Ernakulam1",
            "trivandrum99",
            "kerala-hospital-7",
            "0484.Kochi.Admin",
            "കോഴിക്കോട്12",
        ] {
            assert!(is_local_word(password), "{password}");
        }
        for password in ["demo-doctor-1", "48392017465", "kerala monsoon", "boats of alappuzha", "രഹസ്യവാക്ക്"]
        {
            assert!(!is_local_word(password), "{password}");
        }
    }

    #[test]
    fn runs_and_repetitions_are_found() {
        for password in [
            "12345678",
            "87654321",
            "abcdefgh",
            "qwertyui",
            "poiuytrewq",
            "asdfghjkl",
            "1qaz2wsx",
            "qwerty12",
            "abcd1234",
            "aaaaaaaa",
            "11223344",
            "aaabbbccc",
            "ashaasha",
            "xy12xy12xy12",
            "കഖഗഘങചഛജ",
            "1234567890",
            "zxcvbnm,",
            "ABCDEFGH",
        ] {
            assert!(is_run(password), "{password}");
        }
        for password in [
            "a patient's password",
            "monsoon4",
            "tea-boat-42",
            "committee9",
            "രഹസ്യവാക്ക്",
            "defghost1",
            "correct horse battery",
            "monsoon4monsoon4",
        ] {
            assert!(!is_run(password), "{password}");
        }
    }

    #[test]
    fn the_owners_own_name_address_and_number_are_found() {
        let owner = Owner::new(["Dr. Asha Nair", "ആശ നായർ", "asha.k@gmail.com", "9847012345"]);
        for password in [
            "AshaNair",
            "asha nair",
            "asha1234",
            "Asha@2024",
            "nairasha!",
            "asha.k@gmail.com",
            "asha.k@gmail",
            "9847012345",
            "+919847012345",
            "98470123",
            "ആശനായർ",
            "ashanair99",
        ] {
            assert!(owner.is_known_by(password), "{password}");
        }
        for password in ["asha drinks tea", "ashakumari", "9847099999 boat", "gmail-umbrella", "tea-boat-42"] {
            assert!(!owner.is_known_by(password), "{password}");
        }
        assert!(!Owner::new([""]).is_known_by("tea-boat-42"), "nothing is known");
    }

    #[test]
    fn passwords_have_eight_characters_to_1024_bytes_of_any_kind_that_are_not_guessed_first() {
        let owner = Owner::new(["Asha Nair", "asha@example.org", "9847012345"]);
        let (long, longer) = ("tea boat ".repeat(113) + "monsoon", "ആഴക്കടൽ ".repeat(50));
        for (text, refusal) in [
            ("", Some(texts::PASSWORD_MISSING)),
            ("tea 123", Some(texts::PASSWORD_SHORT)),
            ("iloveyou", Some(texts::PASSWORD_COMMON)),
            ("12345678", Some(texts::PASSWORD_COMMON)),
            ("Thrissur2026", Some(texts::PASSWORD_PLACE)),
            ("boatboatboat", Some(texts::PASSWORD_RUN)),
            ("asha.nair", Some(texts::PASSWORD_OWN)),
            ("രഹസ്യവാക്ക്", None),
            ("tea boat 42", None),
            (&long, None),
            (&longer, Some(texts::PASSWORD_LONG)),
        ] {
            let found = NewPassword::parse(text, &owner).err();
            assert_eq!(found.map(|text| text.en), refusal.map(|text| text.en), "{text}");
        }
    }
}
