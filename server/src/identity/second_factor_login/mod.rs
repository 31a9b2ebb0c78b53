//! The second step of a login: the password was right, and the code of the second factor is checked.

pub mod http;
mod service;
