//! Checks a requester's free text that strangers read: rejects phone numbers, e-mail addresses and web addresses, also disguised ones. The
//! hospital and the reason are read by every donor who is asked; the names by administrators, the hospital, and donors who accept. Pure.

use crate::blood::texts;
use crate::identity::person::PersonName;
use crate::platform::input::{is_invisible, parse_line};
use crate::platform::lang::Text;

/// A line that donors read before they accept: it must not contain a number, mail address or web address.
pub fn parse_public_line(text: &str, missing: Text) -> Result<String, Text> {
    let line = parse_line(text, missing)?;
    if is_free_of_contacts(&line) { Ok(line) } else { Err(texts::CONTACT_HIDDEN) }
}

pub fn is_free_of_contacts(line: &str) -> bool {
    let plain = plain(line);
    !hides_number(&plain) && !hides_address(&plain, |_, _| false)
}

/// A name, which may have initials and titles without a blank after them.
pub fn parse_public_name(text: &str) -> Result<PersonName, Text> {
    let name = PersonName::parse(text)?;
    let plain = plain(name.as_str());
    let hides_contact = hides_number(&plain) || hides_address(&plain, is_short_before);
    if hides_contact { Err(texts::CONTACT_HIDDEN) } else { Ok(name) }
}

/// The normalised text: lower case, without invisible characters, and with one sign for all that look like it.
fn plain(line: &str) -> String {
    let shown = line.chars().filter(|c| !is_invisible(*c)).map(look_alike);
    let text: String = shown.flat_map(char::to_lowercase).collect();
    // A full stop in brackets is a full stop.
    ["[.]", "(.)", "{.}", "<.>"].iter().fold(text, |text, disguise| text.replace(disguise, "."))
}

fn look_alike(c: char) -> char {
    match c {
        // Letters, digits and signs of full width.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '。' | '｡' | '․' | '‧' | '·' | '•' | '∙' | '⋅' | '・' | '۔' | '﹒' | 'ꓸ' => '.',
        '﹫' => '@',
        '⁄' | '∕' | '⧸' => '/',
        c => c,
    }
}

/// More digits than a ward, bed or PIN code has.
const MIN_PHONE_DIGITS: usize = 8;

const DIGIT_WORDS: [&str; 11] = ["zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// At most as long as "and" or "then".
const MAX_SHORT_WORD_LENGTH: usize = 4;

/// Shorter groups are days, wards or beds, and no part of a split number.
const MIN_GROUP_DIGITS: usize = 3;

/// Finds a phone number. Digits belong together if only blanks, signs and single letters separate them; digits may be spelled out. Two
/// groups with one short word between them are one number too.
fn hides_number(plain: &str) -> bool {
    let (mut digits, mut digits_before) = (0, 0);
    let mut rest = plain;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| c.is_numeric() == first.is_numeric() && c.is_alphabetic() == first.is_alphabetic();
        let run = &rest[..rest.find(|c| !same(c)).unwrap_or(rest.len())];
        if first.is_numeric() {
            digits += run.chars().count();
        } else if DIGIT_WORDS.contains(&run) {
            digits += 1;
        } else if first.is_alphabetic() && run.chars().count() > 1 {
            let is_short = run.chars().count() <= MAX_SHORT_WORD_LENGTH;
            digits_before = if is_short && digits >= MIN_GROUP_DIGITS { digits } else { 0 };
            digits = 0;
        }
        let together = if digits >= MIN_GROUP_DIGITS { digits_before + digits } else { digits };
        if together >= MIN_PHONE_DIGITS {
            return true;
        }
        rest = &rest[run.len()..];
    }
    false
}

/// Parts of addresses that do not occur in a text about a hospital.
const SIGNS: [&str; 12] =
    ["@", "://", "http", "hxxp", "www", "dotcom", "(at)", "[at]", "gmail", "yahoo", "hotmail", "rediffmail"];

/// "dot" as a separate word.
const DOTS: [&str; 3] = ["dot", "ഡോട്ട്", "ഡോട്"];

/// Top-level domains that begin no sentence in such a text: even with a blank after the full stop they are an address.
const ENDS: [&str; 20] = [
    "com", "net", "org", "info", "biz", "co", "io", "xyz", "online", "site", "website", "link", "app", "shop", "store",
    "club", "top", "live", "click", "bit",
];

/// Finds an address. `is_harmless` accepts a full stop by the texts before and after it.
fn hides_address(plain: &str, is_harmless: impl Fn(&str, &str) -> bool) -> bool {
    let words = || plain.split(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
    let numbers_with_dots = |word: &str| word.split('.').filter(|part| part.parse::<u8>().is_ok()).count() >= 4;
    SIGNS.iter().any(|sign| plain.contains(sign))
        || words().any(|word| DOTS.contains(&word))
        || plain.split_whitespace().any(numbers_with_dots)
        || plain.match_indices('.').any(|(place, _)| {
            let (before, after) = (&plain[..place], &plain[place + 1..]);
            is_dot_of_address(before, after) && !is_harmless(before, after)
        })
}

/// Top-level domains with a short name before them.
const SHORT_ENDS: [&str; 9] = ["in", "ly", "me", "gl", "ru", "gd", "gy", "to", "cc"];

/// Whether a full stop follows an initial or a title: "K.R.Nair", "Dr.Anil".
fn is_short_before(before: &str, after: &str) -> bool {
    let letters = before.chars().rev().take_while(|c| c.is_alphabetic()).count();
    let next: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    (1..=3).contains(&letters) && !ENDS.contains(&next.as_str()) && !SHORT_ENDS.contains(&next.as_str())
}

/// Whether a full stop between two texts belongs to an address. In a sentence a blank follows it and none precedes it.
fn is_dot_of_address(before: &str, after: &str) -> bool {
    let is_tight_before = before.ends_with(char::is_alphanumeric);
    let is_loose_before = before.ends_with(char::is_whitespace) && !before.trim().is_empty();
    let is_tight_after = after.starts_with(char::is_alphanumeric);
    let next: String = after.trim_start().chars().take_while(|c| c.is_alphabetic()).collect();
    let is_word = next.chars().count() > 1;
    // Malayalam writes "ഡോ.രാജൻ", and no address ends in its letters but one.
    let is_malayalam =
        next.chars().any(|c| ('\u{d00}'..='\u{d7f}').contains(&c)) && !after.trim_start().starts_with("ഭാരതം");
    if is_tight_before && is_tight_after {
        is_word && !is_malayalam
    } else if is_loose_before {
        is_word
    } else {
        is_tight_before && ENDS.contains(&next.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_refused(line: &str) -> bool {
        parse_public_line(line, texts::HOSPITAL_MISSING).is_err()
    }

    #[test]
    fn no_number_hides_in_a_line() {
        for line in [
            "call 9846012345",
            "98460 12-345",
            "+91 (984) 601 2345",
            "९८४६०१२३४५",
            "９８４６０１２３４５",
            "ward 3, 0484.2345678",
            "98460x12345",
            "nine eight four six zero one two three four five",
            "98 four 6 zero 12 345",
            "98460 and 12345",
            "98460 then 12345",
            "9846 or 012345",
        ] {
            assert!(is_refused(line), "{line}");
        }
    }

    #[test]
    fn no_address_hides_in_a_line() {
        for line in [
            "a@b.in",
            "a＠b",
            "asha (at) home",
            "write to asha at gmail",
            "https://example.org/pay",
            "hxxps example",
            "www example",
            "see example.com",
            "see Example.Hospital",
            "bit.ly/x",
            "t.me",
            "example . com",
            "example .com",
            "example. com",
            "example dot com",
            "example ഡോട്ട് com",
            "example[.]in",
            "example (.) in",
            "example。com",
            "example．ｃｏｍ",
            "exam\u{200b}ple.\u{200b}com",
            "example.\u{fe0f}com",
            "example\u{34f}.com",
            "example\u{2800}.\u{2800}com",
            "exampleꓸcom",
            "example·com",
            "пример.рф",
            "ആശുപത്രി.ഭാരതം",
            "192.168.10.1",
        ] {
            assert!(is_refused(line), "{line}");
        }
    }

    #[test]
    fn names_have_initials_and_titles_and_no_contact() {
        for name in ["K.R.Nair", "Dr.Anil", "Smt. Latha", "Anil.K", "അ.രാജൻ", "M.G. Sreekumar"] {
            assert!(parse_public_name(name).is_ok(), "{name}");
        }
        for name in
            ["Anu 9846012345", "see example.com", "bit.ly/x", "t.me/x", "is.gd/x", "anu@home", "www anu", "example.in"]
        {
            assert!(parse_public_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn usual_texts_about_hospitals_are_accepted() {
        for line in [
            "Surgery on 12 Dec 2026",
            "Ward 12, bed 345, floor 2",
            "PIN 673008, ward 12",
            "Medical College, Kozhikode 673008",
            "St. Mary's Hospital",
            "K.I.M.S. Hospital, M. G. Road",
            "Govt. Medical College",
            "Dr. Kumar, ward no.5 at 12.30 pm",
            "Bypass. Needed in the morning.",
            "Two units, one now and one later",
            "DOTS centre, C/o Anil",
            "ഡോ.രാജൻ, ജനറൽ ആശുപത്രി",
            "ശസ്ത്രക്രിയ. നാളെ രാവിലെ വേണം.",
            "Bleeding...",
        ] {
            assert!(!is_refused(line), "{line}");
        }
    }
}
