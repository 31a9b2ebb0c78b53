//! Folding: the one way in which typed names are compared with stored ones.

/// Chillus as older keyboards write them (consonant, virama, joiner) and as one letter. Both look
/// the same on screen, so both must find the same place.
const CHILLUS: [(&str, &str); 5] =
    [("ണ്\u{200d}", "ൺ"), ("ന്\u{200d}", "ൻ"), ("ര്\u{200d}", "ർ"), ("ല്\u{200d}", "ൽ"), ("ള്\u{200d}", "ൾ")];

/// The key under which a name is compared: lower case, "&" as "and", without white space, full
/// stops, hyphens and invisible joiners.
///
/// White space is removed, because a hyphen may be written as a space or not at all ("Vav-Tharad", "Ri-Bhoi"). No readable text folds to
/// the empty key.
pub fn fold(text: &str) -> String {
    let mut text = text.to_lowercase().replace('&', "and");
    if !text.is_ascii() {
        text = CHILLUS.iter().fold(text, |text, (sequence, letter)| text.replace(sequence, letter));
    }
    text.retain(|c| !is_ignored(c));
    text
}

/// A registration or licence number without any punctuation: people write one number in many ways.
pub fn bare_number(number: &str) -> String {
    fold(number).replace(['/', '_', ':', '#', ','], "")
}

/// The key that names are sorted and looked up by: the folded name, or the name itself if the folded one is empty.
pub fn name_key(name: &str) -> String {
    let key = fold(name);
    if key.is_empty() { name.trim().to_lowercase() } else { key }
}

fn is_ignored(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | '-' | '\u{2010}'..='\u{2014}' | '\u{200b}'..='\u{200d}'
        )
}

#[cfg(test)]
mod tests {
    use super::{bare_number, fold, name_key};

    #[test]
    fn spellings_of_one_name_share_a_key() {
        let spellings = [
            ("Jammu and Kashmir", ["jammu & kashmir", "JAMMU&KASHMIR", " Jammu  and\tKashmir "]),
            ("Vav-Tharad", ["vav tharad", "VavTharad", "Vav – Tharad"]),
            ("ENT", ["E.N.T.", "e n t", "E. N. T"]),
            ("ഇ.എൻ.ടി", ["ഇഎൻടി", "ഇ എൻ ടി", "ഇ.എന്\u{200d}.ടി"]),
        ];
        for (name, others) in spellings {
            for other in others {
                assert_eq!(fold(name), fold(other), "{other:?}");
            }
        }
    }

    #[test]
    fn a_number_is_the_same_however_it_is_punctuated() {
        for text in ["TCMC 555", "tcmc/555", "T.C.M.C-555", "TCMC: 555", "TCMC #555"] {
            assert_eq!(bare_number(text), "tcmc555", "{text}");
        }
        assert_eq!(name_key(" . "), ".", "what can be typed can be looked up");
    }

    #[test]
    fn different_names_keep_different_keys() {
        assert_ne!(fold("Kollam"), fold("Kottayam"));
        assert_ne!(fold("North Delhi"), fold("North East Delhi"));
    }

    #[test]
    fn old_and_new_chillus_are_one_spelling() {
        assert_eq!(fold("കണ്ണൂര്\u{200d}"), fold("കണ്ണൂർ"));
        assert_eq!(fold("തമിഴ്\u{200c}നാട്"), fold("തമിഴ്നാട്"));
    }

    #[test]
    fn blanks_and_punctuation_alone_fold_to_nothing() {
        for text in ["", "  ", " . - "] {
            assert_eq!(fold(text), "");
        }
    }
}
