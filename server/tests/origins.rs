//! Web clients of other origins: none by default; those of the settings, for the API only.

use reqwest::header::HeaderMap;
use serde_json::json;

use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, on_both_engines, with_server};

const NAMED: &str = "https://app.example.org";
const STRANGE: &str = "https://app.example.org.evil.example";
const FIND: &str = "/user/api/finddoctors?limit=5";

async fn with_named_origin<F: AsyncFn(TestServer)>(test: F) {
    on_both_engines(async |url| {
        let origins = format!("http://127.0.0.1:9,{NAMED}").parse().unwrap();
        test(TestServer::start_with(url, |config| config.allowed_origins = origins).await).await;
    })
    .await;
}

async fn ask(server: &TestServer, path: &str, origin: &str) -> Answer {
    Answer::read(server.request("GET", path).header("origin", origin)).await
}

/// A browser's preflight request before a form with a token.
async fn ask_first(server: &TestServer, path: &str, origin: &str) -> (u16, HeaderMap) {
    let request = server.request("OPTIONS", path).header("origin", origin);
    let request = request.header("access-control-request-method", "POST");
    let answer = request.header("access-control-request-headers", "authorization,content-type").send().await.unwrap();
    (answer.status().as_u16(), answer.headers().clone())
}

fn is_allowed(headers: &HeaderMap) -> bool {
    assert!(!headers.contains_key("access-control-allow-credentials"));
    headers.contains_key("access-control-allow-origin")
}

#[tokio::test]
async fn by_default_no_page_of_another_host_reads_an_answer() {
    with_server(async |server| {
        let answer = ask(&server, FIND, NAMED).await;
        assert!(answer.status == 200 && !is_allowed(&answer.headers) && !answer.header("vary").contains("origin"));
        let (status, headers) = ask_first(&server, "/user/api/login", NAMED).await;
        assert!(status == 405 && !is_allowed(&headers));
    })
    .await;
}

#[tokio::test]
async fn a_named_origin_uses_the_api_and_nobody_else_and_no_page() {
    with_named_origin(async |server| {
        let (status, headers) = ask_first(&server, "/user/api/login", NAMED).await;
        assert_eq!((status, &headers["access-control-allow-origin"]), (204, &NAMED.parse().unwrap()));
        let taken = "authorization, content-type, idempotency-key, x-background, x-cursor, x-doctor, x-search";
        assert_eq!(headers["access-control-allow-headers"], taken);
        assert!(headers["access-control-allow-methods"].to_str().unwrap().contains("PATCH") && is_allowed(&headers));
        assert_eq!(headers["vary"], "origin");
        let patient = server.patient(1).await;
        let login = json!({"email": patient.email, "password": PASSWORD});
        for (body, status) in [(login, 200), (json!({}), 422)] {
            let request = server.request("POST", "/user/api/login").header("origin", NAMED).json(&body);
            let answer = Answer::read(request).await;
            assert_eq!((answer.status, answer.header("access-control-allow-origin")), (status, NAMED));
            assert!(answer.header("access-control-expose-headers").contains("retry-after"));
        }
        for origin in [STRANGE, "null", "https://APP.example.org", ""] {
            let answer = ask(&server, FIND, origin).await;
            assert!(answer.status == 200 && !is_allowed(&answer.headers), "{origin}");
            assert!(answer.headers.get_all("vary").iter().any(|name| name == "origin"), "a cache must tell them apart");
            let (status, headers) = ask_first(&server, "/user/api/login", origin).await;
            assert!(status == 405 && !is_allowed(&headers), "{origin}");
        }
        for page in ["/", "/login", "/healthz", "/robots.txt"] {
            assert!(!is_allowed(&ask(&server, page, NAMED).await.headers), "{page}");
            assert!(!is_allowed(&ask_first(&server, page, NAMED).await.1), "{page}");
        }
    })
    .await;
}

#[tokio::test]
async fn photos_have_whole_addresses_for_other_origins_and_paths_for_our_own_pages() {
    with_named_origin(async |server| {
        let photo = "0123456789abcdef";
        let doctor = server.doctor_with(1, |doctor| doctor.image = Some(photo.into())).await;
        let path = format!("/photos/{photo}-320.webp");
        for asked in [FIND.to_owned(), format!("/user/api/doctor/{doctor}")] {
            // The server caches the serialised list: the origin of the first caller must not decide the addresses of the next.
            for (origin, begin) in [(NAMED, "https://care.example"), ("", ""), (NAMED, "https://care.example")] {
                let request = server.request("GET", &asked).header("accept-encoding", "gzip");
                let request = if origin.is_empty() { request } else { request.header("origin", origin) };
                let length = request.send().await.unwrap().bytes().await.unwrap().len();
                assert!(length > 0, "packed answers have an end too");
                let text = ask(&server, &asked, origin).await.text;
                assert!(text.contains(&format!(r#""Image":"{begin}{path}""#)), "{asked} {origin}: {text}");
            }
        }
    })
    .await;
}
