//! Serving photos. A photo's name is a digest of its content, so it is cacheable for ever.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::{PhotoError, Photos, parse_name};
use crate::platform::db::FromColumn;
use crate::platform::http::problem::{Code, Problem};

/// `GET /photos/{id}-{pixels}.webp`
pub async fn photo(State(photos): State<Photos>, Path(file): Path<String>) -> Result<Response, Problem> {
    let (id, size) = parse_name(&file).ok_or(Code::NotFound)?;
    let bytes = photos.get(&id, size).await?.ok_or(Code::NotFound)?;
    let headers =
        [(header::CONTENT_TYPE, "image/webp"), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, bytes).into_response())
}

pub fn photo_path(id: &str) -> String {
    format!("/photos/{id}-320.webp")
}

/// The path of a stored photo in a list.
#[derive(Debug, Clone, Serialize)]
pub struct PhotoPath(String);

impl FromColumn for PhotoPath {
    type Raw = String;

    fn from_column(id: String) -> Option<Self> {
        Some(Self(photo_path(&id)))
    }
}

/// The photo's field is `image` in every form.
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
