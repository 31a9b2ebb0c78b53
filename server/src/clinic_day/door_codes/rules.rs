//! The door code of a place: four digits from a keyed hash of the place and the minute. Nothing is stored. Pure.

use serde::Serialize;
use utoipa::ToSchema;

use crate::clinic_day::texts;
use crate::platform::keys::Keys;
use crate::platform::lang::Text;

const DIGITS: usize = 4;
const CODES: u64 = 10_000;
const MINUTE_MILLIS: i64 = 60_000;
/// What the key seals here.
const PURPOSE: &str = "door code";

/// Four digits that prove that somebody is at a place: a hospital, or a doctor's own clinic, which has the doctor's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorCode(String);

impl DoorCode {
    pub fn parse(text: &str) -> Result<Self, Text> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        match bare.len() {
            DIGITS if bare.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Self(bare)),
            _ => Err(texts::DOOR_CODE_SHAPE),
        }
    }

    /// Of a minute since 1970.
    fn of_minute(keys: &Keys, place_id: &str, minute: i64) -> Self {
        let digest = keys.seal(keys.id(), PURPOSE, format!("{place_id} {minute}").as_bytes()).digest;
        // 64 bits of the digest: the bias of the remainder is negligible.
        let number = digest.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or_default();
        Self(format!("{:0DIGITS$}", number % CODES))
    }

    /// Whether it is the code of this minute or of the last one. `now` in UTC milliseconds.
    pub fn is_valid(&self, keys: &Keys, place_id: &str, now: i64) -> bool {
        let minute = now.div_euclid(MINUTE_MILLIS);
        [minute, minute - 1].iter().any(|minute| *self == Self::of_minute(keys, place_id, *minute))
    }
}

/// The code that screens and the desk show, with the next one, so that a page that asks once a minute always shows a valid code.
///
/// It has seconds and not a time, because a device's clock may be wrong by more than a minute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DoorCodes {
    /// The id of the place: a hospital's, or the doctor's for the own clinic. Its page is `/door/{place}`
    place: String,
    /// Four digits
    code: String,
    /// How many seconds from the answer on the page shows this code; it is valid for one minute more
    seconds: i64,
    /// The code of the minute after that
    next: String,
}

impl DoorCodes {
    pub fn at(keys: &Keys, place_id: &str, now: i64) -> Self {
        let minute = now.div_euclid(MINUTE_MILLIS);
        Self {
            place: place_id.to_owned(),
            code: DoorCode::of_minute(keys, place_id, minute).0,
            // Rounded up: a code that is shown a little too long is still valid, one that is shown too early is not.
            seconds: ((minute + 1) * MINUTE_MILLIS - now + 999) / 1000,
            next: DoorCode::of_minute(keys, place_id, minute + 1).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::platform::keys::KeySource;

    /// A full minute.
    const AT: i64 = 1_794_640_800_000;

    fn keys(digit: char) -> Keys {
        let line = digit.to_string().repeat(64);
        Keys::load(&KeySource::Given(line.parse().unwrap())).unwrap()
    }

    fn typed(text: &str) -> DoorCode {
        DoorCode::parse(text).unwrap_or_else(|_| panic!("{text}"))
    }

    #[test]
    fn a_code_counts_in_its_minute_and_the_next_one() {
        let keys = keys('a');
        let code = typed(&DoorCodes::at(&keys, "place", AT + 30_000).code);
        for (after, expected) in
            [(-1, false), (0, true), (59_999, true), (60_000, true), (119_999, true), (120_000, false)]
        {
            assert_eq!(code.is_valid(&keys, "place", AT + after), expected, "{after}");
        }
    }

    #[test]
    fn the_next_code_follows_after_the_announced_seconds() {
        let keys = keys('a');
        let (shown, later) = (DoorCodes::at(&keys, "place", AT), DoorCodes::at(&keys, "place", AT + 60_000));
        assert_eq!(shown.next, later.code);
        let seconds = |after| DoorCodes::at(&keys, "place", AT + after).seconds;
        assert_eq!([0, 1, 59_000, 59_001, 60_000].map(seconds), [60, 60, 1, 1, 60]);
    }

    #[test]
    fn places_and_installations_have_codes_of_their_own() {
        let (keys_a, keys_b) = (keys('a'), keys('b'));
        let day = |keys: &Keys, place: &str| -> Vec<String> {
            (0..1440).map(|minute| DoorCodes::at(keys, place, AT + minute * 60_000).code).collect()
        };
        let (here, there, elsewhere) = (day(&keys_a, "a"), day(&keys_a, "b"), day(&keys_b, "a"));
        let same = |one: &[String], other: &[String]| one.iter().zip(other).filter(|(one, other)| one == other).count();
        assert!(same(&here, &there) < 5 && same(&here, &elsewhere) < 5, "equal by chance alone");
        assert!(here.iter().collect::<HashSet<_>>().len() > 1200, "spread over all codes");
        assert!(here.iter().all(|code| code.len() == 4));
    }

    #[test]
    fn a_code_has_four_digits_however_it_is_typed() {
        for text in ["0482", " 04 82 "] {
            assert_eq!(typed(text).0, "0482");
        }
        for text in ["", "482", "48291", "48a2", "൪൮൨൯"] {
            assert!(DoorCode::parse(text).is_err(), "{text}");
        }
    }
}
