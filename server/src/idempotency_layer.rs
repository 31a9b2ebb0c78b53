//! Idempotent writes: a write that carries an `Idempotency-Key` is done once; a repeated request with the same key gets the first
//! response again. Requests without the header cost nothing. Decision 0067.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;

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
use crate::platform::idempotency::{self, ClaimOutcome, IdempotencyClaim, KeyedRequest, StoredResponse};
use crate::platform::ids::hex;
use crate::platform::lang::{Lang, Text};
use crate::platform::query_log;
use crate::platform::rate_limit::Limit;
use crate::public_rate_limits;

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
const MAX_KEY_LENGTH: usize = 255;
/// Visitors share one key space, so their keys must be long enough not to collide; a UUID is.
const MIN_VISITOR_KEY_LENGTH: usize = 32;
/// A key costs two writes and a row for a day, whatever the request does.
const KEYS_PER_ACCOUNT: Limit = Limit::new("idempotency keys of an account", 120, SignedDuration::from_mins(1));
/// Larger than any response to a write.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

/// Calls without keys: their responses hold credentials or tables of people, which must not be stored, or (imports) their bodies are too
/// large.
const WITHOUT_KEYS: [&str; 25] = [
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
    "/user/api/door/{id}/arrival",
    "/user/api/door/{id}/token",
    "/user/api/login/link",
    "/user/api/login/phone",
    "/user/api/login/phone/code",
    "/user/api/password",
    "/user/api/pharmacy/login/code",
    "/user/api/register/phone",
    "/user/api/register/phone/code",
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

/// The calls that accept a key: methods and route patterns.
pub type KeyedCalls = HashSet<(Method, String)>;

/// Finds the calls that accept a key in the API's description.
pub fn keyed_calls(api: &mut OpenApi) -> KeyedCalls {
    let mut calls = KeyedCalls::new();
    for (path, item) in &mut api.paths.paths {
        let keyed = writes(item).filter(|(method, operation)| takes_key(method, path, operation));
        calls.extend(keyed.map(|(method, _)| (method, path.clone())));
    }
    calls
}

/// Runs a request, under its key if it has one.
pub async fn answer(app: &App, calls: &KeyedCalls, request: Request, next: Next) -> Response {
    if !request.headers().contains_key(KEY) || request.method().is_safe() {
        return next.run(request).await;
    }
    run_or_replay(app, calls, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

async fn run_or_replay(app: &App, calls: &KeyedCalls, request: Request, next: Next) -> Result<Response> {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    let is_open = public_rate_limits::limit_of(&path).is_some();
    if !calls.contains(&(request.method().clone(), path)) {
        return Err(Problem::saying(Code::InvalidRequest, NOT_TAKEN));
    }
    let min_length = if is_open { MIN_VISITOR_KEY_LENGTH } else { 1 };
    let key = key_in(request.headers(), min_length).ok_or_else(|| Problem::saying(Code::InvalidRequest, WRONG_KEY))?;
    let account_id = match bearer(request.headers()).filter(|_| !is_open) {
        Some(token) => Caller::account_of(app, &token).await?,
        None => None,
    };
    if account_id.is_none() && !is_open {
        // Without a login the handler refuses it.
        return Ok(next.run(request).await);
    }
    if let Some(id) = &account_id {
        app.rate_limiter.take(&[(id, KEYS_PER_ACCOUNT)], app.clock.now_millis()).await?;
    }
    let lang = Lang::of_request(request.uri(), request.headers());
    let (parts, sent) = request.into_parts();
    let sent = body::whole(Request::from_parts(parts.clone(), sent), body::MAX_BYTES).await?;
    let address = parts.uri.path_and_query().map_or("", PathAndQuery::as_str);
    let (told, has_password) = without_passwords(&sent);
    let asked = KeyedRequest {
        id: hex(&Sha256::digest(format!("{} {key}", account_id.as_deref().unwrap_or("visitor")))),
        account_id,
        request: [parts.method.as_str().as_bytes(), b" ", address.as_bytes(), b"\n", &told].concat(),
    };
    // In a task of its own, so that it ends and its response is stored although the client is gone: then the client will retry.
    let request = Request::from_parts(parts, Body::from(sent));
    let work = under_key(app.clone(), (asked, has_password), request, next, lang);
    let done = tokio::spawn(query_log::inherit(work).in_current_span()).await;
    done.unwrap_or_else(|_| Err(Code::Internal.into()))
}

/// The body without passwords, and whether it had any. The stored digest of a request must not help to guess a password. A body that is
/// not JSON is left out completely, because a password could be anywhere in it; no call accepts one.
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

/// Removes every field whose name contains `password`, at any depth; true if there was one.
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
    (asked, has_password): (KeyedRequest, bool),
    mut request: Request,
    next: Next,
    lang: Lang,
) -> Result<Response> {
    let standing =
        idempotency::claim(&app.db, &app.keys, asked, app.clock.now()).await.map_err(|error| match error {
            // The request itself has not begun.
            db::Error::Unknown(_) => db::Error::Busy,
            other => other,
        })?;
    let claim = match standing {
        ClaimOutcome::Claimed(claim) => claim,
        ClaimOutcome::Replay(kept) => return Ok(again(kept)),
        ClaimOutcome::KeyReused => return Err(Code::IdempotencyKeyReused.into()),
        ClaimOutcome::InProgress => return Err(Code::IdempotencyKeyInUse.into()),
        ClaimOutcome::ResponseLost => return Err(Code::IdempotencyAnswerLost.into()),
    };
    request.extensions_mut().insert(claim.clone());
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let response = answered.unwrap_or_else(|_| Problem::new(Code::Internal).into_response());
    Ok(keep(&app, &claim, has_password, problem::render(response, lang, true)).await)
}

/// The key of a request; `None` if it is malformed or sent twice.
fn key_in(headers: &HeaderMap, min_length: usize) -> Option<String> {
    let mut all = headers.get_all(KEY).into_iter();
    let (Some(key), None) = (all.next()?.to_str().ok(), all.next()) else { return None };
    let is_key = (min_length..=MAX_KEY_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    is_key.then(|| key.to_owned())
}

/// Stores a response that a repetition would get again. For others (401, 408, 429, 5xx) the key is released, so that the client can retry;
/// the record that something was written stays. The same holds for a refused request with a password: passwords are not part of the digest,
/// so a retry with another password must not get the stored refusal.
async fn keep(app: &App, claim: &IdempotencyClaim, has_password: bool, response: Response) -> Response {
    let status = response.status();
    let is_passing =
        [StatusCode::UNAUTHORIZED, StatusCode::REQUEST_TIMEOUT, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    let is_password_refused = has_password && status.is_client_error();
    let is_kept = !(status.is_server_error() || is_password_refused || is_passing);
    let (parts, whole) = response.into_parts();
    let Ok(whole) = to_bytes(whole, MAX_RESPONSE_BYTES).await else {
        return Problem::new(Code::Internal).into_response();
    };
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let settled = if is_kept {
        let kept = StoredResponse { status: status.as_u16(), content_type: kind.to_owned(), body: whole.to_vec() };
        claim.keep(&app.db, &app.keys, &kept).await
    } else {
        claim.give_up(&app.db).await
    };
    if let Err(error) = settled {
        tracing::warn!(%error, "the answer to an Idempotency-Key was not kept");
    }
    Response::from_parts(parts, whole.into())
}

fn again(kept: StoredResponse) -> Response {
    let status = StatusCode::from_u16(kept.status).unwrap_or_default();
    let kind = HeaderValue::try_from(kept.content_type).unwrap_or(HeaderValue::from_static("application/json"));
    let headers = [(header::CONTENT_TYPE, kind), (REPLAYED, HeaderValue::from_static("true"))];
    (status, headers, kept.body).into_response()
}

/// Adds the header and its refusals to the description of every call that accepts it.
pub fn describe(api: &mut OpenApi) {
    for (path, item) in &mut api.paths.paths {
        for (method, operation) in writes(item) {
            if !takes_key(&method, path, operation) {
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

/// Calls of signed-in callers, and rate-limited calls of visitors. Not calls by a link or a signature, nor forms with a photo, whose bytes
/// differ each time they are sent.
fn takes_key(method: &Method, path: &str, operation: &Operation) -> bool {
    let is_signed_in = || {
        let token = SecurityRequirement::new::<_, [String; 0], _>(describe::TOKEN, []);
        operation.security.as_ref().is_some_and(|all| *all == [token])
    };
    let is_open =
        || operation.security.is_none() && method == Method::POST && public_rate_limits::limit_of(path).is_some();
    let is_json = match &operation.request_body {
        Some(RefOr::T(body)) => body.content.contains_key("application/json"),
        _ => true,
    };
    is_json && !WITHOUT_KEYS.contains(&path) && (is_signed_in() || is_open())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_1_to_255_visible_characters() {
        let read = |values: &[&'static str], min_length| {
            let headers: HeaderMap = values.iter().map(|value| (KEY, HeaderValue::from_static(value))).collect();
            key_in(&headers, min_length)
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
    fn only_passwords_are_removed_from_the_stored_fingerprint() {
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
    fn no_call_that_accepts_a_key_answers_with_a_credential() {
        let mut api = crate::router::openapi();
        let calls = keyed_calls(&mut api);
        let described = serde_json::to_value(api).unwrap();
        for (method, path) in &calls {
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
        assert!(calls.len() > 70, "{}", calls.len());
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
