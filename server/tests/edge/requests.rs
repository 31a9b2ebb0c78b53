//! HTTP/1 requests that are too long, too large, or ambiguous about their end.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{PATIENT, STRANGER, with_door};

#[tokio::test]
async fn a_head_that_is_too_long_or_has_too_many_lines_is_refused() {
    with_door(PATIENT, async |door| {
        for (lines, status) in [
            ("X-A: b\r\n".repeat(60), "HTTP/1.1 200"),
            ("X-A: b\r\n".repeat(70), "HTTP/1.1 431"),
            (format!("X-A: {}\r\n", "b".repeat(10_000)), "HTTP/1.1 200"),
            (format!("X-A: {}\r\n", "b".repeat(20_000)), "HTTP/1.1 431"),
        ] {
            let mut stream = door.connect(STRANGER).await;
            let head = format!("GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n{lines}\r\n");
            // The server may refuse a request before it has read all of it.
            let _ = stream.write_all(head.as_bytes()).await;
            let mut answer = vec![0; status.len()];
            stream.read_exact(&mut answer).await.unwrap();
            assert_eq!(String::from_utf8(answer).unwrap(), status);
        }
    })
    .await;
}

/// A proxy in between could be made to see another end of the request than the server (request smuggling).
#[tokio::test]
async fn a_request_that_says_in_two_ways_where_it_ends_is_read_in_one_way_or_refused() {
    with_door(PATIENT, async |door| {
        let ask = async |lengths: &str, body: &str| {
            let mut stream = door.connect(STRANGER).await;
            let head = "POST /user/api/login HTTP/1.1\r\nHost: care\r\nContent-Type: application/json";
            let asked = format!("{head}\r\n{lengths}Connection: close\r\n\r\n{body}");
            stream.write_all(asked.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{lengths}: {answer}");
            answer[9..12].to_owned()
        };
        let chunked = "2\r\n{}\r\n0\r\n\r\n";
        assert_eq!(ask("Content-Length: 2\r\n", "{}").await, "422");
        assert_eq!(ask("Transfer-Encoding: chunked\r\n", chunked).await, "422");
        // Chunked encoding has precedence (RFC 9112): the answer comes without waiting for a hundred bytes.
        assert_eq!(ask("Content-Length: 100\r\nTransfer-Encoding: chunked\r\n", chunked).await, "422");
        for lengths in [
            "Content-Length: 2\r\nContent-Length: 3\r\n",
            "Content-Length: +2\r\n",
            "Content-Length: 2, 3\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
        ] {
            assert_eq!(ask(lengths, "{}").await, "400", "{lengths}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_body_with_too_large_content_length_is_refused_before_it_is_read() {
    with_door(PATIENT, async |door| {
        let calls = [("register", "application/json"), ("doctor/register", "multipart/form-data; boundary=line")];
        for (call, kind) in calls {
            let mut stream = door.connect(STRANGER).await;
            let head = format!(
                "POST /user/api/{call} HTTP/1.1\r\nHost: care\r\nContent-Length: 1000000000\r\n\
                 Content-Type: {kind}\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).await.unwrap();
            assert_eq!(&answer, b"HTTP/1.1 413", "{kind}");
        }
    })
    .await;
}
