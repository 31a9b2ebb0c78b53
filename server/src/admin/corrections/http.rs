//! What is said when nothing can be corrected.

use super::Error;
use crate::directory::texts;
use crate::platform::http::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Unknown => Code::NotFound.into(),
            Error::NumberTaken => Self::field("doctor_ID", texts::NUMBER_TAKEN),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}
