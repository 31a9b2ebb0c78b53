//! Request bodies: limited in size; JSON also in depth, and without U+0000 (which PostgreSQL cannot store).

use axum::body::{Bytes, HttpBody};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fields::Fields;
use super::problem::{Code, Problem};

/// Forms are short texts; uploads have separate limits.
pub const MAX_BYTES: usize = 64 * 1024;
const MAX_DEPTH: usize = 8;

/// The request's JSON object of at most `MAX` bytes, read into `T`.
pub struct Body<T, const MAX: usize = MAX_BYTES>(pub T);

/// For a field that holds a whole table: a megabyte of it, of which JSON may escape every character.
pub type LargeBody<T> = Body<T, { 2 * 1024 * 1024 + MAX_BYTES }>;

/// For a few short texts.
pub type SmallBody<T> = Body<T, { 4 * 1024 }>;

impl<S: Send + Sync, T: DeserializeOwned, const MAX: usize> FromRequest<S> for Body<T, MAX> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        read_json(request, MAX).await.map(Self)
    }
}

async fn read_json<T: DeserializeOwned>(request: Request, max_bytes: usize) -> Result<T, Problem> {
    if !is_of(request.headers(), "application/json") {
        return Err(Code::UnsupportedMediaType.into());
    }
    let bytes = whole(request, max_bytes).await?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|_| Code::InvalidRequest)?;
    let is_acceptable = is_acceptable(&value, MAX_DEPTH);
    match value {
        Value::Object(object) if is_acceptable => Fields::of_json(object).read(),
        _ => Err(Code::InvalidRequest.into()),
    }
}

/// Like [`Body`], but the body may be missing: then no field is set.
pub struct OptionalBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if request.body().is_end_stream() {
            return Fields::default().read().map(Self);
        }
        <Body<T>>::from_request(request, state).await.map(|Body(value)| Self(value))
    }
}

pub async fn whole(mut request: Request, max_bytes: usize) -> Result<Bytes, Problem> {
    limit(&mut request, max_bytes)?;
    let bytes = Bytes::from_request(request, &()).await;
    bytes.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge.into(),
        _ => Code::InvalidRequest.into(),
    })
}

/// Sets the size limit. A body with a larger declared size is refused before it is read.
pub fn limit(request: &mut Request, max_bytes: usize) -> Result<(), Problem> {
    if request.body().size_hint().lower() > max_bytes as u64 {
        return Err(Code::TooLarge.into());
    }
    DefaultBodyLimit::max(max_bytes).apply(request);
    Ok(())
}

pub fn is_of(headers: &HeaderMap, media_type: &str) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}

fn is_acceptable(value: &Value, depth: usize) -> bool {
    match value {
        Value::String(text) => !text.contains('\0'),
        Value::Array(items) => depth > 0 && items.iter().all(|item| is_acceptable(item, depth - 1)),
        Value::Object(map) => {
            depth > 0 && map.iter().all(|(key, item)| !key.contains('\0') && is_acceptable(item, depth - 1))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_values_and_nul_characters_are_refused() {
        let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
        let acceptable = |text: &str| is_acceptable(&serde_json::from_str(text).unwrap(), MAX_DEPTH);
        assert!(acceptable(&nested(MAX_DEPTH)));
        assert!(!acceptable(&nested(MAX_DEPTH + 1)));
        assert!(!acceptable(r#"{"a": "x\u0000"}"#));
        assert!(!acceptable(r#"{"a\u0000": 1}"#));
    }
}
