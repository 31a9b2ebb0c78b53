//! What may be a password. Pure.

use crate::identity::texts;
use crate::platform::lang::Text;

/// A password that an account may have.
pub struct NewPassword(String);

impl NewPassword {
    const SHORTEST: usize = 8;
    /// Hashing takes the same time for any length; this only keeps nonsense out.
    const LONGEST: usize = 1024;

    pub fn parse(text: &str) -> Result<Self, Text> {
        match text.chars().count() {
            0 => Err(texts::PASSWORD_MISSING),
            n if n < Self::SHORTEST => Err(texts::PASSWORD_SHORT),
            n if n > Self::LONGEST => Err(texts::PASSWORD_LONG),
            _ => Ok(Self(text.to_owned())),
        }
    }

    pub fn expose(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_have_eight_characters_of_any_kind_and_may_be_long() {
        for (text, good) in
            [("", false), ("1234567", false), ("12345678", true), ("രഹസ്യവാക്ക്", true), (&"x".repeat(128), true)]
        {
            assert_eq!(NewPassword::parse(text).is_ok(), good, "{text}");
        }
    }
}
