//! What somebody could mean by what they typed. Pure.

use crate::platform::fold::{bare_number, name_key};
use crate::platform::search::{self, Range};

/// What an administrator typed to find somebody, read as everything that it could be the beginning of.
#[derive(Debug, Clone)]
pub struct Typed {
    /// Words of a name; all must fit.
    pub words: Vec<Range>,
    /// A whole folded name.
    pub name: Range,
    pub email: Option<Range>,
    pub phone: Option<Range>,
    /// A registration or licence number without punctuation.
    pub number: Option<Range>,
    pub id: Option<Range>,
}

impl Typed {
    /// `None` when nothing was typed.
    pub fn parse(text: Option<&str>) -> Option<Self> {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        let plain = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let one_word = Some(text.to_lowercase()).filter(|text| !text.contains(char::is_whitespace));
        Some(Self {
            words: search::beginnings(text),
            name: Range::of(name_key(text)),
            phone: phone(text).map(Range::of),
            number: plain(&bare_number(text)).map(Range::of),
            id: one_word.clone().filter(|text| is_id(text)).map(Range::of),
            email: one_word.map(Range::of),
        })
    }

    /// What it could be of an account, by the column.
    pub fn of_account(&self) -> impl Iterator<Item = (&'static str, &Range)> {
        let columns = [("email_key", &self.email), ("phone", &self.phone), ("id", &self.id)];
        columns.into_iter().filter_map(|(column, range)| Some((column, range.as_ref()?)))
    }
}

/// The beginning of a mobile number, however it is written.
fn phone(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && !"-()+".contains(*c)).collect();
    let has_country = text.starts_with('+') || digits.len() > 10;
    let digits = if has_country { digits.strip_prefix("91").unwrap_or(&digits) } else { &digits };
    let digits = digits.strip_prefix('0').unwrap_or(digits);
    let good = digits.bytes().all(|b| b.is_ascii_digit()) && digits.starts_with(['6', '7', '8', '9']);
    good.then(|| digits.to_owned())
}

/// Ids begin with the time, which begins with a zero for some centuries.
fn is_id(text: &str) -> bool {
    text.starts_with('0') && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(range: Option<&Range>) -> Option<&str> {
        range.map(|range| range.from.as_str())
    }

    #[test]
    fn a_text_is_read_as_everything_that_it_could_begin() {
        for (text, words, email, phone, id) in [
            ("Asha", &["asha"][..], Some("asha"), None, None),
            ("asha  NAIR", &["asha", "nair"], None, None, None),
            ("Asha@Mail.in", &["asha", "in", "mail"], Some("asha@mail.in"), None, None),
            ("98470", &["98470"], Some("98470"), Some("98470"), None),
            ("+91 98470 12345", &["12345", "91", "98470"], None, Some("9847012345"), None),
            ("+91 98", &["91", "98"], None, Some("98"), None),
            ("098470", &["098470"], Some("098470"), Some("98470"), Some("098470")),
            ("0192f0a1-7", &["0192f0a1", "7"], Some("0192f0a1-7"), None, Some("0192f0a1-7")),
            ("ആശ", &["ആശ"], Some("ആശ"), None, None),
        ] {
            let typed = Typed::parse(Some(text)).unwrap();
            let found: Vec<&str> = typed.words.iter().map(|range| range.from.as_str()).collect();
            assert_eq!(found, words, "{text}");
            assert_eq!(
                (from(typed.email.as_ref()), from(typed.phone.as_ref()), from(typed.id.as_ref())),
                (email, phone, id),
                "{text}"
            );
        }
        assert_eq!(Typed::parse(Some("TCMC/55")).unwrap().number.map(|range| range.from).as_deref(), Some("tcmc55"));
        assert!(Typed::parse(Some("  ")).is_none() && Typed::parse(None).is_none());
    }
}
