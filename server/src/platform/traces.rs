//! OpenTelemetry traces: a span for each request and each job run that changed something, with a child span per statement, exported in
//! batches by OTLP over HTTP. Configured by the standard `OTEL_…` variables. Decision 0062.

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
use super::query_log::{LoggedQuery, QueryLog};

const MAX_RESPONSE_BYTES: usize = 64 * 1024;

#[derive(Clone)]
pub struct Traces(Arc<Parts>);

struct Parts {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
    clock: Clock,
    /// As OpenTelemetry calls the engine.
    database: &'static str,
}

pub struct RequestSpan<'a> {
    pub method: &'static str,
    pub route: &'a str,
    pub status: u16,
    pub took: Duration,
    /// The id under which the log has it.
    pub id: &'a str,
}

/// The trace named by a request's `traceparent`. Any client can send that header, so the request starts its own trace with a link to
/// this one, instead of becoming part of it.
pub struct ParentTrace(SpanContext);

impl ParentTrace {
    /// The ids only, without flags and state.
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
    pub fn open(endpoint: &str, timeout: Duration, clock: Clock, database: &'static str) -> Result<Self, String> {
        let sender = Sender { client: client(timeout)?, runtime: Handle::current() };
        let exporter = SpanExporter::builder().with_http().with_http_client(sender);
        let exporter = exporter.with_endpoint(endpoint).with_timeout(timeout).build();
        let exporter = exporter.map_err(|error| error.to_string())?;
        let provider = SdkTracerProvider::builder().with_resource(resource()).with_batch_exporter(exporter).build();
        let tracer = provider.tracer("doccare");
        Ok(Self(Arc::new(Parts { provider, tracer, clock, database })))
    }

    pub fn record_request(
        &self,
        request: &RequestSpan<'_>,
        given: Option<&ParentTrace>,
        statements: Option<&QueryLog>,
    ) {
        let attributes = [
            KeyValue::new("http.request.method", request.method),
            KeyValue::new("http.route", request.route.to_owned()),
            KeyValue::new("http.response.status_code", i64::from(request.status)),
            KeyValue::new("doccare.request_id", request.id.to_owned()),
        ];
        let span = SpanBuilder::from_name(format!("{} {}", request.method, request.route))
            .with_kind(SpanKind::Server)
            .with_attributes(attributes)
            .with_links(given.map(|ParentTrace(given)| Link::with_context(given.clone())).into_iter().collect());
        self.record(span, request.took, request.status >= 500, statements);
    }

    pub fn record_job(&self, job: &'static str, took: Duration, has_failed: bool, statements: Option<&QueryLog>) {
        let span = SpanBuilder::from_name(format!("job {job}"))
            .with_kind(SpanKind::Internal)
            .with_attributes([KeyValue::new("doccare.job", job)]);
        self.record(span, took, has_failed, statements);
    }

    /// Records a span that just ended, with a child for each statement.
    fn record(&self, span: SpanBuilder, took: Duration, has_failed: bool, statements: Option<&QueryLog>) {
        let Parts { tracer, clock, database, .. } = &*self.0;
        let end = SystemTime::from(clock.now());
        let begun = end - took;
        let mut span = tracer.build_with_context(span.with_start_time(begun), &Context::new());
        if !span.is_recording() {
            return;
        }
        let below = Context::new().with_remote_span_context(span.span_context().clone());
        if let Some(statements) = statements {
            statements.each(|LoggedQuery { sql, at, took }| {
                let operation = sql.split_whitespace().next().unwrap_or_default().to_owned();
                let attributes = [
                    KeyValue::new("db.system.name", *database),
                    KeyValue::new("db.operation.name", operation.clone()),
                    KeyValue::new("db.query.text", sql.to_string()),
                ];
                let statement = SpanBuilder::from_name(operation)
                    .with_kind(SpanKind::Client)
                    .with_start_time(begun + *at)
                    .with_attributes(attributes);
                tracer.build_with_context(statement, &below).end_with_timestamp(begun + *at + *took);
            });
        }
        if has_failed {
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(end);
    }

    /// Flushes the queue; what cannot be sent within seconds is lost.
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

/// The service name and version; the standard variables win.
fn resource() -> Resource {
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let said = Resource::builder().build();
    let name = said.get(&"service.name".into()).map(|name| name.to_string()).unwrap_or_default();
    let is_said = !name.starts_with("unknown_service");
    let resource = Resource::builder().with_attribute(version);
    let resource = if is_said { resource } else { resource.with_service_name("doccare") };
    resource.build()
}

/// The exporter has a thread without a runtime, so its requests run on ours.
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

fn client(timeout: Duration) -> Result<reqwest::Client, String> {
    // An error only means that the process has a provider already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().redirect(redirect::Policy::none()).timeout(timeout).build();
    client.map_err(|error| error.to_string())
}

async fn send(client: reqwest::Client, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let mut answer = client.execute(request.try_into()?).await?;
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await? {
        if body.len() + part.len() > MAX_RESPONSE_BYTES {
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
    async fn a_silent_receiver_is_given_up_after_the_configured_timeout() {
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
            ParentTrace::of(&headers)
        };
        let ParentTrace(given) = of(&format!("00-{trace}-{parent}-01")).unwrap();
        assert_eq!((given.trace_id().to_string(), given.span_id().to_string()), (trace.into(), parent.into()));
        assert!(!given.is_sampled() && given.trace_state().header().is_empty());
        assert!(of("nonsense").is_none() && ParentTrace::of(&HeaderMap::new()).is_none());
    }
}
