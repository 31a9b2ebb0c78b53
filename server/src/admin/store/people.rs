//! Looking for people by what they are called, their address, their numbers or their id: each has an index.

use super::{Listing, MOST_FOUND};
use crate::admin::sought::{Range, Sought};
use crate::platform::db::{Result, Tx};

/// Where people of one kind are looked for.
pub struct Place {
    /// The kind of their words.
    pub kind: &'static str,
    /// A condition on their account, as the index `accounts_living` has it.
    pub account: &'static str,
    /// A statement that counts one of them and ends where its id belongs; `None` when every account is one.
    pub one: Option<&'static str>,
    /// The table that holds their registration number, if they have one.
    pub numbers: Option<&'static str>,
}

impl Place {
    /// A statement of the ids of all who fit, for [`Listing::led_by`]: of each index the first [`MOST_FOUND`].
    pub async fn find<'a>(&self, tx: &mut Tx<'_>, sought: &'a Sought, listing: &mut Listing<'a>) -> Result<String> {
        let words = by_rarity(tx, self.kind, &sought.words).await?;
        Ok(self.ids(sought, &words, MOST_FOUND, listing))
    }

    /// A statement of the ids of the first few of each index.
    pub fn find_first<'a>(&self, sought: &'a Sought, limit: i64, listing: &mut Listing<'a>) -> String {
        let words: Vec<&Range> = sought.words.iter().collect();
        self.ids(sought, &words, limit, listing)
    }

    /// Each index is read in its own order, so that no engine takes another one.
    fn ids<'a>(&self, sought: &'a Sought, words: &[&'a Range], most: i64, listing: &mut Listing<'a>) -> String {
        let Self { kind, account, .. } = self;
        let mut parts = Vec::new();
        if let Some((rarest, others)) = words.split_first() {
            let mut part = format!(
                "SELECT w.subject AS id FROM search_words w WHERE w.kind = '{kind}' AND {}{}",
                listing.within("w.word", rarest),
                self.is_one("w.subject")
            );
            for word in others {
                part = format!("{part} AND {}", self.has_word("w.subject", word, listing));
            }
            parts.push(format!("{part} ORDER BY w.word, w.subject"));
        }
        let accounts = [("email_key", &sought.email), ("phone", &sought.phone), ("id", &sought.id)];
        for (column, range) in accounts {
            if let Some(range) = range {
                let (within, is_one) = (listing.within(column, range), self.is_one("accounts.id"));
                let part = format!("SELECT id FROM accounts WHERE {account} AND {within}{is_one} ORDER BY {column}");
                parts.push(part);
            }
        }
        if let (Some(table), Some(range)) = (self.numbers, &sought.number) {
            let (within, is_one) = (listing.within("number_bare", range), self.is_one(&format!("{table}.id")));
            parts.push(format!("SELECT id FROM {table} WHERE {within}{is_one} ORDER BY number_bare"));
        }
        if parts.is_empty() {
            parts.push("SELECT id FROM accounts WHERE id = ''".into());
        }
        let part = |(number, part)| format!("SELECT id FROM ({part} LIMIT {most}) AS part{number}");
        parts.iter().enumerate().map(part).collect::<Vec<_>>().join(" UNION ")
    }

    fn is_one(&self, subject: &str) -> String {
        self.one.map_or_else(String::new, |one| format!(" AND ({one} {subject}) = 1"))
    }

    /// A condition on the account `a` of a list that is read to its end anyway.
    pub fn fits<'a>(&self, sought: &'a Sought, listing: &mut Listing<'a>) -> String {
        let mut ways = Vec::new();
        if !sought.words.is_empty() {
            let all: Vec<String> = sought.words.iter().map(|word| self.has_word("a.id", word, listing)).collect();
            ways.push(all.join(" AND "));
        }
        for (column, range) in [("a.email_key", &sought.email), ("a.phone", &sought.phone), ("a.id", &sought.id)] {
            if let Some(range) = range {
                ways.push(listing.within(column, range));
            }
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
