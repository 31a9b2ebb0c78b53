//! Who sits at the desks of doctors and hospitals, as the administrator sees it.

pub mod http;
mod service;
