//! SSRF guard: our requests go only to public addresses, never into private networks, whatever a name resolves to.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;

use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::platform::machine::is_loopback;

/// Networks that are not public: IPv4 by RFC 6890 and its registry; IPv6 outside the global unicast range `2000::/3`, and of that range
/// networks that embed other addresses, and documentation.
static RESERVED: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    let networks = [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "::/3",
        "4000::/2",
        "8000::/1",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
    ];
    networks.map(|network| network.parse().expect("a network of ours")).into()
});

/// Whether an address is public. IPv4-mapped IPv6 addresses count as IPv4.
pub fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    !RESERVED.iter().any(|network| network.contains(&address))
}

/// A resolver that fails unless all found addresses are public. The connection uses exactly these addresses, so a later change of the name has
/// no effect.
#[derive(Debug, Clone, Copy)]
pub struct PublicAddressesOnly {
    /// For tests: allows this machine.
    pub allow_loopback: bool,
}

impl PublicAddressesOnly {
    pub fn allows(self, address: IpAddr) -> bool {
        is_public(address) || self.allow_loopback && is_loopback(address)
    }

    async fn look_up(self, name: String) -> Result<Addrs, Box<dyn Error + Send + Sync>> {
        let found = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
        Ok(Box::new(self.checked(found)?.into_iter()))
    }

    fn checked(self, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, NotPublicError> {
        let is_good = !found.is_empty() && found.iter().all(|address| self.allows(address.ip()));
        if is_good { Ok(found) } else { Err(NotPublicError) }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the host leads into the own network, or nowhere")]
pub struct NotPublicError;

impl Resolve for PublicAddressesOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(self.look_up(name.as_str().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_own_network_is_outside() {
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.170",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.255",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in
            ["8.8.8.8", "172.32.0.1", "100.128.0.1", "49.36.0.1", "2400:cb00::1", "2a00:1450::1", "::ffff:8.8.8.8"]
        {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn a_name_that_leads_inside_with_one_of_its_addresses_leads_nowhere() {
        let (strict, loose) =
            (PublicAddressesOnly { allow_loopback: false }, PublicAddressesOnly { allow_loopback: true });
        let found = |texts: &[&str]| -> Vec<SocketAddr> {
            texts.iter().map(|text| SocketAddr::new(text.parse().unwrap(), 0)).collect()
        };
        for (texts, strictly, loosely) in [
            (&["8.8.8.8", "2400:cb00::1"][..], true, true),
            (&["8.8.8.8", "10.0.0.1"], false, false),
            (&["127.0.0.1", "::1"], false, true),
            (&["127.0.0.1", "192.168.0.1"], false, false),
            (&[], false, false),
        ] {
            assert_eq!(strict.checked(found(texts)).is_ok(), strictly, "{texts:?}");
            assert_eq!(loose.checked(found(texts)).is_ok(), loosely, "{texts:?}");
        }
    }

    #[tokio::test]
    async fn localhost_is_looked_up_and_refused() {
        assert!(PublicAddressesOnly { allow_loopback: false }.resolve("localhost".parse().unwrap()).await.is_err());
        assert!(PublicAddressesOnly { allow_loopback: true }.resolve("localhost".parse().unwrap()).await.is_ok());
    }
}
