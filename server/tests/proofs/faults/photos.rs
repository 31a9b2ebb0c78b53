//! An unreachable photo store: photos are refused temporarily, everything else works.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

use crate::harness::ENGINES;
use crate::proofs::program::Program;
use crate::workers;

/// A mock bucket on loopback.
#[derive(Clone, Default)]
struct Bucket {
    files: Arc<Mutex<HashMap<String, Bytes>>>,
    is_away: Arc<Mutex<bool>>,
}

impl Bucket {
    async fn start(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("s3://photos?endpoint=http://{}&region=x", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        url
    }

    fn is_away(&self, is_away: bool) {
        *self.is_away.lock().unwrap() = is_away;
    }
}

async fn answer(State(bucket): State<Bucket>, method: Method, uri: Uri, body: Bytes) -> Response {
    if *bucket.is_away.lock().unwrap() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let mut files = bucket.files.lock().unwrap();
    let mut headers = HeaderMap::from_iter(
        [("etag", "\"1\""), ("last-modified", "Sun, 15 Nov 2026 03:30:00 GMT")]
            .map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))),
    );
    match method {
        Method::PUT => {
            files.insert(uri.path().to_owned(), body);
            headers.into_response()
        }
        _ => match files.get(uri.path()) {
            Some(file) => {
                headers.insert("content-type", HeaderValue::from_static("image/webp"));
                (headers, file.clone()).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        },
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_photo_store_only_photos_are_refused() {
    for engine in ENGINES {
        let bucket = Bucket::default();
        let url = bucket.start().await;
        let settings =
            [("DOCCARE_PHOTOS_URL", url.as_str()), ("AWS_ACCESS_KEY_ID", "key"), ("AWS_SECRET_ACCESS_KEY", "secret")];
        let program = Program::start(engine, (1, 1, 0), &settings).await;
        let doctor = program.doctors().await[0].clone();
        let photo = program.get(&format!("/user/api/doctor/{doctor}")).await.body["data"]["Image"].clone();
        let photo = photo.as_str().unwrap();
        assert_eq!(program.get(photo).await.status, 200);
        bucket.is_away(true);
        let refused = program.send_form("/user/api/doctor/register", workers::application(&[])).await;
        refused.assert_later("1");
        assert_eq!(refused.body["errors"], serde_json::json!([]));
        let away = program.get(photo).await;
        away.assert_later("1");
        assert!(!away.header("cache-control").contains("max-age"), "what is away now is asked for again");
        let person = program.sign_in(0).await;
        let slot = program.free_slots(&doctor).await[0].clone();
        assert_eq!(program.book(&person, &doctor, &slot).await.status, 200);
        assert_eq!(program.get("/readyz").await.status, 200);
        bucket.is_away(false);
        assert_eq!(program.send_form("/user/api/doctor/register", workers::application(&[])).await.status, 201);
        assert_eq!(program.get(photo).await.status, 200);
    }
}
