//! The language of a request: the parameter `lang`, else the cookie, else `Accept-Language`, else English.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};

use super::headers::cookie;
use crate::platform::lang::Lang;

/// The cookie that remembers the language: `__Host-lang` over https, `lang` elsewhere.
const COOKIES: [&str; 2] = ["__Host-lang", "lang"];

impl Lang {
    pub fn of_request(uri: &Uri, headers: &HeaderMap) -> Self {
        from_query(uri).or_else(|| from_cookie(headers)).or_else(|| from_accept(headers)).unwrap_or_default()
    }
}

impl<S: Sync> FromRequestParts<S> for Lang {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of_request(&parts.uri, &parts.headers))
    }
}

fn from_query(uri: &Uri) -> Option<Lang> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("lang=")).and_then(Lang::from_tag)
}

fn from_cookie(headers: &HeaderMap) -> Option<Lang> {
    COOKIES.into_iter().find_map(|name| cookie(headers, name).and_then(Lang::from_tag))
}

/// The acceptable language of the greatest weight, the first of equals.
fn from_accept(headers: &HeaderMap) -> Option<Lang> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let mut best: Option<(f32, Lang)> = None;
    for entry in accepted.split(',') {
        let (tag, weight) = entry.split_once(';').unwrap_or((entry, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=").and_then(|q| q.parse().ok()).unwrap_or(0.0);
        if let Some(lang) = Lang::from_tag(tag)
            && weight > best.map_or(0.0, |(w, _)| w)
        {
            best = Some((weight, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(uri: &str, cookie: &str, accept: &str) -> Lang {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, cookie.parse().unwrap());
        headers.insert(header::ACCEPT_LANGUAGE, accept.parse().unwrap());
        Lang::of_request(&uri.parse().unwrap(), &headers)
    }

    #[test]
    fn the_address_wins_then_the_cookie_then_the_browser_else_english() {
        for (uri, cookie, accept, expected) in [
            ("/?lang=ml", "lang=en", "en", Lang::Ml),
            ("/?value=ENT&lang=en", "lang=ml", "ml", Lang::En),
            ("/", "a=b; lang=ml", "en", Lang::Ml),
            ("/", "lang=en; __Host-lang=ml", "en", Lang::Ml),
            ("/", "__Host-lang=xx; lang=ml", "en", Lang::Ml),
            ("/", "lang=xx", "ml-IN,en;q=0.8", Lang::Ml),
            ("/", "", "en-GB,ml;q=0.9", Lang::En),
            ("/", "", "hi,ml;q=0.5,en;q=0.4", Lang::Ml),
            ("/", "", "ml;q=0", Lang::En),
            ("/?lang=fr", "", "fr", Lang::En),
        ] {
            assert_eq!(chosen(uri, cookie, accept), expected, "{uri} {cookie} {accept}");
        }
    }
}
