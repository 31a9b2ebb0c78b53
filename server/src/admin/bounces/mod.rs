//! Mails that came back: told by the provider, or read from the folder of the mail server. They are about whoever has the address,
//! so this stands right of accounts and donors.

pub mod http;
mod service;
mod store;

pub use service::{forget_old, read_folder};
