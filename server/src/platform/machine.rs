//! Whether a host or an address is this machine.

use std::net::IpAddr;

/// A host name or an address as it is written in a URL.
pub fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(is_loopback)
}

/// Whether an address is a loopback address, also if it is an IPv4 address written as IPv6.
pub fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_is_this_machine() {
        for host in ["localhost", "LocalHost", "127.0.0.1", "127.8.0.1", "::1", "[::1]", "[::ffff:127.0.0.1]"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in ["", "localhost.example", "0.0.0.0", "192.0.2.7", "[2001:db8::1]", "db"] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
