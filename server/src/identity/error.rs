//! Why something about an account was refused or failed.

use super::model::CodeLimit;
use crate::platform::db;
use crate::platform::http::{Code, Problem};
use crate::platform::ids::Secret;
use crate::platform::lang::Text;
use crate::platform::rate_limit::{Refused, TooMany};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Unknown name or wrong password: not distinguished, so that strangers cannot find out names.
    #[error("wrong name or password")]
    WrongCredentials,
    #[error("blocked")]
    Blocked,
    #[error("not approved")]
    NotApproved,
    /// The login is one of the demo's, whose passwords are published, and others than this machine reach the program.
    #[error("a demo login")]
    DemoLogin,
    /// The password was right, and the code of the second factor is required; it is sent with this token.
    #[error("a code is needed")]
    CodeNeeded(Secret),
    #[error("wrong code")]
    WrongCode,
    /// The account has a second factor, and the action came without its code.
    #[error("no code")]
    CodeMissing,
    /// The login waited too long for its code, or had too many wrong ones.
    #[error("the login has ended")]
    ChallengeEnded,
    /// No provider of phone messages is configured, or not for that channel.
    #[error("no messages to phones")]
    NoMessages,
    /// The daily limit of codes is used up; separate from the rate limits of a caller.
    #[error("no codes left today")]
    CodesUsedUp(CodeLimit, TooMany),
    /// A change that needs the password came without one.
    #[error("no password")]
    PasswordMissing,
    /// A login by code needs a mailed link, because the account has no password.
    #[error("no link")]
    LoginLinkNeeded,
    /// A new account needs a name.
    #[error("no name")]
    NameMissing,
    #[error("too many tries")]
    TooMany(TooMany),
    #[error("the address is registered")]
    EmailTaken,
    /// A mailed link was used, replaced or cancelled, or is too old.
    #[error("the link has ended")]
    LinkEnded,
    /// A refusal that is returned to the caller unchanged.
    #[error("refused")]
    Refused(Problem),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The session has ended, or the account is no longer active.
#[derive(Debug, thiserror::Error)]
#[error("signed out")]
pub struct SignedOut;

impl Error {
    /// The state of what is changed does not allow it.
    pub fn not_changeable(text: Text) -> Self {
        Self::Refused(Problem::saying(Code::NotChangeable, text))
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooMany(too_many) => Self::TooMany(too_many),
            Refused::Db(error) => Self::Db(error),
        }
    }
}
