//! A change of the address or number of an account, and the link that confirms an address.

use jiff::{SignedDuration, Timestamp};

use crate::identity::model::Email;
use crate::identity::person::Mobile;
use crate::platform::ids::Secret;

/// New login names; `None` stays as it is.
pub struct ContactChange {
    pub email: Option<Email>,
    pub phone: Option<Mobile>,
}

impl ContactChange {
    /// `None` if neither changes. An address that differs in case only is the same.
    pub fn between(before: (&Email, &Mobile), after: (&Email, &Mobile)) -> Option<Self> {
        let email = (after.0.key() != before.0.key()).then(|| after.0.clone());
        let phone = (after.1 != before.1).then(|| after.1.clone());
        (email.is_some() || phone.is_some()).then_some(Self { email, phone })
    }
}

/// Long enough for people who read mail once a day.
pub const LINK_TTL: SignedDuration = SignedDuration::from_hours(24);
/// Longer, because an applicant waits for the administrator's decision meanwhile, and cannot request another link.
pub const APPLICANT_LINK_TTL: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A fresh link to the page that confirms an address.
pub struct ConfirmationLink {
    pub address: String,
    pub token_digest: String,
    pub expires_at: i64,
}

impl ConfirmationLink {
    pub fn new(ttl: SignedDuration, site: &str, now: Timestamp) -> Self {
        let token = Secret::random();
        Self {
            // After the `#`: browsers do not send that part, so no server log contains it.
            address: format!("{site}/confirmemail#{}", token.expose()),
            token_digest: token.digest(),
            expires_at: now.checked_add(ttl).unwrap_or(now).as_millisecond(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_address_or_number_is_a_change() {
        let email = |text| Email::parse(text).map_err(|_| ()).unwrap();
        let mobile = |text| Mobile::parse(text).map_err(|_| ()).unwrap();
        let before = (&email("Asha@example.org"), &mobile("9876543210"));
        for (after_email, after_phone, changes) in [
            ("Asha@example.org", "9876543210", None),
            ("asha@EXAMPLE.org", "+91 98765 43210", None),
            ("asha2@example.org", "9876543210", Some((true, false))),
            ("Asha@example.org", "9876543211", Some((false, true))),
        ] {
            let change = ContactChange::between(before, (&email(after_email), &mobile(after_phone)));
            assert_eq!(
                change.map(|it| (it.email.is_some(), it.phone.is_some())),
                changes,
                "{after_email} {after_phone}"
            );
        }
    }
}
