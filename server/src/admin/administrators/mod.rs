//! Who administers: the list, one more, one fewer. Nobody removes themselves, so there is always one.

pub mod http;
mod mails;
mod service;
mod store;

pub(super) use service::list_contacts;
use store::Administrator;
