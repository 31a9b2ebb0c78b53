//! The device that a session was opened on. Pure.

use crate::platform::http::ClientAddress;

/// Browser, system and network of a login, as far as the request says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    pub browser: Option<&'static str>,
    pub system: Option<&'static str>,
    pub network: Option<String>,
    /// A coarser network for the audit log, which stores it longer.
    pub neighbourhood: Option<String>,
}

/// Names in a `User-Agent` and the usual names. The first match counts, because most agents also name others.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("UCBrowser", "UC Browser"),
    ("MiuiBrowser", "Mi Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

impl Origin {
    pub fn of(user_agent: &str, address: ClientAddress) -> Self {
        let named = |names: &[(&str, &'static str)]| {
            names.iter().find(|(part, _)| user_agent.contains(part)).map(|(_, name)| *name)
        };
        Self {
            browser: named(&BROWSERS),
            system: named(&SYSTEMS),
            network: Some(address.network()),
            neighbourhood: Some(address.neighbourhood()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_get_the_usual_names_of_browsers_and_systems() {
        let address = ClientAddress("192.0.2.7".parse().unwrap());
        for (user_agent, browser, system) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
                Some("Chrome"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
                Some("Samsung Internet"),
                Some("Android"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                Some("Safari"),
                Some("iPhone"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
                Some("Edge"),
                Some("Windows"),
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", Some("Firefox"), Some("Linux")),
            ("curl/8.5.0", None, None),
            ("", None, None),
        ] {
            let origin = Origin::of(user_agent, address);
            assert_eq!((origin.browser, origin.system), (browser, system), "{user_agent}");
            assert_eq!(origin.network.as_deref(), Some("192.0.2.7"));
        }
    }
}
