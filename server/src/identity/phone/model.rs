//! A code, and the digest that is stored of it. Pure.

use jiff::SignedDuration;

use crate::identity::model::CodeLimit;
use crate::identity::texts;
use crate::platform::ids::draw;
use crate::platform::input::bare_code;
use crate::platform::keys::{Keys, Seal};
use crate::platform::lang::Text;

pub const CODE_TTL: SignedDuration = SignedDuration::from_mins(5);
pub const MAX_WRONG_CODES: i64 = 5;
const DIGITS: usize = 6;
/// The purpose of the key's digest.
const SEAL_PURPOSE: &str = "phone code";

/// The purpose of a code: one for a login is not valid for anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodePurpose {
    Login,
    Prove,
}

impl CodePurpose {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Prove => "prove",
        }
    }
}

/// Six digits.
#[derive(Clone)]
pub struct PhoneCode(String);

impl PhoneCode {
    pub fn random() -> Self {
        Self(format!("{:0DIGITS$}", draw(1_000_000)))
    }

    pub fn parse(text: &str) -> Result<Self, Text> {
        let bare = bare_code(text);
        match bare.len() {
            0 => Err(texts::CODE_MISSING),
            DIGITS if bare.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Self(bare)),
            _ => Err(texts::PHONE_CODE_SHAPE),
        }
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    fn bytes(&self, token_digest: &str) -> Vec<u8> {
        format!("{token_digest} {}", self.0).into_bytes()
    }

    /// The stored digest, keyed by the program's key, because six digits are soon guessed, and bound to one token.
    pub fn seal(&self, keys: &Keys, token_digest: &str) -> String {
        let Seal { key_id, digest } = keys.seal(keys.id(), SEAL_PURPOSE, &self.bytes(token_digest));
        format!("{key_id}.{digest}")
    }

    /// Whether it is the one that was sealed; compared in constant time.
    pub fn is(&self, keys: &Keys, token_digest: &str, sealed: &str) -> bool {
        let Some((key_id, digest)) = sealed.split_once('.') else { return false };
        let seal = Seal { key_id: key_id.into(), digest: digest.into() };
        keys.verify(SEAL_PURPOSE, &self.bytes(token_digest), &seal)
    }
}

/// Codes that were sent today: all of them, and those to unknown devices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SentCodes {
    pub codes: i64,
    pub unknown_devices: i64,
}

/// The share of the day's codes that go to numbers of one block: SMS pumping sends to many numbers of a block that the attacker
/// earns from.
const PREFIX_SHARE: i64 = 20;
/// A block of 10,000 numbers gets at least this many, however low the operator's daily limit is.
const MIN_CODES_PER_PREFIX: i64 = 20;
/// The number of digits that identify a block of 10,000 numbers.
const PREFIX_LENGTH: usize = 6;

/// The first digits of a number, which the numbers of its block share.
pub fn prefix_of(phone: &str) -> &str {
    phone.get(..PREFIX_LENGTH).unwrap_or(phone)
}

/// The kind of device that requests a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceTrust {
    /// A device that the account knows, or a session of the account that proved the number.
    Known,
    Unknown,
}

/// The daily limit that refuses another code, if one does. Unknown devices may use four fifths of each, so that the rest is left to known
/// devices.
pub fn exceeded(device: DeviceTrust, per_day: i64, of_day: SentCodes, of_prefix: SentCodes) -> Option<CodeLimit> {
    let per_prefix = (per_day / PREFIX_SHARE).max(MIN_CODES_PER_PREFIX);
    let is_full = |sent: SentCodes, limit: i64| {
        sent.codes >= limit || device == DeviceTrust::Unknown && sent.unknown_devices >= (limit * 4 / 5).max(1)
    };
    if is_full(of_day, per_day) {
        Some(CodeLimit::Total)
    } else if is_full(of_prefix, per_prefix) {
        Some(CodeLimit::Prefix)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::keys::KeySource;

    #[test]
    fn a_code_matches_its_digest_for_its_own_token_only() {
        let key = |digit: &str| Keys::load(&KeySource::Given(digit.repeat(64).parse().unwrap())).unwrap();
        let keys = key("4");
        let code = PhoneCode::parse(" 012-345 ").unwrap();
        let sealed = code.seal(&keys, "token");
        assert!(!sealed.contains("012345"));
        assert!(code.is(&keys, "token", &sealed));
        assert!(!code.is(&keys, "another", &sealed));
        assert!(!PhoneCode::parse("012346").unwrap().is(&keys, "token", &sealed));
        assert!(!code.is(&key("5"), "token", &sealed));
        for text in ["", "12345", "1234567", "12345a", "൧൨൩൪൫൬"] {
            assert!(PhoneCode::parse(text).is_err(), "{text}");
        }
        for _ in 0..100 {
            assert!(PhoneCode::parse(PhoneCode::random().expose()).is_ok());
        }
    }

    #[test]
    fn unknown_devices_leave_a_fifth_of_every_limit_to_known_ones() {
        let sent = |codes, unknown_devices| SentCodes { codes, unknown_devices };
        let none = SentCodes::default();
        for (device, of_day, of_prefix, limit) in [
            (DeviceTrust::Unknown, none, none, None),
            (DeviceTrust::Unknown, sent(799, 799), none, None),
            (DeviceTrust::Unknown, sent(800, 800), none, Some(CodeLimit::Total)),
            (DeviceTrust::Known, sent(800, 800), none, None),
            (DeviceTrust::Known, sent(1000, 800), none, Some(CodeLimit::Total)),
            (DeviceTrust::Unknown, sent(900, 100), none, None),
            (DeviceTrust::Unknown, sent(100, 100), sent(40, 40), Some(CodeLimit::Prefix)),
            (DeviceTrust::Known, sent(100, 100), sent(40, 40), None),
            (DeviceTrust::Known, sent(100, 100), sent(50, 0), Some(CodeLimit::Prefix)),
        ] {
            assert_eq!(exceeded(device, 1000, of_day, of_prefix), limit, "{device:?} {of_day:?} {of_prefix:?}");
        }
        // A small installation still sends some, also to a single block of numbers.
        assert_eq!(exceeded(DeviceTrust::Unknown, 1, none, none), None);
        assert_eq!(exceeded(DeviceTrust::Unknown, 100, sent(15, 15), sent(15, 15)), None);
        assert_eq!(exceeded(DeviceTrust::Unknown, 100, sent(16, 16), sent(16, 16)), Some(CodeLimit::Prefix));
    }

    #[test]
    fn a_prefix_is_the_first_six_digits() {
        assert_eq!((prefix_of("9847012345"), prefix_of("98")), ("984701", "98"));
    }
}
