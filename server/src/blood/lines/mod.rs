//! The lines that hundreds of strangers read before anybody has said yes: what a requester writes about hospital and reason.

mod rules;

pub use rules::parse_open_line;
