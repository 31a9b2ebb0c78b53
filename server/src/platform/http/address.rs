//! Whose machine asks: the peer, or whom a proxy of ours names.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// What one household or machine has to itself: of IPv6 the first half.
    pub fn network(self) -> String {
        match self.0 {
            IpAddr::V4(v4) => v4.to_string(),
            IpAddr::V6(v6) => format!("{:x?}", &v6.segments()[..4]),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        Ok(Self(of(peer.unwrap_or(Ipv4Addr::UNSPECIFIED.into()), &parts.headers)))
    }
}

/// Anybody can send the header, so only a proxy on our own network is believed, and of what it sends only its own word:
/// the last address.
fn of(peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let peer = peer.to_canonical();
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).next_back();
    let named = forwarded.and_then(|list| list.rsplit(',').next()).and_then(|text| text.trim().parse::<IpAddr>().ok());
    if is_near(peer) { named.map_or(peer, |address| address.to_canonical()) } else { peer }
}

fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(peer: &str, forwarded: Option<&'static str>) -> String {
        let mut headers = HeaderMap::new();
        if let Some(forwarded) = forwarded {
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        }
        of(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn a_household_with_many_ipv6_addresses_is_one_network() {
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network();
        assert_eq!(network("2001:db8:1:2::7"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::7"), network("2001:db8:1:3::7"));
        assert_ne!(network("198.51.100.1"), network("198.51.100.2"));
    }

    #[test]
    fn only_a_near_proxy_is_believed_and_only_its_own_word() {
        for (peer, forwarded, expected) in [
            ("203.0.113.9", None, "203.0.113.9"),
            ("203.0.113.9", Some("198.51.100.1"), "203.0.113.9"),
            ("127.0.0.1", Some("198.51.100.1"), "198.51.100.1"),
            ("::ffff:10.0.0.2", Some("6.6.6.6, 198.51.100.1"), "198.51.100.1"),
            ("::1", Some("2001:db8::7"), "2001:db8::7"),
            ("192.168.1.4", Some("nonsense"), "192.168.1.4"),
            ("127.0.0.1", None, "127.0.0.1"),
        ] {
            assert_eq!(named(peer, forwarded), expected, "{peer} {forwarded:?}");
        }
    }
}
