//! Looking for people by what they are called, their address, their numbers or their id: each has an index.

use crate::admin::sought::Sought;
use crate::platform::db::{Result, Tx};
use crate::platform::list::List;
use crate::platform::search;

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
    /// Narrows a list to all who fit, of each index the first `most`. Each is read in its own order, so that no engine takes
    /// another one.
    pub async fn find<'a>(&self, tx: &mut Tx<'_>, list: &mut List<'a>, sought: &'a Sought, most: i64) -> Result<()> {
        let (account, mut parts) = (self.account, Vec::new());
        let words = search::rarest_first(tx, self.kind, &sought.words).await?;
        if !words.is_empty() {
            let all = search::subjects(self.kind, &words, list);
            parts.push(format!("{all}{} ORDER BY w.word, w.subject", self.is_one("w.subject")));
        }
        for (column, range) in [("email_key", &sought.email), ("phone", &sought.phone), ("id", &sought.id)] {
            if let Some(range) = range {
                let (within, is_one) = (list.within(column, range), self.is_one("accounts.id"));
                parts.push(format!("SELECT id FROM accounts WHERE {account} AND {within}{is_one} ORDER BY {column}"));
            }
        }
        if let (Some(table), Some(range)) = (self.numbers, &sought.number) {
            let (within, is_one) = (list.within("number_bare", range), self.is_one(&format!("{table}.id")));
            parts.push(format!("SELECT id FROM {table} WHERE {within}{is_one} ORDER BY number_bare"));
        }
        list.found(&parts, most);
        Ok(())
    }

    fn is_one(&self, subject: &str) -> String {
        self.one.map_or_else(String::new, |one| format!(" AND ({one} {subject}) = 1"))
    }

    /// A condition on the account `a` of a list that is read to its end anyway.
    pub fn fits<'a>(&self, sought: &'a Sought, list: &mut List<'a>) -> String {
        let mut ways = Vec::new();
        if !sought.words.is_empty() {
            let has = |word| search::has_word(self.kind, "a.id", word, list);
            ways.push(sought.words.iter().map(has).collect::<Vec<_>>().join(" AND "));
        }
        for (column, range) in [("a.email_key", &sought.email), ("a.phone", &sought.phone), ("a.id", &sought.id)] {
            if let Some(range) = range {
                ways.push(list.within(column, range));
            }
        }
        if ways.is_empty() {
            ways.push("a.id = ''".into());
        }
        format!("({})", ways.join(" OR "))
    }
}
