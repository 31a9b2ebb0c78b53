//! Sessions: opened by a login, prolonged by use, ended by a logout or a time limit.

mod model;
mod service;
pub(super) mod store;

pub use model::{Origin, SessionLength};
pub(super) use service::refresh;
pub use service::{LoggedIn, open_session};
pub use store::{OwnSession, delete_of};
pub(super) use store::{delete_others, find};
