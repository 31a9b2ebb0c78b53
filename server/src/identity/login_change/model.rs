//! What changes of a login, and what the link of a new address leads to. Pure.

use crate::identity::model::{Email, Role};
use crate::identity::person::Mobile;

/// What somebody wants to sign in with from now on; `None` stays as it is.
pub struct LoginChange {
    pub email: Option<Email>,
    pub phone: Option<Mobile>,
}

impl LoginChange {
    /// `None` when both stay. An address that differs in case only is the same one.
    pub fn between(before: (&Email, &Mobile), after: (&Email, &Mobile)) -> Option<Self> {
        let email = (after.0.key() != before.0.key()).then(|| after.0.clone());
        let phone = (after.1 != before.1).then(|| after.1.clone());
        (email.is_some() || phone.is_some()).then_some(Self { email, phone })
    }
}

/// What the link of a new address leads to.
pub struct Linked {
    pub account_id: String,
    pub role: Role,
    pub email: Email,
    /// The session that asked for it.
    pub session_digest: String,
    pub is_confirmed: bool,
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
            let change = LoginChange::between(before, (&email(after_email), &mobile(after_phone)));
            assert_eq!(
                change.map(|it| (it.email.is_some(), it.phone.is_some())),
                changes,
                "{after_email} {after_phone}"
            );
        }
    }
}
