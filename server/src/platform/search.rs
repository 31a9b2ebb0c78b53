//! Finding people by the beginning of a word of their name, alike on both engines and without LIKE.

use super::db::{Result, Tx};
use super::fold::fold;

/// The folded words of a text. Titles that everybody has ("Dr.") find nobody.
pub fn words(text: &str) -> Vec<String> {
    let separates = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let mut words: Vec<String> =
        text.split(separates).map(fold).filter(|word| !word.is_empty() && word != "dr").collect();
    words.sort();
    words.dedup();
    words
}

/// A text of many words is found by the first few.
const WORDS: usize = 4;

/// The beginnings of words that somebody typed, each with its range's end.
pub fn prefixes(text: &str) -> Vec<(String, String)> {
    words(text).into_iter().take(WORDS).map(|word| (word.clone(), end_of(&word))).collect()
}

/// Sorts behind every id and every word.
pub const LAST: &str = "\u{10ffff}";

/// All words that begin with `prefix` lie from it up to, not including, this.
pub fn end_of(prefix: &str) -> String {
    format!("{prefix}{LAST}")
}

/// Makes a subject findable by these texts and by no earlier ones.
pub async fn index(tx: &mut Tx<'_>, kind: &str, subject: &str, texts: &[&str]) -> Result<()> {
    // Not the kind itself, so that no engine walks through all words of the kind.
    let sql = "DELETE FROM search_words WHERE subject = $2 AND (kind || '') = $1";
    tx.execute(sql, &[&kind, &subject]).await?;
    add(tx, kind, subject, texts).await
}

/// Makes a new subject findable by these texts.
pub async fn add(tx: &mut Tx<'_>, kind: &str, subject: &str, texts: &[&str]) -> Result<()> {
    for word in words(&texts.join(" ")) {
        let sql = "INSERT INTO search_words (kind, word, subject) VALUES ($1, $2, $3)";
        tx.execute(sql, &[&kind, &word, &subject]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_each_of_its_words_and_not_by_its_title() {
        assert_eq!(words("Dr. Asha K. Nair-Menon"), ["asha", "k", "menon", "nair"]);
        assert_eq!(words("ഡോ ആശ നായർ").len(), 3);
        assert!(words(" . ").is_empty());
    }

    #[test]
    fn every_longer_word_lies_before_the_prefixs_end() {
        for longer in ["as", "asha", "aszzz", "asക"] {
            assert!("as" <= longer && *longer < *end_of("as"));
        }
        assert!(*"at" >= *end_of("as"));
    }
}
