//! What is noted of a request beside its answer: figures for Prometheus, a trace, and a line in the log if it was slow.

use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::response::Response;

use super::problem::Code;
use crate::platform::metrics::{Metrics, UnderWay, method_name};
use crate::platform::statements;
use crate::platform::traces::{Answered, Given, Traces};

/// Who is told of requests.
pub struct Watch {
    pub metrics: Metrics,
    pub traces: Option<Traces>,
    /// From how long on a request is slow; `None` where that is not logged.
    pub slow: Option<Duration>,
}

/// A request while it is answered.
pub struct Watched<'a> {
    watch: &'a Watch,
    method: Method,
    route: Option<MatchedPath>,
    given: Option<Given>,
    pub begun: Instant,
    _under_way: UnderWay<'a>,
}

impl Watch {
    pub fn begin(&self, request: &Request) -> Watched<'_> {
        Watched {
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            given: self.traces.as_ref().and_then(|_| Given::of(request.headers())),
            begun: Instant::now(),
            _under_way: self.metrics.request_begins(),
            watch: self,
        }
    }
}

impl Watched<'_> {
    /// The route's pattern, never the address itself: ids and searches are personal.
    pub fn route(&self) -> &str {
        self.route.as_ref().map_or("page", MatchedPath::as_str)
    }

    /// Said when the answer is ready, by the task that made it.
    pub fn end(self, response: &Response, id: &str) -> Duration {
        let (took, status, route) = (self.begun.elapsed(), response.status().as_u16(), self.route());
        let Watch { metrics, traces, slow } = self.watch;
        metrics.answered(route, &self.method, status, response.extensions().get::<Code>().copied(), took);
        if let Some(traces) = traces {
            let answered = Answered { method: method_name(&self.method), route, status, took, id };
            traces.tell(&answered, self.given.as_ref(), statements::noted().as_ref());
        }
        if slow.is_some_and(|slow| took >= slow) {
            let asked = statements::noted().map(|statements| statements.summary()).unwrap_or_default();
            tracing::info!(status, micros = took.as_micros(), statements = asked, "slow");
        }
        took
    }
}
