//! The administrator corrects what a doctor registered with and cannot change: name, number, speciality, experience. Decision 0079.

mod http;
mod mails;
mod service;

pub(super) use service::{Correction, Error, correct};
