//! What a hospital of the directory sees of the requests that name it, and its word on them.

pub mod http;
mod service;
