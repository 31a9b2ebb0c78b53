//! Signatures on requests to and from the provider: HMAC-SHA256 over time and body, against forgery and replay.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use ring::hmac;

use crate::platform::ids::{hex, unhex};

/// The header: `t=1794650400,v1=…`.
pub const SIGNATURE: &str = "x-doccare-signature";
/// The allowed difference of the two clocks.
const MAX_SIGNATURE_AGE: SignedDuration = SignedDuration::from_mins(5);
/// Shorter secrets can be guessed.
const MIN_SECRET_LENGTH: usize = 32;

#[derive(Clone, PartialEq, Eq)]
pub struct SharedSecret(String);

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret")
    }
}

impl SharedSecret {
    /// Why it will not do, if so.
    pub fn parse(text: String) -> Result<Self, String> {
        if text.len() < MIN_SECRET_LENGTH {
            return Err(format!("expected at least {MIN_SECRET_LENGTH} characters"));
        }
        Ok(Self(text))
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

fn signed(seconds: i64, body: &[u8]) -> Vec<u8> {
    [format!("{seconds}.").as_bytes(), body].concat()
}

/// The header's value.
pub fn sign(secret: &str, now: Timestamp, body: &[u8]) -> String {
    let (key, seconds) = (hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), now.as_second());
    format!("t={seconds},v1={}", hex(hmac::sign(&key, &signed(seconds, body)).as_ref()))
}

/// Whether the body was signed with the secret, just now. Compares in constant time.
pub fn verify(secret: &str, now: Timestamp, body: &[u8], header: &str) -> bool {
    let part = |name: &str| header.split(',').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='));
    let Some((seconds, digest)) = part("t").and_then(|t| t.parse::<i64>().ok()).zip(part("v1").and_then(unhex)) else {
        return false;
    };
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    now.as_second().abs_diff(seconds) <= MAX_SIGNATURE_AGE.as_secs().unsigned_abs()
        && hmac::verify(&key, &signed(seconds, body), &digest).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_needs_the_secret_and_is_valid_for_five_minutes() {
        let at = |seconds| Timestamp::from_second(seconds).unwrap();
        let header = sign("secret", at(1_000_000), b"body");
        assert!(header.starts_with("t=1000000,v1="));
        for (secret, seconds, body, header, good) in [
            ("secret", 1_000_000, "body", header.clone(), true),
            ("secret", 1_000_300, "body", header.clone(), true),
            ("secret", 999_700, "body", header.clone(), true),
            ("secret", 1_000_301, "body", header.clone(), false),
            ("secret", 1_000_000, "body ", header.clone(), false),
            ("another", 1_000_000, "body", header.clone(), false),
            ("secret", 1_000_001, "body", header.replace("t=1000000", "t=1000001"), false),
            ("secret", 1_000_000, "body", header.replace("v1=", "v1=0"), false),
            ("secret", 1_000_000, "body", String::new(), false),
            ("secret", 1_000_000, "body", "t=1000000".into(), false),
            ("secret", 1_000_000, "body", "t=1000000,v1=".into(), false),
        ] {
            assert_eq!(verify(secret, at(seconds), body.as_bytes(), &header), good, "{secret} {seconds} {header}");
        }
    }

    /// The example of docs/MESSAGES.md.
    #[test]
    fn the_documented_example_is_right() {
        let page = include_str!("../../../../docs/MESSAGES.md");
        let signed = sign(
            "an-example-secret-of-32-characters",
            Timestamp::from_second(1_794_650_400).unwrap(),
            br#"{"id":"1"}"#,
        );
        assert!(page.contains(&signed), "{signed}");
    }
}
