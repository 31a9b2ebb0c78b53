//! Security headers of responses, and cookies of requests.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The policy of everything but our pages and the API's documentation, which have their own.
const NOTHING_ALLOWED: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()"),
];

/// One year; sent only if the public URL is https.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");

/// The version of the web app that this program serves. An open page of another version offers to reload; a page that the browser's service
/// worker had stored does not work with a server of another version.
pub const VERSION: HeaderName = HeaderName::from_static("doccare-version");

pub fn secure(headers: &mut HeaderMap, is_api: bool, is_https: bool) {
    headers.reserve(ALWAYS.len() + 5);
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    insert_if_absent(headers, header::CONTENT_SECURITY_POLICY, NOTHING_ALLOWED);
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    if is_api {
        insert_if_absent(headers, header::CACHE_CONTROL, "no-store");
    }
}

fn insert_if_absent(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}

pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
}
