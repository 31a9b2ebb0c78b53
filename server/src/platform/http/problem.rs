//! Refusals as RFC 9457 `application/problem+json`, with a code from one closed table (`code`).
//!
//! A handler returns a [`Problem`]; [`render`] writes it in the request's language.

use std::borrow::Cow;
use std::collections::HashSet;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

pub use super::code::Code;
use crate::platform::db::{self, ReadOnlyReason};
use crate::platform::ids::Secret;
use crate::platform::lang::{Lang, Text};

const PROBLEM: &str = "application/problem+json";

const ONLY_READ: Text = Text::new(
    "Nothing can be saved at this moment, and nothing was changed. Please try again in a minute.",
    "ഇപ്പോൾ ഒന്നും സേവ് ചെയ്യാനാകുന്നില്ല; ഒന്നും മാറിയിട്ടില്ല. ഒരു മിനിറ്റ് കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.",
);

#[derive(Debug, Clone)]
pub struct LocalizedMessage {
    en: Cow<'static, str>,
    ml: Cow<'static, str>,
}

impl From<Text> for LocalizedMessage {
    fn from(text: Text) -> Self {
        Self { en: text.en.into(), ml: text.ml.into() }
    }
}

impl From<(String, String)> for LocalizedMessage {
    fn from((en, ml): (String, String)) -> Self {
        Self { en: en.into(), ml: ml.into() }
    }
}

impl LocalizedMessage {
    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ml => &self.ml,
        }
    }

    /// The message about wrong fields: the first error, and how many more there are.
    fn of_fields(errors: &[(Cow<'static, str>, Self)]) -> Option<Self> {
        let (_, first) = errors.first()?;
        let (en, ml) = match errors.iter().map(|(field, _)| field).collect::<HashSet<_>>().len() - 1 {
            0 => return Some(first.clone()),
            1 => ("Please also check 1 more field.".to_owned(), "മറ്റൊരു ഭാഗം കൂടി പരിശോധിക്കുക.".to_owned()),
            more => (format!("Please also check {more} more fields."), format!("മറ്റ് {more} ഭാഗങ്ങൾ കൂടി പരിശോധിക്കുക.")),
        };
        let and = |first: &str, rest: String| {
            let stop = if first.ends_with(['.', '!', '?']) { "" } else { "." };
            format!("{first}{stop} {rest}").into()
        };
        Some(Self { en: and(&first.en, en), ml: and(&first.ml, ml) })
    }

    /// In seconds up to 90, in minutes up to 90, else in hours; rounded up.
    fn try_again_in(seconds: i64) -> Self {
        let (number, unit, ml_unit) = match seconds {
            ..=90 => (seconds, "second", "സെക്കൻഡ്"),
            91..=5_400 => ((seconds + 59) / 60, "minute", "മിനിറ്റ്"),
            _ => ((seconds + 3_599) / 3_600, "hour", "മണിക്കൂർ"),
        };
        let plural = if number == 1 { "" } else { "s" };
        Self {
            en: format!("There were too many tries. Please try again in {number} {unit}{plural}.").into(),
            ml: format!("ശ്രമങ്ങൾ കൂടുതലായി. {number} {ml_unit} കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.").into(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Problem {
    code: Code,
    message: LocalizedMessage,
    errors: Vec<(Cow<'static, str>, LocalizedMessage)>,
    /// Seconds until it is worth trying again.
    retry_after: Option<i64>,
    /// Members that few refusals have; boxed, because every `Result` is as large as its error.
    more: Option<Box<ProblemDetails>>,
}

#[derive(Debug, Clone, Default)]
struct ProblemDetails {
    /// To be sent with the code of the second factor.
    challenge: Option<String>,
    /// A machine-readable reason that is more specific than the code.
    why: Option<Why>,
    /// The current state of the subject.
    data: Option<Value>,
}

/// A machine-readable reason, and the day or hours for which it holds.
#[derive(Debug, Clone)]
pub struct Why {
    pub reason: &'static str,
    pub until: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
}

impl Problem {
    pub fn new(code: Code) -> Self {
        let retry_after = matches!(code, Code::Busy | Code::IdempotencyKeyInUse).then_some(1);
        Self { code, message: code.text().into(), errors: Vec::new(), retry_after, more: None }
    }

    /// Too many tries; the message names the wait.
    pub fn too_many_tries(seconds: i64) -> Self {
        Self {
            message: LocalizedMessage::try_again_in(seconds),
            retry_after: Some(seconds),
            ..Self::new(Code::TooManyTries)
        }
    }

    /// The password was right; the code is required.
    pub fn second_factor_required(challenge: &Secret) -> Self {
        let more = ProblemDetails { challenge: Some(challenge.expose().into()), ..ProblemDetails::default() };
        Self { more: Some(Box::new(more)), ..Self::new(Code::SecondFactorRequired) }
    }

    pub fn saying(code: Code, text: impl Into<LocalizedMessage>) -> Self {
        Self { message: text.into(), ..Self::new(code) }
    }

    #[must_use]
    pub fn reading(self, text: Text) -> Self {
        Self { message: text.into(), ..self }
    }

    #[must_use]
    pub fn because(self, why: Why) -> Self {
        Self { more: Some(Box::new(ProblemDetails { why: Some(why), ..ProblemDetails::default() })), ..self }
    }

    #[must_use]
    pub fn with_data(self, data: Value) -> Self {
        Self { more: Some(Box::new(ProblemDetails { data: Some(data), ..ProblemDetails::default() })), ..self }
    }

    /// A refusal other than 422 because of one field.
    pub fn at(code: Code, field: &'static str, text: Text) -> Self {
        Self { errors: vec![(field.into(), text.into())], ..Self::saying(code, text) }
    }

    pub fn field(field: &'static str, text: impl Into<LocalizedMessage>) -> Self {
        Self::fields(vec![(field.into(), text.into())])
    }

    pub fn fields(errors: Vec<(Cow<'static, str>, LocalizedMessage)>) -> Self {
        let message = LocalizedMessage::of_fields(&errors).unwrap_or_else(|| Code::InvalidFields.text().into());
        Self { message, errors, ..Self::new(Code::InvalidFields) }
    }

    fn body(&self, lang: Lang) -> ProblemBody {
        let status = self.code.status();
        let ProblemDetails { challenge, why, data } = self.more.as_deref().cloned().unwrap_or_default();
        let (reason, until, from, to) =
            why.map_or((None, None, None, None), |why| (Some(why.reason), why.until, why.from, why.to));
        let error = |(field, message): &(Cow<'static, str>, LocalizedMessage)| FieldError {
            field: field.to_string(),
            message: message.in_lang(lang).into(),
        };
        ProblemBody {
            kind: "about:blank".into(),
            title: status.canonical_reason().unwrap_or_default().into(),
            status: status.as_u16(),
            code: self.code,
            message: self.message.in_lang(lang).into(),
            errors: self.errors.iter().map(error).collect(),
            challenge,
            reason,
            until,
            from,
            to,
            data,
        }
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Self {
        match error {
            db::Error::Busy => Code::Busy.into(),
            db::Error::LoginRefused(_) => {
                tracing::error!(%error, "NOBODY IS SERVED: see DOCCARE_DATABASE_URL and the role's password and rights");
                Code::Busy.into()
            }
            db::Error::ReadOnly(ReadOnlyReason::Server(_)) => {
                tracing::warn!(%error, "nothing can be saved until another server takes over");
                Code::Busy.into()
            }
            db::Error::ReadOnly(ReadOnlyReason::Disk(_)) => {
                tracing::error!(%error, "nothing can be saved");
                Self { retry_after: Some(60), ..Self::saying(Code::Busy, ONLY_READ) }
            }
            db::Error::Unknown(_) => {
                tracing::error!(%error, "a request may have failed");
                Code::OutcomeUnknown.into()
            }
            db::Error::Conflict(_) | db::Error::Other(_) => {
                tracing::error!(%error, "a request failed");
                Code::Internal.into()
            }
        }
    }
}

/// How a refusal looks on the wire.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    code: Code,
    /// What a person reads, in their language.
    message: String,
    errors: Vec<FieldError>,
    /// With `second_factor_required`: what the code is sent with, within five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
    /// With a day or a time that cannot be booked: why, as `Reason` lists it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// With the reason `leave`: its last day, if it is of days.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
    /// With the reason `between_sessions`, or `leave` of a few hours: when these hours begin, as in `12:30`.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// When they end.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// With a decision about a booking that is another one by now, or is decided: the booking as it is, as the call would return it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    data: Option<Value>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FieldError {
    field: String,
    message: String,
}

/// Passes the problem to [`render`], which knows the language.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Renders problems in the request's language, also those of axum and of layers.
pub fn render(mut response: Response, lang: Lang, is_api: bool) -> Response {
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        // Rendered already, for the first request with its `Idempotency-Key`.
        None if response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == PROBLEM) => return response,
        None if is_api && (status.is_client_error() || status.is_server_error()) => Code::of_status(status).into(),
        // Outside the API these two come from axum; any other bare status is a page's.
        None if matches!(status, StatusCode::BAD_REQUEST | StatusCode::METHOD_NOT_ALLOWED) => {
            Code::of_status(status).into()
        }
        None => return response,
    };
    let (mut parts, _) = response.into_parts();
    let body = serde_json::to_vec(&problem.body(lang)).unwrap_or_default();
    let headers = &mut parts.headers;
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.code()));
    if let Some(seconds) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    parts.status = problem.code.status();
    // For the metrics.
    parts.extensions.insert(problem.code);
    Response::from_parts(parts, body.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_a_form_is_its_first_fields_and_how_many_more_there_are() {
        let missing = Text { en: "Please enter the name.", ml: "പേര് നൽകുക." };
        let mismatch = Text { en: "Password not match", ml: "Password not match" };
        let text = |errors: &[(&'static str, Text)], lang| {
            Problem::fields(errors.iter().map(|(field, text)| ((*field).into(), (*text).into())).collect())
                .body(lang)
                .message
        };
        let (name, password, phone) = (("name", missing), ("password", mismatch), ("phone", missing));
        for (errors, english, malayalam) in [
            (&[name][..], "Please enter the name.", "പേര് നൽകുക."),
            (&[name, name], "Please enter the name.", "പേര് നൽകുക."),
            (
                &[name, password],
                "Please enter the name. Please also check 1 more field.",
                "പേര് നൽകുക. മറ്റൊരു ഭാഗം കൂടി പരിശോധിക്കുക.",
            ),
            (
                &[password, name, phone],
                "Password not match. Please also check 2 more fields.",
                "Password not match. മറ്റ് 2 ഭാഗങ്ങൾ കൂടി പരിശോധിക്കുക.",
            ),
        ] {
            assert_eq!((text(errors, Lang::En).as_str(), text(errors, Lang::Ml).as_str()), (english, malayalam));
        }
    }

    #[test]
    fn retry_after_is_short_for_a_read_only_server_and_long_for_a_full_disk() {
        let retry_after = |why| Problem::from(db::Error::ReadOnly(why)).retry_after;
        assert_eq!(retry_after(ReadOnlyReason::Server(String::new())), Some(1));
        assert_eq!(retry_after(ReadOnlyReason::Disk(String::new())), Some(60));
    }

    #[test]
    fn a_wait_is_displayed_in_seconds_or_minutes() {
        for (seconds, said) in
            [(1, "1 second."), (45, "45 seconds."), (90, "90 seconds."), (91, "2 minutes."), (900, "15 minutes.")]
        {
            let problem = Problem::too_many_tries(seconds);
            let english = problem.body(Lang::En).message;
            assert!(english.ends_with(said), "{english}");
            assert!(problem.body(Lang::Ml).message.contains(said.split(' ').next().unwrap()));
        }
    }
}
