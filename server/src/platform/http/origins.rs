//! CORS: pages of other origins may use the API only if a setting names their origin; none by default. They authenticate by tokens, never by
//! cookies.

use std::str::FromStr;
use std::sync::Arc;

use axum::body::{HttpBody, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::problem::{Code, Problem};

/// Origins exactly as browsers send them, comma-separated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigins(Arc<[String]>);

impl FromStr for AllowedOrigins {
    /// The part that is not an origin.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let checked = |part: &str| if is_sent_so(part) { Ok(part.to_owned()) } else { Err(part.to_owned()) };
        match text.trim() {
            "" => Ok(Self(Arc::default())),
            some => some.split(',').map(str::trim).map(checked).collect::<Result<_, _>>().map(Self),
        }
    }
}

impl AllowedOrigins {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The request's origin, if it is allowed.
    pub fn named_in(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(header::ORIGIN)?;
        self.0.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()).then(|| origin.clone())
    }
}

/// Whether a text is a scheme, a host and perhaps a port.
pub fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    !host.is_empty() && host.chars().all(plain)
}

/// Whether it is in the form of browsers: lower case, without the scheme's default port.
fn is_sent_so(text: &str) -> bool {
    let has_own_port =
        (text.starts_with("https:") && text.ends_with(":443")) || (text.starts_with("http:") && text.ends_with(":80"));
    is_origin(text) && !has_own_port && !text.contains(|c: char| c.is_ascii_uppercase())
}

pub fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// The preflight response; browsers cache it for a day or less.
pub fn preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, PATCH, DELETE"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, idempotency-key, x-background, x-cursor, x-doctor, x-search",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

pub fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("content-disposition, idempotency-replayed, retry-after, x-request-id"),
    );
}

/// Makes photo paths absolute, because another host cannot use paths. Quotation marks in JSON texts are escaped, so user text cannot look
/// like this field.
pub async fn with_whole_photo_addresses(response: Response, public_url: &str) -> Response {
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let length = response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    let (true, Some(length)) = (is_json, length) else { return response };
    let (mut parts, body) = response.into_parts();
    let whole = to_bytes(body, length).await.ok().and_then(|bytes| String::from_utf8(bytes.into()).ok());
    let Some(json) = whole else { return Problem::new(Code::Internal).into_response() };
    parts.headers.remove(header::CONTENT_LENGTH);
    let json = json.replace(r#""Image":"/photos/"#, &format!(r#""Image":"{public_url}/photos/"#));
    Response::from_parts(parts, json.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_named_as_browsers_send_them() {
        for good in ["", "https://app.example.org", " https://a.example , http://127.0.0.1:5173,https://[::1]:8443"] {
            assert!(good.parse::<AllowedOrigins>().is_ok(), "{good}");
        }
        for (bad, named) in [
            ("*", "*"),
            ("null", "null"),
            ("https://a.example/", "https://a.example/"),
            ("https://a.example/app", "https://a.example/app"),
            ("https://A.example", "https://A.example"),
            ("https://a.example:443", "https://a.example:443"),
            ("http://a.example:80", "http://a.example:80"),
            ("https://*.example", "https://*.example"),
            ("https://a.example,,https://b.example", ""),
            ("app.example.org", "app.example.org"),
        ] {
            assert_eq!(bad.parse::<AllowedOrigins>(), Err(named.to_owned()), "{bad}");
        }
    }

    #[tokio::test]
    async fn only_the_field_of_a_photo_becomes_a_whole_address() {
        let written = r#"say \"Image\":\"/photos/x\" and /photos/y"#;
        let json = format!(r#"{{"data":[{{"Image":"/photos/a-320.webp"}},{{"Image":null,"about":"{written}"}}]}}"#);
        let response = ([(header::CONTENT_TYPE, "application/json")], json).into_response();
        let response = with_whole_photo_addresses(response, "https://care.example").await;
        let sent = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let expected = format!(
            r#"{{"data":[{{"Image":"https://care.example/photos/a-320.webp"}},{{"Image":null,"about":"{written}"}}]}}"#
        );
        assert_eq!(sent, expected);
    }
}
