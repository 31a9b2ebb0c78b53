//! Wrong passwords on their way into the audit log. Whoever typed one does not wait for that, so that the answer takes as long
//! whether anybody has the name. An attack does not fill the log: of an account and a network it holds the first wrong password
//! at once, and how many more there were at the end of the hour.

mod model;
mod service;

pub use model::WrongLogins;
pub use service::write_down;
