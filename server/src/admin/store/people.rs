//! Looking for people by what they are called, their address, their numbers or their id: each has an index.

use super::Listing;
use crate::admin::sought::Sought;
use crate::platform::db::{Result, Tx};
use crate::platform::search::{self, Range};

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
    /// A statement of the ids of all who fit, each once, for [`Listing::led_by`]: of each index the first `most`.
    pub async fn find<'a>(
        &self,
        tx: &mut Tx<'_>,
        sought: &'a Sought,
        most: i64,
        listing: &mut Listing<'a>,
    ) -> Result<String> {
        let words = search::rarest_first(tx, self.kind, &sought.words).await?;
        Ok(self.ids(sought, &words, most, listing))
    }

    /// Each index is read in its own order, so that no engine takes another one.
    fn ids<'a>(&self, sought: &'a Sought, words: &[&'a Range], most: i64, listing: &mut Listing<'a>) -> String {
        let account = self.account;
        let mut parts = Vec::new();
        if !words.is_empty() {
            let all = search::subjects(self.kind, words, &mut |value| listing.value(value));
            parts.push(format!("{all}{} ORDER BY w.word, w.subject", self.is_one("w.subject")));
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
        let part = |(number, part)| format!("SELECT DISTINCT id FROM ({part} LIMIT {most}) AS part{number}");
        parts.iter().enumerate().map(part).collect::<Vec<_>>().join(" UNION ")
    }

    fn is_one(&self, subject: &str) -> String {
        self.one.map_or_else(String::new, |one| format!(" AND ({one} {subject}) = 1"))
    }

    /// A condition on the account `a` of a list that is read to its end anyway.
    pub fn fits<'a>(&self, sought: &'a Sought, listing: &mut Listing<'a>) -> String {
        let mut ways = Vec::new();
        if !sought.words.is_empty() {
            let has = |word| search::has_word(self.kind, "a.id", word, &mut |value| listing.value(value));
            ways.push(sought.words.iter().map(has).collect::<Vec<_>>().join(" AND "));
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
}
