//! Sessions: what a login opens, for how long it counts, and what ends it.

pub mod http;
mod model;
mod service;
mod store;

pub use model::{Origin, SessionLength};
pub(super) use service::refresh;
pub use service::{LoggedIn, end_others_in, enter, list_of, log_in, log_out, open_session, prove_login};
pub use store::{OwnSession, delete_of};
pub(super) use store::{delete_others, find};
