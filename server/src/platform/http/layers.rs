//! The layers around every route, outermost last: id, trace, headers, problems, panics, limits.

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::{HeaderName, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

use super::problem::{Code, Problem};
use super::{body, headers, problem};
use crate::platform::ids::Secret;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// A photo from a phone on a bad line: half a megabyte at two kilobytes a second.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(5);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Wraps a finished router.
pub fn around(router: Router) -> Router {
    router
        .layer(DefaultBodyLimit::max(body::MAX_BYTES))
        .layer(from_fn(refuse_nul))
        .layer(from_fn(limit_time))
        .layer(CatchPanicLayer::custom(|_| Problem::new(Code::Internal).into_response()))
        .layer(from_fn(problem::render))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn(headers::secure))
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(TraceLayer::new_for_http().make_span_with(span).on_request(()).on_response(log).on_failure(()))
        .layer(SetRequestIdLayer::new(REQUEST_ID, NewRequestId))
        .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, header::COOKIE]))
        .layer(from_fn(own_request_id))
}

/// Ids in the log are ours alone: what a client sends could be anything.
async fn own_request_id(mut request: Request, next: Next) -> Response {
    request.headers_mut().remove(REQUEST_ID);
    next.run(request).await
}

#[derive(Clone)]
struct NewRequestId;

impl MakeRequestId for NewRequestId {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        Secret::random().expose().get(..16)?.parse().ok().map(RequestId::new)
    }
}

/// The route's pattern, never the address itself: ids and searches are personal.
fn span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok());
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
    tracing::info_span!("request", id, method = %request.method(), route)
}

fn log(response: &Response, latency: Duration, _: &Span) {
    let (status, micros) = (response.status().as_u16(), latency.as_micros());
    if response.status().is_server_error() {
        tracing::warn!(status, micros, "answered");
    } else {
        tracing::debug!(status, micros, "answered");
    }
}

/// How long an answer may take, sending the question included; a stream that has begun may last.
async fn limit_time(request: Request, next: Next) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_upload = kind.is_some_and(|kind| kind.starts_with("multipart/form-data"));
    let limit = if is_upload { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    let answer = tokio::time::timeout(limit, next.run(request)).await;
    answer.unwrap_or_else(|_| Problem::new(Code::Timeout).into_response())
}

/// No text of ours holds U+0000, and PostgreSQL cannot compare with one.
async fn refuse_nul(request: Request, next: Next) -> Response {
    if request.uri().to_string().contains("%00") {
        return Problem::new(Code::InvalidRequest).into_response();
    }
    next.run(request).await
}
