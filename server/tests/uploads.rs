//! Uploads in progress: limited in number and with a minimum pace, so that slow senders use little memory, and not for long.

use std::time::Duration;

use doccare::app::{App, Contents};
use doccare::platform::connections::{self, Limits};
use doccare::platform::http::form::Uploads;
use doccare::server;
use reqwest::multipart::{Form, Part};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::{Answer, TestServer, with_server};

const PATH: &str = "/user/api/doctor/register";
const AT_ONCE: usize = 16;
const OF_A_NETWORK: usize = 4;

/// A client that has begun to send a photo, and whose request the server is reading.
struct SlowSender(TcpStream);

impl SlowSender {
    async fn start(server: &str, from: &str, sent: usize) -> Self {
        let mut stream = TcpStream::connect(server.trim_start_matches("http://")).await.unwrap();
        let head = format!(
            "POST {PATH} HTTP/1.1\r\nHost: care.example\r\nConnection: close\r\nX-Forwarded-For: {from}\r\nExpect: 100-continue\r\n\
             Content-Type: multipart/form-data; boundary=line\r\nContent-Length: 4000000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server asks for the body when it begins to read it.
        let mut go_on = [0; 25];
        stream.read_exact(&mut go_on).await.unwrap();
        assert!(go_on.starts_with(b"HTTP/1.1 100"), "{}", String::from_utf8_lossy(&go_on));
        stream
            .write_all(b"--line\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n")
            .await
            .unwrap();
        stream.write_all(&vec![7; sent]).await.unwrap();
        Self(stream)
    }

    async fn answer(mut self) -> String {
        let mut answer = String::new();
        self.0.read_to_string(&mut answer).await.unwrap();
        answer
    }
}

async fn upload(server: &TestServer, from: &str) -> Answer {
    let photo = Part::bytes(vec![7; 10]).file_name("a");
    send(server, from, Form::new().text("full_Name", "Meera").part("image", photo)).await
}

async fn send(server: &TestServer, from: &str, form: Form) -> Answer {
    Answer::read(server.request("POST", PATH).header("x-forwarded-for", from).multipart(form)).await
}

/// A refused upload. The server processes the slow senders' data a moment after they sent it.
async fn refused(server: &TestServer, from: &str) -> Answer {
    loop {
        let answer = upload(server, from).await;
        if answer.status == 503 {
            return answer;
        }
    }
}

#[tokio::test]
async fn many_slow_senders_are_refused_beyond_a_few_and_leave_room_again_when_they_go() {
    with_server(async |server| {
        let mut senders = Vec::new();
        for number in 0..AT_ONCE {
            let from = format!("198.51.100.{}", number / OF_A_NETWORK);
            senders.push(SlowSender::start(&server.url, &from, 1000).await);
        }
        let stranger = "203.0.113.1";
        let refused = refused(&server, stranger).await;
        refused.assert_problem(503, "busy");
        assert_eq!(refused.header("retry-after"), "1");
        assert!(refused.body["message"].as_str().unwrap().starts_with("Many photos are coming in"), "{}", refused.text);
        assert_eq!(server.get("/user/api/reference").await.status, 200, "everything else goes on");
        let without = send(&server, stranger, Form::new().text("full_Name", "Meera")).await;
        assert_eq!(without.status, 422, "a form without a photo needs no place");
        senders.pop();
        // The server notices it a moment later.
        while upload(&server, stranger).await.status == 503 {}
        assert_eq!(upload(&server, stranger).await.status, 422);
    })
    .await;
}

#[tokio::test]
async fn one_network_takes_its_share_of_the_places_and_no_more() {
    with_server(async |server| {
        let mut senders = Vec::new();
        for _ in 0..AT_ONCE {
            senders.push(SlowSender::start(&server.url, "198.51.100.1", 1000).await);
        }
        refused(&server, "198.51.100.1").await.assert_problem(503, "busy");
        assert_eq!(upload(&server, "198.51.100.2").await.status, 422, "the others' places are free");
    })
    .await;
}

#[tokio::test]
async fn a_stalled_upload_times_out_and_frees_its_permit() {
    with_server(async |server| {
        let app = App::from(Contents {
            uploads: Uploads::new(1, 1, Duration::from_millis(50)),
            ..Contents::clone(&server.app)
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(connections::serve(listener, server::edge(&app, Limits::default())));
        for _ in 0..2 {
            let answer = SlowSender::start(&url, "198.51.100.1", 10).await.answer().await;
            assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("timeout"), "{answer}");
        }
        serving.abort();
    })
    .await;
}
