//! Reminders of approved visits, the evening before and two hours before, to those who want them; and the message after a missed one.

pub mod http;
mod mails;
mod model;
mod rules;
mod service;
mod store;

/// The message to the patient of a missed visit, with a link to book again. Decision 0089.
pub mod missed {
    mod mails;
    mod rules;
    mod service;
    mod store;

    pub use service::notify;
}

pub use service::remind;
pub use store::{ReminderSettings, erase, settings_of};

/// The page on which reminders are stopped; every reminder links to it, with a token.
pub const STOP_PAGE: &str = "/reminders/stop";
