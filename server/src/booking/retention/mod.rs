//! Retention: what names somebody ends a set period (`DOCCARE_RETENTION`) after its last use. Visits lose what names the patient, and the
//! idle accounts of patients are erased, after a mail. The job `retention` does it. Decision 0075.

mod mails;
mod service;
mod store;

pub use service::{apply, erase_visit};
