//! The administrator's list of donors.

pub mod http;
