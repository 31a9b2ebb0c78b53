//! Donors on the wire: registration, their private page, the administrator's list.

pub mod admin;
pub mod joining;
pub mod own;

use super::service::Error;
use crate::blood::{links, texts};
use crate::platform::http::problem::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Gone => links::ended(),
            Error::Taken => Problem::saying(Code::AlreadyRegistered, texts::DONOR_TAKEN),
            Error::TooMany => Problem::saying(Code::TooManyTries, texts::TOO_MANY_DONORS),
            Error::Db(error) => error.into(),
        }
    }
}
