//! The administrator's first page: figures, what waits for them, and a search over everything.

pub mod http;
mod model;
mod service;
