//! HTTP/2: floods of requests, cancelled streams, and responses that are not read.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::routing::get;
use doccare::platform::connections::{self, Edge, Limits};
use doccare::platform::pubsub::ADMINISTRATION;
use reqwest::{StatusCode, Version};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use super::{IMPATIENT, PATIENT, STRANGER, connect, ended, with_door};
use crate::harness::client_builder;

/// A frame of HTTP/2 (RFC 9113).
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The start of an HTTP/2 client: its preface and settings.
pub fn greeting() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &[])].concat()
}

/// A complete `GET http://care` with a path.
fn request(stream: u32, path: &str) -> Vec<u8> {
    let length = [u8::try_from(path.len()).unwrap()];
    frame(1, 0b101, stream, &[b"\x82\x86\x41\x04care\x04", &length[..], path.as_bytes()].concat())
}

/// The preface of a client whose flow-control window is so large.
fn greeting_with_window(bytes: u32) -> Vec<u8> {
    let window = [&4_u16.to_be_bytes()[..], &bytes.to_be_bytes()].concat();
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &window)].concat()
}

/// Sends pings as fast as the connection takes them, and reads the answers.
async fn ping(stream: TcpStream) {
    let (mut reading, mut writing) = stream.into_split();
    let read = async { while reading.read(&mut [0; 10_000]).await.is_ok_and(|read| read > 0) {} };
    let write = async {
        while writing.write_all(&frame(6, 0, 0, &[7; 8])).await.is_ok() {
            tokio::time::sleep(IMPATIENT.check_interval).await;
        }
    };
    futures::join!(read, write);
}

/// A complete `GET http://care/`, cancelled at once.
fn taken_back(stream: u32) -> Vec<u8> {
    let request = frame(1, 0b101, stream, b"\x82\x86\x84\x41\x04care");
    [request, frame(3, 0, stream, &8_u32.to_be_bytes())].concat()
}

#[tokio::test]
async fn cleartext_http2_is_accepted_by_prior_knowledge_but_not_by_upgrade() {
    with_door(PATIENT, async |door| {
        let client = client_builder().http2_prior_knowledge().build().unwrap();
        let answer = client.get(format!("http://{}/healthz", door.address)).send().await.unwrap();
        assert_eq!((answer.version(), answer.status()), (Version::HTTP_2, StatusCode::OK));
        let mut stream = door.connect(STRANGER).await;
        let upgrade = "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
        let head = format!("GET /healthz HTTP/1.1\r\nHost: care\r\n{upgrade}\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    })
    .await;
}

#[tokio::test]
async fn a_flood_of_requests_that_are_taken_back_ends_its_connection_only() {
    with_door(PATIENT, async |door| {
        let mut stream = door.connect(STRANGER).await;
        let flood: Vec<u8> = (0..1000).flat_map(|number| taken_back(2 * number + 1)).collect();
        // The connection may be closed before all of it is sent.
        let _ = stream.write_all(&[greeting(), flood].concat()).await;
        ended(stream).await;
        assert!(door.is_served(STRANGER).await);
    })
    .await;
}

#[tokio::test]
async fn answers_that_are_never_taken_over_http2_are_given_up_however_much_is_pinged_and_asked() {
    with_door(Limits { head_timeout: PATIENT.head_timeout, ..IMPATIENT }, async |door| {
        for (window, path) in [(0, "/healthz"), (0, "/api/docs/swagger-ui-bundle.js"), (1, "/healthz")] {
            let mut deaf = door.connect(STRANGER).await;
            deaf.write_all(&[greeting_with_window(window), request(1, path)].concat()).await.unwrap();
            ping(deaf).await;
        }
        // A response that is never read, next to others that are.
        let mut busy = door.connect(STRANGER).await;
        let never_taken = [greeting_with_window(0), request(1, "/api/docs/swagger-ui-bundle.js")].concat();
        busy.write_all(&never_taken).await.unwrap();
        let (mut reading, mut writing) = busy.into_split();
        let read = async { while reading.read(&mut [0; 10_000]).await.is_ok_and(|read| read > 0) {} };
        let write = async {
            for stream in (3..).step_by(2) {
                let more = frame(8, 0, stream, &10_000_u32.to_be_bytes());
                if writing.write_all(&[request(stream, "/healthz"), more].concat()).await.is_err() {
                    break;
                }
                tokio::time::sleep(IMPATIENT.check_interval).await;
            }
        };
        futures::join!(read, write);
    })
    .await;
}

#[tokio::test]
async fn a_connection_with_only_pings_is_closed() {
    with_door(Limits { head_timeout: PATIENT.head_timeout, ..IMPATIENT }, async |door| {
        let mut idle = door.connect(STRANGER).await;
        idle.write_all(&[greeting(), request(1, "/healthz")].concat()).await.unwrap();
        ping(idle).await;
    })
    .await;
}

/// Of large responses that wait for their client only a few are in memory.
#[tokio::test]
async fn a_client_of_http2_that_takes_nothing_is_made_few_large_answers() {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = made.clone();
    let answer = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        std::future::ready(vec![b'x'; 100_000])
    };
    let router = Router::new().route("/large", get(answer));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let edge =
        Edge { router, limits: PATIENT, proxies: "".parse().unwrap(), tls: None, stop: CancellationToken::new() };
    let serving = tokio::spawn(connections::serve(listener, edge));
    let mut deaf = connect(address, STRANGER).await.unwrap();
    let asked: Vec<u8> = (0..64).flat_map(|number| request(2 * number + 1, "/large")).collect();
    deaf.write_all(&[greeting_with_window(0), asked].concat()).await.unwrap();
    let large = || made.load(Ordering::Relaxed);
    let wait = || tokio::time::sleep(IMPATIENT.check_interval);
    while large() == 0 {
        wait().await;
    }
    for _ in 0..20 {
        wait().await;
    }
    assert_eq!(large(), 8);
    // A client that reads gets all of it.
    let more: Vec<u8> = (0..64).flat_map(|number| frame(8, 0, 2 * number + 1, &100_000_u32.to_be_bytes())).collect();
    deaf.write_all(&[frame(8, 0, 0, &10_000_000_u32.to_be_bytes()), more].concat()).await.unwrap();
    let mut read = 0;
    while read < 6_400_000 {
        read += deaf.read(&mut vec![0; 100_000]).await.unwrap();
    }
    assert_eq!(large(), 64);
    serving.abort();
}

#[tokio::test]
async fn an_event_stream_over_http2_lives_while_it_is_read() {
    with_door(Limits { head_timeout: PATIENT.head_timeout, ..IMPATIENT }, async |door| {
        let token = door.server.admin_token().await;
        let client = client_builder().http2_prior_knowledge().local_address(STRANGER.parse::<IpAddr>().unwrap());
        let asked = client.build().unwrap().get(format!("http://{}/admin/api/events", door.address)).bearer_auth(token);
        let mut stream = asked.send().await.unwrap();
        assert_eq!(stream.version(), Version::HTTP_2);
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
        let begun = std::time::Instant::now();
        while begun.elapsed() < 4 * IMPATIENT.idle_timeout {
            tokio::time::sleep(IMPATIENT.idle_timeout / 8).await;
            door.server.app.pubsub.publish(ADMINISTRATION);
            assert!(stream.chunk().await.unwrap().unwrap().starts_with(b"event: "));
        }
    })
    .await;
}
