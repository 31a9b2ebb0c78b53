//! The daily limits on codes. Pure.

use crate::identity::phone::model::SentCodes;

/// The share of the day's codes that go to numbers of one block: SMS pumping sends to many numbers of a block that the attacker
/// earns from.
const PREFIX_SHARE: i64 = 20;
/// A block of 10,000 numbers gets at least so many, however few the operator allows in all.
const MIN_CODES_PER_PREFIX: i64 = 20;
/// So many digits name a block of 10,000 numbers.
const PREFIX_LENGTH: usize = 6;

/// The first digits of a number, which the numbers of its block share.
pub fn prefix_of(phone: &str) -> &str {
    phone.get(..PREFIX_LENGTH).unwrap_or(phone)
}

/// On what somebody asks for a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceTrust {
    /// A device that the account knows, or a session of the account that proved the number.
    Known,
    Unknown,
}

/// What refuses a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeLimit {
    /// Of a number, a device, an account or a network.
    Rate,
    /// Of the numbers with the same first digits.
    Prefix,
    /// Of a day.
    Total,
}

impl CodeLimit {
    pub const ALL: [Self; 3] = [Self::Rate, Self::Prefix, Self::Total];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rate => "rate",
            Self::Prefix => "prefix",
            Self::Total => "total",
        }
    }
}

/// Which daily limit refuses another code, if one does. Unknown devices have four fifths of each, so that strangers leave the rest to
/// known devices.
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
