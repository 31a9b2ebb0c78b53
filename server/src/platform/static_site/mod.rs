//! The embedded web app: pages by path, language and encoding; assets by name. Texts are embedded compressed only.
//!
//! `web/dist` is built with a manifest that lists the prerendered pages, the client-side routes, and the hashes of the
//! Content-Security-Policy.

mod assets;
mod head;
pub mod template;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{Read, Write};
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use parking_lot::Mutex;
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::config::Notices;
use super::http::compression::{ContentEncoding, gzip};
use super::ids::hex;
use super::lang::Lang;
use assets::WORKER;
use head::{notices_meta, program_meta};
use template::{Data, fill};

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// The origin in built pages, replaced at the start.
const BUILT_ORIGIN: &str = "https://doccare.invalid";
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
const NEVER_KEPT: HeaderValue = HeaderValue::from_static("no-store");
/// For pages that are compressed once.
const BROTLI_QUALITY: u32 = 9;
/// For pages rendered per request: a third smaller than the fastest level, so that they fit in one burst.
const BROTLI_QUICK: u32 = 5;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    /// A digest of all files of the build.
    version: String,
    pages: Vec<String>,
    /// Pages that are filled with data.
    templates: Vec<String>,
    /// Patterns such as `/admin/home/:route` and `/business/*`.
    routes: Vec<String>,
    /// The `Link` header of each route: the scripts of its page.
    links: HashMap<String, String>,
    /// The only inline script, which starts the app.
    script: String,
    style_elem: Vec<String>,
    style_attr: Vec<String>,
}

pub struct StaticSite {
    pages: HashMap<Lang, HashMap<String, LazyPage>>,
    public_url: String,
    /// What is added to the head of each page.
    head: String,
    version: Option<HeaderValue>,
    /// Whether browsers keep pages for times without a connection, by a service worker.
    offline: bool,
    routes: Vec<String>,
    links: HashMap<String, HeaderValue>,
    policy: HeaderValue,
    robots: String,
    /// Files for browsers without brotli (which they accept only over TLS); compressed on demand.
    gzipped: Mutex<HashMap<String, Bytes>>,
    /// Compressed filled pages by their `ETag`, so that a page that is requested often is compressed once.
    filled: Mutex<HashMap<HeaderValue, Bytes>>,
}

const MAX_FILLED_PAGES: usize = 64;

/// A page that is unpacked at its first request, so that the program starts fast.
struct LazyPage {
    file: String,
    page: OnceLock<BuiltPage>,
}

/// One page in one language; compressed on demand, because the origin in it is known only at the start.
struct BuiltPage {
    html: Bytes,
    etag: HeaderValue,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
}

const SHELL: &str = "/_shell";
/// As in the web app's routes.
const DOCTOR_ROUTE: &str = "/doctors/:id";
const NOT_FOUND: &str = "/_not-found";
const PAGE_END: &str = "</body></html>";
/// The head of the shell, as the web build writes it.
const SHELL_HEAD: &str = r#"<title>Doc Care</title><meta name="robots" content="noindex">"#;

impl StaticSite {
    pub fn new(public_url: &str, notices: &Notices, offline: bool) -> Self {
        let manifest = Dist::get("manifest.json").and_then(|file| serde_json::from_slice::<Manifest>(&file.data).ok());
        if manifest.is_none() {
            tracing::warn!("the web app is not built into this program; `make build` does that");
        }
        let manifest = manifest.unwrap_or_default();
        let files: HashSet<Cow<'static, str>> = Dist::iter().collect();
        let paths = || manifest.pages.iter().chain(&manifest.templates).map(String::as_str).chain([SHELL, NOT_FOUND]);
        let page = |lang, path: &str| {
            let page = LazyPage { file: page_file(lang, path), page: OnceLock::new() };
            files.contains(page.file.as_str()).then(|| (path.to_owned(), page))
        };
        let pages_in = |lang| (lang, paths().filter_map(|path| page(lang, path)).collect());
        let pages = Lang::ALL.map(pages_in).into();
        let policy = policy(&manifest);
        let links = manifest.links.into_iter().filter_map(|(route, link)| Some((route, link.parse().ok()?))).collect();
        Self {
            pages,
            public_url: public_url.to_owned(),
            head: notices_meta(notices) + &program_meta(&manifest.version, offline),
            version: manifest.version.parse().ok().filter(|_| !manifest.version.is_empty()),
            offline,
            policy,
            robots: robots(public_url),
            routes: manifest.routes,
            links,
            gzipped: Mutex::default(),
            filled: Mutex::default(),
        }
    }

    /// The version of the web app, for the header of every response: the browser compares it with that of its page.
    pub fn version(&self) -> Option<HeaderValue> {
        self.version.clone()
    }

    pub fn serve(&self, path: &str, lang: Lang, headers: &HeaderMap) -> Response {
        if path == "/robots.txt" {
            return ([(header::CACHE_CONTROL, ASK_AGAIN)], self.robots.clone()).into_response();
        }
        if path.starts_with("/pages/") || path.starts_with("/manifest.json") {
            return self.page(NOT_FOUND, lang, headers, StatusCode::NOT_FOUND);
        }
        let page = without_last_slash(path);
        if self.is_prerendered(page, lang) {
            return self.page(page, lang, headers, StatusCode::OK);
        }
        if path == WORKER {
            return self.worker(headers);
        }
        if let Some(file) = self.asset(path, headers) {
            return file;
        }
        if path.starts_with("/assets/") {
            return StatusCode::NOT_FOUND.into_response();
        }
        if let Some(route) = self.drawn_by_the_browser(page) {
            self.with_link(route, self.page(SHELL, lang, headers, StatusCode::OK))
        } else {
            self.page(NOT_FOUND, lang, headers, StatusCode::NOT_FOUND)
        }
    }

    /// The response to a form that the browser submitted because the page's scripts did not run: a redirect to the page, without any effect.
    pub fn page_again(&self, uri: &Uri, lang: Lang) -> Response {
        let path = without_last_slash(uri.path());
        // Only to own pages: a path such as `//example.org` would lead to another site.
        if !self.is_prerendered(path, lang) && self.drawn_by_the_browser(path).is_none() {
            return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")]).into_response();
        }
        let address = uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
        (StatusCode::SEE_OTHER, [(header::CACHE_CONTROL, NEVER_KEPT)], [(header::LOCATION, address)]).into_response()
    }

    fn is_prerendered(&self, path: &str, lang: Lang) -> bool {
        !path.starts_with("/_") && self.pages.get(&lang).is_some_and(|pages| pages.contains_key(path))
    }

    fn built(&self, path: &str, lang: Lang) -> Option<&BuiltPage> {
        let LazyPage { file, page } = self.pages.get(&lang)?.get(path)?;
        if page.get().is_none() {
            let packed = Dist::get(file)?;
            let _ = page.set(BuiltPage::unpack(&packed.data, &self.public_url, &self.head));
        }
        page.get()
    }

    fn drawn_by_the_browser(&self, path: &str) -> Option<&str> {
        self.routes.iter().map(String::as_str).find(|pattern| matches(pattern, path))
    }

    /// Lets the browser load the route's scripts as soon as the response begins.
    fn with_link(&self, route: &str, mut response: Response) -> Response {
        if let Some(link) = self.links.get(route) {
            response.headers_mut().insert(header::LINK, link.clone());
        }
        response
    }

    /// A page with its first data in it; `None` if the web app is not built. It has the same headers as a built page.
    pub fn filled(&self, page: &FilledPage, lang: Lang, headers: &HeaderMap) -> Option<Response> {
        let built = self.built(page.template, lang)?;
        let template = String::from_utf8_lossy(&built.html);
        let mut html = fill(&template, &page.data);
        if let Some(head) = &page.head {
            html = html.replacen(SHELL_HEAD, head, 1);
        }
        // JSON in a script element: nothing in it may end the element.
        let answers = page.answers.to_string().replace('<', "\\u003c");
        html.truncate(html.trim_end_matches(PAGE_END).len());
        html.extend([r#"<script type="application/json" id="answers">"#, &answers, "</script>", PAGE_END]);
        let etag = etag(&Sha256::digest(html.as_bytes()));
        let common = (self.common(), [(header::ETAG, etag.clone())]);
        if is_known(&etag, headers) {
            return Some((StatusCode::NOT_MODIFIED, common.0, common.1).into_response());
        }
        let (encoding, body) = match ContentEncoding::accepted(headers) {
            ContentEncoding::Brotli => (ContentEncoding::Brotli.header(), self.compressed(&etag, &html)),
            // For other encodings the middleware compresses.
            _ => (None, html.into()),
        };
        Some((common.0, common.1, as_html(lang), encoding, body).into_response())
    }

    fn compressed(&self, etag: &HeaderValue, html: &str) -> Bytes {
        if let Some(known) = self.filled.lock().get(etag) {
            return known.clone();
        }
        let packed = brotli(html.as_bytes(), BROTLI_QUICK);
        let mut filled = self.filled.lock();
        if filled.len() >= MAX_FILLED_PAGES {
            filled.clear();
        }
        filled.insert(etag.clone(), packed.clone());
        packed
    }

    /// A doctor's page without data, rendered by the browser: with status 404 if there is no such doctor.
    pub fn unfilled_doctor(&self, lang: Lang, headers: &HeaderMap, status: StatusCode) -> Response {
        self.with_link(DOCTOR_ROUTE, self.page(SHELL, lang, headers, status))
    }

    fn common(&self) -> [(HeaderName, HeaderValue); 3] {
        [
            (header::CACHE_CONTROL, ASK_AGAIN),
            (header::VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie")),
            (header::CONTENT_SECURITY_POLICY, self.policy.clone()),
        ]
    }

    fn page(&self, path: &str, lang: Lang, headers: &HeaderMap, status: StatusCode) -> Response {
        let Some(page) = self.built(path, lang) else { return not_built() };
        let common = (self.common(), [(header::ETAG, page.etag.clone())]);
        if status == StatusCode::OK && is_known(&page.etag, headers) {
            return (StatusCode::NOT_MODIFIED, common.0, common.1).into_response();
        }
        let encoding = ContentEncoding::accepted(headers);
        let body = match encoding {
            ContentEncoding::Brotli => page.brotli.get_or_init(|| brotli(&page.html, BROTLI_QUALITY)),
            ContentEncoding::Gzip => page.gzip.get_or_init(|| gzip(&page.html, Compression::best())),
            ContentEncoding::None => &page.html,
        };
        (status, common.0, common.1, as_html(lang), encoding.header(), body.clone()).into_response()
    }
}

/// A page and the server's data for it.
pub struct FilledPage {
    /// The file's name in the web build, after a slash.
    pub template: &'static str,
    pub data: Data,
    /// Title, description and more, in place of the template's.
    pub head: Option<String>,
    /// API responses by the address of the page or of the call, which the app uses instead of requesting them.
    pub answers: serde_json::Value,
}

/// The first page of a list by the address of the HTML page, and the names of districts in it.
pub fn list_answers(uri: &Uri, districts: &serde_json::Value, list: &impl Serialize) -> serde_json::Value {
    let address = uri.path_and_query().map_or_else(|| uri.path(), |address| address.as_str());
    serde_json::json!({ address: list, "/districts": districts })
}

fn not_built() -> Response {
    (StatusCode::NOT_FOUND, "The web app is not built into this program.").into_response()
}

fn as_html(lang: Lang) -> [(HeaderName, &'static str); 2] {
    [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_LANGUAGE, lang.code())]
}

impl BuiltPage {
    fn unpack(packed: &[u8], public_url: &str, head: &str) -> Self {
        let html = String::from_utf8_lossy(&unpack(packed)).replace(BUILT_ORIGIN, public_url);
        let html = html.replacen("</head>", &format!("{head}</head>"), 1);
        let etag = etag(&Sha256::digest(html.as_bytes()));
        Self { html: html.into(), etag, brotli: OnceLock::new(), gzip: OnceLock::new() }
    }
}

fn page_file(lang: Lang, path: &str) -> String {
    let name = if path == "/" { "/index" } else { path };
    format!("pages/{}{name}.html.br", lang.code())
}

fn without_last_slash(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => "/",
        trimmed => trimmed,
    }
}

fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    brotli::Decompressor::new(packed, 4096).read_to_end(&mut out).expect("the build's own files can be unpacked");
    out
}

fn brotli(html: &[u8], quality: u32) -> Bytes {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, quality, 22);
    writer.write_all(html).and_then(|()| writer.flush()).expect("writing to memory does not fail");
    drop(writer);
    out.into()
}

fn etag(hash: &[u8]) -> HeaderValue {
    // Weak, because the encodings of a page share it.
    format!("W/\"{}\"", hex(&hash[..12])).parse().expect("hexadecimal digits are a header's text")
}

fn is_known(etag: &HeaderValue, headers: &HeaderMap) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == etag)
}

/// Whether a route's pattern (`:name` is one segment, a final `*` any number) matches a path.
fn matches(pattern: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    for part in pattern.split('/') {
        match (part, segments.next()) {
            ("*", _) => return true,
            (part, Some(segment)) if part == segment || (part.starts_with(':') && !segment.is_empty()) => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}

fn policy(manifest: &Manifest) -> HeaderValue {
    let quoted = |hashes: &[String]| hashes.iter().map(|hash| format!("'{hash}'")).collect::<Vec<_>>().join(" ");
    let attr = match manifest.style_attr.as_slice() {
        [] => "'none'".into(),
        hashes => format!("'unsafe-hashes' {}", quoted(hashes)),
    };
    let text = format!(
        "default-src 'self'; script-src 'self' '{}'; img-src 'self' data: blob:; style-src-elem 'self' {}; style-src-attr {attr}; \
         base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'",
        manifest.script,
        quoted(&manifest.style_elem)
    );
    text.parse().expect("hashes are plain text")
}

fn robots(public_url: &str) -> String {
    format!(
        "# {public_url}\nUser-agent: *\nDisallow: /admin/\nDisallow: /user/\nDisallow: /doctor/\nDisallow: /business/\nDisallow: /api/\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_their_routes_only() {
        for (pattern, path, fits) in [
            ("/user/profile", "/user/profile", true),
            ("/user/profile", "/user", false),
            ("/user/profile", "/user/profile/x", false),
            ("/admin/home/:route", "/admin/home/dashboard", true),
            ("/admin/home/:route", "/admin/home", false),
            ("/admin/home/:route", "/admin/home/a/b", false),
            ("/business/*", "/business/profile/x", true),
            ("/business/*", "/businesses", false),
        ] {
            assert_eq!(matches(pattern, path), fits, "{pattern} {path}");
        }
    }
}
