//! HTTP: middleware, extractors, responses, problems and the API's description.

pub mod address;
pub mod body;
pub mod code;
pub mod compression;
pub mod csv_body;
pub mod describe;
pub mod events;
pub mod fields;
pub mod form;
pub mod headers;
pub mod instrumentation;
pub mod language;
pub mod middleware;
pub mod origins;
pub mod page_filters;
pub mod paging;
pub mod problem;
pub mod reason;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::lang::{Lang, Text};

pub use address::ClientAddress;
pub use body::{Body, LargeBody, OptionalBody, SmallBody};
pub use csv_body::CsvBody;
pub use fields::{Field, FieldErrors, Params, Photo, filter, given, optional};
pub use form::PhotoForm;
pub use paging::{Page, Paging};
pub use problem::{Code, Problem, Why};
pub use reason::ReasonRequest;

pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// A good answer: what a person reads, and the data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    pub message: String,
    pub data: T,
}

/// A good answer whose data is a whole list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rows<T> {
    pub message: String,
    pub data: Vec<T>,
}

/// A good answer without data.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    pub message: String,
}

/// A 201 response.
#[derive(Debug)]
pub struct Created<T>(pub T);

/// A cacheable response, `public, max-age=60`.
#[derive(Debug)]
pub struct Cached<T>(pub &'static str, pub T);

impl<T> Rows<T> {
    pub fn of(data: impl IntoIterator<Item = impl Into<T>>) -> Self {
        Self { message: String::new(), data: data.into_iter().map(Into::into).collect() }
    }
}

impl<T> Answer<T> {
    pub fn of(data: impl Into<T>) -> Self {
        Self { message: String::new(), data: data.into() }
    }

    pub fn saying(text: Text, lang: Lang, data: impl Into<T>) -> Self {
        Self { message: text.in_lang(lang).into(), data: data.into() }
    }

    pub fn with_message(message: String, data: impl Into<T>) -> Self {
        Self { message, data: data.into() }
    }
}

impl Done {
    pub fn saying(text: Text, lang: Lang) -> Self {
        Self { message: text.in_lang(lang).into() }
    }
}

/// Serialises into one buffer, which is faster than `axum::Json`.
pub fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Err(_) => Problem::new(Code::Internal).into_response(),
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        json(&self)
    }
}

impl<T: Serialize> IntoResponse for Rows<T> {
    fn into_response(self) -> Response {
        json(&self)
    }
}

impl IntoResponse for Done {
    fn into_response(self) -> Response {
        json(&self)
    }
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, json(&self.0)).into_response()
    }
}

impl<T: IntoResponse> IntoResponse for Cached<T> {
    fn into_response(self) -> Response {
        ([(header::CACHE_CONTROL, self.0)], self.1).into_response()
    }
}

/// Whether a path belongs to the API or to the web app.
pub fn is_api(path: &str) -> bool {
    ["/user/api", "/admin/api", "/api"]
        .iter()
        .any(|prefix| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_the_apis_own_prefixes_are_its_paths() {
        for api in ["/user/api", "/user/api/login", "/admin/api/x", "/api/docs"] {
            assert!(super::is_api(api), "{api}");
        }
        for page in ["/", "/user/apiary", "/user/profile", "/admin", "/apis"] {
            assert!(!super::is_api(page), "{page}");
        }
    }
}
