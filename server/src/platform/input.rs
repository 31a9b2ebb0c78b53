//! What people type where a line or a number belongs. Pure.

use super::lang::Text;

pub const TEXT_LONG: Text = Text::new("This is too long.", "ഇത് വളരെ നീളമുള്ളതാണ്.");

/// A line or two of free text, such as an address.
pub fn parse_line(text: &str, missing: Text) -> Result<String, Text> {
    const LONGEST: usize = 300;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
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
