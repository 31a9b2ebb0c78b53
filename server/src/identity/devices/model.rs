//! The content of the device cookie, and its encoding. Pure.

use jiff::SignedDuration;

use crate::platform::ids::{hex, random_bytes};
use crate::platform::keys::{Keys, Seal};

pub const DEVICE_TTL: SignedDuration = SignedDuration::from_hours(90 * 24);
/// A family's tablet or a hospital's desk is used by several accounts. Beyond this number the account that logged in longest ago is
/// dropped.
pub const MAX_ACCOUNTS: usize = 8;
/// The purpose of the cookie's seal: other sealed values are not accepted as a cookie.
const PURPOSE: &str = "device cookie";

/// The random id of a browser for one account. It is the key of a rate limit, not a credential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceId(String);

impl DeviceId {
    pub fn random() -> Self {
        Self(hex(&random_bytes::<16>()))
    }

    /// The device of a client that is logged in but sent no cookie: named after its session.
    pub fn of_session(session: &str) -> Self {
        Self(format!("session {session}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownAccount {
    pub account_id: String,
    pub device: DeviceId,
    /// In Unix seconds.
    pub expires_at: i64,
}

impl KnownAccount {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (account_id, device, expires_at) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
        Some(Self { account_id: account_id.into(), device: DeviceId(device.into()), expires_at })
    }
}

/// The accounts in a cookie that have not expired; empty if the cookie was not sealed by one of our keys.
pub fn read(keys: &Keys, value: &str, now: i64) -> Vec<KnownAccount> {
    let Some((accounts, seal)) = value.rsplit_once('~') else { return Vec::new() };
    let Some((key_id, digest)) = seal.split_once('.') else { return Vec::new() };
    let seal = Seal { key_id: key_id.into(), digest: digest.into() };
    if !keys.verify(PURPOSE, accounts.as_bytes(), &seal) {
        return Vec::new();
    }
    accounts.split('~').filter_map(KnownAccount::parse).filter(|known| known.expires_at > now / 1000).collect()
}

/// The cookie's new value: this account first, then the others that it held.
pub fn write(keys: &Keys, mut known: Vec<KnownAccount>, account_id: &str, device: DeviceId, now: i64) -> String {
    known.retain(|known| known.account_id != account_id);
    let expires_at = (now / 1000).saturating_add(DEVICE_TTL.as_secs());
    known.insert(0, KnownAccount { account_id: account_id.into(), device, expires_at });
    known.truncate(MAX_ACCOUNTS);
    let lines = known.iter().map(|KnownAccount { account_id, device, expires_at }| {
        format!("{account_id}.{}.{expires_at}", device.as_str())
    });
    let accounts = lines.collect::<Vec<_>>().join("~");
    let Seal { key_id, digest } = keys.seal(keys.id(), PURPOSE, accounts.as_bytes());
    format!("{accounts}~{key_id}.{digest}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::platform::keys::KeySource;

    fn keys(lines: &str) -> Keys {
        Keys::load(&KeySource::Given(lines.parse().unwrap())).unwrap()
    }

    fn id(number: usize) -> String {
        format!("01939f00-0000-7000-8000-{number:012}")
    }

    #[test]
    fn the_device_cookie_keeps_the_latest_accounts_for_90_days() {
        let keys = keys(&"4".repeat(64));
        let (mut value, mut devices) = (String::new(), Vec::new());
        for number in 0..10 {
            let now = i64::try_from(number).unwrap() * 1000;
            let device = DeviceId::random();
            value = write(&keys, read(&keys, &value, now), &id(number), device.clone(), now);
            devices.push(device);
        }
        let known = read(&keys, &value, 10_000);
        let expected: Vec<_> = (2..10).rev().map(|number| (id(number), devices[number].clone())).collect();
        let found: Vec<_> = known.into_iter().map(|known| (known.account_id, known.device)).collect();
        assert_eq!(found, expected);
        assert!(value.len() < 1000, "{}", value.len());
        assert!(value.bytes().all(|byte| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)), "{value}");
        let last_day = (DEVICE_TTL.as_secs() + 9) * 1000;
        assert_eq!((read(&keys, &value, last_day - 1).len(), read(&keys, &value, last_day).len()), (1, 0));
    }

    #[test]
    fn a_device_cookie_of_another_key_or_purpose_is_ignored() {
        let (old, new) = ("4".repeat(64), "5".repeat(64));
        let value = write(&keys(&old), Vec::new(), &id(1), DeviceId::random(), 0);
        assert!(read(&keys(&new), &value, 0).is_empty());
        assert_eq!(read(&keys(&format!("{new},{old}")), &value, 0).len(), 1, "a key that was renewed still reads it");
        let accounts = format!("{}.{}.9999999999", id(1), "0".repeat(32));
        let seal = keys(&old).seal(keys(&old).id(), "phone code", accounts.as_bytes());
        assert!(read(&keys(&old), &format!("{accounts}~{}.{}", seal.key_id, seal.digest), 0).is_empty());
    }

    proptest! {
        #[test]
        fn a_forged_or_changed_device_cookie_is_ignored(text: String, at: prop::sample::Index, with in "[0-9a-f.~]") {
            let keys = keys(&"4".repeat(64));
            prop_assert!(read(&keys, &text, 0).is_empty());
            let value = write(&keys, Vec::new(), &id(1), DeviceId::random(), 0);
            let at = at.index(value.len());
            let changed = format!("{}{with}{}", &value[..at], &value[at + 1..]);
            prop_assert!(changed == value || read(&keys, &changed, 0).is_empty());
        }
    }
}
