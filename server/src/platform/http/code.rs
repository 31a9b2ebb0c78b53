//! The closed table of problem codes: clients branch on a code, never on a message.

use std::sync::LazyLock;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::lang::Text;

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
    /// The password was right, and the account has a second factor: its code is sent with `challenge`.
    SecondFactorRequired,
    /// The code of the second factor is not right, or was used already.
    WrongCode,
    /// The token belongs to another account.
    Forbidden,
    /// An account, number or licence of that kind exists already.
    AlreadyRegistered,
    /// A second factor has to be set up before anything else.
    EnrolmentRequired,
    /// The administrator has blocked the account.
    Blocked,
    /// The administrator has not approved the worker yet.
    NotApproved,
    /// A mailed link was used already, or is too old.
    LinkEnded,
    /// The login waited too long for its code, or too many codes were wrong: it has to begin again.
    ChallengeEnded,
    /// Somebody else has the slot.
    SlotTaken,
    /// The user has as many bookings as one may have.
    TooManyBookings,
    /// There are as many as there may be.
    LimitReached,
    /// The week has several sessions, which define its start and end.
    SeveralSessions,
    /// The object is decided, ended or past.
    NotChangeable,
    /// Others were faster to give what was asked for.
    NoLongerNeeded,
    /// The `Idempotency-Key` was sent before with another request.
    IdempotencyKeyReused,
    /// The request with that `Idempotency-Key` is in progress.
    IdempotencyKeyInUse,
    /// The request with that `Idempotency-Key` was done, and its answer was lost: the client has to check its effect.
    IdempotencyAnswerLost,
    /// The same was tried or asked too often; later it will work.
    TooManyTries,
    NotFound,
    MethodNotAllowed,
    Timeout,
    TooLarge,
    UnsupportedMediaType,
    /// A bug; the log has it under the request's id.
    Internal,
    /// It may be done or not, because the answer to the commit was lost: look before trying again.
    // Not 503, which means that nothing was done and that a retry is safe.
    OutcomeUnknown,
    /// Too much to do at this moment; trying again will work.
    Busy,
}

/// A row of the table. The texts serve all features, so they mention none.
#[derive(Deserialize)]
struct Refusal {
    code: Code,
    status: u16,
    en: &'static str,
    ml: &'static str,
}

/// The table: every code, in the order of [`Code`].
static TABLE: LazyLock<Vec<Refusal>> =
    LazyLock::new(|| serde_json::from_str(include_str!("codes.json")).expect("codes.json is checked by a test"));

impl Code {
    fn refusal(self) -> &'static Refusal {
        &TABLE[self as usize]
    }

    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.refusal().status).unwrap_or_default()
    }

    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|refusal| refusal.code)
    }

    /// The code in responses, such as `slot_taken`.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    pub fn text(self) -> Text {
        let Refusal { en, ml, .. } = self.refusal();
        Text { en, ml }
    }

    /// The code for a refusal by axum or a layer.
    pub fn of_status(status: StatusCode) -> Self {
        // The first code of a status is its general one: `unauthenticated` before `wrong_credentials`.
        let by_status = TABLE.iter().find(|refusal| refusal.status == status.as_u16()).map(|refusal| refusal.code);
        by_status.unwrap_or(if status.is_server_error() { Self::Internal } else { Self::InvalidRequest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_the_table_and_says_something_in_both_languages() {
        assert_eq!(TABLE.len(), Code::Busy as usize + 1);
        for code in TABLE.iter().map(|refusal| refusal.code) {
            assert_eq!(code.refusal().code, code, "the table has the enum's order");
            assert!(code.status().is_client_error() || code.status().is_server_error());
            assert_ne!(code.text().en, code.text().ml, "{code:?}");
        }
    }

    #[test]
    fn a_code_that_many_features_use_speaks_of_none_of_them() {
        // These two are the bookings' own.
        let common = TABLE
            .iter()
            .map(|refusal| refusal.code)
            .filter(|code| !matches!(code, Code::SlotTaken | Code::TooManyBookings));
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
