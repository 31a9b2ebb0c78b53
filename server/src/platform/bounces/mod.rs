//! Bounced mails: the signed Message-ID that proves a bounce is of a mail of ours, reading bounce reports, and the addresses that mails do not
//! reach. `docs/BOUNCES.md` tells operators and providers how reports come in. Decision 0066.
//!
//! The outbox sends nothing to an unreachable address, except mails about the login. Sent mails are not stored: the Message-ID proves
//! that a mail with this id was sent to this address, not who reports its bounce.

mod folder;
mod report;
mod store;

use jiff::{SignedDuration, Timestamp};

pub use self::folder::{ReturnedMail, claim, list_new};
pub use self::report::{is_about_recipient, is_final, read};
pub use self::store::{erase, forget_old, list_unreached, note, note_reached};
use super::ids::made_at;
use super::keys::{Keys, Seal};

/// The purpose of the key's digest.
const SEALED: &str = "mails";
/// Older bounces say nothing about today.
const MAX_BOUNCE_AGE: SignedDuration = SignedDuration::from_hours(6 * 24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportSource {
    /// The provider, by a signed report: the address is marked at once.
    Provider,
    /// The mail server, when it refuses a mail: the address is marked at once.
    Server,
    /// The mailbox for bounces, to which anyone can write, also a recipient with a forged report: no address is marked, its owner is asked
    /// whether mails arrive.
    Folder,
}

/// A bounce as reported, not verified yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BounceReport {
    /// The mail's Message-ID, with or without its angle brackets.
    pub message_id: String,
    /// Possible recipients.
    pub recipients: Vec<String>,
    pub is_final: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bounce {
    /// In lower case.
    pub address: String,
    pub mail_id: String,
    pub mailed_at: i64,
    pub is_final: bool,
}

/// The signed part of a Message-ID before the `@`: it cannot be forged for another mail or address without the key.
pub fn mark(keys: &Keys, mail_id: &str, to: &str) -> String {
    let Seal { key_id, digest } = keys.seal(keys.id(), SEALED, &sealed(mail_id, to));
    format!("{mail_id}.{key_id}.{digest}")
}

fn sealed(mail_id: &str, to: &str) -> Vec<u8> {
    format!("{mail_id} {}", to.to_lowercase()).into_bytes()
}

impl BounceReport {
    /// Verifies that it is a recent mail of ours to one of the recipients.
    pub fn prove(&self, keys: &Keys, now: Timestamp) -> Option<Bounce> {
        let (mark, _) = self.message_id.trim().trim_start_matches('<').split_once('@')?;
        let mut parts = mark.splitn(3, '.').map(str::to_owned);
        let (mail_id, key_id, digest) = (parts.next()?, parts.next()?, parts.next()?);
        let seal = Seal { key_id, digest };
        let is_proven = |to: &&String| keys.verify(SEALED, &sealed(&mail_id, to), &seal);
        let address = self.recipients.iter().find(is_proven)?.to_lowercase();
        let mailed = made_at(&mail_id)?;
        let is_old = now.duration_since(mailed) > MAX_BOUNCE_AGE;
        let mailed_at = mailed.as_millisecond();
        (!is_old).then_some(Bounce { address, mail_id, mailed_at, is_final: self.is_final })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::ids::new_id;
    use crate::platform::keys::KeySource;

    fn keys(digit: &str) -> Keys {
        Keys::load(&KeySource::Given(digit.repeat(64).parse().unwrap())).unwrap()
    }

    #[test]
    fn only_a_mail_of_ours_to_that_address_comes_back() {
        let (own, others) = (keys("a"), keys("b"));
        let now: Timestamp = "2026-11-15T04:00:00Z".parse().unwrap();
        let id = new_id(now);
        let told =
            |message_id: String, to: &str| BounceReport { message_id, recipients: vec![to.into()], is_final: true };
        let good = format!("<{}@doccare.example>", mark(&own, &id, "Asha@example.org"));
        let bounce = told(good.clone(), "asha@EXAMPLE.org").prove(&own, now).unwrap();
        assert_eq!((bounce.address.as_str(), bounce.mail_id.as_str()), ("asha@example.org", id.as_str()));
        assert_eq!(bounce.mailed_at, now.as_millisecond());
        let days = |days: i64| now + SignedDuration::from_hours(24 * days);
        assert!(told(good.clone(), "asha@example.org").prove(&own, days(6)).is_some());
        for (message_id, to, keys, at) in [
            (good.clone(), "binu@example.org", &own, now),
            (good.clone(), "asha@example.org", &others, now),
            (good.clone(), "asha@example.org", &own, days(7)),
            (good.replace(&id, &new_id(now)), "asha@example.org", &own, now),
            (format!("<{id}@doccare.example>"), "asha@example.org", &own, now),
            (format!("<{id}..@doccare.example>"), "asha@example.org", &own, now),
            (String::new(), "asha@example.org", &own, now),
        ] {
            assert_eq!(told(message_id.clone(), to).prove(keys, at), None, "{message_id} {to}");
        }
    }
}
