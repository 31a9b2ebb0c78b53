//! Photos as browsers fetch them. A photo's name is its content, so it may be kept forever.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::{PhotoError, Photos, parse_name};
use crate::platform::http::problem::{Code, Problem};
use crate::platform::stored::FromStored;

/// `GET /photos/{id}-{pixels}.webp`
pub async fn photo(State(photos): State<Photos>, Path(file): Path<String>) -> Result<Response, Problem> {
    let (id, size) = parse_name(&file).ok_or(Code::NotFound)?;
    let bytes = photos.get(&id, size).await?.ok_or(Code::NotFound)?;
    let headers =
        [(header::CONTENT_TYPE, "image/webp"), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, bytes).into_response())
}

/// Where a browser finds a photo, 320 px square.
pub fn photo_path(id: &str) -> String {
    format!("/photos/{id}-320.webp")
}

/// A stored photo that a list shows: its path.
#[derive(Debug, Clone, Serialize)]
pub struct PhotoPath(String);

impl FromStored for PhotoPath {
    type Raw = String;

    fn from_stored(id: String) -> Option<Self> {
        Some(Self(photo_path(&id)))
    }
}

/// Every form sends its photo as `image`.
impl From<PhotoError> for Problem {
    fn from(error: PhotoError) -> Self {
        let text = error.text();
        match error {
            PhotoError::TooLarge => Self::at(Code::TooLarge, "image", text),
            PhotoError::NotAnImage | PhotoError::TooManyPixels => Self::field("image", text),
            PhotoError::Busy => Code::Busy.into(),
            PhotoError::InTheWay(_) | PhotoError::Storage(_) => {
                tracing::error!(%error, "the photo store failed");
                Self::saying(Code::Busy, text)
            }
        }
    }
}
