//! Traces as a receiver gets them: OTLP over HTTP, decoded by OpenTelemetry's own types.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::routing::post;
use doccare::platform::ids::hex;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message;
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::harness::{ENGINES, database_url, http_client};
use crate::process::Server;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

/// Takes what is sent to `/v1/traces`.
#[derive(Clone, Default)]
struct Receiver(Arc<Mutex<Vec<ResourceSpans>>>);

async fn take(
    State(receiver): State<Receiver>,
    headers: HeaderMap,
    body: Bytes,
) -> ([(header::HeaderName, &'static str); 1], Vec<u8>) {
    assert_eq!(headers[header::CONTENT_TYPE], "application/x-protobuf");
    let came = ExportTraceServiceRequest::decode(body).unwrap();
    receiver.0.lock().unwrap().extend(came.resource_spans);
    ([(header::CONTENT_TYPE, "application/x-protobuf")], Vec::new())
}

impl Receiver {
    async fn start() -> (Self, String) {
        let (receiver, listener) = (Self::default(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().route("/v1/traces", post(take)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        (receiver, url)
    }

    fn resource_says(&self, name: &str, value: &str) -> bool {
        let came = self.0.lock().unwrap();
        let resources = came.iter().filter_map(|spans| spans.resource.as_ref());
        resources.map(|resource| text_of(&resource.attributes, name)).all(|found| found == value)
    }

    fn spans(&self) -> Vec<Span> {
        let came = self.0.lock().unwrap();
        came.iter().flat_map(|spans| &spans.scope_spans).flat_map(|scope| scope.spans.clone()).collect()
    }
}

fn text_of(attributes: &[KeyValue], name: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == name);
    match found.and_then(|attribute| attribute.value.as_ref()?.value.clone()) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("{name}: {other:?} in {attributes:?}"),
    }
}

/// The program, told to send traces there.
async fn start(engine: &str, folder: &TempDir, settings: &[(&str, &str)]) -> Server {
    let database = database_url(engine, folder.path()).await;
    let ours = [
        ("DOCCARE_DATABASE_URL", database.as_str()),
        ("DOCCARE_ADMIN_EMAIL", "first@example.org"),
        ("DOCCARE_ADMIN_PASSWORD", "a long password"),
    ];
    Server::start(folder.path(), &[&ours[..], settings].concat())
}

/// Signs in, as a part of a trace if one is given.
async fn sign_in(server: &Server, trace: Option<&str>) {
    let body = json!({"email": "first@example.org", "password": "a long password"});
    let mut request = http_client().post(format!("{}/admin/api/login", server.url)).json(&body);
    if let Some(trace) = trace {
        request = request.header("traceparent", format!("00-{trace}-{PARENT}-01"));
    }
    assert_eq!(request.send().await.unwrap().status(), 200);
}

/// Ends the program, which sends what waits before that.
async fn end(server: Server) {
    server.terminate();
    let (is_well, log) = tokio::task::spawn_blocking(move || server.ended()).await.unwrap();
    assert!(is_well, "{log}");
    assert!(!log.contains("traces were not sent"), "{log}");
}

#[tokio::test]
async fn a_trace_leads_from_the_request_to_each_of_its_statements() {
    for (engine, system) in ENGINES.into_iter().zip(["sqlite", "postgresql"]) {
        println!("engine: {engine}");
        let ((receiver, to), folder) = (Receiver::start().await, TempDir::new().unwrap());
        let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", to.as_str()), ("OTEL_SERVICE_NAME", "care of a test")];
        let server = start(engine, &folder, &settings).await;
        sign_in(&server, Some(TRACE)).await;
        sign_in(&server, None).await;
        end(server).await;
        assert!(receiver.resource_says("service.name", "care of a test"));
        assert!(receiver.resource_says("service.version", env!("CARGO_PKG_VERSION")));
        let spans = receiver.spans();
        let (taken_over, own): (Vec<_>, Vec<_>) = spans.iter().partition(|span| hex(&span.trace_id) == TRACE);
        for spans in [&taken_over, &own] {
            let request: Vec<_> = spans.iter().filter(|span| span.kind() == SpanKind::Server).collect();
            let [request] = request[..] else { panic!("{spans:?}") };
            assert_eq!(request.name, "POST /admin/api/login");
            assert_eq!(text_of(&request.attributes, "http.response.status_code"), "200");
            let statements: Vec<_> = spans.iter().filter(|span| span.kind() == SpanKind::Client).collect();
            assert!(statements.len() >= 3, "{statements:?}");
            for statement in statements {
                assert_eq!(statement.parent_span_id, request.span_id);
                assert_eq!(text_of(&statement.attributes, "db.system.name"), system);
                assert!(request.start_time_unix_nano <= statement.start_time_unix_nano, "{statement:?}");
                assert!(statement.start_time_unix_nano <= statement.end_time_unix_nano, "{statement:?}");
                assert!(statement.end_time_unix_nano <= request.end_time_unix_nano, "{statement:?}");
            }
        }
        assert_eq!(
            hex(&taken_over.iter().find(|span| span.kind() == SpanKind::Server).unwrap().parent_span_id),
            PARENT
        );
        assert!(own.iter().any(|span| span.parent_span_id.is_empty()), "it begins a trace");
        let texts: Vec<_> = spans
            .iter()
            .filter(|span| span.kind() == SpanKind::Client)
            .map(|span| text_of(&span.attributes, "db.query.text"))
            .collect();
        assert!(texts.iter().any(|text| text.contains("$1")) && texts.iter().any(|text| text == "COMMIT"), "{texts:?}");
        assert!(!texts.iter().any(|text| text.contains("first@example")), "{texts:?}");
    }
}

#[tokio::test]
async fn how_many_are_kept_is_for_the_operator_and_our_proxies_to_say() {
    let few = [("OTEL_TRACES_SAMPLER", "parentbased_traceidratio"), ("OTEL_TRACES_SAMPLER_ARG", "0")];
    for (proxies, kept) in [("127.0.0.1", 1), ("10.0.0.0/8", 0)] {
        let ((receiver, to), folder) = (Receiver::start().await, TempDir::new().unwrap());
        let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", to.as_str()), ("DOCCARE_TRUSTED_PROXIES", proxies)];
        let server = start("SQLite", &folder, &[&settings[..], &few].concat()).await;
        sign_in(&server, None).await;
        sign_in(&server, Some(TRACE)).await;
        end(server).await;
        let requests = receiver.spans().iter().filter(|span| span.kind() == SpanKind::Server).count();
        assert_eq!(requests, kept, "a stranger does not choose what is kept: {proxies}");
    }
}

#[tokio::test]
async fn a_receiver_that_is_not_there_holds_nobody_up() {
    let folder = TempDir::new().unwrap();
    let nowhere = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")];
    let server = start("SQLite", &folder, &nowhere).await;
    sign_in(&server, None).await;
    server.terminate();
    let (is_well, log) = tokio::task::spawn_blocking(move || server.ended()).await.unwrap();
    assert!(is_well, "{log}");
}
