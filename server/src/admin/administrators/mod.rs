//! Who administers: the list, one more, one fewer. Nobody removes themselves, so there is always one.

pub mod http;
mod mails;
mod service;
mod store;

use store::Administrator;
