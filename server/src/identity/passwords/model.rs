//! Accepted passwords. Pure.

use super::rules::{Owner, is_common, is_local_word, is_run};
use crate::identity::texts;
use crate::platform::ids::Secret;
use crate::platform::lang::Text;

/// A password that passed all checks.
pub struct NewPassword(String);

impl NewPassword {
    const MIN_LENGTH: usize = 8;
    /// Hashing takes the same time for any length; this only rejects nonsense.
    const MAX_LENGTH_BYTES: usize = 1024;

    pub fn parse(text: &str, owner: &Owner) -> Result<Self, Text> {
        match text.chars().count() {
            0 => Err(texts::PASSWORD_MISSING),
            n if n < Self::MIN_LENGTH => Err(texts::PASSWORD_SHORT),
            _ if text.len() > Self::MAX_LENGTH_BYTES => Err(texts::PASSWORD_LONG),
            _ if is_common(text) => Err(texts::PASSWORD_COMMON),
            _ if is_run(text) => Err(texts::PASSWORD_RUN),
            _ if owner.is_known_by(text) => Err(texts::PASSWORD_OWN),
            _ if is_local_word(text) => Err(texts::PASSWORD_PLACE),
            _ => Ok(Self(text.to_owned())),
        }
    }

    /// A random one, for accounts whose owner chooses the password by a link.
    pub fn unknown() -> Self {
        Self(Secret::random().expose().to_owned())
    }

    pub fn expose(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_have_eight_characters_to_1024_bytes_of_any_kind_that_are_not_guessed_first() {
        let owner = Owner::new(["Asha Nair", "asha@example.org", "9847012345"]);
        let (long, longer) = ("tea boat ".repeat(113) + "monsoon", "ആഴക്കടൽ ".repeat(50));
        for (text, refusal) in [
            ("", Some(texts::PASSWORD_MISSING)),
            ("tea 123", Some(texts::PASSWORD_SHORT)),
            ("iloveyou", Some(texts::PASSWORD_COMMON)),
            ("12345678", Some(texts::PASSWORD_COMMON)),
            ("Thrissur2026", Some(texts::PASSWORD_PLACE)),
            ("boatboatboat", Some(texts::PASSWORD_RUN)),
            ("asha.nair", Some(texts::PASSWORD_OWN)),
            ("രഹസ്യവാക്ക്", None),
            ("tea boat 42", None),
            (&long, None),
            (&longer, Some(texts::PASSWORD_LONG)),
        ] {
            let found = NewPassword::parse(text, &owner).err();
            assert_eq!(found.map(|text| text.en), refusal.map(|text| text.en), "{text}");
        }
    }
}
