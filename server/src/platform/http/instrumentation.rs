//! Instrumentation of requests: metrics, a trace, and a log line for slow ones.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;

use super::problem::Code;
use crate::platform::metrics::{InFlight, Metrics, method_name};
use crate::platform::query_log;
use crate::platform::traces::{ParentTrace, RequestSpan, Traces};

pub struct Instrumentation {
    pub metrics: Metrics,
    pub traces: Option<Traces>,
    /// Requests that take longer are logged; `None` for none.
    pub slow: Option<Duration>,
}

pub struct InstrumentedRequest<'a> {
    watch: &'a Instrumentation,
    method: Method,
    route: Option<MatchedPath>,
    given: Option<ParentTrace>,
    pub begun: Instant,
    _in_flight: InFlight<'a>,
}

impl Instrumentation {
    pub fn begin(&self, request: &Request) -> InstrumentedRequest<'_> {
        InstrumentedRequest {
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            given: self.traces.as_ref().and_then(|_| ParentTrace::of(request.headers())),
            begun: Instant::now(),
            _in_flight: self.metrics.request_begins(),
            watch: self,
        }
    }
}

impl InstrumentedRequest<'_> {
    /// The route's pattern, never the address: ids and searches are personal.
    pub fn route(&self) -> &str {
        self.route.as_ref().map_or("page", MatchedPath::as_str)
    }

    /// Reports the request when its response is ready; must run in the request's task.
    pub fn end(self, response: &Response, id: &str) -> Duration {
        let (took, status, route) = (self.begun.elapsed(), response.status().as_u16(), self.route());
        let Instrumentation { metrics, traces, slow } = self.watch;
        metrics.answered(
            route,
            &self.method,
            status,
            response.extensions().get::<Code>().map(|code| *code as usize),
            took,
        );
        if let Some(traces) = traces {
            let answered = RequestSpan { method: method_name(&self.method), route, status, took, id };
            traces.record_request(&answered, self.given.as_ref(), query_log::recorded().as_ref());
        }
        if slow.is_some_and(|slow| took >= slow) {
            let asked = query_log::recorded().map(|statements| statements.summary()).unwrap_or_default();
            tracing::info!(status, micros = took.as_micros(), statements = asked, "slow");
        }
        took
    }
}
