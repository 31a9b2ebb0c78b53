//! How workers (doctors, hospitals and pharmacies) come to the directory: they apply, and the administrator lets them in
//! or not.

pub mod http;
mod mails;
mod model;
mod service;

pub use model::{Applicant, Kind, Newcomer, Verdict};
pub use service::{Application, Error as ApplicationError, add, apply, find_pending, remove, tell};
