//! The program's key: encrypts and seals what must not be readable or forgeable with the database alone.
//!
//! It is never in the database. Several keys may be given: the first is in use, the others still decrypt and verify. Everything carries the id
//! of its key, so that a new key can take over at any time. Decision 0042.

mod file;
mod history;

use std::fmt;
use std::sync::Arc;

use ring::aead::{self, AES_256_GCM, Aad, LessSafeKey, Nonce};
use ring::hkdf::{self, HKDF_SHA256};
use ring::hmac::{self, HMAC_SHA256};
use sha2::{Digest, Sha256};

pub use self::file::{KeySource, WrongKey, renew};
pub use self::history::{
    ForgottenKeys, KeyUnknown, KeyUseError, check_known, forget_lost, last_used, newest_known, record_use,
};
use super::ids::{Secret, hex, random_bytes, unhex};

#[derive(Clone)]
pub struct Keys(Arc<Vec<Key>>);

struct Key {
    id: String,
    bytes: [u8; 32],
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

/// A keyed digest and the id of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    pub key_id: String,
    pub digest: String,
}

impl Keys {
    /// Reads the keys; a missing file is created with a random key.
    pub fn load(source: &KeySource) -> Result<Self, WrongKey> {
        let keys: Vec<Key> = source.read()?.into_iter().map(Key::new).collect();
        Ok(Self(Arc::new(keys)))
    }

    pub fn id(&self) -> &str {
        &self.in_use().id
    }

    pub fn knows(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// Encrypts for a purpose and an owner; only the same two decrypt it.
    pub fn encrypt(&self, purpose: &str, owner: &str, bytes: &[u8]) -> String {
        let nonce: [u8; aead::NONCE_LEN] = random_bytes();
        let mut sealed = bytes.to_vec();
        let key = self.in_use();
        key.encrypting(purpose)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(owner), &mut sealed)
            .expect("only gigabytes are too long to encrypt");
        format!("{}.{}{}", key.id, hex(&nonce), hex(&sealed))
    }

    /// Decrypts; `None` if the key is unknown, purpose or owner differ, or the text was changed.
    pub fn decrypt(&self, purpose: &str, owner: &str, text: &str) -> Option<Vec<u8>> {
        let (id, rest) = text.split_once('.')?;
        let (nonce, mut sealed) = unhex(rest)?.split_first_chunk().map(|(nonce, sealed)| (*nonce, sealed.to_vec()))?;
        let key = self.find(id)?.encrypting(purpose);
        let opened = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(owner), &mut sealed).ok()?;
        Some(opened.to_vec())
    }

    /// The token of a link that opens one row without a login: its id, encrypted. Nobody else can make one, and it reveals nothing.
    pub fn link_token(&self, purpose: &str, id: &str) -> String {
        self.encrypt(purpose, "", id.as_bytes())
    }

    /// The id in the token of a link; `None` if it is no link of this purpose.
    pub fn id_of_link(&self, purpose: &str, token: &Secret) -> Option<String> {
        String::from_utf8(self.decrypt(purpose, "", token.expose())?).ok()
    }

    /// A keyed digest by the key with this id, or by the one in use if that is unknown.
    pub fn seal(&self, key_id: &str, purpose: &str, bytes: &[u8]) -> Seal {
        let key = self.find(key_id).unwrap_or(self.in_use());
        let digest = hex(hmac::sign(&key.sealing(purpose), bytes).as_ref());
        Seal { key_id: key.id.clone(), digest }
    }

    /// A key for hashes that all instances compute alike and others cannot.
    pub fn hash_key(&self, purpose: &str) -> hmac::Key {
        self.in_use().sealing(purpose)
    }

    pub fn verify(&self, purpose: &str, bytes: &[u8], seal: &Seal) -> bool {
        let (Some(key), Some(digest)) = (self.find(&seal.key_id), unhex(&seal.digest)) else { return false };
        hmac::verify(&key.sealing(purpose), bytes, &digest).is_ok()
    }

    fn in_use(&self) -> &Key {
        self.0.first().expect("a source without a key is refused")
    }

    fn find(&self, id: &str) -> Option<&Key> {
        self.0.iter().find(|key| key.id == id)
    }
}

impl Key {
    fn new(bytes: [u8; 32]) -> Self {
        // The digest of 256 random bits reveals nothing.
        Self { id: hex(&Sha256::digest(bytes)[..8]), bytes }
    }

    fn encrypting(&self, purpose: &str) -> LessSafeKey {
        LessSafeKey::new(self.derive("encrypt", purpose, &AES_256_GCM))
    }

    fn sealing(&self, purpose: &str) -> hmac::Key {
        self.derive("seal", purpose, HMAC_SHA256)
    }

    /// Derives a key per use and purpose, so that one reveals nothing about another.
    fn derive<A: hkdf::KeyType, K: for<'a> From<hkdf::Okm<'a, A>>>(&self, r#use: &str, purpose: &str, kind: A) -> K {
        let root = hkdf::Salt::new(HKDF_SHA256, b"doccare").extract(&self.bytes);
        let info = [r#use.as_bytes(), b" ", purpose.as_bytes()];
        let derived = root.expand(&info, kind).expect("a key is shorter than what can be derived");
        K::from(derived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(lines: &str) -> Keys {
        Keys::load(&KeySource::Given(lines.parse().unwrap())).unwrap()
    }

    fn line(digit: char) -> String {
        digit.to_string().repeat(64)
    }

    #[test]
    fn what_is_encrypted_opens_for_its_purpose_and_owner_only() {
        let keys = keys(&line('a'));
        let closed = keys.encrypt("codes", "asha", b"secret");
        assert_eq!(keys.decrypt("codes", "asha", &closed).as_deref(), Some(&b"secret"[..]));
        assert_eq!(keys.decrypt("codes", "binu", &closed), None);
        assert_eq!(keys.decrypt("others", "asha", &closed), None);
        assert_ne!(keys.encrypt("codes", "asha", b"secret"), closed, "nobody sees that two are the same");
        assert!(!closed.contains(&hex(b"secret")));
    }

    #[test]
    fn what_was_changed_or_is_no_ciphertext_does_not_open() {
        let keys = keys(&line('a'));
        let closed = keys.encrypt("codes", "asha", b"secret");
        let last = if closed.ends_with('0') { '1' } else { '0' };
        let changed = format!("{}{last}", &closed[..closed.len() - 1]);
        let short = format!("{}.00ff", keys.id());
        for text in [changed.as_str(), short.as_str(), "", ".", "nonsense", "a.b", "ഗ.ഗ"] {
            assert_eq!(keys.decrypt("codes", "asha", text), None, "{text}");
        }
    }

    #[test]
    fn an_older_key_still_opens_and_verifies_but_closes_nothing_any_more() {
        let (old, new) = (line('a'), line('b'));
        let before = keys(&old);
        let (closed, seal) = (before.encrypt("codes", "asha", b"secret"), before.seal(before.id(), "log", b"rows"));
        let renewed = keys(&format!("{new},{old}"));
        assert_eq!(renewed.decrypt("codes", "asha", &closed).as_deref(), Some(&b"secret"[..]));
        assert!(renewed.verify("log", b"rows", &seal));
        assert_ne!(renewed.seal(renewed.id(), "log", b"rows").key_id, seal.key_id);
        assert_eq!(before.decrypt("codes", "asha", &renewed.encrypt("codes", "asha", b"secret")), None);
        assert!(renewed.knows(before.id()) && !before.knows(renewed.id()));
    }

    #[test]
    fn a_seal_is_of_its_bytes_purpose_and_key() {
        let keys_a = keys(&line('a'));
        let seal = keys_a.seal(keys_a.id(), "log", b"rows");
        assert!(keys_a.verify("log", b"rows", &seal));
        assert!(!keys_a.verify("log", b"other rows", &seal));
        assert!(!keys_a.verify("mail", b"rows", &seal));
        assert!(!keys(&line('b')).verify("log", b"rows", &seal));
        assert!(!keys_a.verify("log", b"rows", &Seal { digest: "none".into(), ..seal }));
    }

    #[test]
    fn a_key_is_never_shown_by_debug() {
        let source = KeySource::Given(line('a').parse().unwrap());
        let shown = format!("{:?} {source:?}", Keys::load(&source).unwrap());
        assert!(!shown.contains("aaaa") && !shown.contains("170"), "{shown}");
    }
}
