//! Common behaviour of every request: refusals, limits, headers, languages and the web app.

use std::io::{Read, Write};

use axum::Router;
use axum::routing::get;
use doccare::platform::http::middleware;
use serde_json::json;
use tokio::net::TcpListener;

use crate::harness::{Answer, TestServer, client_builder, http_client, on_both_engines, site, with_server};

const LOGIN: &str = "/admin/api/login";
const FORM: &str = "application/x-www-form-urlencoded";

#[tokio::test]
async fn unknown_api_paths_are_json_and_other_paths_are_the_web_app() {
    with_server(async |server| {
        for path in ["/user/api/nothing", "/admin/api", "/api/nothing", "/user/api/"] {
            server.get(path).await.assert_problem(404, "not_found");
        }
        for path in ["/no-such-page", "/user/apiary", "/assets/missing.js", "/pages/en/index.html", "/manifest.json"] {
            let answer = server.get(path).await;
            assert_eq!((answer.status, answer.header("content-type") == "application/problem+json"), (404, false));
        }
    })
    .await;
}

#[tokio::test]
async fn a_form_that_a_browser_sends_itself_leads_back_to_its_page_and_does_nothing_else() {
    with_server(async |server| {
        let client = client_builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        for (path, page) in [
            ("/", "/"),
            ("/login", "/login"),
            ("/admin/login/", "/admin/login"),
            ("/forgotpassword?role=doctor", "/forgotpassword?role=doctor"),
            ("/doctorregister", "/doctorregister"),
            ("/user/profile", "/user/profile"),
            ("/doctors/4711?lang=ml", "/doctors/4711?lang=ml"),
        ] {
            let form = format!("email=a%40b.in&password={}", "a+long+password+".repeat(2_000));
            let sent = client.post(format!("{}{path}", server.url)).header("content-type", FORM).body(form);
            let answer = Answer::read(sent).await;
            assert_eq!((answer.status, answer.header("location")), (303, page));
            assert_eq!((answer.header("cache-control"), answer.text.as_str()), ("no-store", ""));
        }
        for path in ["/no-such-page", "//example.org", "/_shell", "/assets/missing.js", "/robots.txt"] {
            let answer = Answer::read(client.post(format!("{}{path}", server.url))).await;
            assert_eq!((answer.status, answer.header("location")), (405, ""), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_wrong_method_says_so_and_names_the_right_one() {
    with_server(async |server| {
        for (method, path, right) in [
            ("GET", LOGIN, "POST"),
            ("PUT", "/category", "GET,HEAD,POST"),
            ("DELETE", "/doctors/4711", "GET,HEAD,POST"),
            ("POST", "/robots.txt", "GET,HEAD"),
            ("POST", "/photos/x.webp", "GET,HEAD"),
            ("POST", "/healthz", "GET,HEAD"),
        ] {
            let answer = Answer::read(server.request(method, path)).await;
            answer.assert_problem(405, "method_not_allowed");
            assert_eq!(answer.header("allow"), right, "{method} {path}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_address_that_is_no_text_is_a_page_or_a_problem() {
    with_server(async |server| {
        let page = server.get("/doctors/%ff").await;
        assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"));
        for path in ["/photos/%ff", "/user/api/doctor/%ff", "/user/api/doctor/%00", "/doctors/%00"] {
            server.get(path).await.assert_problem(400, "invalid_request");
        }
    })
    .await;
}

#[tokio::test]
async fn bad_bodies_are_refused_and_never_a_5xx() {
    with_server(async |server| {
        let post = |body: String| {
            Answer::read(server.request("POST", LOGIN).header("content-type", "application/json").body(body))
        };
        let deep = format!(r#"{{"email": {}1{}}}"#, "[".repeat(9), "]".repeat(9));
        let deeper = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
        for body in ["", "{", "null", "[]", "\"x\"", "{\"email\": 1,}", "\u{feff}{}", &deep, r#"{"email": "a\u0000b"}"#]
        {
            post(body.to_owned()).await.assert_problem(400, "invalid_request");
        }
        let refused = post(deeper).await.status;
        assert!([400, 413].contains(&refused), "{refused}");
        post(format!(r#"{{"email": "{}"}}"#, "x".repeat(70_000))).await.assert_problem(413, "too_large");
        for content_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            let request = server.request("POST", LOGIN).header("content-type", content_type).body("{}");
            Answer::read(request).await.assert_problem(415, "unsupported_media_type");
        }
        let latin =
            server.request("POST", LOGIN).header("content-type", "application/json").body(vec![0x22, 0xff, 0x22]);
        Answer::read(latin).await.assert_problem(400, "invalid_request");
        server.get("/user/api/reference?x=%00").await.assert_problem(400, "invalid_request");
        server.get("/user/api/a%00b").await.assert_problem(400, "invalid_request");
    })
    .await;
}

#[tokio::test]
async fn messages_are_in_the_language_of_the_cookie_then_of_the_browser() {
    with_server(async |server| {
        for (cookie, accept, expected) in [
            ("", "", "Not found."),
            ("", "ml-IN,ml;q=0.9,en;q=0.5", "കണ്ടെത്താനായില്ല."),
            ("lang=en", "ml", "Not found."),
            ("lang=ml", "en", "കണ്ടെത്താനായില്ല."),
            ("lang=en; __Host-lang=ml", "en", "കണ്ടെത്താനായില്ല."),
        ] {
            let request = server.request("GET", "/user/api/nothing").header("cookie", cookie);
            let answer = Answer::read(request.header("accept-language", accept)).await;
            assert_eq!(answer.body["message"], expected, "{cookie} {accept}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_answer_carries_the_security_headers_and_an_id_of_ours() {
    with_server(async |server| {
        let pages =
            ["/", "/login", "/user/bookings", "/doctors/nobody", "/no-such-page", "/api/docs/", "/api/docs/start.js"];
        for path in pages.into_iter().chain(["/user/api/nothing", "/user/api/reference", "/healthz", "/robots.txt"]) {
            let request = server.request("GET", path).header("x-request-id", "forged");
            let answer = Answer::read(request).await;
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(answer.header("x-frame-options"), "DENY");
            let policy = answer.header("content-security-policy");
            assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{path}: {policy}");
            assert!(policy.contains("object-src 'none'") || policy.contains("default-src 'none'"), "{path}: {policy}");
            assert!(policy.contains("base-uri 'none'"), "{path}: {policy}");
            assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
            assert_eq!(answer.header("strict-transport-security"), "max-age=31536000; includeSubDomains", "{path}");
            assert_eq!(answer.header("x-request-id").len(), 16);
        }
        let policy = server.get("/").await.header("content-security-policy").to_owned();
        assert!(policy.contains("script-src 'self' 'sha256-") && !policy.contains("unsafe-eval"), "{policy}");
        assert_eq!(server.get("/user/api/nothing").await.header("cache-control"), "no-store");
    })
    .await;
}

#[tokio::test]
async fn pages_come_in_the_readers_language_with_this_servers_own_address() {
    with_server(async |server| {
        for (path, accept, lang) in [("/", "en", "en"), ("/", "ml", "ml"), ("/category?lang=ml", "en", "ml")] {
            let page = Answer::read(server.request("GET", path).header("accept-language", accept)).await;
            assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
            assert!(page.text.contains(&format!("<html lang=\"{lang}\"")), "{path}");
            assert!(page.text.contains("https://care.example/") && !page.text.contains("doccare.invalid"));
            assert!(page.header("vary").contains("accept-language"));
            let again = server.request("GET", path).header("accept-language", accept);
            let again = Answer::read(again.header("if-none-match", page.header("etag"))).await;
            assert_eq!((again.status, again.text.as_str()), (304, ""));
        }
        assert_eq!(server.get("/category/").await.status, 200);
        assert_eq!(server.get("/user/bookings").await.status, 200);
        assert_eq!(server.get("/admin/home/dashboard").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn every_answer_says_the_version_of_the_web_app_and_the_service_worker_is_never_cached() {
    with_server(async |server| {
        let worker = server.get("/sw.js").await;
        let kind = (worker.header("content-type"), worker.header("cache-control"));
        assert_eq!((worker.status, kind), (200, ("text/javascript; charset=utf-8", "no-cache")));
        assert_eq!(worker.header("content-security-policy"), "default-src 'none'; connect-src 'self'");
        let version = worker.header("doccare-version");
        assert!(version.len() == 16 && worker.text.contains(version), "{version}");
        let page = server.get("/user/bookings").await;
        assert!(page.text.contains(&format!("<meta name=\"program\" content=\"{version}\" data-worker>")));
        for answer in [page, server.get("/user/api/nothing").await, server.get("/healthz").await] {
            assert_eq!(answer.header("doccare-version"), version);
        }
    })
    .await;
}

#[tokio::test]
async fn pages_and_assets_are_sent_compressed_and_assets_stay_forever() {
    with_server(async |server| {
        let page = server.get("/").await;
        let asset = page.text.split(['"', ' ']).find(|text| text.starts_with("/assets/") && text.contains(".js"));
        for (path, cache) in [("/", "no-cache"), (asset.expect("a script"), "public, max-age=31536000, immutable")] {
            let plain = server.get(path).await;
            assert_eq!((plain.status, plain.header("content-encoding")), (200, ""));
            for encoding in ["br", "gzip"] {
                let answer = Answer::read(server.request("GET", path).header("accept-encoding", encoding)).await;
                assert_eq!((answer.header("content-encoding"), answer.header("cache-control")), (encoding, cache));
                assert!(answer.length < plain.length, "{path}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn json_is_compressed_too() {
    with_server(async |server| {
        let request = server.request("GET", "/user/api/reference").header("accept-encoding", "gzip, deflate, br, zstd");
        let answer = Answer::read(request).await;
        assert_eq!((answer.header("content-encoding"), answer.header("vary")), ("gzip", "accept-encoding"));
        let short = server.request("GET", "/user/api/nothing").header("accept-encoding", "gzip");
        assert_eq!(Answer::read(short).await.header("content-encoding"), "", "it is one packet as it is");
    })
    .await;
}

#[tokio::test]
async fn where_people_come_by_plain_http_nobody_is_told_to_use_https() {
    on_both_engines(async |url| {
        let server = TestServer::start_with(url, |config| config.public_url = "http://care.example".into()).await;
        assert_eq!(server.get("/").await.header("strict-transport-security"), "");
    })
    .await;
}

#[tokio::test]
async fn a_handler_that_panics_is_an_answer_like_any_other() {
    async fn panics() -> &'static str {
        panic!("on purpose")
    }
    let router = middleware::wrap(Router::new().route("/user/api/panics", get(panics)), site());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/user/api/panics", listener.local_addr().unwrap());
    let serving = tokio::spawn(axum::serve(listener, router).into_future());
    let client = http_client();
    for _ in 0..2 {
        let answer = Answer::read(client.get(&url)).await;
        answer.assert_problem(500, "internal");
        assert_eq!((answer.header("x-frame-options"), answer.header("x-request-id").len()), ("DENY", 16));
    }
    serving.abort();
}

#[tokio::test]
async fn robots_txt_disallows_private_pages() {
    with_server(async |server| {
        let robots = server.get("/robots.txt").await;
        assert_eq!(robots.status, 200);
        assert!(robots.text.contains("Disallow: /admin/"));
    })
    .await;
}

#[tokio::test]
async fn the_api_can_be_browsed_with_nothing_from_elsewhere() {
    with_server(async |server| {
        let docs = server.get("/api/docs/").await;
        assert_eq!((docs.status, docs.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(!docs.text.contains("https://"));
        let policy = docs.header("content-security-policy");
        assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{policy}");
        for file in ["start.js", "swagger-ui-bundle.js", "swagger-ui.css"] {
            assert!(docs.text.contains(file), "{file}");
            for encoding in ["br", "gzip", "identity"] {
                let path = format!("/api/docs/{file}");
                let answer = Answer::read(server.request("GET", &path).header("accept-encoding", encoding)).await;
                assert_eq!(answer.status, 200, "{file} {encoding}");
            }
        }
        assert_eq!(server.get("/api/docs/nothing.js").await.status, 404);
        let description = server.get("/api/openapi.json").await;
        assert_eq!(description.body["openapi"], "3.1.0");
        assert!(description.body["paths"][LOGIN]["post"].is_object());
    })
    .await;
}

#[tokio::test]
async fn it_is_alive_and_ready_and_not_ready_without_its_database() {
    with_server(async |server| {
        assert_eq!(server.get("/healthz").await.text, "ok");
        assert_eq!(server.get("/readyz").await.text, "ready");
    })
    .await;
    on_both_engines(async |url| {
        let server = TestServer::start(url).await;
        let gone = server.app.db.write(async |tx| tx.execute("DROP TABLE schema_migrations", &[]).await).await;
        gone.unwrap();
        assert_eq!(server.get("/readyz").await.status, 503);
        assert_eq!(server.get("/healthz").await.status, 200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_on_the_wire_is_answered_or_dropped_and_the_server_lives() {
    with_server(async |server| {
        let address = server.url.trim_start_matches("http://").to_owned();
        for garbage in
            ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "POST /admin/api/login HTTP/1.1\r\nContent-Length: -1\r\n\r\n"]
        {
            let mut stream = std::net::TcpStream::connect(&address).unwrap();
            stream.write_all(garbage.as_bytes()).unwrap();
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            assert!(!String::from_utf8_lossy(&answer).contains(" 500 "));
        }
        assert_eq!(server.post(LOGIN, json!({})).await.status, 422);
    })
    .await;
}
