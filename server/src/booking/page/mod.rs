//! A doctor's public page.

pub mod http;
