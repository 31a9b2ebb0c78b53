//! The middleware of every request, in one function. Axum boxes and clones each layer of each route for every request: a dozen layers took
//! longer than most responses (decision 0035).

use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::Entry;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use futures::FutureExt;
use tracing::{Instrument, Span};

use super::address::{ClientAddress, TrustedProxies};
use super::instrumentation::{Instrumentation, InstrumentedRequest};
use super::origins::AllowedOrigins;
use super::problem::{Code, Problem};
use super::{body, compression, fields, headers, is_api, origins, problem};
use crate::platform::ids::hex;
use crate::platform::lang::Lang;
use crate::platform::load_shedding::LoadShedder;
use crate::platform::query_log;

pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// A photo from a phone on a bad connection: half a megabyte at two kilobytes a second.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(5);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub struct Site {
    pub public_url: String,
    pub web_version: Option<HeaderValue>,
    pub allowed_origins: AllowedOrigins,
    pub trusted_proxies: TrustedProxies,
    pub load_shedder: LoadShedder,
    pub watch: Instrumentation,
    /// Timeout of requests except uploads; tests lower it.
    pub request_timeout: Duration,
}

/// Marks a rejection by load shedding, which is logged only in total.
#[derive(Clone)]
struct ShedByLoad;

pub fn wrap(router: Router, site: Site) -> Router {
    router.layer(from_fn_with_state(Arc::new(site), handle))
}

/// Request: id, trace, limits. Response: problems, compression, security headers, id.
async fn handle(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let id = request_id();
    let watched = site.watch.begin(&request);
    let span = span(&request, &watched, &id);
    let address = ClientAddress::of_request(request.extensions(), request.headers(), &site.trusted_proxies);
    let lang = Lang::of_request(request.uri(), request.headers());
    let is_api = is_api(request.uri().path());
    let takes_gzip = compression::accepts(request.headers(), "gzip");
    hide_secrets(request.headers_mut());
    DefaultBodyLimit::max(body::MAX_BYTES).apply(&mut request);
    query_log::scope(watched.begun, async {
        let response = if is_api && !site.allowed_origins.is_empty() {
            answer_to_origin(&site, request, next, lang).await
        } else {
            problem::render(answer(&site, request, next).await, lang, is_api)
        };
        let mut response = compression::compress(response, takes_gzip).await;
        headers::secure(response.headers_mut(), is_api, site.public_url.starts_with("https://"));
        if let Some(version) = &site.web_version {
            response.headers_mut().insert(headers::VERSION, version.clone());
        }
        if let Ok(id) = HeaderValue::try_from(&id) {
            response.headers_mut().insert(REQUEST_ID, id);
        }
        log(&response, watched.end(&response, &id), address);
        response
    })
    .instrument(span)
    .await
}

async fn answer_to_origin(site: &Site, request: Request, next: Next, lang: Lang) -> Response {
    let origin = site.allowed_origins.named_in(request.headers());
    let is_preflight = origin.is_some() && origins::is_preflight(request.method(), request.headers());
    let mut response = if is_preflight {
        origins::preflight()
    } else {
        problem::render(answer(site, request, next).await, lang, true)
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    let Some(origin) = origin else { return response };
    origins::allow(response.headers_mut(), origin);
    origins::with_whole_photo_addresses(response, &site.public_url).await
}

/// The route's response. A panic or a timeout becomes a problem; a stream that has begun may last.
async fn answer(site: &Site, request: Request, next: Next) -> Response {
    // Browsers could not show a rejection in place of a page; pages with data are sent without it (`scheduling::find_page`).
    if is_api(request.uri().path()) && site.load_shedder.should_reject() {
        return (Extension(ShedByLoad), Problem::new(Code::Busy)).into_response();
    }
    // No stored text contains U+0000, and PostgreSQL cannot compare with it.
    if request.uri().path_and_query().is_some_and(|address| address.as_str().contains("%00")) {
        return Problem::new(Code::InvalidRequest).into_response();
    }
    let (limit, is_safe) = (time_limit(request.headers(), site.request_timeout), request.method().is_safe());
    match tokio::time::timeout(limit, AssertUnwindSafe(next.run(request)).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => Problem::new(Code::Internal).into_response(),
        Err(_) => Problem::new(timeout_code(is_safe)).into_response(),
    }
}

/// The code of a timeout: "try again" is only right if nothing can have been written. Decision 0016.
fn timeout_code(is_safe: bool) -> Code {
    let may_be_done = query_log::recorded().is_some_and(|noted| noted.may_have_committed());
    if may_be_done && !is_safe { Code::OutcomeUnknown } else { Code::Timeout }
}

fn time_limit(headers: &HeaderMap, request_timeout: Duration) -> Duration {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_upload = kind.is_some_and(|kind| kind.starts_with("multipart/form-data"));
    if is_upload { UPLOAD_TIMEOUT } else { request_timeout }
}

/// Hides these headers from Debug output.
fn hide_secrets(headers: &mut HeaderMap) {
    let searches = fields::IN_HEADERS.map(|(_, header)| header);
    for name in [header::AUTHORIZATION, header::COOKIE].into_iter().chain(searches) {
        // Checked first, because `entry` allocates.
        if headers.contains_key(&name)
            && let Entry::Occupied(mut values) = headers.entry(name)
        {
            values.iter_mut().for_each(|value| value.set_sensitive(true));
        }
    }
}

/// Not the client's id, which could be anything. Unpredictability is not needed, so the system's randomness is read only once.
fn request_id() -> String {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    hex(&KEY.hash_one(COUNT.fetch_add(1, Ordering::Relaxed)).to_be_bytes())
}

fn span(request: &Request, watched: &InstrumentedRequest<'_>, id: &str) -> Span {
    tracing::info_span!("request", id, method = request.method().as_str(), route = watched.route())
}

fn log(response: &Response, latency: Duration, address: ClientAddress) {
    let (status, micros) = (response.status().as_u16(), latency.as_micros());
    match status {
        503 if response.extensions().get::<ShedByLoad>().is_some() => {}
        500.. => tracing::warn!(status, micros, "answered"),
        // Refused attempts are logged with their network, without the account.
        401 | 403 | 429 => tracing::info!(status, micros, network = address.neighbourhood(), "refused"),
        _ => tracing::debug!(status, micros, "answered"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_requests_have_one_id() {
        let ids: std::collections::HashSet<_> = (0..1000).map(|_| request_id()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() == 16));
    }

    #[test]
    fn only_an_upload_may_take_minutes() {
        for (kind, limit) in [
            ("multipart/form-data; boundary=x", UPLOAD_TIMEOUT),
            ("application/json", REQUEST_TIMEOUT),
            ("", REQUEST_TIMEOUT),
        ] {
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]);
            assert_eq!(time_limit(&headers, REQUEST_TIMEOUT), limit, "{kind}");
        }
    }

    #[test]
    fn tokens_and_cookies_are_not_printed() {
        let mut headers = HeaderMap::new();
        for line in ["one", "two"] {
            headers.append(header::COOKIE, HeaderValue::from_static(line));
        }
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("three"));
        hide_secrets(&mut headers);
        let printed = format!("{headers:?}");
        assert!(["one", "two", "three"].iter().all(|secret| !printed.contains(secret)), "{printed}");
    }
}
