//! The published logins of the demo data set: a database that holds them is marked, and they work only where no other machine
//! itself reaches the program, or on the operator's word (`--demo`). Decision 0070.

mod store;

pub use store::{is_marked, mark};

/// Where everybody in the demo has their address. The name is reserved: no real address ends in it.
pub const DEMO_DOMAIN: &str = "demo.example";

/// Whether an address, in lower case, is one of the demo's.
pub(super) fn is_demo_address(email_key: &str) -> bool {
    email_key.rsplit_once('@').is_some_and(|(_, domain)| domain == DEMO_DOMAIN)
}
