//! Parsing of typed lines and numbers. Pure.

use super::lang::Text;

pub const TEXT_LONG: Text = Text::new("This is too long.", "ഇത് വളരെ നീളമുള്ളതാണ്.");

/// Typed text as one line: single spaces, no invisible characters. Joiners stay after Indic letters, which need them.
pub fn one_line(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        let is_joined = matches!(c, '\u{200c}'..='\u{200d}') && shown.ends_with(is_indic);
        if is_joined || !is_invisible(c) {
            shown.push(c);
        }
    }
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A letter or sign of a script of India, from Devanagari to Sinhala.
fn is_indic(c: char) -> bool {
    ('\u{900}'..='\u{dff}').contains(&c)
}

/// Characters without width, that look like a blank, or that change the direction of text.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A line or two of free text, such as an address.
pub fn parse_line(text: &str, missing: Text) -> Result<String, Text> {
    const MAX_LENGTH: usize = 300;
    let line = one_line(text);
    match line.chars().count() {
        0 => Err(missing),
        n if n > MAX_LENGTH => Err(TEXT_LONG),
        _ => Ok(line),
    }
}

/// A typed code without the blanks and dashes that only make it easier to read.
pub fn bare_code(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

/// Digits only: no sign, no fraction.
pub fn parse_number(text: &str, largest: i64) -> Option<i64> {
    let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| plain && *number <= largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed_from_a_line() {
        assert_eq!(one_line("  Asha\t K.\n Nair "), "Asha K. Nair");
        assert_eq!(one_line("City \u{202e}latipsoH\u{200b}"), "City latipsoH");
        assert_eq!(one_line("\u{feff}\u{200b}"), "");
        assert_eq!(one_line("As\u{200d}ha"), "Asha");
        for unseen in ["\u{3164}", "\u{200d}", "\u{2800} \u{115f}", "\u{34f}\u{180e}\u{fe0f}\u{ffa0}"] {
            assert_eq!(parse_line(unseen, TEXT_LONG).map_err(|text| text.en), Err(TEXT_LONG.en), "{unseen:?}");
        }
        assert_eq!(one_line("ക്\u{200d}\u{200d}"), "ക്\u{200d}");
        let joined = "കണ്ണൂര്\u{200d} തമിഴ്\u{200c}നാട്";
        assert_eq!(one_line(joined), joined);
    }
}
