//! Forms with a photo: multipart bodies, read as a stream with a limit on everything in them.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use super::fields::Fields;
use super::problem::{Code, Problem};
use crate::platform::lang::Text;
use crate::platform::photos;

/// A whole form. A photo that is a little too large is read to its end, so that its sender hears why it was refused.
pub const MAX_BYTES: usize = 3 * photos::MAX_BYTES;
const MAX_FIELDS: usize = 40;
const MAX_TEXT: usize = 4 * 1024;

/// A form's fields; its photo is sent as `image`.
pub struct PhotoForm<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for PhotoForm<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let form = Form::from_request(request, state).await?;
        let mut fields = Fields::of_texts(form.texts);
        if let Some(image) = form.image {
            fields.add_file("image", image);
        }
        fields.read().map(Self)
    }
}

/// The texts of a form by name, and its photo.
#[derive(Debug, Default)]
struct Form {
    texts: HashMap<String, String>,
    /// `None` without a chosen file.
    image: Option<Bytes>,
}

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Problem;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Problem> {
        DefaultBodyLimit::max(MAX_BYTES).apply(&mut request);
        let mut parts = Multipart::from_request(request, state)
            .await
            .map_err(|_| Problem::saying(Code::UnsupportedMediaType, NOT_A_FORM))?;
        let mut form = Self::default();
        let mut fields = 0;
        while let Some(part) = parts.next_field().await.map_err(unreadable)? {
            fields += 1;
            if fields > MAX_FIELDS {
                return Err(Code::InvalidRequest.into());
            }
            let Some(name) = part.name().map(String::from) else { continue };
            if part.file_name().is_none() && name != "image" {
                form.texts.insert(name, text(part).await?);
            } else if name == "image" {
                form.image = upload(part).await?.or(form.image);
            }
        }
        Ok(form)
    }
}

async fn text(mut part: Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(unreadable)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_TEXT {
            return Err(Code::TooLarge.into());
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| Code::InvalidRequest)?;
    if text.contains('\0') { Err(Code::InvalidRequest.into()) } else { Ok(text) }
}

/// Browsers send an empty file for a field without a choice. Of one that is too large only its first part is kept, enough
/// for the photo store to refuse it.
async fn upload(mut part: Field<'_>) -> Result<Option<Bytes>, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(unreadable)? {
        let room = (photos::MAX_BYTES + 1).saturating_sub(bytes.len());
        bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }
    Ok(if bytes.is_empty() { None } else { Some(bytes.into()) })
}

const NOT_A_FORM: Text = Text {
    en: "This call takes multipart/form-data.",
    ml: "ഈ വിലാസം multipart/form-data മാത്രമേ സ്വീകരിക്കൂ.",
};

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn unreadable(error: MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge.into(),
        _ => Code::InvalidRequest.into(),
    }
}
