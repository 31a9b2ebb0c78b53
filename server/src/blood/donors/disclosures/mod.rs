//! The requesters who saw a donor's number, on the donor's page.

pub mod http;
