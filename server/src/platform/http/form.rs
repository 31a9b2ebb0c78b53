//! Multipart forms with a photo: streamed, limited in every part, a few at a time.

use std::collections::HashMap;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{FromRef, FromRequest, Request};
use axum::http::StatusCode;
use futures::{StreamExt, stream};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::ClientAddress;
use super::address::TrustedProxies;
use super::body::limit;
use super::fields::Fields;
use super::problem::{Code, Problem};
use crate::platform::concurrency_limit::{ConcurrencyLimit, ConcurrencyPermit};
use crate::platform::lang::Text;

pub const MAX_PHOTO_BYTES: usize = 5 * 1024 * 1024;
/// A whole form. A slightly too large photo is read to its end, so that the sender gets the refusal.
pub const MAX_BYTES: usize = 3 * MAX_PHOTO_BYTES;
const MAX_FIELDS: usize = 40;
const MAX_TEXT: usize = 4 * 1024;
/// The minimum pace: half a megabyte at 1 KB/s is accepted.
const MAX_TIME_PER_BYTE: Duration = Duration::from_millis(1);
/// How far a sender may fall behind that pace.
const STALL_TIMEOUT: Duration = Duration::from_secs(20);

/// Limits uploads: a photo is in memory from its first byte to the end of its call.
#[derive(Clone)]
pub struct Uploads {
    limit: ConcurrencyLimit,
    stall_timeout: Duration,
}

/// Concurrent photos, in total and per network.
const MAX_CONCURRENT_UPLOADS: usize = 16;
const MAX_UPLOADS_PER_NETWORK: usize = 4;

impl Default for Uploads {
    fn default() -> Self {
        Self::new(MAX_CONCURRENT_UPLOADS, MAX_UPLOADS_PER_NETWORK, STALL_TIMEOUT)
    }
}

impl Uploads {
    pub fn new(at_once: usize, of_a_network: usize, stall_timeout: Duration) -> Self {
        Self { limit: ConcurrencyLimit::new(at_once, of_a_network), stall_timeout }
    }
}

/// The fields of a form, whose photo is the field `image`, and the photo's permit, held for the duration of the call.
pub struct PhotoForm<T>(pub T, pub Option<ConcurrencyPermit>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for PhotoForm<T>
where
    Uploads: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Problem> {
        let (uploads, proxies) = (Uploads::from_ref(state), TrustedProxies::from_ref(state));
        let network = ClientAddress::of_request(request.extensions(), request.headers(), &proxies).network();
        limit(&mut request, MAX_BYTES)?;
        let parts = Multipart::from_request(request.map(piece_by_piece), state).await;
        let parts = parts.map_err(|_| Problem::saying(Code::UnsupportedMediaType, NOT_A_FORM))?;
        let form = read(parts, &uploads, &network).await?;
        let mut fields = Fields::of_texts(form.texts);
        if let Some(image) = form.image {
            fields.add_file("image", image);
        }
        Ok(Self(fields.read()?, form.permit))
    }
}

/// The parser takes all available data before it looks at it, so this passes one chunk at a time.
fn piece_by_piece(body: Body) -> Body {
    let pieces = stream::unfold((body.into_data_stream(), false), async |(mut rest, has_given)| {
        if has_given {
            tokio::task::yield_now().await;
        }
        let piece = rest.next().await?;
        Some((piece, (rest, true)))
    });
    Body::from_stream(pieces)
}

#[derive(Default)]
struct Form {
    texts: HashMap<String, String>,
    /// `None` without a chosen file.
    image: Option<Bytes>,
    /// Acquired with the photo's first byte: a form without one needs none.
    permit: Option<ConcurrencyPermit>,
}

/// Reads a form, unless it comes too slowly.
async fn read(mut parts: Multipart, uploads: &Uploads, network: &str) -> Result<Form, Problem> {
    let stall_timeout = uploads.stall_timeout;
    let mut until = Instant::now() + stall_timeout;
    let (mut form, mut fields, mut is_full) = (Form::default(), 0, false);
    while let Some(mut part) = in_time(until, parts.next_field()).await? {
        fields += 1;
        if fields > MAX_FIELDS {
            return Err(Code::InvalidRequest.into());
        }
        let name = part.name().map(String::from);
        let is_image = name.as_deref() == Some("image");
        // Other files are skipped.
        let is_wanted = is_image || name.is_some() && part.file_name().is_none();
        let most = if is_image { MAX_PHOTO_BYTES } else { MAX_TEXT };
        let mut bytes = Vec::new();
        while let Some(chunk) = in_time(until, part.chunk()).await? {
            let earned = until + MAX_TIME_PER_BYTE * u32::try_from(chunk.len()).unwrap_or(u32::MAX);
            until = earned.min(Instant::now() + stall_timeout);
            if is_image && form.permit.is_none() && !is_full {
                form.permit = uploads.limit.try_acquire(Some(network.to_owned()));
                is_full = form.permit.is_none();
            }
            // Only the first part of what is too large is kept. A photo without a permit is skipped, so that its sender gets the refusal.
            let is_kept = is_wanted && !(is_image && is_full);
            let room = if is_kept { (most + 1).saturating_sub(bytes.len()) } else { 0 };
            bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        }
        match name {
            Some(name) if is_wanted && !is_image => drop(form.texts.insert(name, text(bytes)?)),
            // Browsers send an empty file for a field without a choice.
            _ if is_image && !bytes.is_empty() => form.image = Some(bytes.into()),
            _ => {}
        }
    }
    if is_full { Err(Problem::saying(Code::Busy, MANY_PHOTOS)) } else { Ok(form) }
}

async fn in_time<T>(until: Instant, next: impl Future<Output = Result<T, MultipartError>>) -> Result<T, Problem> {
    timeout_at(until, next).await.map_err(|_| Code::Timeout)?.map_err(unreadable)
}

fn text(bytes: Vec<u8>) -> Result<String, Problem> {
    if bytes.len() > MAX_TEXT {
        return Err(Code::TooLarge.into());
    }
    let text = String::from_utf8(bytes).map_err(|_| Code::InvalidRequest)?;
    if text.contains('\0') { Err(Code::InvalidRequest.into()) } else { Ok(text) }
}

/// Reads and drops the body of a refused form for a while: a client that is still sending does not read the response.
pub async fn read_to_end(request: Request) {
    let mut body = request.into_body().into_data_stream();
    let mut left = MAX_BYTES;
    let until = Instant::now() + STALL_TIMEOUT;
    while let Ok(Some(Ok(chunk))) = timeout_at(until, body.next()).await {
        match left.checked_sub(chunk.len()) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

const MANY_PHOTOS: Text = Text::new(
    "Many photos are coming in at this moment. Please try again.",
    "ഇപ്പോൾ ധാരാളം ഫോട്ടോകൾ വരുന്നുണ്ട്. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
);
const NOT_A_FORM: Text =
    Text::new("This call takes multipart/form-data.", "ഈ വിലാസം multipart/form-data മാത്രമേ സ്വീകരിക്കൂ.");

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn unreadable(error: MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge.into(),
        _ => Code::InvalidRequest.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use proptest::collection::{hash_map, vec};
    use proptest::prelude::*;

    use super::*;

    const BOUNDARY: &str = "----a-boundary";

    fn part(name: &str, file: Option<&str>, content: &[u8]) -> Vec<u8> {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        [head.as_bytes(), content, b"\r\n"].concat()
    }

    /// Reads a body that arrives in pieces of those lengths, repeatedly.
    fn read_in_pieces(body: &[u8], lengths: &[usize]) -> Result<Form, Problem> {
        let (mut pieces, mut rest, mut lengths) = (Vec::new(), body, lengths.iter().cycle());
        while !rest.is_empty() {
            let (piece, later) = rest.split_at((*lengths.next().unwrap_or(&1)).clamp(1, rest.len()));
            pieces.push(Ok::<_, std::convert::Infallible>(Bytes::copy_from_slice(piece)));
            rest = later;
        }
        let request = Request::post("/")
            .header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))
            .body(Body::from_stream(stream::iter(pieces)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let parts = Multipart::from_request(request.unwrap(), &()).await.unwrap();
            read(parts, &Uploads::default(), "192.0.2.1").await
        })
    }

    proptest! {
        #[test]
        fn a_form_is_read_back_however_it_is_cut_into_pieces(
            texts in hash_map("[a-zA-Z_]{1,12}", "[^\0]{0,60}", 0..6),
            image in vec(any::<u8>(), 0..300),
            lengths in vec(1_usize..90, 1..8),
        ) {
            let fields = texts.iter().map(|(name, text)| part(name, None, text.as_bytes()));
            let other = part("letter", Some("a.txt"), b"read past");
            let parts = fields.chain([part("image", Some("me.png"), &image), other]);
            let end = format!("--{BOUNDARY}--\r\n").into_bytes();
            let body: Vec<u8> = parts.chain(iter::once(end)).flatten().collect();
            let form = read_in_pieces(&body, &lengths).map_err(|_| TestCaseError::fail("refused"))?;
            prop_assert_eq!(form.texts, texts);
            prop_assert_eq!(form.image.unwrap_or_default(), image);
            // A body that ends in the middle is not a form.
            let whole = body.len() - format!("--{BOUNDARY}--\r\n").len();
            prop_assert!(read_in_pieces(&body[..whole], &lengths).is_err());
        }

        #[test]
        fn noise_is_refused_or_read_as_short_texts_without_nul(
            noise in vec(prop_oneof![
                vec(any::<u8>(), 0..40),
                Just(format!("--{BOUNDARY}").into_bytes()),
                Just(b"\r\n".to_vec()),
                Just(b"\r\n\r\n".to_vec()),
                Just(b"Content-Disposition: form-data; name=\"a\"".to_vec()),
                Just(b"--".to_vec()),
            ], 0..12),
            lengths in vec(1_usize..20, 1..4),
        ) {
            if let Ok(form) = read_in_pieces(&noise.concat(), &lengths) {
                prop_assert!(form.texts.values().all(|text| text.len() <= MAX_TEXT && !text.contains('\0')));
            }
        }
    }
}
