//! The push services that may be sent to. A browser names the address of its own; it is input, so only services in the setting are accepted.

use std::fmt;

use reqwest::Url;

use crate::platform::machine::is_this_machine;

/// Of the usual browsers: Chrome, Edge and Opera on Android and elsewhere; Firefox; Edge on Windows; Safari.
pub const KNOWN: &str = "fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com";
/// The addresses of today have some 250 characters.
const MAX_ENDPOINT_LENGTH: usize = 1024;

/// Allowed push services; none switches notifications off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PushServices(Vec<Service>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Service {
    Host(String),
    /// Any host below this one.
    HostsBelow(String),
    /// An origin of this machine, without TLS: for tests.
    Loopback(String),
}

impl PushServices {
    /// Hosts, comma-separated; `*.` before one stands for every host below it. `off` is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self::default());
        }
        let service = |part: &str| {
            Service::parse(part).ok_or_else(|| format!("{part:?} is neither a host such as push.example.org nor off"))
        };
        text.split(',').map(str::trim).map(service).collect::<Result<_, _>>().map(Self)
    }

    pub fn is_any(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether one of them is on this machine.
    pub(super) fn has_loopback(&self) -> bool {
        self.0.iter().any(|service| matches!(service, Service::Loopback(_)))
    }

    fn allow(&self, url: &Url) -> bool {
        let (scheme, host) = (url.scheme(), url.host_str().unwrap_or_default());
        let is_public = scheme == "https" && url.port().is_none();
        self.0.iter().any(|service| match service {
            Service::Host(name) => is_public && host == name,
            Service::HostsBelow(name) => {
                is_public && host.strip_suffix(name.as_str()).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
            }
            Service::Loopback(origin) => url.origin().ascii_serialization() == *origin,
        })
    }
}

impl Service {
    fn parse(text: &str) -> Option<Self> {
        if text.starts_with("http://") {
            let url = Url::parse(text).ok().filter(|url| url.host_str().is_some_and(is_this_machine))?;
            let origin = url.origin().ascii_serialization();
            return (origin == text).then_some(Self::Loopback(origin));
        }
        let name = text.strip_prefix("*.").unwrap_or(text);
        let is_label = |label: &str| {
            !label.is_empty() && label.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
        };
        // A name of letters: no address, which no resolver would check.
        let is_name = name.contains('.')
            && name.split('.').all(is_label)
            && name.rsplit('.').next().is_some_and(|last| last.bytes().any(|c| c.is_ascii_lowercase()));
        let is_host = is_name && Url::parse(&format!("https://{name}")).is_ok_and(|url| url.domain() == Some(name));
        let kind = if text.starts_with("*.") { Self::HostsBelow } else { Self::Host };
        is_host.then(|| kind(name.to_owned()))
    }
}

/// The address of a browser at its push service. Whoever knows it and has the installation's key can notify that browser, so Debug hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint(Url);

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Endpoint")
    }
}

impl Endpoint {
    /// `None` unless it is an address of an allowed service.
    pub fn parse(text: &str, services: &PushServices) -> Option<Self> {
        let url = Url::parse(text).ok().filter(|url| url.as_str().len() <= MAX_ENDPOINT_LENGTH)?;
        let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        (is_plain && services.allow(&url)).then_some(Self(url))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(super) fn url(&self) -> Url {
        self.0.clone()
    }

    /// The service, as the signature names it.
    pub(super) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_known_services_are_accepted() {
        let services = PushServices::parse(KNOWN).unwrap();
        for (text, allowed) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/abc", true),
            ("https://sin.notify.windows.com/w/?token=abc", true),
            ("https://web.push.apple.com/abc", true),
            ("https://FCM.googleapis.com/fcm/send/abc", true),
            ("http://fcm.googleapis.com/fcm/send/abc", false),
            ("https://fcm.googleapis.com:8443/fcm/send/abc", false),
            ("https://user@fcm.googleapis.com/abc", false),
            ("https://fcm.googleapis.com/abc#x", false),
            ("https://fcm.googleapis.com.example.org/abc", false),
            ("https://evil-push.services.mozilla.com.example/abc", false),
            ("https://push.services.mozilla.com/abc", false),
            ("https://.push.services.mozilla.com/abc", false),
            ("https://evilnotify.windows.com/abc", false),
            ("https://127.0.0.1/abc", false),
            ("https://[::1]/abc", false),
            ("https://169.254.169.254/latest/meta-data", false),
            ("https://2130706433/", false),
            ("https://localhost/abc", false),
            ("file:///etc/passwd", false),
            ("ftp://fcm.googleapis.com/abc", false),
            ("/fcm/send", false),
            ("", false),
        ] {
            assert_eq!(Endpoint::parse(text, &services).is_some(), allowed, "{text}");
        }
        // Three bytes for each of the second, once it is percent-encoded.
        for long in ["a".repeat(MAX_ENDPOINT_LENGTH), "é".repeat(MAX_ENDPOINT_LENGTH / 4)] {
            assert_eq!(Endpoint::parse(&format!("https://fcm.googleapis.com/{long}"), &services), None);
        }
    }

    #[test]
    fn the_setting_names_hosts_or_an_origin_of_this_machine() {
        for (text, good) in [
            ("push.example.org", true),
            ("*.example.org, push.example.net", true),
            ("http://127.0.0.1:4000", true),
            ("http://localhost:4000,push.example.org", true),
            ("off", true),
            ("", false),
            ("*", false),
            ("*.", false),
            ("push.*.org", false),
            ("org", false),
            ("10.0.0.1", false),
            ("0x7f.1", false),
            ("https://push.example.org", false),
            ("push.example.org:8443", false),
            ("http://push.example.org", false),
            ("http://10.0.0.1:4000", false),
            ("http://127.0.0.1:4000/path", false),
        ] {
            assert_eq!(PushServices::parse(text).is_ok(), good, "{text}");
        }
        let loopback = PushServices::parse("http://127.0.0.1:4000").unwrap();
        assert!(loopback.is_any() && loopback.has_loopback());
        assert!(Endpoint::parse("http://127.0.0.1:4000/push/1", &loopback).is_some());
        for other in ["http://127.0.0.1:4001/push/1", "https://127.0.0.1:4000/push/1", "http://127.0.0.2:4000/push/1"] {
            assert_eq!(Endpoint::parse(other, &loopback), None, "{other}");
        }
        assert!(!PushServices::parse("off").unwrap().is_any());
    }
}
