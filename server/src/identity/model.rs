//! Accounts: roles, states, addresses and login names. Pure.

use jiff::SignedDuration;
use serde::Serialize;

use super::person::Mobile;
use super::texts;
use crate::platform::clock::millis;
use crate::platform::db::FromColumn;
use crate::platform::lang::{Lang, Text};
use crate::platform::phone_messages::Channel;

/// Each value is a bit in a set of roles. No function may count the roles: a type that depends on such a call makes the compiler
/// fail with a cycle in non-incremental builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User = 1,
    Doctor = 2,
    Hospital = 4,
    Pharmacy = 8,
    Admin = 16,
    /// Desk staff: an assistant of a doctor, or staff of a hospital.
    Desk = 32,
}

impl Role {
    pub const ALL: [Self; 6] = [Self::User, Self::Doctor, Self::Hospital, Self::Pharmacy, Self::Admin, Self::Desk];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Doctor => "doctor",
            Self::Hospital => "hospital",
            Self::Pharmacy => "pharmacy",
            Self::Admin => "admin",
            Self::Desk => "desk",
        }
    }

    /// The state of a new account. Workers wait for an administrator's approval.
    pub fn first_state(self) -> AccountState {
        match self {
            Self::User | Self::Admin | Self::Desk => AccountState::Active,
            Self::Doctor | Self::Hospital | Self::Pharmacy => AccountState::Pending,
        }
    }

    /// Whether the time of last use is stored longer than the sessions: lists of administrators and desk staff show it, and idle
    /// patients are erased by it.
    pub fn stores_last_use(self) -> bool {
        matches!(self, Self::Admin | Self::Desk | Self::User)
    }

    pub fn session(self) -> SessionLength {
        let (minutes, hours) = (SignedDuration::from_mins, SignedDuration::from_hours);
        match self {
            Self::Admin => SessionLength { idle: minutes(30), whole: hours(12), record_interval: minutes(1) },
            _ => SessionLength { idle: hours(30 * 24), whole: hours(90 * 24), record_interval: hours(24) },
        }
    }
}

/// How long a session lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLength {
    /// Time without use after which it ends.
    pub idle: SignedDuration,
    /// Total lifetime.
    pub whole: SignedDuration,
    /// Uses are recorded at most this often, so that reads do not become writes.
    pub record_interval: SignedDuration,
}

impl SessionLength {
    pub fn expiry(self, signed_in_at: i64, used_at: i64) -> i64 {
        used_at.saturating_add(millis(self.idle)).min(self.end(signed_in_at))
    }

    /// The latest end.
    pub fn end(self, signed_in_at: i64) -> i64 {
        signed_in_at.saturating_add(millis(self.whole))
    }

    pub fn should_record_use(self, last_used_at: i64, now: i64) -> bool {
        now - last_used_at >= millis(self.record_interval)
    }
}

impl FromColumn for Role {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// A worker whose application waits for approval.
    Pending,
    Active,
    Blocked,
    /// Deleted by its owner; the row stays for its bookings.
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
}

impl FromColumn for AccountState {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        [Self::Pending, Self::Active, Self::Blocked, Self::Deleted].into_iter().find(|state| state.as_str() == text)
    }
}

/// An e-mail address as typed, and as compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Email(String);

impl Email {
    /// Accepts anything that could be an address; only a delivered mail proves that it is one.
    pub fn parse(text: &str) -> Result<Self, Text> {
        let text = text.trim();
        if text.is_empty() {
            return Err(texts::EMAIL_MISSING);
        }
        let (local, domain) = text.rsplit_once('@').ok_or(texts::EMAIL_WRONG)?;
        let labels = domain.split('.').count() > 1 && domain.split('.').all(|label| !label.is_empty());
        // Some letters become ASCII in lower case (such as the Kelvin sign), so they could imitate another address.
        let is_disguised = |c: char| !c.is_ascii() && c.to_lowercase().any(|lower| lower.is_ascii());
        let strange = |c: char| c.is_whitespace() || c.is_control() || "<>()[],;:\\\"".contains(c) || is_disguised(c);
        if local.is_empty() || local.contains('@') || !labels || text.len() > 254 || text.contains(strange) {
            return Err(texts::EMAIL_WRONG);
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key by which addresses are compared: lower case.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromColumn for Email {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Some(Self(text))
    }
}

/// The domain of all addresses in the demo data. The name is reserved (RFC 2606): no real address ends in it.
pub const DEMO_DOMAIN: &str = "demo.example";

/// Whether an address, in lower case, is one of the demo data, whose passwords are published. Decision 0070.
pub fn is_demo_address(email_key: &str) -> bool {
    email_key.rsplit_once('@').is_some_and(|(_, domain)| domain == DEMO_DOMAIN)
}

/// A login name of users and workers: an e-mail address or a mobile number.
#[derive(Debug, Clone)]
pub enum LoginName {
    Email(Email),
    Mobile(Mobile),
}

impl LoginName {
    pub fn parse(text: &str) -> Option<Self> {
        Email::parse(text).map(Self::Email).or_else(|_| Mobile::parse(text).map(Self::Mobile)).ok()
    }

    /// The key of its rate limits.
    pub fn key(&self) -> String {
        match self {
            Self::Email(email) => email.key(),
            Self::Mobile(mobile) => mobile.as_str().into(),
        }
    }
}

/// A new account; a worker's is [`AccountState::Pending`] until it is approved.
pub struct NewAccount {
    pub role: Role,
    pub email: Email,
    pub phone: Option<Mobile>,
    pub password_hash: String,
    pub lang: Lang,
}

/// The columns of an account that a login reads.
pub struct Account {
    pub id: String,
    /// The address in lower case.
    pub email_key: String,
    pub password_hash: String,
    pub state: AccountState,
}

/// Where to write to an account, and in which language.
#[derive(Debug, Clone)]
pub struct Contact {
    /// Empty without an address: then everything goes to the phone.
    pub email: String,
    pub lang: Lang,
    /// The channel for phone messages, if the account wants any or has no address, and the verified number.
    pub phone: Option<(Channel, String)>,
    /// Whether it has devices that get notifications: these come first, the others only if they fail.
    pub has_push: bool,
    /// Of a doctor: whether somebody at a desk that may answer requests has such devices.
    pub has_desk_push: bool,
}

impl Contact {
    /// An address alone.
    pub fn of_address(email: &str, lang: Lang) -> Self {
        Self { email: email.into(), lang, phone: None, has_push: false, has_desk_push: false }
    }

    pub fn has_address(&self) -> bool {
        !self.email.is_empty()
    }
}

/// Who disabled the second factor of another account.
#[derive(Clone, Copy)]
pub enum RemovedBy<'a> {
    Administrator(&'a str),
    Employer(&'a str),
}

/// The limit that refuses a code.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn an_admins_session_ends_half_an_hour_after_its_last_use_and_12_hours_after_the_login() {
        let admin = Role::Admin.session();
        assert_eq!(admin.expiry(0, 0), HOUR / 2);
        assert_eq!(admin.expiry(0, 11 * HOUR), 11 * HOUR + HOUR / 2);
        assert_eq!(admin.expiry(0, 12 * HOUR - 1), 12 * HOUR);
        assert_eq!((admin.should_record_use(0, 59_999), admin.should_record_use(0, 60_000)), (false, true));
    }

    #[test]
    fn other_sessions_end_30_days_after_the_last_use_and_90_days_after_the_login() {
        for role in [Role::User, Role::Doctor, Role::Hospital, Role::Pharmacy, Role::Desk] {
            let length = role.session();
            assert_eq!(length.expiry(0, 0), 30 * 24 * HOUR);
            assert_eq!(length.expiry(0, 59 * 24 * HOUR), 89 * 24 * HOUR);
            assert_eq!(length.expiry(0, 61 * 24 * HOUR), 90 * 24 * HOUR);
            assert_eq!(
                (length.should_record_use(0, 24 * HOUR - 1), length.should_record_use(0, 24 * HOUR)),
                (false, true)
            );
        }
    }

    proptest! {
        #[test]
        fn a_parsed_address_is_one_word_and_parses_to_itself(
            text in prop_oneof![any::<String>(), "[ a-z@.<>\r\n]{0,8}@[a-z.]{0,8}"],
        ) {
            if let Ok(email) = Email::parse(&text) {
                prop_assert_eq!(&email.0, text.trim());
                prop_assert!(email.0.matches('@').count() == 1 && !email.0.contains(|c: char| c.is_whitespace() || c.is_control()));
                prop_assert_eq!(Email::parse(&email.0).ok(), Some(email));
            }
        }
    }

    #[test]
    fn addresses_that_could_be_mailed_to_are_taken() {
        for good in ["a@b.in", "Asha.Nair+x@Mail.Example.co.in", " a@b.in ", "ആശ@ഉദാഹരണം.ഭാരതം"]
        {
            assert!(Email::parse(good).is_ok(), "{good}");
        }
        // The first letter of each becomes an ASCII one in lower case: somebody else's address.
        for disguised in ["\u{212a}umar@b.in", "\u{130}ndu@b.in"] {
            assert!(Email::parse(disguised).is_err(), "{disguised}");
        }
        let long = format!("{}@b.in", "a".repeat(250));
        for bad in
            ["", "a", "@b.in", "a@", "a@b", "a@b..in", "a@b.", "a b@c.in", "a@b@c.in", "a@b.in\r\nBcc: x@y.z", &long]
        {
            assert!(Email::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn addresses_that_differ_in_case_only_are_equal() {
        assert_eq!(Email::parse("Asha@B.in").unwrap().key(), Email::parse("asha@b.IN").unwrap().key());
    }
}
