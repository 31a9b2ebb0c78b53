//! Who sends a notification (VAPID, RFC 8292): a key pair of this installation, whose public half every subscription is bound to.
//!
//! The private half is in the database, encrypted by the program's key, so that all instances share it and neither of the two is enough alone.
//! Another key ends every subscription: push services take messages only from the key that the browser was given.

use jiff::{SignedDuration, Timestamp};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};

use crate::platform::base64url;
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;

/// The purpose and the owner of the encryption.
const PURPOSE: (&str, &str) = ("push", "vapid");
/// How long a signature is valid; push services refuse more than a day.
const SIGNATURE_TTL: SignedDuration = SignedDuration::from_hours(12);

pub struct VapidKey {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl VapidKey {
    /// A new key, as it is stored.
    fn generate(keys: &Keys) -> String {
        let generated = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let document = generated.expect("the operating system gives random bytes");
        keys.encrypt(PURPOSE.0, PURPOSE.1, document.as_ref())
    }

    /// `None` if the program's key that encrypted it is not here.
    fn open(keys: &Keys, stored: &str) -> Option<Self> {
        let document = keys.decrypt(PURPOSE.0, PURPOSE.1, stored)?;
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random).ok()?;
        Some(Self { pair, random })
    }

    /// As browsers take it (`applicationServerKey`).
    pub fn public(&self) -> String {
        base64url::encode(self.pair.public_key().as_ref())
    }

    /// The header `Authorization` of a request to a push service. `contact` is an address of ours that its operator may write to.
    pub fn authorization(&self, audience: &str, contact: &str, now: Timestamp) -> Option<String> {
        let expires = now.checked_add(SIGNATURE_TTL).ok()?.as_second();
        let part = |value: serde_json::Value| base64url::encode(value.to_string().as_bytes());
        let header = part(serde_json::json!({"typ": "JWT", "alg": "ES256"}));
        let claims = part(serde_json::json!({"aud": audience, "exp": expires, "sub": contact}));
        let signed = format!("{header}.{claims}");
        let signature = self.pair.sign(&self.random, signed.as_bytes()).ok()?;
        Some(format!("vapid t={signed}.{}, k={}", base64url::encode(signature.as_ref()), self.public()))
    }
}

async fn find_stored(tx: &mut Tx<'_>) -> db::Result<Option<String>> {
    tx.first("SELECT sealed FROM push_keys WHERE id = 1", &[]).await
}

pub async fn find(tx: &mut Tx<'_>, keys: &Keys) -> db::Result<Option<VapidKey>> {
    Ok(find_stored(tx).await?.and_then(|stored| VapidKey::open(keys, &stored)))
}

/// The key; the first one who subscribes makes it. Two at once get the same.
pub async fn find_or_make(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> db::Result<VapidKey> {
    if find_stored(tx).await?.is_none() {
        let (made, at) = (VapidKey::generate(keys), now.as_millisecond());
        tx.insert_new("push_keys", &[("id", &1_i64), ("sealed", &made), ("made_at", &at)]).await?;
    }
    let key = find(tx, keys).await?;
    key.ok_or_else(|| db::Error::Other("the key of notifications was encrypted by a key that is not here".into()))
}

pub async fn count_subscriptions(tx: &mut Tx<'_>) -> db::Result<i64> {
    tx.count("SELECT count(*) FROM push_subscriptions", &[]).await
}

/// Drops the key and ends every subscription; the next one who subscribes makes another. Returns how many ended.
pub async fn drop_key(tx: &mut Tx<'_>) -> db::Result<u64> {
    tx.execute("DELETE FROM push_keys", &[]).await?;
    tx.execute("DELETE FROM push_subscriptions", &[]).await
}

/// The same, if the key cannot be decrypted any more because the program's key is lost.
pub async fn drop_lost(tx: &mut Tx<'_>, keys: &Keys) -> db::Result<u64> {
    match find_stored(tx).await? {
        Some(stored) if VapidKey::open(keys, &stored).is_none() => drop_key(tx).await,
        _ => Ok(0),
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;
    use crate::platform::keys::KeySource;

    fn keys(digit: char) -> Keys {
        Keys::load(&KeySource::Given(digit.to_string().repeat(64).parse().unwrap())).unwrap()
    }

    #[test]
    fn the_signature_is_of_the_push_service_and_the_key_that_browsers_get() {
        let key = VapidKey::open(&keys('a'), &VapidKey::generate(&keys('a'))).unwrap();
        let now: Timestamp = "2026-11-16T04:30:00Z".parse().unwrap();
        let header = key.authorization("https://push.example", "https://care.example", now).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, base64url::decode(public).unwrap());
        public.verify(signed.as_bytes(), &base64url::decode(signature).unwrap()).unwrap();
        let claims = base64url::decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let expires = now.as_second() + 12 * 3600;
        let expected =
            serde_json::json!({"aud": "https://push.example", "exp": expires, "sub": "https://care.example"});
        assert_eq!(claims, expected);
    }

    #[test]
    fn a_stored_key_opens_only_with_the_programs_key() {
        let stored = VapidKey::generate(&keys('a'));
        assert!(VapidKey::open(&keys('b'), &stored).is_none());
    }
}
