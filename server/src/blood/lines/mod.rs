//! The lines of a requester that strangers read: hundreds what is told about hospital and reason, and whoever looks or says yes the
//! names.

mod rules;

pub use rules::{is_open, parse_open_line, parse_open_name};
