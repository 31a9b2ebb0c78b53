//! A write that carries an `Idempotency-Key` is done once, however often it is sent: whoever sends it again hears what the first was
//! answered. What comes without the header costs nothing. Decision 0067.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::LazyLock;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use jiff::SignedDuration;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tracing::Instrument;
use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{OpenApi, RefOr, Required};

use crate::app::App;
use crate::identity::callers::{Caller, bearer};
use crate::platform::db;
use crate::platform::http::{Code, Problem, Result, body, describe, problem};
use crate::platform::ids::hex;
use crate::platform::lang::{Lang, Text};
use crate::platform::repeats::{self, Asked, Claim, Kept, Standing};
use crate::platform::statements;
use crate::platform::tries::Limit;
use crate::{router, visitors};

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
const MOST_CHARACTERS: usize = 255;
/// Visitors share one space of keys, so theirs have to be long enough to be nobody else's by chance; a UUID is.
const FEWEST_OF_A_VISITOR: usize = 32;
/// Of an account: each is two writes and a row for a day, whatever becomes of the request.
const KEYS: Limit = Limit::new("idempotency keys of an account", 120, SignedDuration::from_mins(1));
/// More than any write is answered.
const MOST_KEPT: usize = 1024 * 1024;

/// Their answers hold what lets somebody in (tokens, challenges, codes, secrets, the secret of a screen), or are tables of people, which are
/// never kept; an import is larger than what is read under a key. So they take no key.
const SECRET: [&str; 21] = [
    "/admin/api/blood/donors/export",
    "/admin/api/users/export",
    "/admin/api/imports",
    "/admin/api/login/code",
    "/admin/api/password",
    "/admin/api/twofactor/codes",
    "/admin/api/twofactor/confirm",
    "/admin/api/twofactor/start",
    "/user/api/desk/login/code",
    "/user/api/doctor/login/code",
    "/user/api/hospital/login/code",
    "/user/api/login/link",
    "/user/api/login/phone",
    "/user/api/login/phone/code",
    "/user/api/password",
    "/user/api/pharmacy/login/code",
    "/user/api/screen/pairing",
    "/user/api/twofactor/codes",
    "/user/api/twofactor/confirm",
    "/user/api/twofactor/start",
    "/user/api/user/phone/{userId}/code",
];

const WRONG_KEY: Text = Text::new(
    "An Idempotency-Key has 1 to 255 visible characters, without an account at least 32.",
    "Idempotency-Key-യിൽ 1 മുതൽ 255 വരെ അക്ഷരങ്ങൾ വേണം; അക്കൗണ്ട് ഇല്ലാതെയെങ്കിൽ കുറഞ്ഞത് 32.",
);
const NOT_TAKEN: Text = Text::new("This call takes no Idempotency-Key.", "ഈ വിലാസം Idempotency-Key സ്വീകരിക്കുന്നില്ല.");

/// The calls that take a key, as they are described.
static TAKEN: LazyLock<HashSet<(Method, String)>> = LazyLock::new(|| {
    let mut described = router::openapi();
    let mut taken = HashSet::new();
    for (path, item) in &mut described.paths.paths {
        for (method, operation) in writes(item) {
            if is_taken(&method, path, operation) {
                taken.insert((method, path.clone()));
            }
        }
    }
    taken
});

/// Goes on with a request, under its key if it has one.
pub async fn answer(app: &App, request: Request, next: Next) -> Response {
    if !request.headers().contains_key(KEY) || request.method().is_safe() {
        return next.run(request).await;
    }
    first_or_again(app, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn first_or_again(app: &App, request: Request, next: Next) -> Result<Response> {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let is_open = visitors::limit_of(&path).is_some();
    if !TAKEN.contains(&(request.method().clone(), path)) {
        return Err(Problem::saying(Code::InvalidRequest, NOT_TAKEN));
    }
    let fewest = if is_open { FEWEST_OF_A_VISITOR } else { 1 };
    let key = key_in(request.headers(), fewest).ok_or_else(|| Problem::saying(Code::InvalidRequest, WRONG_KEY))?;
    let account_id = match bearer(request.headers()).filter(|_| !is_open) {
        Some(token) => Caller::account_of(app, &token).await?,
        None => None,
    };
    if account_id.is_none() && !is_open {
        // Nobody who could do anything: the call says so.
        return Ok(next.run(request).await);
    }
    if let Some(id) = &account_id {
        app.tries.take(&[(id, KEYS)], app.clock.now_millis()).await?;
    }
    let lang = Lang::of_request(request.uri(), request.headers());
    let (parts, sent) = request.into_parts();
    let sent = body::whole(Request::from_parts(parts.clone(), sent), body::MAX_BYTES).await?;
    let address = parts.uri.path_and_query().map_or("", PathAndQuery::as_str);
    let (told, has_password) = without_passwords(&sent);
    let asked = Asked {
        id: hex(&Sha256::digest(format!("{} {key}", account_id.as_deref().unwrap_or("visitor")))),
        account_id,
        request: [parts.method.as_str().as_bytes(), b" ", address.as_bytes(), b"\n", &told].concat(),
    };
    // A task of its own ends it and keeps the answer, also when whoever asked is gone: that is when they will ask again.
    let request = Request::from_parts(parts, Body::from(sent));
    let work = under_key(app.clone(), (asked, has_password), request, next, lang);
    let done = tokio::spawn(statements::along(work).in_current_span()).await;
    done.unwrap_or_else(|_| Err(Code::Internal.into()))
}

/// The body as it is told from others, and whether there is a password in it, which is left out: what is kept must be of no use to somebody
/// who tries passwords on it. What is no JSON is left out whole, because a password may stand anywhere in it; no call takes it.
fn without_passwords(body: &Bytes) -> (Bytes, bool) {
    if body.is_empty() {
        return (body.clone(), false);
    }
    let Ok(mut read) = serde_json::from_slice::<Value>(body) else { return (Bytes::new(), true) };
    if !remove_passwords(&mut read) {
        return (body.clone(), false);
    }
    (read.to_string().into(), true)
}

/// Whether there was one: every field whose name says so, however deep.
fn remove_passwords(value: &mut Value) -> bool {
    match value {
        Value::Object(fields) => {
            let before = fields.len();
            fields.retain(|name, _| !name.to_ascii_lowercase().contains("password"));
            let removed = fields.len() < before;
            fields.values_mut().fold(removed, |removed, inner| remove_passwords(inner) | removed)
        }
        Value::Array(items) => items.iter_mut().fold(false, |removed, inner| remove_passwords(inner) | removed),
        _ => false,
    }
}

async fn under_key(
    app: App,
    (asked, has_password): (Asked, bool),
    mut request: Request,
    next: Next,
    lang: Lang,
) -> Result<Response> {
    let standing = repeats::claim(&app.db, &app.keys, asked, app.clock.now()).await.map_err(|error| match error {
        // Of the request itself nothing is done yet.
        db::Error::Unknown(_) => db::Error::Busy,
        other => other,
    })?;
    let claim = match standing {
        Standing::First(claim) => claim,
        Standing::Answered(kept) => return Ok(again(kept)),
        Standing::Reused => return Err(Code::IdempotencyKeyReused.into()),
        Standing::UnderWay => return Err(Code::IdempotencyKeyInUse.into()),
        Standing::AnswerLost => return Err(Code::IdempotencyAnswerLost.into()),
    };
    request.extensions_mut().insert(claim.clone());
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let response = answered.unwrap_or_else(|_| Problem::new(Code::Internal).into_response());
    Ok(keep(&app, &claim, has_password, problem::render(response, lang, true)).await)
}

/// The one key of a request, if it is one.
fn key_in(headers: &HeaderMap, fewest: usize) -> Option<String> {
    let mut all = headers.get_all(KEY).into_iter();
    let (Some(key), None) = (all.next()?.to_str().ok(), all.next()) else { return None };
    let is_key = (fewest..=MOST_CHARACTERS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    is_key.then(|| key.to_owned())
}

/// Keeps an answer that would be the same again. Of others (who are you, not now, our mistake) the key is given back, so that it
/// can be tried again; what was written under it stays known. So it is of a refusal of what has a password: the same request with another
/// password looks the same, and must not hear that the first one was wrong.
async fn keep(app: &App, claim: &Claim, has_password: bool, response: Response) -> Response {
    let status = response.status();
    let is_passing =
        [StatusCode::UNAUTHORIZED, StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    let is_password_refused = has_password && status.is_client_error();
    let is_kept = !(status.is_server_error() || is_password_refused || is_passing);
    let (parts, whole) = response.into_parts();
    let Ok(whole) = to_bytes(whole, MOST_KEPT).await else { return Problem::new(Code::Internal).into_response() };
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let settled = if is_kept {
        let kept = Kept { status: status.as_u16(), content_type: kind.to_owned(), body: whole.to_vec() };
        claim.keep(&app.db, &app.keys, &kept).await
    } else {
        claim.give_up(&app.db).await
    };
    if let Err(error) = settled {
        tracing::warn!(%error, "the answer to an Idempotency-Key was not kept");
    }
    Response::from_parts(parts, whole.into())
}

fn again(kept: Kept) -> Response {
    let status = StatusCode::from_u16(kept.status).unwrap_or_default();
    let kind = HeaderValue::try_from(kept.content_type).unwrap_or(HeaderValue::from_static("application/json"));
    let headers = [(header::CONTENT_TYPE, kind), (REPLAYED, HeaderValue::from_static("true"))];
    (status, headers, kept.body).into_response()
}

/// Writes the header, and what it can be refused with, into the description of every call that takes it.
pub fn describe(api: &mut OpenApi) {
    for (path, item) in &mut api.paths.paths {
        for (method, operation) in writes(item) {
            if !is_taken(&method, path, operation) {
                continue;
            }
            let about = "Makes the call repeatable: for 24 hours the same request with the same key is not done again, but answered \
                         as the first was, with `Idempotency-Replayed: true`. 1 to 255 visible characters, such as a UUID; \
                         without an account at least 32";
            let header = ParameterBuilder::new().name("Idempotency-Key").parameter_in(ParameterIn::Header);
            let header = header.required(Required::False).schema(Some(String::schema())).description(Some(about));
            operation.parameters.get_or_insert_default().push(RefOr::T(header.build()));
            for status in [409, 422, 429] {
                describe::refuse(operation, status);
            }
        }
    }
}

fn writes(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    let all = [
        (Method::POST, &mut item.post),
        (Method::PUT, &mut item.put),
        (Method::PATCH, &mut item.patch),
        (Method::DELETE, &mut item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Calls of signed-in callers, and those of visitors that are counted by network. Not what a link or a signature opens, nor forms
/// with a photo, whose bytes are others each time they are sent.
fn is_taken(method: &Method, path: &str, operation: &Operation) -> bool {
    let is_signed_in = || {
        let token = SecurityRequirement::new::<_, [String; 0], _>(describe::TOKEN, []);
        operation.security.as_ref().is_some_and(|all| *all == [token])
    };
    let is_open = || operation.security.is_none() && method == Method::POST && visitors::limit_of(path).is_some();
    let is_json = match &operation.request_body {
        Some(RefOr::T(body)) => body.content.contains_key("application/json"),
        _ => true,
    };
    is_json && !SECRET.contains(&path) && (is_signed_in() || is_open())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_1_to_255_visible_characters() {
        let read = |values: &[&'static str], fewest| {
            let headers: HeaderMap = values.iter().map(|value| (KEY, HeaderValue::from_static(value))).collect();
            key_in(&headers, fewest)
        };
        assert_eq!(read(&["a"], 1).as_deref(), Some("a"));
        assert_eq!(read(&["a"], 2), None);
        assert_eq!(read(&["a b"], 1), None, "a space cannot be seen");
        assert_eq!(read(&["a", "b"], 1), None, "which one?");
        for (length, is_key) in [(0, false), (1, true), (255, true), (256, false)] {
            assert_eq!(read(&[String::leak("x".repeat(length))], 1).is_some(), is_key, "{length}");
        }
    }

    #[test]
    fn passwords_are_left_out_of_what_is_kept_and_nothing_else_is() {
        for (body, kept, has_password) in [
            ("", "", false),
            (r#"{"a": 1}"#, r#"{"a": 1}"#, false),
            (r#"{"a": 1, "password": "x"}"#, r#"{"a":1}"#, true),
            (
                r#"{"current_password": "x", "newPassword": "y", "b": [{"password": 1, "c": 2}]}"#,
                r#"{"b":[{"c":2}]}"#,
                true,
            ),
            (r#"{"password": "x""#, "", true),
            ("password=x", "", true),
        ] {
            assert_eq!(without_passwords(&Bytes::from_static(body.as_bytes())), (kept.into(), has_password), "{body}");
        }
    }

    #[test]
    fn no_call_that_takes_a_key_answers_with_what_lets_somebody_in() {
        let described = serde_json::to_value(router::openapi()).unwrap();
        for (method, path) in TAKEN.iter() {
            let call = &described["paths"][path][method.as_str().to_lowercase()];
            let takes = |one: &serde_json::Value| one["name"] == "Idempotency-Key";
            assert!(call["parameters"].as_array().is_some_and(|all| all.iter().any(takes)), "{method} {path}");
            let mut fields = Vec::new();
            for status in ["200", "201"] {
                let schema = &call["responses"][status]["content"]["application/json"]["schema"];
                collect(&described, schema, "", &mut fields);
            }
            assert!(!fields.is_empty(), "{method} {path}");
            // Deeper down a token is a number in a queue.
            let lets_in = ["token", "data.challenge", "data.codes", "data.secret", "data.address"];
            assert!(!fields.iter().any(|field| lets_in.contains(&field.as_str())), "{method} {path}: {fields:?}");
        }
        assert!(TAKEN.len() > 70, "{}", TAKEN.len());
    }

    /// The names of the outer fields of a shape, and of those in its data.
    fn collect(api: &serde_json::Value, schema: &serde_json::Value, before: &str, fields: &mut Vec<String>) {
        if let Some(name) = schema["$ref"].as_str() {
            return collect(api, api.pointer(name.trim_start_matches('#')).unwrap(), before, fields);
        }
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            fields.push(format!("{before}{name}"));
            if name == "data" && before.is_empty() {
                collect(api, inner, "data.", fields);
            }
        }
        for list in ["oneOf", "anyOf", "allOf"] {
            schema[list].as_array().into_iter().flatten().for_each(|inner| collect(api, inner, before, fields));
        }
    }
}
