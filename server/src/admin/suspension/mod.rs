//! Suspending doctors, hospitals and pharmacies, and letting them return.

mod http;
mod mails;
mod service;

pub(super) use service::{Error, Suspension, decide, publish, suspend};
