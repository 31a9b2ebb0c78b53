//! Files of the web build by their names, the service worker among them.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use super::{ASK_AGAIN, Dist, StaticSite, etag, is_known, not_built, unpack};
use crate::platform::http::compression::{ContentEncoding, gzip};

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// The documentation page has no inline script or style.
const DOCS_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
);
/// What the service worker may do: it only fetches from this server.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; connect-src 'self'");

pub(super) const WORKER: &str = "/sw.js";
const NO_WORKER: &str = "/sw-off.js";

impl StaticSite {
    /// The service worker, or one that removes itself and what it kept. Browsers ask for it at every navigation, always at this address.
    pub(super) fn worker(&self, headers: &HeaderMap) -> Response {
        let Some(mut response) = self.asset(if self.offline { WORKER } else { NO_WORKER }, headers) else {
            return not_built();
        };
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
        response
    }

    pub fn docs(&self, file: &str, headers: &HeaderMap) -> Option<Response> {
        let mut response = self.asset(&format!("/api/docs/{file}"), headers)?;
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, DOCS_POLICY);
        Some(response)
    }

    pub(super) fn asset(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let name = path.strip_prefix('/')?;
        let packed = Dist::get(&format!("{name}.br"));
        let is_packed = packed.is_some();
        // Images and fonts are embedded uncompressed.
        let file = packed.or_else(|| Dist::get(name))?;
        let etag = etag(&file.metadata.sha256_hash());
        let cache = if name.starts_with("assets/") { FOREVER } else { ASK_AGAIN };
        let common = [
            (header::ETAG, etag.clone()),
            (header::CACHE_CONTROL, cache),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if is_known(&etag, headers) {
            return Some((StatusCode::NOT_MODIFIED, common).into_response());
        }
        let encoding = if is_packed { ContentEncoding::accepted(headers) } else { ContentEncoding::None };
        let body = match encoding {
            ContentEncoding::Gzip => self.gzipped(name, &file.data),
            ContentEncoding::None if is_packed => unpack(&file.data).into(),
            ContentEncoding::Brotli | ContentEncoding::None => match file.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => bytes.into(),
            },
        };
        Some((common, [(header::CONTENT_TYPE, content_type(name))], encoding.header(), body).into_response())
    }

    fn gzipped(&self, name: &str, packed: &[u8]) -> Bytes {
        let mut gzipped = self.gzipped.lock();
        gzipped.entry(name.to_owned()).or_insert_with(|| gzip(&unpack(packed), Compression::best())).clone()
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::config::{Notices, Retention};
    use crate::platform::lang::Lang;

    #[test]
    fn a_server_without_the_worker_serves_one_that_removes_itself_and_pages_that_register_none() {
        let notices = Notices {
            privacy: "1".into(),
            terms: "1".into(),
            grievance_officer: None,
            retention: Retention::default(),
        };
        let served = |offline| {
            let site = StaticSite::new("https://care.example", &notices, offline);
            let worker = site.serve(WORKER, Lang::En, &HeaderMap::new());
            (worker.headers()[header::ETAG].clone(), site.head.contains("data-worker"))
        };
        let remover = etag(&Dist::get("sw-off.js.br").expect("the web app is built").metadata.sha256_hash());
        assert_eq!(served(false), (remover.clone(), false));
        assert!(served(true).1 && served(true).0 != remover);
    }
}
