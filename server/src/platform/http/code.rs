//! The closed table of refusals: a client branches on a code, never on a message.

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::lang::Text;

/// Why a request was refused.
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
        self.entry().0
    }

    /// What a person reads when the feature has nothing better to say.
    pub fn text(self) -> Text {
        self.entry().1
    }

    /// For a refusal that axum or a layer made by itself.
    pub fn of_status(status: StatusCode) -> Self {
        // The first code of a status is its general one: `unauthenticated` before `wrong_credentials`.
        let by_status = Self::ALL.into_iter().find(|code| code.status() == status);
        by_status.unwrap_or(if status.is_server_error() { Self::Internal } else { Self::InvalidRequest })
    }

    /// The texts serve every feature, so they speak of none.
    #[expect(clippy::too_many_lines, reason = "one table of every code")]
    fn entry(self) -> (StatusCode, Text) {
        match self {
            Self::InvalidRequest => (
                StatusCode::BAD_REQUEST,
                Text {
                    en: "The request could not be understood.", ml: "അഭ്യർത്ഥന മനസ്സിലാക്കാനായില്ല."
                },
            ),
            Self::InvalidFields => (
                StatusCode::UNPROCESSABLE_ENTITY,
                Text {
                    en: "Please check the marked fields.", ml: "അടയാളപ്പെടുത്തിയ ഭാഗങ്ങൾ പരിശോധിക്കുക."
                },
            ),
            Self::Unauthenticated => (
                StatusCode::UNAUTHORIZED,
                Text {
                    en: "Please sign in to continue.", ml: "തുടരാൻ ദയവായി സൈൻ ഇൻ ചെയ്യുക."
                },
            ),
            Self::WrongCredentials => (
                StatusCode::UNAUTHORIZED,
                Text {
                    en: "The e-mail or password is not correct.", ml: "ഇ-മെയിലോ പാസ്‌വേഡോ ശരിയല്ല."
                },
            ),
            Self::Forbidden => (
                StatusCode::FORBIDDEN,
                Text {
                    en: "You are not allowed to do this.", ml: "ഇതു ചെയ്യാൻ നിങ്ങൾക്ക് അനുമതിയില്ല."
                },
            ),
            Self::AlreadyRegistered => (
                StatusCode::CONFLICT,
                Text {
                    en: "This is already registered.", ml: "ഇത് ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്."
                },
            ),
            Self::Blocked => (
                StatusCode::FORBIDDEN,
                Text {
                    en: "Your account is blocked. Please contact us.",
                    ml: "നിങ്ങളുടെ അക്കൗണ്ട് തടഞ്ഞിരിക്കുന്നു. ദയവായി ഞങ്ങളെ ബന്ധപ്പെടുക.",
                },
            ),
            Self::NotApproved => (
                StatusCode::FORBIDDEN,
                Text {
                    en: "Your account is not approved", ml: "നിങ്ങളുടെ അക്കൗണ്ട് അംഗീകരിച്ചിട്ടില്ല"
                },
            ),
            Self::LinkEnded => (
                StatusCode::GONE,
                Text {
                    en: "This link has been used or is too old. Please ask for a new one.",
                    ml: "ഈ ലിങ്ക് ഉപയോഗിച്ചുകഴിഞ്ഞു അല്ലെങ്കിൽ കാലഹരണപ്പെട്ടു. പുതിയത് ആവശ്യപ്പെടുക.",
                },
            ),
            Self::SlotTaken => (
                StatusCode::CONFLICT,
                Text {
                    en: "This time has just been taken. Please choose another.",
                    ml: "ഈ സമയം ഇപ്പോൾ മറ്റൊരാൾ ബുക്ക് ചെയ്തു. മറ്റൊരു സമയം തിരഞ്ഞെടുക്കുക.",
                },
            ),
            Self::TooManyBookings => (
                StatusCode::CONFLICT,
                Text {
                    en: "You have too many open bookings. Please cancel one first.",
                    ml: "നിങ്ങൾക്ക് തുറന്ന ബുക്കിങ്ങുകൾ കൂടുതലാണ്. ആദ്യം ഒന്ന് റദ്ദാക്കുക.",
                },
            ),
            Self::NotChangeable => (
                StatusCode::CONFLICT,
                Text {
                    en: "This can no longer be changed.", ml: "ഇത് ഇനി മാറ്റാൻ കഴിയില്ല."
                },
            ),
            Self::NoLongerNeeded => (
                StatusCode::CONFLICT,
                Text {
                    en: "This is no longer needed. Thank you.", ml: "ഇത് ഇനി ആവശ്യമില്ല. നന്ദി."
                },
            ),
            Self::TooManyTries => (
                StatusCode::TOO_MANY_REQUESTS,
                Text {
                    en: "There were too many tries. Please wait a while and try again.",
                    ml: "ശ്രമങ്ങൾ കൂടുതലായി. അൽപ്പം കഴിഞ്ഞ് വീണ്ടും ശ്രമിക്കുക.",
                },
            ),
            Self::NotFound => (StatusCode::NOT_FOUND, Text { en: "Not found.", ml: "കണ്ടെത്താനായില്ല." }),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                Text {
                    en: "This address does not take such a request.", ml: "ഈ വിലാസം ഇത്തരം അഭ്യർത്ഥന സ്വീകരിക്കുന്നില്ല."
                },
            ),
            Self::Timeout => (
                StatusCode::REQUEST_TIMEOUT,
                Text {
                    en: "This took too long. Please try again.", ml: "ഇതിന് കൂടുതൽ സമയമെടുത്തു. ദയവായി വീണ്ടും ശ്രമിക്കുക."
                },
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                Text {
                    en: "What was sent is too large.", ml: "അയച്ചത് അനുവദനീയമായതിലും വലുതാണ്."
                },
            ),
            Self::UnsupportedMediaType => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Text {
                    en: "This call takes application/json.", ml: "ഈ വിലാസം application/json മാത്രമേ സ്വീകരിക്കൂ."
                },
            ),
            Self::Internal => (
                StatusCode::INTERNAL_SERVER_ERROR,
                Text {
                    en: "Something went wrong on our side. Please try again.",
                    ml: "ഞങ്ങളുടെ ഭാഗത്ത് ഒരു തകരാറുണ്ടായി. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
                },
            ),
            // Not 503, which says that nothing was done and that trying again is all it takes.
            Self::OutcomeUnknown => (
                StatusCode::INTERNAL_SERVER_ERROR,
                Text {
                    en: "The connection broke while this was being saved, so it may be done or not. Please look before you try again.",
                    ml: "സേവ് ചെയ്യുന്നതിനിടെ കണക്ഷൻ മുറിഞ്ഞു; അത് നടന്നോ ഇല്ലയോ എന്ന് ഉറപ്പില്ല. വീണ്ടും ശ്രമിക്കുന്നതിനു മുമ്പ് ദയവായി പരിശോധിക്കുക.",
                },
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                Text {
                    en: "We are busy at this moment. Please try again.", ml: "ഇപ്പോൾ തിരക്കാണ്. ദയവായി വീണ്ടും ശ്രമിക്കുക."
                },
            ),
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
            assert_ne!(code.text().en, code.text().ml, "{code:?}");
        }
    }

    #[test]
    fn a_code_that_many_features_use_speaks_of_none_of_them() {
        // These two are the bookings' own.
        let common = Code::ALL.into_iter().filter(|code| !matches!(code, Code::SlotTaken | Code::TooManyBookings));
        for code in common {
            let text = code.text().en.to_lowercase();
            let feature = ["booking", "appointment", "slot", "doctor", "donor", "blood", "worker"];
            assert!(!feature.iter().any(|word| text.contains(word)), "{code:?}: {text}");
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
