//! The client's address: the peer, or the address that trusted proxies report.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;

/// Trusted proxies: addresses and networks, comma-separated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl FromStr for TrustedProxies {
    /// The part that is neither an address nor a network.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let network = |part: &str| {
            let alone = || part.parse::<IpAddr>().map(|address| address.to_canonical().into());
            part.parse::<IpNet>().or_else(|_| alone()).map_err(|_| part.to_owned())
        };
        let parts = text.split(',').map(str::trim);
        match text.trim() {
            "" => Ok(Self(Arc::default())),
            _ => parts.map(network).collect::<Result<_, _>>().map(Self),
        }
    }
}

impl TrustedProxies {
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    pub fn of_request(extensions: &Extensions, headers: &HeaderMap, proxies: &TrustedProxies) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Self(of(peer.unwrap_or(Ipv4Addr::UNSPECIFIED.into()), headers, proxies))
    }

    /// The /24 or /48 network: shows where something came from without identifying a person. For what is stored for long.
    pub fn neighbourhood(self) -> String {
        match self.0 {
            IpAddr::V4(v4) => {
                let [a, b, c, _] = v4.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            IpAddr::V6(v6) => {
                let [a, b, c, ..] = v6.segments();
                format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
        }
    }

    /// The network of one household or machine: an IPv4 address, or the /64 of an IPv6 address.
    pub fn network(self) -> String {
        match self.0 {
            IpAddr::V4(v4) => v4.to_string(),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self::of_request(&parts.extensions, &parts.headers, &TrustedProxies::from_ref(state)))
    }
}

/// Any client can send the header, and each proxy appends the address of its peer. So it is read from the end while the entries come from
/// trusted proxies: the first other address is the client's. At an unreadable entry the proxy that sent it counts as the client.
fn of(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> IpAddr {
    let lines: Vec<_> =
        headers.get_all("x-forwarded-for").iter().map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
    let mut named = lines.iter().rev().flat_map(|line| line.rsplit(',')).map(str::trim).filter(|part| !part.is_empty());
    let mut client = peer.to_canonical();
    while proxies.contain(client) {
        match named.next().and_then(parse) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// Some proxies append the port.
fn parse(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse().or_else(|_| text.parse().map(|address: SocketAddr| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn named(peer: &str, trusted: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        of(peer.parse().unwrap(), &headers, &trusted.parse().unwrap()).to_string()
    }

    #[test]
    fn a_household_with_many_ipv6_addresses_is_one_network() {
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network();
        assert_eq!(network("2001:db8:1:2::7"), "2001:db8:1:2::/64");
        assert_eq!(network("2001:db8:1:2::7"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::7"), network("2001:db8:1:3::7"));
        assert_ne!(network("198.51.100.1"), network("198.51.100.2"));
    }

    #[test]
    fn addresses_stored_for_long_are_truncated_to_a_network() {
        let of = |text: &str| ClientAddress(text.parse().unwrap()).neighbourhood();
        assert_eq!(of("198.51.100.7"), "198.51.100.0/24");
        assert_eq!(of("2001:db8:1:2::7"), "2001:db8:1::/48");
    }

    #[test]
    fn only_a_trusted_proxy_is_believed_and_only_its_own_word() {
        let loopback = "127.0.0.0/8,::1";
        for (peer, forwarded, expected) in [
            ("203.0.113.9", &[][..], "203.0.113.9"),
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            ("127.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["198.51.100.1", ""], "198.51.100.1"),
            ("::ffff:127.0.0.1", &["::ffff:198.51.100.1"], "198.51.100.1"),
            ("::1", &["2001:db8::7"], "2001:db8::7"),
            ("::1", &["[2001:db8::7]:443"], "2001:db8::7"),
            ("::1", &["[2001:db8::7]"], "2001:db8::7"),
            ("::1", &["198.51.100.1:5000"], "198.51.100.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            // A neighbour in the same private network is no proxy of ours.
            ("10.0.0.2", &["198.51.100.1"], "10.0.0.2"),
            ("192.168.1.4", &["198.51.100.1"], "192.168.1.4"),
            ("fd00::4", &["198.51.100.1"], "fd00::4"),
        ] {
            assert_eq!(named(peer, loopback, forwarded), expected, "{peer} {forwarded:?}");
        }
        assert_eq!(named("127.0.0.1", "", &["198.51.100.1"]), "127.0.0.1", "nobody is trusted");
    }

    #[test]
    fn through_several_proxies_the_first_address_that_is_none_of_theirs_counts() {
        let trusted = "127.0.0.1, 10.0.0.0/8, 2001:db8:9::/48";
        for (forwarded, expected) in [
            (&["198.51.100.1, 10.0.0.3"][..], "198.51.100.1"),
            (&["6.6.6.6, 198.51.100.1, 10.0.0.3, 10.1.2.3"], "198.51.100.1"),
            (&["6.6.6.6, 198.51.100.1", "10.0.0.3"], "198.51.100.1"),
            (&["6.6.6.6", "198.51.100.1, 10.0.0.3", "2001:db8:9:1::4"], "198.51.100.1"),
            // All are trusted proxies: the first of them is the client.
            (&["10.0.0.4, 10.0.0.3"], "10.0.0.4"),
            // An unreadable entry ends the walk at the hop that sent it.
            (&["198.51.100.1, nonsense, 10.0.0.3"], "10.0.0.3"),
            (&["198.51.100.1, 10.0.0.3, unknown"], "127.0.0.1"),
            (&["198.51.100.1", "\u{e9}", "10.0.0.3"], "10.0.0.3"),
        ] {
            assert_eq!(named("127.0.0.1", trusted, forwarded), expected, "{forwarded:?}");
        }
    }

    #[test]
    fn invalid_addresses_and_networks_are_named() {
        for (text, wrong) in [("proxy.local", "proxy.local"), ("::1,10.0.0.0/33", "10.0.0.0/33"), ("::1,,10.0.0.1", "")]
        {
            assert_eq!(text.parse::<TrustedProxies>(), Err(wrong.to_owned()));
        }
    }
}
