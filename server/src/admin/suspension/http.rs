//! What is said when nobody can be suspended or restored.

use super::Error;
use crate::admin::texts;
use crate::platform::http::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Unknown => Code::NotFound.into(),
            Error::NotSuspendable => Self::saying(Code::NotChangeable, texts::NOT_SUSPENDABLE),
            Error::NotSuspended => Self::saying(Code::NotChangeable, texts::NOT_SUSPENDED),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}
