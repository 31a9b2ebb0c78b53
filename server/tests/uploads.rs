//! Uploads under way: few at a time, each at a pace, so that slow senders hold little of the memory and not for long.

use std::net::SocketAddr;
use std::time::Duration;

use doccare::app::{App, Contents};
use doccare::platform::http::form::Uploads;
use doccare::router;
use reqwest::multipart::{Form, Part};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::{Answer, TestServer, with_server};

const PATH: &str = "/user/api/doctor/register";
const AT_ONCE: usize = 16;

/// Somebody who has begun to send a photo, and whom the server is reading.
struct SlowSender(TcpStream);

impl SlowSender {
    async fn start(server: &str, sent: usize) -> Self {
        let mut stream = TcpStream::connect(server.trim_start_matches("http://")).await.unwrap();
        let head = format!(
            "POST {PATH} HTTP/1.1\r\nHost: care.example\r\nConnection: close\r\nExpect: 100-continue\r\n\
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

async fn upload(server: &TestServer) -> Answer {
    send(server, Form::new().text("full_Name", "Meera").part("image", Part::bytes(vec![7; 10]).file_name("a"))).await
}

async fn send(server: &TestServer, form: Form) -> Answer {
    Answer::read(server.request("POST", PATH).multipart(form)).await
}

#[tokio::test]
async fn many_slow_senders_are_refused_beyond_a_few_and_leave_room_again_when_they_go() {
    with_server(async |server| {
        let mut senders = Vec::new();
        for _ in 0..AT_ONCE {
            senders.push(SlowSender::start(&server.url, 1000).await);
        }
        // The server reads what they have sent a moment later.
        let mut refused = upload(&server).await;
        while refused.status != 503 {
            refused = upload(&server).await;
        }
        refused.assert_problem(503, "busy");
        assert_eq!(refused.header("retry-after"), "1");
        assert!(refused.body["message"].as_str().unwrap().starts_with("Many photos are coming in"), "{}", refused.text);
        assert_eq!(server.get("/user/api/reference").await.status, 200, "everything else goes on");
        let without = send(&server, Form::new().text("full_Name", "Meera")).await;
        assert_eq!(without.status, 422, "a form without a photo needs no place");
        senders.pop();
        // The server hears of it a moment later.
        while upload(&server).await.status == 503 {}
        assert_eq!(upload(&server).await.status, 422);
    })
    .await;
}

#[tokio::test]
async fn who_begins_a_photo_and_sends_no_more_is_given_up_and_leaves_room() {
    with_server(async |server| {
        let app =
            App::from(Contents { uploads: Uploads::new(1, Duration::from_millis(50)), ..Contents::clone(&server.app) });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = router::build(app).into_make_service_with_connect_info::<SocketAddr>();
        let serving = tokio::spawn(axum::serve(listener, router).into_future());
        for _ in 0..2 {
            let answer = SlowSender::start(&url, 10).await.answer().await;
            assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("timeout"), "{answer}");
        }
        serving.abort();
    })
    .await;
}
