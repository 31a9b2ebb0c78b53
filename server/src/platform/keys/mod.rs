//! The program's one key: what encrypts and seals what the database alone must not be able to read or forge.
//!
//! It never stands in the database. Several may be given: the first is in use, the others still open what they closed.
//! Everything that is closed carries the id of its key, so that a new key can take over at any time. Decision 0042.

mod file;
mod used;

use std::fmt;
use std::sync::Arc;

use ring::aead::{self, AES_256_GCM, Aad, LessSafeKey, Nonce};
use ring::hkdf::{self, HKDF_SHA256};
use ring::hmac::{self, HMAC_SHA256};
use sha2::{Digest, Sha256};

pub use self::file::{KeySource, WrongKey, renew};
pub use self::used::{Forgotten, KeyUnknown, NotNoted, check_known, forget_lost, last_used, newest_known, note_use};
use super::ids::{hex, random_bytes, unhex};

/// All keys that were given, the one in use first. Copying it is counting one more who holds it.
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

/// What shows that something is unchanged, and which key made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seal {
    pub key_id: String,
    pub digest: String,
}

impl Keys {
    /// Reads where the key is; a file that is not there yet is made, with a random key.
    pub fn load(source: &KeySource) -> Result<Self, WrongKey> {
        let keys: Vec<Key> = source.read()?.into_iter().map(Key::new).collect();
        Ok(Self(Arc::new(keys)))
    }

    /// The id of the key in use.
    pub fn id(&self) -> &str {
        &self.in_use().id
    }

    /// Whether what was closed with the key of that id can be opened.
    pub fn knows(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    /// Encrypts something of an owner for one purpose: it opens for the same two only.
    pub fn encrypt(&self, purpose: &str, owner: &str, bytes: &[u8]) -> String {
        let nonce: [u8; aead::NONCE_LEN] = random_bytes();
        let mut sealed = bytes.to_vec();
        let key = self.in_use();
        key.encrypting(purpose)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(owner), &mut sealed)
            .expect("only gigabytes are too long to encrypt");
        format!("{}.{}{}", key.id, hex(&nonce), hex(&sealed))
    }

    /// What was encrypted; `None` if its key is not among ours, or if it is another's or was changed.
    pub fn decrypt(&self, purpose: &str, owner: &str, text: &str) -> Option<Vec<u8>> {
        let (id, rest) = text.split_once('.')?;
        let (nonce, mut sealed) = unhex(rest)?.split_first_chunk().map(|(nonce, sealed)| (*nonce, sealed.to_vec()))?;
        let key = self.find(id)?.encrypting(purpose);
        let opened = key.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::from(owner), &mut sealed).ok()?;
        Some(opened.to_vec())
    }

    /// A keyed digest by the key of that id, or by the one in use where that is not ours: nobody without the key can make it for
    /// other bytes.
    pub fn seal(&self, key_id: &str, purpose: &str, bytes: &[u8]) -> Seal {
        let key = self.find(key_id).unwrap_or(self.in_use());
        let digest = hex(hmac::sign(&key.sealing(purpose), bytes).as_ref());
        Seal { key_id: key.id.clone(), digest }
    }

    /// The key of a hash that all instances compute alike and others cannot compute.
    pub fn hash_key(&self, purpose: &str) -> hmac::Key {
        self.in_use().sealing(purpose)
    }

    /// Whether these bytes were sealed for this purpose, with one of our keys.
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
        // The digest of 256 random bits tells nothing of them.
        Self { id: hex(&Sha256::digest(bytes)[..8]), bytes }
    }

    fn encrypting(&self, purpose: &str) -> LessSafeKey {
        LessSafeKey::new(self.derive("encrypt", purpose, &AES_256_GCM))
    }

    fn sealing(&self, purpose: &str) -> hmac::Key {
        self.derive("seal", purpose, HMAC_SHA256)
    }

    /// A key of its own for each use and purpose: what one of them shows helps nobody with another.
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
