//! Search of people by prefixes of the words of their names; the same on both engines, without LIKE.
//!
//! All typed words must match. The rarest prefix selects candidates by the index, and each other one is checked per candidate.

use super::db::{Result, Tx};
use super::fold::fold;
pub use super::list::Range;
use super::list::{AFTER_ALL, List, MAX_SEARCH_RESULTS};

/// The folded words of a text, without the title "Dr.".
pub fn words(text: &str) -> Vec<String> {
    let separates = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let mut words: Vec<String> =
        text.split(separates).map(fold).filter(|word| !word.is_empty() && word != "dr").collect();
    words.sort();
    words.dedup();
    words
}

/// No name has more words.
const MAX_SEARCH_WORDS: usize = 12;

/// The typed prefixes, all of which must match. More words than any name has match nothing.
pub fn beginnings(text: &str) -> Vec<Range> {
    let words = words(text);
    if words.len() > MAX_SEARCH_WORDS {
        return vec![Range { from: AFTER_ALL.into(), to: AFTER_ALL.into() }];
    }
    words.into_iter().map(Range::of).collect()
}

/// Sorts prefixes, the rarest first. Counting stops at the search limit.
pub async fn rarest_first<'a>(tx: &mut Tx<'_>, kind: &str, words: &'a [Range]) -> Result<Vec<&'a Range>> {
    if words.len() < 2 {
        return Ok(words.iter().collect());
    }
    let sql = "SELECT count(*) FROM (SELECT word FROM search_words WHERE kind = $1 AND word >= $2 AND word < $3
               LIMIT $4) AS few";
    let mut counted = Vec::with_capacity(words.len());
    for word in words {
        counted.push((tx.count(sql, &[&kind, &word.from, &word.to, &(MAX_SEARCH_RESULTS + 1)]).await?, word));
    }
    counted.sort_by_key(|(count, _)| *count);
    Ok(counted.into_iter().map(|(_, word)| word).collect())
}

/// SQL that selects the subjects (`w.subject`) of a kind that match all prefixes; more conditions can follow. A subject is returned once
/// for each of its words that matches the first prefix.
pub fn subjects<'a>(kind: &str, words: &[&'a Range], list: &mut List<'a>) -> String {
    let mut sql = format!("SELECT w.subject AS id FROM search_words w WHERE w.kind = '{kind}'");
    for (place, word) in words.iter().enumerate() {
        let fits = if place == 0 { list.within("w.word", word) } else { has_word(kind, "w.subject", word, list) };
        sql = format!("{sql} AND {fits}");
    }
    sql
}

/// SQL condition that a subject has a word with this prefix. The inner limit makes both engines check it row by row.
pub fn has_word<'a>(kind: &str, subject: &str, word: &'a Range, list: &mut List<'a>) -> String {
    let fits = list.within("h.word", word);
    format!(
        "(SELECT count(*) FROM (SELECT h.word FROM search_words h WHERE h.subject = {subject}
          AND h.kind = '{kind}' AND {fits} LIMIT 1) AS hit) = 1"
    )
}

/// Restricts a list to rows whose `column` is a subject that matches all prefixes.
pub async fn narrow<'a>(
    tx: &mut Tx<'_>,
    list: &mut List<'a>,
    (kind, column): (&str, &str),
    words: &'a [Range],
) -> Result<()> {
    if !words.is_empty() {
        let words = rarest_first(tx, kind, words).await?;
        let ids = subjects(kind, &words, list);
        list.and_also(format!("{column} IN ({ids})"));
    }
    Ok(())
}

pub async fn index(tx: &mut Tx<'_>, kind: &str, subject: &str, texts: &[&str]) -> Result<()> {
    tx.execute("DELETE FROM search_words WHERE subject = $2 AND kind = $1", &[&kind, &subject]).await?;
    add(tx, kind, subject, texts).await
}

pub async fn words_of(tx: &mut Tx<'_>, subject: &str) -> Result<Vec<String>> {
    tx.query("SELECT word FROM search_words WHERE subject = $1", &[&subject], |row| row.get(0)).await
}

pub async fn add(tx: &mut Tx<'_>, kind: &str, subject: &str, texts: &[&str]) -> Result<()> {
    for word in words(&texts.join(" ")) {
        tx.insert("search_words", &[("kind", &kind), ("word", &word), ("subject", &subject)]).await?;
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
    fn every_longer_word_lies_in_the_range_of_its_beginning() {
        let range = Range::of("as".into());
        for longer in ["as", "asha", "aszzz", "asക"] {
            assert!(*range.from <= *longer && *longer < *range.to);
        }
        assert!(*"at" >= *range.to);
    }

    #[test]
    fn every_word_must_match_and_too_many_match_no_name() {
        let found = |text: &str| beginnings(text).into_iter().map(|range| range.from).collect::<Vec<_>>();
        assert_eq!(found("Dr. Sri Krishna Medical College Hospital Kochi").len(), 6);
        let many = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(found(&many(MAX_SEARCH_WORDS)).len(), MAX_SEARCH_WORDS);
        let nobody = &beginnings(&many(MAX_SEARCH_WORDS + 1))[0];
        assert!(nobody.from >= nobody.to, "nothing lies in it");
    }
}
