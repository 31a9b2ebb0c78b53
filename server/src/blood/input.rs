//! What the two forms share: groups, numbers of things, and texts that must not smuggle a number past the match.

use jiff::civil::Date;

use super::rules::rules;
use super::texts;
use crate::platform::format;
use crate::platform::input::{parse_line, parse_number};
use crate::platform::lang::Text;
use crate::reference::BloodGroup;

pub fn parse_group(text: &str) -> Result<BloodGroup, Text> {
    text.parse().map_err(|_| texts::GROUP_WRONG)
}

/// An age in whole years, 18 to 65.
pub fn parse_age(text: &str) -> Result<i64, Text> {
    let age = parse_number(text.trim(), 150).ok_or(texts::AGE_WRONG)?;
    match age {
        age if rules().fits_age(age) => Ok(age),
        age if age < rules().youngest => Err(texts::TOO_YOUNG),
        _ => Err(texts::TOO_OLD),
    }
}

pub fn parse_units(text: &str) -> Result<i64, Text> {
    parse_number(text.trim(), rules().request.most_units).filter(|units| *units > 0).ok_or(texts::UNITS_WRONG)
}

/// A day between two others, both included.
pub fn parse_day(text: &str, first: Date, last: Date, wrong: Text) -> Result<Date, Text> {
    format::parse_date(text).filter(|day| (first..=last).contains(day)).ok_or(wrong)
}

/// A line that donors read before they say yes: no number and no address may hide in it.
pub fn parse_open_line(text: &str, missing: Text) -> Result<String, Text> {
    let line = parse_line(text, missing)?;
    if hides_contact(&line) { Err(texts::CONTACT_HIDDEN) } else { Ok(line) }
}

fn hides_contact(line: &str) -> bool {
    // Digits that only blanks and punctuation part belong together: "98460 12-345".
    let mut digits = 0;
    for c in line.chars() {
        if c.is_numeric() {
            digits += 1;
        } else if c.is_alphabetic() {
            digits = 0;
        }
        if digits >= 8 {
            return true;
        }
    }
    line.contains('@')
}

/// Enough of a number to recognise it by, and not enough to call: `98••••••10`.
pub fn masked_phone(phone: &str) -> String {
    let (head, tail) = (phone.get(..2).unwrap_or_default(), phone.get(phone.len().saturating_sub(2)..));
    format!("{head}••••••{}", tail.unwrap_or_default())
}

/// `a•••@e•••.org`
pub fn masked_email(email: &str) -> String {
    let (local, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let (host, top) = domain.rsplit_once('.').unwrap_or((domain, ""));
    let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
    format!("{}•••@{}•••.{top}", first(local), first(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_outside_the_rule_are_refused_kindly_and_nonsense_plainly() {
        assert!([18, 65].iter().all(|age| parse_age(&age.to_string()).ok() == Some(*age)));
        for (text, refusal) in [
            ("17", texts::TOO_YOUNG),
            ("66", texts::TOO_OLD),
            ("", texts::AGE_WRONG),
            ("abc", texts::AGE_WRONG),
            ("-20", texts::AGE_WRONG),
            ("20.5", texts::AGE_WRONG),
        ] {
            assert_eq!(parse_age(text).err(), Some(refusal), "{text}");
        }
    }

    #[test]
    fn no_number_or_address_hides_in_a_line() {
        for line in
            ["call 9846012345", "98460 12-345", "+91 (984) 601 2345", "९८४६०१२३४५", "a@b.in", "ward 3, 0484.2345678"]
        {
            assert!(parse_open_line(line, texts::HOSPITAL_MISSING).is_err(), "{line}");
        }
        for line in ["Surgery on 12 Dec 2026", "Ward 12, bed 345, floor 2", "Medical College, Kozhikode 673008"] {
            assert!(parse_open_line(line, texts::HOSPITAL_MISSING).is_ok(), "{line}");
        }
    }

    #[test]
    fn masks_leave_too_little_to_call_or_write() {
        assert_eq!(masked_phone("9846012345"), "98••••••45");
        assert_eq!(masked_email("asha.nair@example.org"), "a•••@e•••.org");
        assert_eq!(masked_email("x@y"), "x•••@y•••.");
    }
}
