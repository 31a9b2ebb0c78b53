//! Secrets and codes of authenticator apps, and recovery codes. Pure.

use std::fmt::Write;

use crate::identity::model::Role;
use crate::identity::texts;
use crate::platform::ids::{Secret, random_bytes};
use crate::platform::input::bare_code;
use crate::platform::lang::Text;
use crate::platform::qr::QrPicture;

pub const RECOVERY_CODES: usize = 10;
/// 120 bits each: nothing to guess, so that a fast hash is right for them.
const RECOVERY_BYTES: usize = 15;
const RECOVERY_LETTERS: usize = 24;
const APP_DIGITS: usize = 6;

/// The secret of an app, and how the app gets it.
pub struct Enrollment {
    pub secret: [u8; 20],
    /// To type, in groups of four.
    pub typed: String,
    /// The content of the QR code; on a phone it opens the app.
    pub link: String,
    pub picture: QrPicture,
}

impl Enrollment {
    pub fn new(role: Role, email: &str) -> Self {
        let secret: [u8; 20] = random_bytes();
        let text = base32(&secret);
        let account = escape(&format!("{email} ({})", role.as_str()));
        let link = format!("otpauth://totp/Doc%20Care:{account}?secret={text}&issuer=Doc%20Care");
        Self { secret, typed: in_groups(&text, ' '), picture: QrPicture::of(&link), link }
    }
}

/// A code to recover with: shown once, and used once in the place of the app's.
pub struct RecoveryCode(String);

impl RecoveryCode {
    pub fn random() -> Self {
        Self(base32(&random_bytes::<RECOVERY_BYTES>()))
    }

    pub fn shown(&self) -> String {
        in_groups(&self.0, '-')
    }

    pub fn digest(&self) -> String {
        Secret::shown(&self.0).digest()
    }
}

/// A typed code: the app's, or a recovery code.
pub enum TypedCode {
    App(u32),
    Recovery(RecoveryCode),
}

impl TypedCode {
    /// Upper and lower case are the same.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let bare = bare_code(text).to_ascii_uppercase();
        let is_app = bare.len() == APP_DIGITS && bare.bytes().all(|byte| byte.is_ascii_digit());
        let is_recovery = bare.len() == RECOVERY_LETTERS && bare.bytes().all(|byte| LETTERS.contains(&byte));
        match bare.parse() {
            _ if bare.is_empty() => Err(texts::CODE_MISSING),
            Ok(number) if is_app => Ok(Self::App(number)),
            _ if is_recovery => Ok(Self::Recovery(RecoveryCode(bare))),
            _ => Err(texts::CODE_SHAPE),
        }
    }
}

const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// RFC 4648, for bytes that need no padding.
fn base32(bytes: &[u8]) -> String {
    let (fives, []) = bytes.as_chunks::<5>() else { unreachable!("only whole groups are written") };
    let letters = fives.iter().flat_map(|five| {
        let bits = five.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |place| char::from(LETTERS[usize::try_from(bits >> (5 * place) & 31).unwrap_or(0)]))
    });
    letters.collect()
}

fn in_groups(text: &str, between: char) -> String {
    let mut groups = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index > 0 && index % 4 == 0 {
            groups.push(between);
        }
        groups.push(letter);
    }
    groups
}

/// Percent-encodes everything but letters, digits and a few signs, for a part of an address.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_apps_read_them() {
        assert_eq!(base32(b"12345678901234567890"), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(base32(&[255; 5]), "77777777");
    }

    #[test]
    fn an_enrollment_names_the_account_in_a_link_that_apps_read() {
        let offer = Enrollment::new(Role::Doctor, "asha+x@example.org");
        let bare = offer.typed.replace(' ', "");
        assert_eq!((offer.typed.len(), bare.len()), (39, 32));
        let account = "asha%2Bx%40example.org%20%28doctor%29";
        assert_eq!(offer.link, format!("otpauth://totp/Doc%20Care:{account}?secret={bare}&issuer=Doc%20Care"));
        assert_ne!(Enrollment::new(Role::Doctor, "asha+x@example.org").secret, offer.secret);
        assert!(offer.picture.size > 40 && offer.picture.path.starts_with("M4 4h1v1h-1z"));
    }

    #[test]
    fn a_recovery_code_is_read_back_however_it_is_typed() {
        let code = RecoveryCode::random();
        let shown = code.shown();
        assert_eq!((shown.len(), shown.matches('-').count()), (29, 5));
        for typed in
            [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), format!(" {} ", shown.replace('-', ""))]
        {
            match TypedCode::parse(&typed) {
                Ok(TypedCode::Recovery(read)) => assert_eq!(read.digest(), code.digest()),
                _ => panic!("{typed}"),
            }
        }
    }

    #[test]
    fn six_digits_are_the_apps_and_anything_else_is_no_code() {
        for (typed, number) in [("000000", 0), ("287 082", 287_082), (" 012345 ", 12_345)] {
            assert!(matches!(TypedCode::parse(typed), Ok(TypedCode::App(read)) if read == number), "{typed}");
        }
        for (typed, said) in [
            ("", texts::CODE_MISSING),
            (" - ", texts::CODE_MISSING),
            ("12345", texts::CODE_SHAPE),
            ("1234567", texts::CODE_SHAPE),
            ("+12345", texts::CODE_SHAPE),
            ("൧൨൩൪൫൬", texts::CODE_SHAPE),
            ("GEZD-GNBV-GY3T-QOJQ-GEZD-GNB1", texts::CODE_SHAPE),
        ] {
            assert_eq!(TypedCode::parse(typed).err().map(|text| text.en), Some(said.en), "{typed}");
        }
    }
}
