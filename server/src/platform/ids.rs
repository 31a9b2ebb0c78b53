//! Ids and secrets: the only place that asks the system for randomness.

use std::fmt;

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use uuid::{NoContext, Uuid};

/// A new id: a `UUIDv7`, so that rows made later sort later.
pub fn new_id(now: Timestamp) -> String {
    let seconds = u64::try_from(now.as_second()).unwrap_or(0);
    let nanos = u32::try_from(now.subsec_nanosecond()).unwrap_or(0);
    Uuid::new_v7(uuid::Timestamp::from_unix(NoContext, seconds, nanos)).to_string()
}

/// Every id of that instant or later sorts from here on.
pub fn first_id(at: Timestamp) -> String {
    let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
    format!("{:08x}-{:04x}", millis >> 16, millis & 0xffff)
}

/// The creation time of an id; `None` if it is not one of ours.
pub fn made_at(id: &str) -> Option<Timestamp> {
    let (seconds, nanos) = Uuid::parse_str(id).ok()?.get_timestamp()?.to_unix();
    Timestamp::new(i64::try_from(seconds).ok()?, i32::try_from(nanos).ok()?).ok()
}

/// A bearer secret of 256 random bits. The database stores only its [`Secret::digest`].
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    pub fn random() -> Self {
        Self(hex(&random_bytes::<32>()))
    }

    /// A secret that a client sent; the database says whether it is valid.
    pub fn shown(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A fast hash is enough: 256 random bits cannot be guessed.
    pub fn digest(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }
}

pub fn draw(below: u32) -> u32 {
    // The modulo bias of 64 bits is negligible.
    u32::try_from(u64::from_be_bytes(random_bytes()) % u64::from(below.max(1))).unwrap_or(0)
}

pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Decodes [`hex`]; upper case is accepted too.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect();
    let (pairs, []) = digits.as_deref()?.as_chunks() else { return None };
    Some(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_id_contains_its_creation_time() {
        let now: Timestamp = "2026-11-16T20:15:00.123Z".parse().unwrap();
        assert_eq!(made_at(&new_id(now)).map(Timestamp::as_millisecond), Some(now.as_millisecond()));
        assert_eq!(made_at("no id"), None);
    }

    proptest! {
        #[test]
        fn bytes_are_read_back_and_nothing_but_hex_digits_is_read(bytes: Vec<u8>, text in "[0-9a-gA-G+ ]{0,20}") {
            prop_assert_eq!(unhex(&hex(&bytes)), Some(bytes));
            if let Some(read) = unhex(&text) {
                prop_assert_eq!(hex(&read), text.to_lowercase());
            }
        }

        #[test]
        fn ids_sort_by_their_instant(millis in 0_i64..253_000_000_000_000, later in 1_i64..1_000_000) {
            let at = |millis| Timestamp::from_millisecond(millis).unwrap();
            let (id, next) = (new_id(at(millis)), first_id(at(millis + later)));
            prop_assert!(first_id(at(millis)) < id && id < next && next < new_id(at(millis + later)));
            prop_assert!(Uuid::parse_str(&id).is_ok());
            prop_assert_eq!(made_at(&id), Some(at(millis)));
        }
    }

    #[test]
    fn later_ids_sort_later() {
        let early = new_id("2026-11-15T00:00:00Z".parse().unwrap());
        let late = new_id("2026-11-15T00:00:00.001Z".parse().unwrap());
        assert!(early < late);
        let between = first_id("2026-11-15T00:00:00.001Z".parse().unwrap());
        assert!(early < between && between < late);
    }

    #[test]
    fn bytes_are_written_as_two_digits_each() {
        assert_eq!(hex(&[0, 9, 10, 171, 255]), "00090aabff");
        assert_eq!(unhex("00090aABff"), Some(vec![0, 9, 10, 171, 255]));
        for text in ["0", "0g", "+1", "ഗഗ"] {
            assert_eq!(unhex(text), None, "{text}");
        }
    }

    #[test]
    fn every_number_below_another_is_drawn_and_no_other() {
        let mut drawn: Vec<u32> = (0..1000).map(|_| draw(4)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [0, 1, 2, 3]);
    }

    #[test]
    fn a_digest_does_not_tell_its_secret_and_is_the_same_when_shown_again() {
        let secret = Secret::random();
        assert_eq!(secret.expose().len(), 64);
        assert_ne!(secret.digest(), secret.expose());
        assert_eq!(Secret::shown(secret.expose()).digest(), secret.digest());
        assert_ne!(Secret::random().expose(), secret.expose());
    }
}
