//! Errors of accounts as problems.

use super::error::Error;
use super::texts;
use crate::platform::http::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::WrongCredentials => Code::WrongCredentials.into(),
            Error::Blocked => Code::Blocked.into(),
            Error::NotApproved => Code::NotApproved.into(),
            Error::DemoLogin => Self::saying(Code::Forbidden, texts::DEMO_LOGIN),
            Error::PasswordMissing => Self::saying(Code::InvalidFields, texts::PASSWORD_NEEDED),
            Error::LoginLinkNeeded => Self::field("link", texts::NUMBER_UNUSED_LINK),
            Error::NameMissing => Self::field("username", texts::NEW_NAME_MISSING),
            Error::TooMany(refused) => refused.into(),
            Error::EmailTaken => Self::saying(Code::AlreadyRegistered, texts::ALREADY_REGISTERED),
            Error::LinkEnded => Code::LinkEnded.into(),
            Error::CodeNeeded(challenge) => Self::second_factor_required(&challenge),
            Error::WrongCode => Code::WrongCode.into(),
            Error::CodeMissing => Self::field("code", texts::CODE_NEEDED),
            Error::ChallengeEnded => Code::ChallengeEnded.into(),
            Error::NoMessages => Self::saying(Code::NotFound, texts::NO_MESSAGES),
            Error::CodesUsedUp(_, refused) => Self::from(refused).reading(texts::CODES_USED_UP),
            Error::Refused(problem) => problem,
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

impl Error {
    /// The problem for a form whose field `field` has the caller's password; a code is in `code`.
    pub fn at(self, field: &'static str) -> Problem {
        match self {
            Self::WrongCredentials => Problem::field(field, texts::PASSWORD_WRONG),
            Self::PasswordMissing => Problem::field(field, texts::PASSWORD_NEEDED),
            Self::WrongCode => Problem::field("code", texts::CODE_WRONG),
            error => error.into(),
        }
    }
}
