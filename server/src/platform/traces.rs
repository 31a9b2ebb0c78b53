//! Traces for OpenTelemetry: a span for each request, and for each turn of a job that did something, and below it one for each
//! statement, made from its record when it is over, and sent in batches by OTLP over HTTP. Where they go and how many are kept is
//! said by the standard variables (`OTEL_…`); without an endpoint there are none. Decision 0062.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::http::{HeaderMap, Request, Response};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{
    Link, Span, SpanBuilder, SpanContext, SpanKind, Status, TraceContextExt, TraceFlags, TraceState, Tracer,
    TracerProvider,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use reqwest::redirect;
use tokio::runtime::Handle;

use super::clock::Clock;
use super::machine::is_this_machine;
use super::statements::{Statement, Statements};

/// No answer of a receiver is longer.
const LONGEST_ANSWER: usize = 64 * 1024;

/// Hands traces over; clones share the queue.
#[derive(Clone)]
pub struct Traces(Arc<Parts>);

struct Parts {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    clock: Clock,
    /// As OpenTelemetry calls the engine.
    database: &'static str,
}

/// A request that was answered.
pub struct Answered<'a> {
    pub method: &'static str,
    pub route: &'a str,
    pub status: u16,
    pub took: Duration,
    /// The id under which the log has it.
    pub id: &'a str,
}

/// The trace that a request belongs to, as its `traceparent` says. Anybody can send that, and proxies pass it on: so the request begins
/// a trace of its own, which names the given one and is not a part of it.
pub struct Given(SpanContext);

impl Given {
    /// Which trace it is, and nothing else that is said of it.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let read = TraceContextPropagator::new().extract_with_context(&Context::new(), &HeaderExtractor(headers));
        let span = read.span();
        let said = span.span_context();
        let bare =
            || SpanContext::new(said.trace_id(), said.span_id(), TraceFlags::default(), true, TraceState::default());
        said.is_valid().then(bare).map(Self)
    }
}

impl Traces {
    /// Sends to that endpoint, from the runtime that this is called in. Whoever does not answer for so long is not there.
    pub fn open(endpoint: &str, patience: Duration, clock: Clock, database: &'static str) -> Result<Self, String> {
        let sender = Sender { client: client(patience)?, runtime: Handle::current() };
        let exporter = SpanExporter::builder().with_http().with_http_client(sender);
        let exporter = exporter.with_endpoint(endpoint).with_timeout(patience).build();
        let exporter = exporter.map_err(|error| error.to_string())?;
        let provider = SdkTracerProvider::builder().with_resource(resource()).with_batch_exporter(exporter).build();
        let tracer = provider.tracer(env!("CARGO_PKG_NAME"));
        Ok(Self(Arc::new(Parts { provider, tracer, clock, database })))
    }

    /// Tells of a request that has just been answered, unless it is one of those that are left out.
    pub fn tell(&self, request: &Answered<'_>, given: Option<&Given>, statements: Option<&Statements>) {
        let attributes = [
            KeyValue::new("http.request.method", request.method),
            KeyValue::new("http.route", request.route.to_owned()),
            KeyValue::new("http.response.status_code", i64::from(request.status)),
            KeyValue::new("doccare.request_id", request.id.to_owned()),
        ];
        let span = SpanBuilder::from_name(format!("{} {}", request.method, request.route))
            .with_kind(SpanKind::Server)
            .with_attributes(attributes)
            .with_links(given.map(|Given(given)| Link::with_context(given.clone())).into_iter().collect());
        self.tell_of(span, request.took, request.status >= 500, statements);
    }

    /// Tells of a turn of a job that has just ended.
    pub fn tell_of_job(&self, job: &'static str, took: Duration, has_failed: bool, statements: Option<&Statements>) {
        let span = SpanBuilder::from_name(format!("job {job}"))
            .with_kind(SpanKind::Internal)
            .with_attributes([KeyValue::new("doccare.job", job)]);
        self.tell_of(span, took, has_failed, statements);
    }

    /// A trace of what has just ended: its span, and below it one for each statement.
    fn tell_of(&self, span: SpanBuilder, took: Duration, has_failed: bool, statements: Option<&Statements>) {
        let Parts { tracer, clock, database, .. } = &*self.0;
        let end = SystemTime::from(clock.now());
        let begun = end - took;
        let mut span = tracer.build_with_context(span.with_start_time(begun), &Context::new());
        if !span.is_recording() {
            return;
        }
        let below = Context::new().with_remote_span_context(span.span_context().clone());
        if let Some(statements) = statements {
            statements.each(|Statement { sql, at, took }| {
                let operation = sql.split_whitespace().next().unwrap_or_default().to_owned();
                let attributes = [
                    KeyValue::new("db.system.name", *database),
                    KeyValue::new("db.operation.name", operation.clone()),
                    KeyValue::new("db.query.text", sql.to_owned()),
                ];
                let statement = SpanBuilder::from_name(operation)
                    .with_kind(SpanKind::Client)
                    .with_start_time(begun + at)
                    .with_attributes(attributes);
                tracer.build_with_context(statement, &below).end_with_timestamp(begun + at + took);
            });
        }
        if has_failed {
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(end);
    }

    /// Sends what still waits. What cannot be sent within a few seconds is lost.
    pub async fn close(&self) {
        let provider = self.0.provider.clone();
        let closed = tokio::task::spawn_blocking(move || provider.shutdown()).await;
        if !matches!(closed, Ok(Ok(()))) {
            tracing::warn!("the last traces were not sent");
        }
    }
}

/// Whether an endpoint is reached without TLS and is not on this machine. A text that is no URL is refused when the exporter is opened.
pub fn is_plain_to_another_machine(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|url| url.scheme() != "https" && !url.host_str().is_some_and(is_this_machine))
}

/// Who sends the traces, as the variables say; without a word it is us.
fn resource() -> Resource {
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let said = Resource::builder().build();
    let name = said.get(&"service.name".into()).map(|name| name.to_string()).unwrap_or_default();
    let is_said = !name.starts_with("unknown_service");
    let resource = Resource::builder().with_attribute(version);
    let resource = if is_said { resource } else { resource.with_service_name(env!("CARGO_PKG_NAME")) };
    resource.build()
}

/// The exporter works on a thread of its own, without a runtime; what talks to the network runs on ours.
struct Sender {
    client: reqwest::Client,
    runtime: Handle,
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sender")
    }
}

type Sending<'a> = Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'a>>;

impl HttpClient for Sender {
    fn send_bytes<'a, 'b>(&'a self, request: Request<Bytes>) -> Sending<'b>
    where
        'a: 'b,
        Self: 'b,
    {
        let sent = self.runtime.spawn(send(self.client.clone(), request));
        Box::pin(async move { sent.await? })
    }
}

fn client(patience: Duration) -> Result<reqwest::Client, String> {
    // An error says that one was chosen already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().redirect(redirect::Policy::none()).timeout(patience).build();
    client.map_err(|error| error.to_string())
}

async fn send(client: reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let mut answer = client.execute(request.try_into()?).await?;
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await? {
        if body.len() + part.len() > LONGEST_ANSWER {
            return Err("the receiver's answer is too long".into());
        }
        body.extend_from_slice(&part);
    }
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    Ok(response)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_receiver_that_says_nothing_is_waited_for_as_long_as_was_said() {
        let silent = listener().await;
        let to = format!("http://{}/v1/traces", silent.local_addr().unwrap());
        let request = Request::post(to).body(Bytes::new()).unwrap();
        let sent = send(client(Duration::from_millis(50)).unwrap(), request);
        let heard = tokio::time::timeout(Duration::from_secs(9), sent).await.expect("not the ten seconds of always");
        assert!(heard.is_err());
    }

    #[tokio::test]
    async fn a_redirect_of_the_receiver_is_not_followed() {
        let (receiver, elsewhere) = (listener().await, listener().await);
        let (from, to) = (receiver.local_addr().unwrap(), elsewhere.local_addr().unwrap());
        let answer = format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: http://{to}/\r\ncontent-length: 0\r\n\r\n");
        tokio::spawn(async move {
            let (mut stream, _) = receiver.accept().await.unwrap();
            assert_ne!(stream.read(&mut [0; 4096]).await.unwrap(), 0);
            stream.write_all(answer.as_bytes()).await.unwrap();
        });
        let request = Request::post(format!("http://{from}/v1/traces")).body(Bytes::new()).unwrap();
        let sent = send(client(Duration::from_mins(1)).unwrap(), request);
        tokio::select! {
            answer = sent => assert_eq!(answer.unwrap().status(), 307),
            _ = elsewhere.accept() => panic!("the redirect was followed"),
        }
    }

    async fn listener() -> TcpListener {
        TcpListener::bind("127.0.0.1:0").await.unwrap()
    }

    #[test]
    fn of_a_given_trace_only_its_ids_are_taken() {
        let (trace, parent) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        let of = |traceparent: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("traceparent", traceparent.parse().unwrap());
            headers.insert("tracestate", "a=b".parse().unwrap());
            Given::of(&headers)
        };
        let Given(given) = of(&format!("00-{trace}-{parent}-01")).unwrap();
        assert_eq!((given.trace_id().to_string(), given.span_id().to_string()), (trace.into(), parent.into()));
        assert!(!given.is_sampled() && given.trace_state().header().is_empty());
        assert!(of("nonsense").is_none() && Given::of(&HeaderMap::new()).is_none());
    }
}
