//! Encryption of a notification for one browser (RFC 8291, with the content coding of RFC 8188). Pure but for the key that each message has
//! of its own.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac::{self, HMAC_SHA256};
use ring::rand::SystemRandom;

use crate::platform::base64url;
use crate::platform::ids::random_bytes;

/// Of a point of the curve P-256, uncompressed.
pub const PUBLIC_KEY_LENGTH: usize = 65;
const AUTH_LENGTH: usize = 16;
const SALT_LENGTH: usize = 16;
const KEY_LENGTH: usize = 16;
/// All of a message is one record, and push services take at most so many bytes.
const RECORD_SIZE: u32 = 4096;
const TAG_LENGTH: usize = 16;
/// The content that fits: without the header, the delimiter and the tag.
pub const MAX_CONTENT: usize = 4096 - (SALT_LENGTH + 4 + 1 + PUBLIC_KEY_LENGTH) - 1 - TAG_LENGTH;
/// Contents are padded to multiples of it, so that their length does not tell what they say.
const PADDED_TO: usize = 1024;
const LAST_RECORD: u8 = 2;

/// The keys of a browser's subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserKeys {
    public: Vec<u8>,
    auth: Vec<u8>,
}

impl BrowserKeys {
    /// As a browser writes them: `p256dh` and `auth`, in base64url. `None` if they are no such keys.
    pub fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        let keys = Self { public: base64url::decode(p256dh)?, auth: base64url::decode(auth)? };
        let is_point = keys.public.len() == PUBLIC_KEY_LENGTH && keys.public[0] == 4;
        // A point that is not on the curve has no shared secret; it would fail at each message.
        (is_point && keys.auth.len() == AUTH_LENGTH && keys.share().is_some()).then_some(keys)
    }

    pub fn p256dh(&self) -> String {
        base64url::encode(&self.public)
    }

    pub fn auth(&self) -> String {
        base64url::encode(&self.auth)
    }

    /// A new key pair of this message alone, and the secret that it shares with the browser.
    fn share(&self) -> Option<Sender> {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
        let public = private.compute_public_key().ok()?.as_ref().to_vec();
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.public);
        let secret = agree_ephemeral(private, &theirs, <[u8]>::to_vec).ok()?;
        Some(Sender { public, secret, salt: random_bytes() })
    }
}

/// What a message is encrypted with on our side.
struct Sender {
    public: Vec<u8>,
    secret: Vec<u8>,
    salt: [u8; SALT_LENGTH],
}

/// The body of the request to the push service; `None` if the content is too long.
pub fn encrypt(content: &[u8], to: &BrowserKeys) -> Option<Vec<u8>> {
    if content.len() > MAX_CONTENT {
        return None;
    }
    let padding = content.len().next_multiple_of(PADDED_TO).min(MAX_CONTENT) - content.len();
    seal(content, padding, to, &to.share()?)
}

fn seal(content: &[u8], padding: usize, to: &BrowserKeys, sender: &Sender) -> Option<Vec<u8>> {
    let Sender { public, secret, salt } = sender;
    let info = [b"WebPush: info\0".as_slice(), to.public.as_slice(), public.as_slice()].concat();
    let input = hkdf(&to.auth, secret, &info);
    let key = hkdf(salt, &input, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; NONCE_LEN] = hkdf(salt, &input, b"Content-Encoding: nonce\0").first_chunk().copied()?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..KEY_LENGTH]).ok()?);
    let mut record = content.to_vec();
    record.push(LAST_RECORD);
    record.resize(record.len() + padding, 0);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).ok()?;
    let mut body = Vec::with_capacity(salt.len() + 5 + public.len() + record.len());
    body.extend_from_slice(salt);
    body.extend_from_slice(&RECORD_SIZE.to_be_bytes());
    body.push(u8::try_from(public.len()).ok()?);
    body.extend_from_slice(public);
    body.extend_from_slice(&record);
    Some(body)
}

/// HKDF with SHA-256 (RFC 5869): the first 32 bytes, of which fewer are used.
fn hkdf(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; 32] {
    let extracted = hmac::sign(&hmac::Key::new(HMAC_SHA256, salt), input);
    let expanded = hmac::sign(&hmac::Key::new(HMAC_SHA256, extracted.as_ref()), &[info, &[1]].concat());
    let mut bytes = [0; 32];
    bytes.copy_from_slice(expanded.as_ref());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        base64url::decode(text).unwrap()
    }

    const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_rfc_is_encrypted_to_its_bytes() {
        let to = BrowserKeys::parse(P256DH, AUTH).unwrap();
        let sender = Sender {
            public: bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
            secret: bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
        };
        let sealed = seal(b"When I grow up, I want to be a watermelon", 0, &to, &sender).unwrap();
        assert_eq!(
            base64url::encode(&sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
             7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn the_length_of_a_message_does_not_tell_what_it_says() {
        let to = BrowserKeys::parse(P256DH, AUTH).unwrap();
        let length = |content: usize| encrypt(&vec![b'a'; content], &to).map(|body| body.len());
        assert_eq!(length(1), length(1024));
        assert_ne!(length(1024), length(1025));
        assert_eq!((length(MAX_CONTENT), length(MAX_CONTENT + 1)), (Some(4096), None));
    }

    #[test]
    fn only_a_point_of_the_curve_and_a_secret_of_16_bytes_are_keys() {
        let off_the_curve = base64url::encode(&[&[4_u8; 1][..], &[7; 64]].concat());
        for (p256dh, auth) in [
            (P256DH, ""),
            (P256DH, "BTBZMqHH6r4Tts7J_aSI"),
            (&P256DH[..80], AUTH),
            (off_the_curve.as_str(), AUTH),
            ("", AUTH),
            ("not base64!", AUTH),
        ] {
            assert_eq!(BrowserKeys::parse(p256dh, auth), None, "{p256dh} {auth}");
        }
        let keys = BrowserKeys::parse(P256DH, AUTH).unwrap();
        assert_eq!((keys.p256dh(), keys.auth()), (P256DH.into(), AUTH.into()));
    }
}
