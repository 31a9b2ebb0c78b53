//! Requests that wait: what the doctor is told of them in the evening and in the morning, and how they end when nobody answers.

mod mails;
mod rules;
mod service;
mod store;

pub use rules::answer_by;
pub use service::{count_unanswered, count_unanswered_anew, end_of_doctor, end_unanswered, send_digests};
