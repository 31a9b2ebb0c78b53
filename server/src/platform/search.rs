//! Finding people by the beginnings of the words of their name, alike on both engines and without LIKE.
//!
//! Every list that takes `q` finds its rows here: all words count, the rarest one leads, and each of the others is asked
//! of what the rarest finds. Nothing walks through all words of a kind.

use super::db::{Result, Tx};
use super::fold::{fold, name_key};
use super::list::{List, MOST_FOUND};

/// The folded words of a text. Titles that everybody has ("Dr.") find nobody.
pub fn words(text: &str) -> Vec<String> {
    let separates = |c: char| c.is_whitespace() || c.is_ascii_punctuation();
    let mut words: Vec<String> =
        text.split(separates).map(fold).filter(|word| !word.is_empty() && word != "dr").collect();
    words.sort();
    words.dedup();
    words
}

/// Sorts behind every id and every word.
pub const LAST: &str = "\u{10ffff}";

/// Everything that begins with a text lies from it up to, not including, its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    pub from: String,
    pub to: String,
}

impl Range {
    pub fn of(beginning: String) -> Self {
        Self { to: format!("{beginning}{LAST}"), from: beginning }
    }
}

/// A name of a hundred characters has no more words than this.
const MOST_WORDS: usize = 12;

/// The beginnings of words that somebody typed; all must fit. More than any name has fit nobody's.
pub fn beginnings(text: &str) -> Vec<Range> {
    let words = words(text);
    if words.len() > MOST_WORDS {
        return vec![Range { from: LAST.into(), to: LAST.into() }];
    }
    words.into_iter().map(Range::of).collect()
}

/// The rarest beginning first. Counting a common one ends early: it is common enough.
pub async fn rarest_first<'a>(tx: &mut Tx<'_>, kind: &str, words: &'a [Range]) -> Result<Vec<&'a Range>> {
    if words.len() < 2 {
        return Ok(words.iter().collect());
    }
    let sql = "SELECT count(*) FROM (SELECT word FROM search_words WHERE kind = $1 AND word >= $2 AND word < $3
               LIMIT $4) AS few";
    let mut counted = Vec::with_capacity(words.len());
    for word in words {
        counted.push((tx.count(sql, &[&kind, &word.from, &word.to, &(MOST_FOUND + 1)]).await?, word));
    }
    counted.sort_by_key(|(count, _)| *count);
    Ok(counted.into_iter().map(|(_, word)| word).collect())
}

/// A statement of the subjects of a kind, `w.subject`, who have words with all these beginnings; more conditions on them
/// can follow it. A subject comes once for each of its words that begins like the first.
pub fn subjects<'a>(kind: &str, words: &[&'a Range], list: &mut List<'a>) -> String {
    let mut sql = format!("SELECT w.subject AS id FROM search_words w WHERE w.kind = '{kind}'");
    for (place, word) in words.iter().enumerate() {
        let fits = if place == 0 { list.within("w.word", word) } else { has_word(kind, "w.subject", word, list) };
        sql = format!("{sql} AND {fits}");
    }
    sql
}

/// Whether a subject has such a word: asked row by row, as both engines do with a limit inside.
pub fn has_word<'a>(kind: &str, subject: &str, word: &'a Range, list: &mut List<'a>) -> String {
    let fits = list.within("h.word", word);
    format!(
        "(SELECT count(*) FROM (SELECT h.word FROM search_words h WHERE h.subject = {subject}
          AND h.kind = '{kind}' AND {fits} LIMIT 1) AS hit) = 1"
    )
}

/// Narrows a list to the subjects, whose id is in `column`, that are found by all these words.
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

/// Makes a subject findable by these texts and by no earlier ones.
pub async fn index(tx: &mut Tx<'_>, kind: &str, subject: &str, texts: &[&str]) -> Result<()> {
    tx.execute("DELETE FROM search_words WHERE subject = $2 AND kind = $1", &[&kind, &subject]).await?;
    add(tx, kind, subject, texts).await
}

/// The words that a subject is found by.
pub async fn words_of(tx: &mut Tx<'_>, subject: &str) -> Result<Vec<String>> {
    tx.query("SELECT word FROM search_words WHERE subject = $1", &[&subject], |row| row.get(0)).await
}

/// Makes a new subject findable by these texts.
pub async fn add(tx: &mut Tx<'_>, kind: &str, subject: &str, texts: &[&str]) -> Result<()> {
    for word in words(&texts.join(" ")) {
        tx.insert("search_words", &[("kind", &kind), ("word", &word), ("subject", &subject)]).await?;
    }
    Ok(())
}

/// A table with names that are found by their folded form, which its oldest rows may lack.
#[derive(Clone, Copy)]
pub struct Names {
    pub table: &'static str,
    pub name: &'static str,
    pub key: &'static str,
    /// Under which the words are indexed, too.
    pub kind: Option<&'static str>,
}

/// Folds a thousand such names after an id, and returns the last one's id.
pub async fn fold_old(tx: &mut Tx<'_>, names: Names, after: &str) -> Result<Option<String>> {
    let Names { table, name, key, kind } = names;
    let sql = format!("SELECT id, {name} FROM {table} WHERE {key} IS NULL AND id > $1 ORDER BY id LIMIT 1000");
    let mut rows: Vec<(String, String)> = tx.all(&sql, &[&after]).await?;
    let sql = format!("UPDATE {table} SET {key} = $2 WHERE id = $1");
    for (id, name) in &rows {
        tx.execute(&sql, &[id, &name_key(name)]).await?;
        if let Some(kind) = kind {
            index(tx, kind, id, &[name]).await?;
        }
    }
    Ok(rows.pop().map(|(id, _)| id))
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
    fn every_word_counts_and_more_than_any_name_has_fit_nobody() {
        let found = |text: &str| beginnings(text).into_iter().map(|range| range.from).collect::<Vec<_>>();
        assert_eq!(found("Dr. Sri Krishna Medical College Hospital Kochi").len(), 6);
        let many = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(found(&many(MOST_WORDS)).len(), MOST_WORDS);
        let nobody = &beginnings(&many(MOST_WORDS + 1))[0];
        assert!(nobody.from >= nobody.to, "nothing lies in it");
    }
}
