//! Looking for people by what they are called, their address, their numbers or their id: each has an index.

use super::{Listing, MOST_FOUND};
use crate::admin::sought::{Range, Sought};
use crate::platform::db::{Result, Tx};

/// Where people of one kind are looked for. Lists name their account `a`.
pub struct Place {
    /// The kind of their words.
    pub kind: &'static str,
    /// A condition on their account, as the index `accounts_living` has it.
    pub account: &'static str,
    /// The column of their id in the first table of a list.
    pub id: &'static str,
    /// The table and its alias that hold a registration number, if they have one.
    pub numbers: Option<(&'static str, &'static str)>,
}

/// How much a search found.
pub enum Found {
    /// A statement of their ids, for [`Listing::led_by`], and how many there are.
    Few { ids: String, count: i64 },
    /// More than [`MOST_FOUND`]: a condition that asks the account of a row whether it fits.
    Many { fits: String },
}

impl Place {
    /// What is sought. Few are fetched by their ids; among many a list is walked in its own order, because the next one that
    /// fits is near.
    pub async fn find<'a>(&self, tx: &mut Tx<'_>, sought: &'a Sought, listing: &mut Listing<'a>) -> Result<Found> {
        let words = by_rarity(tx, self.kind, &sought.words).await?;
        let mut counting = Listing::new("", "found.id > ''");
        let ids = self.ids(sought, &words, MOST_FOUND + 1, &mut counting);
        counting.from = format!("({ids}) AS found");
        let count = counting.count(tx).await?;
        if count > MOST_FOUND {
            return Ok(Found::Many { fits: self.fits(sought, &words, listing) });
        }
        Ok(Found::Few { ids: self.ids(sought, &words, MOST_FOUND + 1, listing), count })
    }

    /// Narrows a list that is walked to its end anyway.
    pub fn filter<'a>(&self, sought: &'a Sought, listing: &mut Listing<'a>) {
        let words: Vec<&Range> = sought.words.iter().collect();
        let fits = self.fits(sought, &words, listing);
        listing.and(fits);
    }

    /// Narrows a list to the first few of each index.
    pub fn narrow_to_first<'a>(&self, sought: &'a Sought, limit: i64, listing: &mut Listing<'a>) {
        let words: Vec<&Range> = sought.words.iter().collect();
        let ids = self.ids(sought, &words, limit, listing);
        listing.led_by(&ids, self.id);
    }

    /// The ids of those who fit, at most so many from each index.
    fn ids<'a>(&self, sought: &'a Sought, words: &[&'a Range], most: i64, listing: &mut Listing<'a>) -> String {
        let Self { kind, account, .. } = self;
        let mut parts = Vec::new();
        if let Some((rarest, others)) = words.split_first() {
            let mut part = format!(
                "SELECT w.subject AS id FROM search_words w WHERE w.kind = '{kind}' AND {}",
                listing.within("w.word", rarest)
            );
            for word in others {
                part = format!("{part} AND {}", self.has_word("w.subject", word, listing));
            }
            parts.push(part);
        }
        let accounts = [("email_key", &sought.email), ("phone", &sought.phone), ("id", &sought.id)];
        for (column, range) in accounts {
            if let Some(range) = range {
                let within = listing.within(column, range);
                parts.push(format!("SELECT id FROM accounts WHERE {account} AND {within}"));
            }
        }
        if let (Some((table, _)), Some(range)) = (self.numbers, &sought.number) {
            parts.push(format!("SELECT id FROM {table} WHERE {}", listing.within("number_bare", range)));
        }
        if parts.is_empty() {
            parts.push("SELECT id FROM accounts WHERE id = ''".into());
        }
        let part = |(number, part)| format!("SELECT id FROM ({part} LIMIT {most}) AS part{number}");
        parts.iter().enumerate().map(part).collect::<Vec<_>>().join(" UNION ")
    }

    /// Whether the account `a` of a row fits.
    fn fits<'a>(&self, sought: &'a Sought, words: &[&'a Range], listing: &mut Listing<'a>) -> String {
        let mut ways = Vec::new();
        if !words.is_empty() {
            let all: Vec<String> = words.iter().map(|word| self.has_word("a.id", word, listing)).collect();
            ways.push(all.join(" AND "));
        }
        for (column, range) in [("a.email_key", &sought.email), ("a.phone", &sought.phone), ("a.id", &sought.id)] {
            if let Some(range) = range {
                ways.push(listing.within(column, range));
            }
        }
        if let (Some((_, alias)), Some(range)) = (self.numbers, &sought.number) {
            ways.push(listing.within(&format!("{alias}.number_bare"), range));
        }
        if ways.is_empty() {
            ways.push("a.id = ''".into());
        }
        format!("({})", ways.join(" OR "))
    }

    /// Whether a subject has such a word: asked row by row, as both engines do with a limit inside; and not of kind and
    /// word themselves, so that both take the index of the subject's few words.
    fn has_word<'a>(&self, subject: &str, word: &'a Range, listing: &mut Listing<'a>) -> String {
        let within = listing.within("(h.word || '')", word);
        format!(
            "(SELECT count(*) FROM (SELECT h.word FROM search_words h WHERE h.subject = {subject}
              AND (h.kind || '') = '{}' AND {within} LIMIT 1) AS hit) = 1",
            self.kind
        )
    }
}

/// The rarest word first: it leads, and the others are asked of what it finds.
async fn by_rarity<'a>(tx: &mut Tx<'_>, kind: &str, words: &'a [Range]) -> Result<Vec<&'a Range>> {
    if words.len() < 2 {
        return Ok(words.iter().collect());
    }
    let sql = "SELECT count(*) FROM (SELECT word FROM search_words WHERE kind = $1 AND word >= $2 AND word < $3
               LIMIT 5001) AS few";
    let mut counted = Vec::with_capacity(words.len());
    for word in words {
        let count = tx.find(sql, &[&kind, &word.from, &word.to], |row| row.get::<i64>(0)).await?;
        counted.push((count.unwrap_or(0), word));
    }
    counted.sort_by_key(|(count, _)| *count);
    Ok(counted.into_iter().map(|(_, word)| word).collect())
}
