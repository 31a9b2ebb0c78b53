//! Doctors, hospitals and pharmacies from a table: looked at first, added, undone as a whole. Decision 0065.

pub mod http;
mod mails;
mod model;
mod rules;
mod service;
mod store;
mod texts;

use store::Import;
