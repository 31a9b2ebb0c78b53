//! What an account is made of. Pure: every rule about roles, addresses, passwords and session lengths.

use jiff::SignedDuration;

use super::person::Mobile;
use super::texts;
use crate::platform::lang::{Lang, Text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    User,
    Doctor,
    Hospital,
    Pharmacy,
    Admin,
}

impl Role {
    pub const ALL: [Self; 5] = [Self::User, Self::Doctor, Self::Hospital, Self::Pharmacy, Self::Admin];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Doctor => "doctor",
            Self::Hospital => "hospital",
            Self::Pharmacy => "pharmacy",
            Self::Admin => "admin",
        }
    }

    pub fn from_stored(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }

    /// Users are let in at once; workers wait for the administrator.
    pub fn first_state(self) -> AccountState {
        match self {
            Self::User | Self::Admin => AccountState::Active,
            Self::Doctor | Self::Hospital | Self::Pharmacy => AccountState::Pending,
        }
    }

    pub fn session(self) -> SessionLength {
        match self {
            Self::Admin => SessionLength::SinceLogin(SignedDuration::from_hours(12)),
            _ => SessionLength::SinceLastUse(SignedDuration::from_hours(30 * 24)),
        }
    }
}

/// How long a session lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionLength {
    SinceLogin(SignedDuration),
    SinceLastUse(SignedDuration),
}

/// A use is written down at most this often, so that a read stays a read.
const REFRESH_AFTER: SignedDuration = SignedDuration::from_hours(24);

impl SessionLength {
    pub fn expiry(self, used_at: i64) -> i64 {
        let (Self::SinceLogin(length) | Self::SinceLastUse(length)) = self;
        used_at.saturating_add(millis(length))
    }

    /// The new expiry of a session used now, if its use is worth writing down.
    pub fn refreshed(self, last_used_at: i64, now: i64) -> Option<i64> {
        match self {
            Self::SinceLastUse(_) if now - last_used_at >= millis(REFRESH_AFTER) => Some(self.expiry(now)),
            _ => None,
        }
    }
}

fn millis(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// A worker who waits for the administrator.
    Pending,
    Active,
    Blocked,
    /// Its owner has deleted it; the row stays for the bookings that name it.
    Deleted,
}

impl AccountState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Blocked => "blocked",
            Self::Deleted => "deleted",
        }
    }

    pub fn from_stored(text: &str) -> Option<Self> {
        [Self::Pending, Self::Active, Self::Blocked, Self::Deleted].into_iter().find(|state| state.as_str() == text)
    }
}

/// An e-mail address as typed, and as compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// Takes anything that could be one; only a mail that arrives proves more.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let text = text.trim();
        if text.is_empty() {
            return Err(texts::EMAIL_MISSING);
        }
        let (local, domain) = text.rsplit_once('@').ok_or(texts::EMAIL_WRONG)?;
        let labels = domain.split('.').count() > 1 && domain.split('.').all(|label| !label.is_empty());
        let strange = |c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\\\"".contains(c);
        if local.is_empty() || local.contains('@') || !labels || text.len() > 254 || text.contains(strange) {
            return Err(texts::EMAIL_WRONG);
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Two addresses that differ in case only are one.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

/// What users and workers sign in with: an e-mail address or a mobile number.
#[derive(Debug, Clone)]
pub enum LoginName {
    Email(Email),
    Mobile(Mobile),
}

impl LoginName {
    pub fn parse(text: &str) -> Option<Self> {
        Email::parse(text).map(Self::Email).or_else(|_| Mobile::parse(text).map(Self::Mobile)).ok()
    }
}

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

/// What a registration brings; a worker's account is [`AccountState::Pending`] until it is approved.
pub struct NewAccount {
    pub role: Role,
    pub email: Email,
    pub phone: Option<Mobile>,
    pub password_hash: String,
    pub lang: Lang,
}

/// What a login needs to know of an account.
pub struct Account {
    pub id: String,
    pub password_hash: String,
    pub state: AccountState,
}

/// Where and in which language to write to somebody.
#[derive(Debug, Clone)]
pub struct Contact {
    pub email: String,
    pub lang: Lang,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_could_be_mailed_to_are_taken() {
        for good in ["a@b.in", "Asha.Nair+x@Mail.Example.co.in", " a@b.in ", "ആശ@ഉദാഹരണം.ഭാരതം"]
        {
            assert!(Email::parse(good).is_ok(), "{good}");
        }
        let long = format!("{}@b.in", "a".repeat(250));
        for bad in
            ["", "a", "@b.in", "a@", "a@b", "a@b..in", "a@b.", "a b@c.in", "a@b@c.in", "a@b.in\r\nBcc: x@y.z", &long]
        {
            assert!(Email::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn case_does_not_make_another_address() {
        assert_eq!(Email::parse("Asha@B.in").unwrap().key(), Email::parse("asha@b.IN").unwrap().key());
    }

    #[test]
    fn passwords_have_eight_characters_of_any_kind_and_may_be_long() {
        for (text, good) in
            [("", false), ("1234567", false), ("12345678", true), ("രഹസ്യവാക്ക്", true), (&"x".repeat(128), true)]
        {
            assert_eq!(NewPassword::parse(text).is_ok(), good, "{text}");
        }
    }

    #[test]
    fn an_admins_session_ends_12_hours_after_login_and_others_30_days_after_their_last_use() {
        const HOUR: i64 = 3_600_000;
        let (admin, user) = (Role::Admin.session(), Role::User.session());
        assert_eq!(admin.expiry(0), 12 * HOUR);
        assert_eq!(admin.refreshed(0, 11 * HOUR), None);
        assert_eq!(user.expiry(0), 720 * HOUR);
        assert_eq!(user.refreshed(0, 24 * HOUR - 1), None);
        assert_eq!(user.refreshed(0, 24 * HOUR), Some(744 * HOUR));
    }
}
