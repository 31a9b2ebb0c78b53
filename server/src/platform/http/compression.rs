//! Compression of responses, above all JSON. Pages and files of the build are compressed already (`static_site`).

use std::cell::RefCell;
use std::io::Write;
use std::mem;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use futures::{Stream, StreamExt, stream};

use super::problem::{Code, Problem};

/// Shorter responses fit in one packet.
const MIN_COMPRESSIBLE_BYTES: u64 = 1024;
/// Higher levels take longer and save little.
const LEVEL: Compression = Compression::new(4);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentEncoding {
    Brotli,
    Gzip,
    None,
}

impl ContentEncoding {
    pub fn accepted(headers: &HeaderMap) -> Self {
        match () {
            () if accepts(headers, "br") => Self::Brotli,
            () if accepts(headers, "gzip") => Self::Gzip,
            () => Self::None,
        }
    }

    pub fn header(self) -> Option<[(HeaderName, HeaderValue); 1]> {
        let name = match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::None => return None,
        };
        Some([(header::CONTENT_ENCODING, HeaderValue::from_static(name))])
    }
}

pub fn accepts(headers: &HeaderMap, packing: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()).unwrap_or(0.0);
        name.trim().eq_ignore_ascii_case(packing) && weight > 0.0
    })
}

/// Compresses a response if it pays and the client accepts it. Always by gzip: at this speed brotli is four times slower for the same size.
pub async fn compress(response: Response, takes_gzip: bool) -> Response {
    if !is_compressible(&response) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    if !varies_by_encoding(&parts.headers) {
        parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !takes_gzip {
        return Response::from_parts(parts, body);
    }
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(header::CONTENT_LENGTH);
    let length = body.size_hint().exact().and_then(|length| usize::try_from(length).ok());
    let body = match length {
        // The body is in memory already, so this neither waits nor fails.
        Some(length) => match to_bytes(body, length).await {
            Ok(whole) => gzip_reusing_encoder(&whole).into(),
            Err(_) => return Problem::new(Code::Internal).into_response(),
        },
        None => Body::from_stream(gzip_stream(body.into_data_stream())),
    };
    Response::from_parts(parts, body)
}

fn is_compressible(response: &Response) -> bool {
    let headers = response.headers();
    let is_long = response.body().size_hint().exact().is_none_or(|length| length >= MIN_COMPRESSIBLE_BYTES);
    is_long && !headers.contains_key(header::CONTENT_ENCODING) && headers.get(header::CONTENT_TYPE).is_some_and(is_text)
}

/// Images and fonts are compressed already, and an event stream must not be buffered.
fn is_text(kind: &HeaderValue) -> bool {
    let kind = kind.to_str().unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    (kind.starts_with("text/") && kind != "text/event-stream") || kind.ends_with("json")
}

fn varies_by_encoding(headers: &HeaderMap) -> bool {
    let mut names = headers.get_all(header::VARY).iter().filter_map(|value| value.to_str().ok());
    names.any(|names| names.split(',').any(|name| name.trim().eq_ignore_ascii_case("accept-encoding")))
}

pub fn gzip(whole: &[u8], level: Compression) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(whole).and_then(|()| encoder.finish()).expect("writing to memory does not fail").into()
}

/// Like [`gzip`] with an encoder per thread: allocating a third of a megabyte takes longer than compressing. The reusable encoder writes raw
/// deflate, so the gzip frame is added here.
fn gzip_reusing_encoder(whole: &[u8]) -> Vec<u8> {
    /// Deflate, no name, no time, unknown system (RFC 1952).
    const FRAME: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    thread_local! {
        static ENCODER: RefCell<DeflateEncoder<Vec<u8>>> = RefCell::new(DeflateEncoder::new(Vec::new(), LEVEL));
    }
    let mut packed = ENCODER.with_borrow_mut(|encoder| {
        encoder.get_mut().extend(FRAME);
        encoder.write_all(whole).and_then(|()| encoder.reset(Vec::new())).expect("writing to memory does not fail")
    });
    let mut sum = Crc::new();
    sum.update(whole);
    packed.extend(sum.sum().to_le_bytes());
    packed.extend(sum.amount().to_le_bytes());
    packed
}

/// An error of the body aborts the compressed stream too.
fn gzip_stream(
    parts: impl Stream<Item = Result<Bytes, axum::Error>> + Send + 'static,
) -> impl Stream<Item = Result<Vec<u8>, axum::Error>> + Send + 'static {
    let encoder = GzEncoder::new(Vec::new(), LEVEL);
    stream::try_unfold((Some(encoder), Box::pin(parts)), async |(encoder, mut parts)| {
        let Some(mut encoder) = encoder else { return Ok(None) };
        let Some(part) = parts.next().await.transpose()? else {
            return Ok(Some((encoder.finish().map_err(axum::Error::new)?, (None, parts))));
        };
        encoder.write_all(&part).map_err(axum::Error::new)?;
        Ok(Some((mem::take(encoder.get_mut()), (Some(encoder), parts))))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use axum::response::IntoResponse;

    use super::*;

    fn answer(kind: &'static str, body: impl IntoResponse) -> Response {
        ([(header::CONTENT_TYPE, kind)], body).into_response()
    }

    async fn unpacked(response: Response) -> String {
        assert_eq!(response.headers().get(header::CONTENT_ENCODING).unwrap(), "gzip");
        let packed = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn the_best_encoding_that_the_client_takes_is_chosen() {
        for (accept, expected) in [
            ("gzip, deflate, br, zstd", ContentEncoding::Brotli),
            ("gzip", ContentEncoding::Gzip),
            ("br;q=0, gzip;q=0.5", ContentEncoding::Gzip),
            ("", ContentEncoding::None),
            ("identity", ContentEncoding::None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accept.parse().unwrap())]);
            assert_eq!(ContentEncoding::accepted(&headers), expected, "{accept}");
        }
    }

    #[tokio::test]
    async fn decompressed_bodies_equal_the_original_whole_or_in_chunks() {
        let text = "ഡോക്ടർ and a slot at 10:15, ".repeat(500);
        // Several, because the second is packed in the memory of the first.
        for text in [text.clone(), "x".repeat(2000), text.clone()] {
            let whole = compress(answer("application/json", text.clone()), true).await;
            assert!(whole.body().size_hint().exact().is_some_and(|length| length < 1000), "its length is known");
            assert_eq!(whole.headers().get(header::VARY).unwrap(), "accept-encoding");
            assert_eq!(unpacked(whole).await, text);
        }
        let parts: Vec<_> = text.as_bytes().chunks(777).map(|part| Ok::<_, axum::Error>(part.to_vec())).collect();
        let streamed = compress(answer("text/csv", Body::from_stream(stream::iter(parts))), true).await;
        assert_eq!(unpacked(streamed).await, text);
    }

    #[tokio::test]
    async fn a_client_without_gzip_gets_plain_bodies_with_vary() {
        let plain = compress(answer("application/json", "x".repeat(5000)), false).await;
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(plain.headers().get(header::VARY).unwrap(), "accept-encoding");
        assert_eq!(plain.body().size_hint().exact(), Some(5000));
    }

    #[tokio::test]
    async fn a_stream_that_breaks_off_stays_broken_off() {
        let parts = stream::iter([Ok("begun"), Err("lost")]);
        let streamed = compress(answer("text/csv", Body::from_stream(parts)), true).await;
        assert!(to_bytes(streamed.into_body(), usize::MAX).await.is_err());
    }

    #[tokio::test]
    async fn short_compressed_and_event_stream_bodies_are_not_compressed() {
        let long = "x".repeat(5000);
        let already = ([(header::CONTENT_ENCODING, "br")], answer("text/html", long.clone())).into_response();
        for (response, encoding) in [
            (answer("application/json", "{}"), None),
            (answer("image/webp", long.clone()), None),
            (answer("font/woff2", long.clone()), None),
            (answer("text/event-stream", long.clone()), None),
            (already, Some("br")),
        ] {
            let sent = compress(response, true).await;
            let found = sent.headers().get(header::CONTENT_ENCODING).map(|name| name.to_str().unwrap());
            assert_eq!((found, sent.headers().contains_key(header::VARY)), (encoding, false));
        }
    }

    #[tokio::test]
    async fn vary_is_not_added_twice() {
        let page = ([(header::VARY, "Cookie, Accept-Encoding")], answer("text/html", "x".repeat(5000))).into_response();
        let sent = compress(page, true).await;
        assert_eq!(sent.headers().get_all(header::VARY).iter().count(), 1);
    }
}
