//! Silent and slow connections, and limits of their number.

use std::net::SocketAddr;
use std::time::Duration;

use doccare::platform::connections::Limits;
use futures::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::http2::greeting;
use super::{IMPATIENT, PATIENT, PROXY, STRANGER, connect, ended, with_door};
use crate::harness::http_client;
use crate::process::Server;

#[tokio::test]
async fn slow_request_heads_time_out_without_affecting_others() {
    with_door(Limits { idle_timeout: PATIENT.idle_timeout, ..IMPATIENT }, async |door| {
        let slow = join_all((0..100).map(async |_| {
            let mut stream = door.connect(STRANGER).await;
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: ").await.unwrap();
            // Sends one byte after the other until the connection is closed.
            while stream.write_all(b"x").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }));
        let others = async {
            for _ in 0..100 {
                assert!(door.is_served(PROXY).await);
            }
        };
        futures::join!(slow, others);
        // Their permits are free again.
        while !door.is_served(STRANGER).await {}
    })
    .await;
}

#[tokio::test]
async fn silent_connections_time_out_before_and_after_a_request() {
    with_door(IMPATIENT, async |door| {
        let silent = door.connect(STRANGER).await;
        let mut answered = door.connect(STRANGER).await;
        answered.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\n\r\n").await.unwrap();
        let mut greeted = door.connect(STRANGER).await;
        greeted.write_all(&greeting()).await.unwrap();
        futures::join!(ended(silent), ended(answered), ended(greeted));
    })
    .await;
}

#[tokio::test]
async fn between_requests_a_connection_may_rest_for_longer_than_a_head_may_take() {
    with_door(Limits { head_timeout: IMPATIENT.check_interval, ..PATIENT }, async |door| {
        let mut kept = door.connect(STRANGER).await;
        for _ in 0..10 {
            kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\n\r\n").await.unwrap();
            let mut answer = [0; 15];
            kept.read_exact(&mut answer).await.unwrap();
            assert_eq!(&answer, b"HTTP/1.1 200 OK");
            while !kept.try_read(&mut [0; 1000]).is_ok_and(|read| read > 0) {
                kept.readable().await.unwrap();
            }
            tokio::time::sleep(3 * IMPATIENT.check_interval).await;
        }
    })
    .await;
}

#[tokio::test]
async fn answers_that_are_never_read_are_given_up() {
    with_door(Limits { per_network: 1, head_timeout: PATIENT.head_timeout, ..IMPATIENT }, async |door| {
        let mut deaf = door.connect(STRANGER).await;
        let large = "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: care\r\n\r\n";
        deaf.write_all(large.repeat(20).as_bytes()).await.unwrap();
        // The only permit of this network is free again.
        while !door.is_served(STRANGER).await {}
    })
    .await;
}

#[tokio::test]
async fn one_network_has_its_share_of_the_connections() {
    with_door(Limits { per_network: 2, ..PATIENT }, async |door| {
        let held = [door.connect(STRANGER).await, door.connect(STRANGER).await];
        ended(door.connect(STRANGER).await).await;
        assert!(door.is_served("127.0.0.3").await, "another network is not concerned");
        drop(held);
        // The server notices it a moment later.
        while !door.is_served(STRANGER).await {}
    })
    .await;
}

#[tokio::test]
async fn a_proxy_has_all_it_needs_until_there_is_none_left() {
    with_door(Limits { total: 8, per_network: 2, ..PATIENT }, async |door| {
        let held = join_all((0..8).map(|_| door.connect(PROXY))).await;
        ended(door.connect(PROXY).await).await;
        drop(held);
        while !door.is_served(PROXY).await {}
    })
    .await;
}

/// The short form of the measurement in decision 0041, with a thousand of each.
#[tokio::test]
async fn slow_heads_and_half_uploads_cost_little_memory_and_the_others_are_served() {
    const OF_EACH: usize = 200;
    let data = tempfile::tempdir().unwrap();
    let server =
        Server::start(data.path(), &[("DOCCARE_TRUSTED_PROXIES", "127.0.0.1"), ("DOCCARE_RATE_LIMITS", "off")]);
    let address: SocketAddr = server.url.trim_start_matches("http://").parse().unwrap();
    let before = server.resident();
    // With a low limit of open files, some of them get no connection.
    let held = join_all((0..2 * OF_EACH).map(async |number| {
        let mut stream = connect(address, STRANGER).await.ok()?;
        let sent = if number % 2 == 0 { "GET / HTTP/1.1\r\nHost: ".into() } else { half_an_upload() };
        stream.write_all(sent.as_bytes()).await.ok().map(|()| stream)
    }))
    .await;
    let other = http_client();
    for _ in 0..20 {
        let answer = other.get(format!("{}/user/api/reference", server.url)).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let after = server.resident();
    let count = held.iter().flatten().count();
    println!("{before} MB at the start, {after} MB with {count} slow clients");
    assert!(after <= before + 60, "{before} MB at the start, {after} MB with {count} slow clients");
}

/// The first 100 KB of a photo.
fn half_an_upload() -> String {
    let head = "POST /user/api/doctor/register HTTP/1.1\r\nHost: care\r\nContent-Length: 4000000\r\n\
                Content-Type: multipart/form-data; boundary=line\r\n\r\n";
    let part = "--line\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n";
    format!("{head}{part}{}", "7".repeat(100_000))
}
