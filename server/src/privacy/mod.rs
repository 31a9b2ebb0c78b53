//! The export of a user's data, the deletion of an account, and the retention of personal data.
//!
//! The last of the booking features in the import order: deleting an account involves all of them.

pub mod http;
mod service;

pub use service::{Erased, delete, erase_user, leave_patients};

/// Personal data ends a set period (`DOCCARE_RETENTION`) after its last use: visits are anonymised, and idle accounts of patients are
/// erased after a mail. Decision 0075.
pub mod retention {
    mod mails;
    mod service;
    mod store;

    pub use service::{apply, erase_visit};
}
