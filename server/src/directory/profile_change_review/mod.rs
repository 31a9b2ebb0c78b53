//! Review of profile changes: an administrator approves or rejects them, and who asked may withdraw them.

pub mod http;
mod mails;
mod service;
