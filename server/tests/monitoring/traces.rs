//! Traces as a receiver gets them: OTLP over HTTP, decoded by OpenTelemetry's types.

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
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message;
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::eml::Eml;
use crate::harness::{ENGINES, database_url, http_client, until};
use crate::process::Server;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

/// Receives the posts to `/v1/traces`.
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

/// The program, configured to send traces there.
async fn start(engine: &str, folder: &TempDir, settings: &[(&str, &str)]) -> Server {
    let database = database_url(engine, folder.path()).await;
    let ours = [
        ("DOCCARE_DATABASE_URL", database.as_str()),
        ("DOCCARE_ADMIN_EMAIL", "first@example.org"),
        ("DOCCARE_ADMIN_PASSWORD", "a long password"),
    ];
    Server::start(folder.path(), &[&ours[..], settings].concat())
}

/// Logs in, with a `traceparent` header if one is given.
async fn sign_in(server: &Server, trace: Option<&str>) {
    let body = json!({"email": "first@example.org", "password": "a long password"});
    let mut request = http_client().post(format!("{}/admin/api/login", server.url)).json(&body);
    if let Some(trace) = trace {
        request = request.header("traceparent", format!("00-{trace}-{PARENT}-01"));
    }
    assert_eq!(request.send().await.unwrap().status(), 200);
}

/// The child spans of another.
fn below<'a>(spans: &'a [Span], above: &Span) -> Vec<&'a Span> {
    spans.iter().filter(|span| span.parent_span_id == above.span_id).collect()
}

/// Ends the program, which exports pending spans first.
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
        let requests: Vec<_> = spans.iter().filter(|span| span.kind() == SpanKind::Server).collect();
        let [named, alone] = requests[..] else { panic!("{spans:?}") };
        // The client's trace id is recorded as a link, and is not used as ours.
        let given: Vec<_> = named.links.iter().map(|link| (hex(&link.trace_id), hex(&link.span_id))).collect();
        assert_eq!(given, [(TRACE.to_owned(), PARENT.to_owned())]);
        assert!(alone.links.is_empty() && named.trace_id != alone.trace_id);
        for request in [named, alone] {
            assert!(request.parent_span_id.is_empty() && hex(&request.trace_id) != TRACE, "it begins a trace");
            assert_eq!(request.name, "POST /admin/api/login");
            assert_eq!(text_of(&request.attributes, "http.response.status_code"), "200");
            let statements = below(&spans, request);
            assert!(statements.len() >= 3, "{statements:?}");
            for statement in statements {
                assert_eq!((statement.kind(), &statement.trace_id), (SpanKind::Client, &request.trace_id));
                assert_eq!(text_of(&statement.attributes, "db.system.name"), system);
                assert!(request.start_time_unix_nano <= statement.start_time_unix_nano, "{statement:?}");
                assert!(statement.start_time_unix_nano <= statement.end_time_unix_nano, "{statement:?}");
                assert!(statement.end_time_unix_nano <= request.end_time_unix_nano, "{statement:?}");
            }
        }
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
async fn the_sampling_rate_is_set_by_the_operator_not_by_clients() {
    let few = [("OTEL_TRACES_SAMPLER", "parentbased_traceidratio"), ("OTEL_TRACES_SAMPLER_ARG", "0")];
    for proxies in ["127.0.0.1", "10.0.0.0/8"] {
        let ((receiver, to), folder) = (Receiver::start().await, TempDir::new().unwrap());
        let settings = [("OTEL_EXPORTER_OTLP_ENDPOINT", to.as_str()), ("DOCCARE_TRUSTED_PROXIES", proxies)];
        let server = start("SQLite", &folder, &[&settings[..], &few].concat()).await;
        sign_in(&server, None).await;
        sign_in(&server, Some(TRACE)).await;
        end(server).await;
        assert_eq!(receiver.spans(), [], "a stranger does not choose what is kept: {proxies}");
    }
}

#[tokio::test]
async fn a_method_that_a_client_made_up_is_no_name_of_a_span() {
    let ((receiver, to), folder) = (Receiver::start().await, TempDir::new().unwrap());
    let server = start("SQLite", &folder, &[("OTEL_EXPORTER_OTLP_ENDPOINT", to.as_str())]).await;
    let brewed = http_client().request("BREW1794".parse().unwrap(), format!("{}/admin/api/login", server.url));
    assert_eq!(brewed.send().await.unwrap().status(), 405);
    end(server).await;
    let spans = receiver.spans();
    let request = spans.iter().find(|span| span.kind() == SpanKind::Server).unwrap();
    assert_eq!(request.name, "_OTHER /admin/api/login");
    assert_eq!(text_of(&request.attributes, "http.request.method"), "_OTHER");
}

#[tokio::test]
async fn a_turn_of_a_job_that_did_something_is_a_trace_and_one_that_did_nothing_is_none() {
    for engine in ENGINES {
        println!("engine: {engine}");
        let ((receiver, to), folder) = (Receiver::start().await, TempDir::new().unwrap());
        let server = start(engine, &folder, &[("OTEL_EXPORTER_OTLP_ENDPOINT", to.as_str())]).await;
        let forgot = json!({"role": "admin", "email": "first@example.org"});
        let asked = http_client().post(format!("{}/user/api/password/forgot", server.url)).json(&forgot);
        assert_eq!(asked.send().await.unwrap().status(), 200);
        let is_sent = async || if Eml::arrived_in(folder.path()).is_empty() { Err("no mail") } else { Ok(()) };
        until("the mail goes", is_sent).await;
        end(server).await;
        let spans = receiver.spans();
        let turns: Vec<_> = spans.iter().filter(|span| span.kind() == SpanKind::Internal).collect();
        assert!(turns.iter().any(|turn| turn.name == "job mails"), "{turns:?}");
        assert!(
            !turns.iter().any(|turn| ["job week", "job waves", "job reminders"].contains(&&*turn.name)),
            "{turns:?}"
        );
        for turn in turns {
            assert!(turn.parent_span_id.is_empty(), "it begins a trace");
            assert_eq!(turn.name, format!("job {}", text_of(&turn.attributes, "doccare.job")));
            let statements = below(&spans, turn);
            assert!(statements.iter().all(|statement| statement.trace_id == turn.trace_id));
            let changes = |statement: &Span| ["INSERT", "UPDATE", "DELETE"].contains(&&*statement.name);
            // On a busy machine a run may have failed, which is a trace too.
            let has_failed = turn.status.as_ref().is_some_and(|status| status.code() == StatusCode::Error);
            assert!(has_failed || statements.into_iter().any(changes), "{turn:?}");
        }
    }
}

#[tokio::test]
async fn an_unreachable_receiver_delays_no_request() {
    let folder = TempDir::new().unwrap();
    let nowhere = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")];
    let server = start("SQLite", &folder, &nowhere).await;
    sign_in(&server, None).await;
    server.terminate();
    let (is_well, log) = tokio::task::spawn_blocking(move || server.ended()).await.unwrap();
    assert!(is_well, "{log}");
}
