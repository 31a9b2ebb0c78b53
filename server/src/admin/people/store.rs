//! The SQL that finds people by what they are called, their address, their numbers or their id: each has an index.

use super::model::Typed;
use crate::identity::Role;
use crate::platform::db::{Columns, Result, Tx};
use crate::platform::list::{List, Order};
use crate::platform::search;

/// Where people of one kind are looked for.
pub struct PeopleIndex {
    /// The kind of their words.
    pub kind: &'static str,
    pub role: Role,
    /// The table that has their registration numbers, and which of its rows `o` are listed; `None` when all accounts are.
    pub listed: Option<(&'static str, &'static str)>,
}

impl PeopleIndex {
    /// Narrows a list to all who fit, of each index the first `most`. Each is read in its own order, so that no engine takes
    /// another one.
    pub async fn find<'a>(&self, tx: &mut Tx<'_>, list: &mut List<'a>, typed: &'a Typed, most: i64) -> Result<()> {
        let (account, mut parts) = (self.account(), Vec::new());
        let words = search::rarest_first(tx, self.kind, &typed.words).await?;
        if !words.is_empty() {
            let all = search::subjects(self.kind, &words, list);
            parts.push(format!("{all}{} ORDER BY w.word, w.subject", self.is_listed("w.subject")));
        }
        for (column, range) in typed.of_account() {
            let (within, is_listed) = (list.within(column, range), self.is_listed("accounts.id"));
            parts.push(format!("SELECT id FROM accounts WHERE {account} AND {within}{is_listed} ORDER BY {column}"));
        }
        if let (Some((table, _)), Some(range)) = (self.listed, &typed.number) {
            let (within, is_listed) = (list.within("number_bare", range), self.is_listed(&format!("{table}.id")));
            parts.push(format!("SELECT id FROM {table} WHERE {within}{is_listed} ORDER BY number_bare"));
        }
        list.found(&parts, most);
        Ok(())
    }

    /// The first few of each index, for the search as one types.
    pub async fn find_first<'a, T: Send>(
        &self,
        tx: &mut Tx<'_>,
        mut list: List<'a>,
        columns: &Columns<T>,
        typed: &'a Typed,
        limit: i64,
    ) -> Result<Vec<T>> {
        self.find(tx, &mut list, typed, limit).await?;
        list.first(tx, columns, Order::NEWEST, limit).await
    }

    /// As the index `accounts_living` has it.
    pub fn account(&self) -> String {
        format!("role = '{}' AND state <> 'deleted'", self.role.as_str())
    }

    fn is_listed(&self, subject: &str) -> String {
        let Some((table, listed)) = self.listed else { return String::new() };
        format!(" AND (SELECT count(*) FROM {table} o WHERE {listed} AND o.id = {subject}) = 1")
    }

    /// A condition on the account `a` of a list that is read to its end anyway.
    pub fn fits<'a>(&self, typed: &'a Typed, list: &mut List<'a>) -> String {
        let mut ways = Vec::new();
        if !typed.words.is_empty() {
            let has = |word| search::has_word(self.kind, "a.id", word, list);
            ways.push(typed.words.iter().map(has).collect::<Vec<_>>().join(" AND "));
        }
        ways.extend(typed.of_account().map(|(column, range)| list.within(&format!("a.{column}"), range)));
        if ways.is_empty() {
            ways.push("a.id = ''".into());
        }
        format!("({})", ways.join(" OR "))
    }
}
