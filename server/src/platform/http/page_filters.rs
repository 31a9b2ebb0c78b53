//! The filters in the address of a page of the web app, as the app reads them (`web/src/lib/address.ts`).

use axum::extract::Query;
use axum::http::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What `encodeURIComponent` encodes.
const COMPONENT: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

pub struct Filters(Vec<(String, String)>);

fn parameters(uri: &Uri) -> Vec<(String, String)> {
    Query::try_from_uri(uri).map(|Query(all)| all).unwrap_or_default()
}

impl Filters {
    pub fn of(uri: &Uri) -> Self {
        Self(parameters(uri))
    }

    /// The empty text means no filter; old clients write "null" for that.
    pub fn text(&self, name: &str) -> &str {
        let written = self.0.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text.trim());
        if written == "null" { "" } else { written }
    }
}

/// As `encodeURIComponent`.
pub fn component(text: &str) -> String {
    utf8_percent_encode(text, &COMPONENT).to_string()
}

/// The address of the list's next page, for browsers without scripts.
pub fn next_page(uri: &Uri, cursor: &str) -> String {
    let kept = parameters(uri).into_iter().filter(|(name, text)| name != "cursor" && !text.is_empty());
    let all = kept.chain([("cursor".to_owned(), cursor.to_owned())]);
    let query: Vec<String> = all.map(|(name, text)| format!("{}={}", component(&name), component(&text))).collect();
    format!("{}?{}", uri.path(), query.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_several_values_counts_and_null_is_none() {
        let filters = Filters::of(&"/viewdoctors?q=+nair%20&q=x&value=null&district".parse().unwrap());
        assert_eq!(["q", "value", "district", "mode"].map(|name| filters.text(name)), ["nair", "", "", ""]);
    }

    #[test]
    fn the_next_page_keeps_the_filters() {
        let uri = "/viewdoctors?value=Stomach%20%26%20digestion&q=&cursor=old".parse().unwrap();
        assert_eq!(next_page(&uri, "id.7f"), "/viewdoctors?value=Stomach%20%26%20digestion&cursor=id.7f");
    }
}
