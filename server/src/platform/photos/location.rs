//! Where photos are stored: a folder, or an S3 bucket.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Query;
use axum::http::Uri;
use object_store::aws::AmazonS3Builder;
use object_store::client::{HttpClient, HttpConnector};
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{ClientConfigKey, ClientOptions, ObjectStore, RetryConfig};
use serde::Deserialize;

use crate::platform::files::{make_private_folder, system_user};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Few retries, because a browser waits for the photo.
const MAX_RETRIES: usize = 2;

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongLocation(String);

fn wrong(why: impl Into<String>) -> WrongLocation {
    WrongLocation(why.into())
}

pub(super) fn folder(folder: &Path) -> Result<Arc<dyn ObjectStore>, WrongLocation> {
    let unusable = |error: &dyn std::fmt::Display| {
        wrong(format!("{} cannot be used by the user {}: {error}", folder.display(), system_user()))
    };
    make_private_folder(folder).map_err(|error| unusable(&error))?;
    let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| unusable(&error))?;
    Ok(Arc::new(store.with_fsync(true)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    endpoint: Option<String>,
    region: Option<String>,
}

/// HTTP clients without redirects, so that a server cannot send us to another host. Plain HTTP only where the options allow it: for the
/// bucket by its endpoint, for the machine's credential service always.
#[derive(Debug)]
struct NoRedirects;

impl HttpConnector for NoRedirects {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let is_plain = options.get_config_value(&ClientConfigKey::AllowHttp).as_deref() == Some("true");
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .https_only(!is_plain)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT);
        let client = client.build().map_err(|error| object_store::Error::Generic { store: "S3", source: error.into() });
        Ok(HttpClient::new(client?))
    }
}

/// `s3://bucket/prefix?endpoint=…&region=…`. Keys come from the environment (`AWS_ACCESS_KEY_ID`, …), never from
/// the URL; nothing goes over plain HTTP unless the endpoint itself says `http://`.
pub(super) fn bucket(url: &str) -> Result<Arc<dyn ObjectStore>, WrongLocation> {
    let expected = || wrong("expected s3://bucket/prefix?endpoint=https://…&region=…");
    match url.split_once("://") {
        Some(("s3", _)) => {}
        Some((other, _)) => return Err(wrong(format!("{other}:// is not supported; expected s3://bucket/prefix"))),
        None => return Err(expected()),
    }
    let uri: Uri = url.parse().map_err(|_| expected())?;
    let Query(options) = Query::<Options>::try_from_uri(&uri).map_err(|_| expected())?;
    let bucket = uri.authority().filter(|authority| !authority.as_str().contains(['@', ':'])).ok_or_else(expected)?;
    let plain = options.endpoint.as_ref().is_some_and(|endpoint| endpoint.starts_with("http://"));
    let mut builder = AmazonS3Builder::from_env()
        .with_bucket_name(bucket.as_str())
        .with_allow_http(plain)
        .with_retry(RetryConfig { max_retries: MAX_RETRIES, retry_timeout: REQUEST_TIMEOUT, ..RetryConfig::default() })
        .with_http_connector(NoRedirects);
    if let Some(endpoint) = options.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    if let Some(region) = options.region {
        builder = builder.with_region(region);
    }
    // The client has no default TLS provider. An error means that one is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let store = builder.build().map_err(|error| wrong(error.to_string()))?;
    Ok(Arc::new(PrefixStore::new(store, uri.path())))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use axum::http::Request;
    use object_store::client::HttpRequestBody;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn only_buckets_are_accepted_and_others_are_refused_by_name() {
        for (bad, named) in [
            ("gs://bucket", "gs://"),
            ("file:///tmp/x", "file://"),
            ("/tmp/x", "expected s3://"),
            ("s3://", "expected s3://"),
            ("s3://key:secret@bucket/p", "expected s3://"),
            ("s3://bucket?secret=x", "expected s3://"),
        ] {
            let error = bucket(bad).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(named) && !error.contains("secret"), "{bad}: {error}");
        }
        for good in ["s3://bucket?region=ap-south-1", "s3://bucket/doccare/photos?endpoint=http://minio:9000&region=x"]
        {
            assert!(bucket(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn the_folder_is_for_its_owner_only() {
        let data = tempfile::tempdir().unwrap();
        let photos = data.path().join("photos");
        folder(&photos).unwrap();
        assert_eq!(std::fs::metadata(&photos).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[tokio::test]
    async fn whoever_answers_for_the_bucket_sends_us_to_no_other_host() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (bucket, other) = (listen().await, listen().await);
        let (address, elsewhere) = (bucket.local_addr().unwrap(), other.local_addr().unwrap());
        let answered = tokio::spawn(async move {
            let (mut stream, _) = bucket.accept().await.unwrap();
            let mut asked = [0; 4];
            stream.read_exact(&mut asked).await.unwrap();
            let redirect =
                format!("HTTP/1.1 307 Elsewhere\r\nLocation: http://{elsewhere}/\r\nContent-Length: 0\r\n\r\n");
            stream.write_all(redirect.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
        });
        let client = NoRedirects.connect(&ClientOptions::new().with_allow_http(true)).unwrap();
        let request = Request::get(format!("http://{address}/photo")).body(HttpRequestBody::empty()).unwrap();
        assert_eq!(client.execute(request).await.unwrap().status(), 307);
        answered.await.unwrap();
        let asked = tokio::time::timeout(Duration::from_millis(200), other.accept()).await;
        assert!(asked.is_err(), "the other host was asked");
        let encrypted = NoRedirects.connect(&ClientOptions::new().with_allow_http(false)).unwrap();
        let request = Request::get(format!("http://{elsewhere}/photo")).body(HttpRequestBody::empty()).unwrap();
        assert!(encrypted.execute(request).await.is_err(), "in clear only where the settings say so");
    }

    async fn listen() -> TcpListener {
        TcpListener::bind("127.0.0.1:0").await.unwrap()
    }
}
