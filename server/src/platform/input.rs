//! What people type where a line or a number belongs. Pure.

use super::lang::Text;

pub const TEXT_LONG: Text = Text::new("This is too long.", "ഇത് വളരെ നീളമുള്ളതാണ്.");

/// What is typed as one line, with single spaces, and without signs that only disguise it: they take no room or turn the
/// direction of what follows. Joiners stay: Malayalam is written with them.
pub fn one_line(text: &str) -> String {
    let shown: String = text.chars().filter(|c| !is_disguise(*c)).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_disguise(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A line or two of free text, such as an address.
pub fn parse_line(text: &str, missing: Text) -> Result<String, Text> {
    const LONGEST: usize = 300;
    let line = one_line(text);
    match line.chars().count() {
        0 => Err(missing),
        n if n > LONGEST => Err(TEXT_LONG),
        _ => Ok(line),
    }
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
    fn a_line_is_what_can_be_seen_of_it() {
        assert_eq!(one_line("  Asha\t K.\n Nair "), "Asha K. Nair");
        assert_eq!(one_line("City \u{202e}latipsoH\u{200b}"), "City latipsoH");
        assert_eq!(one_line("\u{feff}\u{200b}"), "");
        let joined = "കണ്ണൂര്\u{200d} തമിഴ്\u{200c}നാട്";
        assert_eq!(one_line(joined), joined);
    }
}
