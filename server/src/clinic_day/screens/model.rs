//! The code by which a screen is paired, and its number. Pure.

use jiff::SignedDuration;

use crate::clinic_day::model::Screen;
use crate::clinic_day::texts;
use crate::platform::ids::{Secret, draw};
use crate::platform::input::bare_code;
use crate::platform::keys::Keys;
use crate::platform::lang::Text;
use crate::platform::qr::QrPicture;

/// How long a pairing code is valid.
pub const PAIRING_TTL: SignedDuration = SignedDuration::from_mins(10);
pub const MAX_SCREENS_PER_DOCTOR: usize = 10;
const DIGITS: usize = 6;
/// The purpose of the key's digest.
const PURPOSE: &str = "screen code";

/// The lowest number that no screen of these has.
pub fn free_number(screens: &[Screen]) -> i64 {
    let is_taken = |number: &i64| screens.iter().any(|screen| screen.number == *number);
    (1..i64::MAX).find(|number| !is_taken(number)).unwrap_or(1)
}

/// Six digits, which a screen shows and the doctor or the desk types in.
pub struct PairingCode(String);

impl PairingCode {
    pub fn random() -> Self {
        Self(format!("{:0DIGITS$}", draw(1_000_000)))
    }

    pub fn parse(text: &str) -> Result<Self, Text> {
        let bare = bare_code(text);
        match bare.len() {
            DIGITS if bare.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Self(bare)),
            _ => Err(texts::SCREEN_CODE_SHAPE),
        }
    }

    /// The stored digest: six digits are soon guessed, so it is keyed by the program's key.
    pub fn digest(&self, keys: &Keys) -> String {
        keys.seal(keys.id(), PURPOSE, self.0.as_bytes()).digest
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// The data that a screen gets when it asks to be paired.
pub struct PairingOffer {
    pub code: PairingCode,
    /// The screen's secret: its link, once the code was typed.
    pub token: Secret,
    /// Leads a phone to the page where the code is typed, with the code filled in.
    pub picture: QrPicture,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits_however_it_is_typed() {
        for text in ["482913", " 482 913 ", "482-913"] {
            assert_eq!(PairingCode::parse(text).ok().map(|code| code.0).as_deref(), Some("482913"));
        }
        for text in ["", "48291", "4829133", "48291a", "൪൮൨൯൧൩"] {
            assert!(PairingCode::parse(text).is_err(), "{text}");
        }
        assert_eq!(PairingCode::random().expose().len(), DIGITS);
    }

    #[test]
    fn a_removed_screens_number_is_given_again() {
        let screen = |number| Screen {
            id: String::new(),
            hospital_id: None,
            number,
            token_digest: String::new(),
            created_at: 0,
        };
        assert_eq!(free_number(&[]), 1);
        assert_eq!(free_number(&[screen(1), screen(3)]), 2);
        assert_eq!(free_number(&[screen(2), screen(1)]), 3);
    }
}
