//! Every refusal, as RFC 9457 `application/problem+json` with a code from one closed table.
//!
//! A handler returns a [`Problem`]; [`render`] writes it in the request's language.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::db;
use crate::platform::lang::{Lang, Text};

/// The closed table of codes. A client branches on these, never on a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The request as a whole cannot be read: its address or its JSON.
    InvalidRequest,
    /// Some fields are missing or wrong; `errors` names each.
    InvalidFields,
    /// The call needs a token, and there is none, or it has ended.
    Unauthenticated,
    /// Name and password do not belong together.
    WrongCredentials,
    /// The token is somebody else's.
    Forbidden,
    /// An account, number or licence of that kind exists already.
    AlreadyRegistered,
    /// The administrator has blocked the account.
    Blocked,
    /// The administrator has not approved the worker yet.
    NotApproved,
    /// A mailed link was used already, or is too old.
    LinkEnded,
    /// Somebody else has the slot.
    SlotTaken,
    /// One user may hold only so many bookings.
    TooManyBookings,
    /// What was to be changed is decided, ended or past.
    NotChangeable,
    /// Others were faster to give what was asked for.
    NoLongerNeeded,
    /// The same was tried or asked too often; later it will work.
    TooManyTries,
    NotFound,
    MethodNotAllowed,
    Timeout,
    TooLarge,
    UnsupportedMediaType,
    /// A mistake of ours; the log has it under the request's id.
    Internal,
    /// It may be done or not, because the answer to the commit was lost: look before trying again.
    OutcomeUnknown,
    /// Too much to do at this moment; trying again will work.
    Busy,
}

impl Code {
    pub const ALL: [Self; 22] = [
        Self::InvalidRequest,
        Self::InvalidFields,
        Self::Unauthenticated,
        Self::WrongCredentials,
        Self::Forbidden,
        Self::AlreadyRegistered,
        Self::Blocked,
        Self::NotApproved,
        Self::LinkEnded,
        Self::SlotTaken,
        Self::TooManyBookings,
        Self::NotChangeable,
        Self::NoLongerNeeded,
        Self::TooManyTries,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::Timeout,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::Internal,
        Self::OutcomeUnknown,
        Self::Busy,
    ];

    pub fn status(self) -> StatusCode {
        match self {
            Self::InvalidRequest => StatusCode::BAD_REQUEST,
            Self::InvalidFields => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unauthenticated | Self::WrongCredentials => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::Blocked | Self::NotApproved => StatusCode::FORBIDDEN,
            Self::AlreadyRegistered
            | Self::SlotTaken
            | Self::TooManyBookings
            | Self::NotChangeable
            | Self::NoLongerNeeded => StatusCode::CONFLICT,
            Self::TooManyTries => StatusCode::TOO_MANY_REQUESTS,
            Self::LinkEnded => StatusCode::GONE,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            // Not 503, which says that nothing was done and that trying again is all it takes.
            Self::Internal | Self::OutcomeUnknown => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// For a refusal that axum or a layer made by itself.
    fn of_status(status: StatusCode) -> Self {
        // The first code of a status is its general one: `unauthenticated` before `wrong_credentials`.
        let by_status = Self::ALL.into_iter().find(|code| code.status() == status);
        by_status.unwrap_or(if status.is_server_error() { Self::Internal } else { Self::InvalidRequest })
    }

    /// What a person reads when the feature has nothing better to say.
    fn text(self) -> Text {
        match self {
            Self::InvalidRequest => texts::invalid_request,
            Self::InvalidFields => texts::invalid_fields,
            Self::Unauthenticated => texts::unauthenticated,
            Self::WrongCredentials => texts::wrong_credentials,
            Self::Forbidden => texts::forbidden,
            Self::AlreadyRegistered => texts::already_registered,
            Self::Blocked => texts::blocked,
            Self::NotApproved => texts::not_approved,
            Self::LinkEnded => texts::link_ended,
            Self::SlotTaken => texts::slot_taken,
            Self::TooManyBookings => texts::too_many_bookings,
            Self::NotChangeable => texts::not_changeable,
            Self::NoLongerNeeded => texts::no_longer_needed,
            Self::TooManyTries => texts::too_many_tries,
            Self::NotFound => texts::not_found,
            Self::MethodNotAllowed => texts::method_not_allowed,
            Self::Timeout => texts::timeout,
            Self::TooLarge => texts::too_large,
            Self::UnsupportedMediaType => texts::unsupported_media_type,
            Self::Internal => texts::internal,
            Self::OutcomeUnknown => texts::outcome_unknown,
            Self::Busy => texts::busy,
        }
    }
}

/// A text that is chosen when the language is known.
#[derive(Clone)]
pub struct Message(Arc<dyn Fn(Lang) -> Cow<'static, str> + Send + Sync>);

impl From<Text> for Message {
    fn from(text: Text) -> Self {
        Self(Arc::new(move |lang| Cow::Borrowed(text(lang))))
    }
}

impl Message {
    /// For whoever reads nothing else: what is wrong with the first field, and how many more there are.
    fn of_fields(errors: &[(&'static str, Self)]) -> Option<Self> {
        let (_, first) = errors.first()?.clone();
        let more = errors.iter().map(|(field, _)| *field).collect::<HashSet<_>>().len() - 1;
        Some(Self(Arc::new(move |lang| texts::and_more((first.0)(lang), more, lang))))
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.0)(Lang::En))
    }
}

#[derive(Debug, Clone)]
pub struct Problem {
    code: Code,
    message: Message,
    errors: Vec<(&'static str, Message)>,
    /// Seconds until it is worth trying again.
    retry_after: Option<i64>,
}

impl Problem {
    pub fn new(code: Code) -> Self {
        let retry_after = (code == Code::Busy).then_some(1);
        Self { code, message: code.text().into(), errors: Vec::new(), retry_after }
    }

    /// Too many tries; some are left again after so many seconds, and the message says so.
    pub fn too_many_tries(seconds: i64) -> Self {
        let message = Message(Arc::new(move |lang| texts::try_again_in(lang, seconds).into()));
        Self { message, retry_after: Some(seconds), ..Self::new(Code::TooManyTries) }
    }

    /// With words of the feature's own instead of the code's.
    pub fn saying(code: Code, text: Text) -> Self {
        Self { message: text.into(), ..Self::new(code) }
    }

    /// The same refusal in other words.
    #[must_use]
    pub fn reading(self, text: Text) -> Self {
        Self { message: text.into(), ..self }
    }

    /// A refusal other than 422 that one field is the reason of.
    pub fn at(code: Code, field: &'static str, text: Text) -> Self {
        Self { errors: vec![(field, text.into())], ..Self::saying(code, text) }
    }

    pub fn field(field: &'static str, text: Text) -> Self {
        Self::fields(vec![(field, text.into())])
    }

    pub fn fields(errors: Vec<(&'static str, Message)>) -> Self {
        let message = Message::of_fields(&errors).unwrap_or_else(|| Code::InvalidFields.text().into());
        Self { message, errors, ..Self::new(Code::InvalidFields) }
    }

    fn body(&self, lang: Lang) -> ProblemBody {
        let status = self.code.status();
        ProblemBody {
            kind: "about:blank".into(),
            title: status.canonical_reason().unwrap_or_default().into(),
            status: status.as_u16(),
            code: self.code,
            message: (self.message.0)(lang).into_owned(),
            errors: self.errors.iter().map(|(field, message)| FieldError::new(field, &(message.0)(lang))).collect(),
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
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FieldError {
    field: String,
    message: String,
}

impl FieldError {
    fn new(field: &str, message: &str) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// Carries the problem to [`render`], which knows the language.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Writes problems in the request's language, also those that axum and the layers made without words.
pub async fn render(lang: Lang, request: Request, next: Next) -> Response {
    let is_api = super::is_api(request.uri().path());
    let mut response = next.run(request).await;
    let status = response.status();
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if is_api && (status.is_client_error() || status.is_server_error()) => Code::of_status(status).into(),
        None => return response,
    };
    let (mut parts, _) = response.into_parts();
    let body = serde_json::to_vec(&problem.body(lang)).unwrap_or_default();
    let headers = &mut parts.headers;
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.code()));
    if let Some(seconds) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    parts.status = problem.code.status();
    Response::from_parts(parts, body.into())
}

/// The messages of the codes. They serve every feature, so they speak of none: a feature that can say more does.
mod texts {
    use std::borrow::Cow;

    use super::Lang::{self, En, Ml};

    /// A field's message, and how many more fields are wrong.
    pub fn and_more(first: Cow<'static, str>, more: usize, lang: Lang) -> Cow<'static, str> {
        let rest = match (more, lang) {
            (0, _) => return first,
            (1, En) => "Please also check 1 more field.".to_owned(),
            (_, En) => format!("Please also check {more} more fields."),
            (1, Ml) => "മറ്റൊരു ഭാഗം കൂടി പരിശോധിക്കുക.".to_owned(),
            (_, Ml) => format!("മറ്റ് {more} ഭാഗങ്ങൾ കൂടി പരിശോധിക്കുക."),
        };
        let stop = if first.ends_with(['.', '!', '?']) { "" } else { "." };
        format!("{first}{stop} {rest}").into()
    }

    pub fn invalid_request(lang: Lang) -> &'static str {
        match lang {
            En => "The request could not be understood.",
            Ml => "അഭ്യർത്ഥന മനസ്സിലാക്കാനായില്ല.",
        }
    }

    pub fn invalid_fields(lang: Lang) -> &'static str {
        match lang {
            En => "Please check the marked fields.",
            Ml => "അടയാളപ്പെടുത്തിയ ഭാഗങ്ങൾ പരിശോധിക്കുക.",
        }
    }

    pub fn unauthenticated(lang: Lang) -> &'static str {
        match lang {
            En => "Please sign in to continue.",
            Ml => "തുടരാൻ ദയവായി സൈൻ ഇൻ ചെയ്യുക.",
        }
    }

    pub fn wrong_credentials(lang: Lang) -> &'static str {
        match lang {
            En => "The e-mail or password is not correct.",
            Ml => "ഇ-മെയിലോ പാസ്‌വേഡോ ശരിയല്ല.",
        }
    }

    pub fn forbidden(lang: Lang) -> &'static str {
        match lang {
            En => "You are not allowed to do this.",
            Ml => "ഇതു ചെയ്യാൻ നിങ്ങൾക്ക് അനുമതിയില്ല.",
        }
    }

    pub fn already_registered(lang: Lang) -> &'static str {
        match lang {
            En => "This is already registered.",
            Ml => "ഇത് ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
        }
    }

    pub fn blocked(lang: Lang) -> &'static str {
        match lang {
            En => "Your account is blocked. Please contact us.",
            Ml => "നിങ്ങളുടെ അക്കൗണ്ട് തടഞ്ഞിരിക്കുന്നു. ദയവായി ഞങ്ങളെ ബന്ധപ്പെടുക.",
        }
    }

    pub fn not_approved(lang: Lang) -> &'static str {
        match lang {
            En => "Your account is not approved",
            Ml => "നിങ്ങളുടെ അക്കൗണ്ട് അംഗീകരിച്ചിട്ടില്ല",
        }
    }

    pub fn link_ended(lang: Lang) -> &'static str {
        match lang {
            En => "This link has been used or is too old. Please ask for a new one.",
            Ml => "ഈ ലിങ്ക് ഉപയോഗിച്ചുകഴിഞ്ഞു അല്ലെങ്കിൽ കാലഹരണപ്പെട്ടു. പുതിയത് ആവശ്യപ്പെടുക.",
        }
    }

    pub fn slot_taken(lang: Lang) -> &'static str {
        match lang {
            En => "This time has just been taken. Please choose another.",
            Ml => "ഈ സമയം ഇപ്പോൾ മറ്റൊരാൾ ബുക്ക് ചെയ്തു. മറ്റൊരു സമയം തിരഞ്ഞെടുക്കുക.",
        }
    }

    pub fn too_many_bookings(lang: Lang) -> &'static str {
        match lang {
            En => "You have too many open bookings. Please cancel one first.",
            Ml => "നിങ്ങൾക്ക് തുറന്ന ബുക്കിങ്ങുകൾ കൂടുതലാണ്. ആദ്യം ഒന്ന് റദ്ദാക്കുക.",
        }
    }

    pub fn not_changeable(lang: Lang) -> &'static str {
        match lang {
            En => "This can no longer be changed.",
            Ml => "ഇത് ഇനി മാറ്റാൻ കഴിയില്ല.",
        }
    }

    pub fn no_longer_needed(lang: Lang) -> &'static str {
        match lang {
            En => "This is no longer needed. Thank you.",
            Ml => "ഇത് ഇനി ആവശ്യമില്ല. നന്ദി.",
        }
    }

    pub fn too_many_tries(lang: Lang) -> &'static str {
        match lang {
            En => "There were too many tries. Please wait a while and try again.",
            Ml => "ശ്രമങ്ങൾ കൂടുതലായി. അൽപ്പം കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.",
        }
    }

    /// Seconds while they are few, else whole minutes, rather one too many.
    pub fn try_again_in(lang: Lang, seconds: i64) -> String {
        let (number, in_seconds) = if seconds <= 90 { (seconds, true) } else { ((seconds + 59) / 60, false) };
        match (lang, in_seconds) {
            (En, _) => {
                let unit = if in_seconds { "second" } else { "minute" };
                let plural = if number == 1 { "" } else { "s" };
                format!("There were too many tries. Please try again in {number} {unit}{plural}.")
            }
            (Ml, true) => format!("ശ്രമങ്ങൾ കൂടുതലായി. {number} സെക്കൻഡ് കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക."),
            (Ml, false) => format!("ശ്രമങ്ങൾ കൂടുതലായി. {number} മിനിറ്റ് കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക."),
        }
    }

    pub fn not_found(lang: Lang) -> &'static str {
        match lang {
            En => "Not found.",
            Ml => "കണ്ടെത്താനായില്ല.",
        }
    }

    pub fn method_not_allowed(lang: Lang) -> &'static str {
        match lang {
            En => "This address does not take such a request.",
            Ml => "ഈ വിലാസം ഇത്തരം അഭ്യർത്ഥന സ്വീകരിക്കുന്നില്ല.",
        }
    }

    pub fn timeout(lang: Lang) -> &'static str {
        match lang {
            En => "This took too long. Please try again.",
            Ml => "ഇതിന് കൂടുതൽ സമയമെടുത്തു. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
        }
    }

    pub fn too_large(lang: Lang) -> &'static str {
        match lang {
            En => "What was sent is too large.",
            Ml => "അയച്ചത് അനുവദനീയമായതിലും വലുതാണ്.",
        }
    }

    pub fn unsupported_media_type(lang: Lang) -> &'static str {
        match lang {
            En => "This call takes application/json.",
            Ml => "ഈ വിലാസം application/json മാത്രമേ സ്വീകരിക്കൂ.",
        }
    }

    pub fn internal(lang: Lang) -> &'static str {
        match lang {
            En => "Something went wrong on our side. Please try again.",
            Ml => "ഞങ്ങളുടെ ഭാഗത്ത് ഒരു തകരാറുണ്ടായി. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
        }
    }

    pub fn outcome_unknown(lang: Lang) -> &'static str {
        match lang {
            En => {
                "The connection broke while this was being saved, so it may be done or not. Please look before you try again."
            }
            Ml => "സേവ് ചെയ്യുന്നതിനിടെ കണക്ഷൻ മുറിഞ്ഞു; അത് നടന്നോ ഇല്ലയോ എന്ന് ഉറപ്പില്ല. വീണ്ടും ശ്രമിക്കുന്നതിനു മുമ്പ് ദയവായി പരിശോധിക്കുക.",
        }
    }

    pub fn busy(lang: Lang) -> &'static str {
        match lang {
            En => "We are busy at this moment. Please try again.",
            Ml => "ഇപ്പോൾ തിരക്കാണ്. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_the_table_and_says_something_in_both_languages() {
        for code in Code::ALL {
            assert!(code.status().is_client_error() || code.status().is_server_error());
            assert_ne!(code.text()(Lang::En), code.text()(Lang::Ml), "{code:?}");
        }
    }

    #[test]
    fn a_code_that_many_features_use_speaks_of_none_of_them() {
        // These two are the bookings' own.
        let common = Code::ALL.into_iter().filter(|code| !matches!(code, Code::SlotTaken | Code::TooManyBookings));
        for code in common {
            let text = code.text()(Lang::En).to_lowercase();
            let feature = ["booking", "appointment", "slot", "doctor", "donor", "blood", "worker"];
            assert!(!feature.iter().any(|word| text.contains(word)), "{code:?}: {text}");
        }
    }

    #[test]
    fn the_message_of_a_form_is_its_first_fields_and_how_many_more_there_are() {
        fn missing(lang: Lang) -> &'static str {
            if lang == Lang::En { "Please enter the name." } else { "പേര് നൽകുക." }
        }
        fn mismatch(_: Lang) -> &'static str {
            "Password not match"
        }
        let text = |errors: &[(&'static str, Text)], lang| {
            Problem::fields(errors.iter().map(|(field, text)| (*field, (*text).into())).collect()).body(lang).message
        };
        let (name, password): ((_, Text), (_, Text)) = (("name", missing), ("password", mismatch));
        let phone: (_, Text) = ("phone", missing);
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
    fn a_wait_is_said_in_seconds_or_minutes() {
        for (seconds, said) in
            [(1, "1 second."), (45, "45 seconds."), (90, "90 seconds."), (91, "2 minutes."), (900, "15 minutes.")]
        {
            let problem = Problem::too_many_tries(seconds);
            let english = problem.body(Lang::En).message;
            assert!(english.ends_with(said), "{english}");
            assert!(problem.body(Lang::Ml).message.contains(said.split(' ').next().unwrap()));
        }
    }

    #[test]
    fn a_bare_status_becomes_its_general_code() {
        assert_eq!(Code::of_status(StatusCode::UNAUTHORIZED), Code::Unauthenticated);
        assert_eq!(Code::of_status(StatusCode::METHOD_NOT_ALLOWED), Code::MethodNotAllowed);
        assert_eq!(Code::of_status(StatusCode::IM_A_TEAPOT), Code::InvalidRequest);
        assert_eq!(Code::of_status(StatusCode::BAD_GATEWAY), Code::Internal);
    }
}
