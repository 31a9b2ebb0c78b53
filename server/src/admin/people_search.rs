//! Searching for people: the search term, and the indexes in which it is looked up.

pub use model::SearchTerm;
pub(super) use store::PeopleIndex;

mod store {
    use super::model::SearchTerm;
    use crate::identity::Role;
    use crate::platform::db::{Columns, Result, Tx};
    use crate::platform::list::{List, Order};
    use crate::platform::search;

    /// The indexes for people of one kind.
    pub struct PeopleIndex {
        /// The kind in the word index.
        pub kind: &'static str,
        pub role: Role,
        /// The table that has their registration numbers, and which of its rows `o` are listed; `None` when all accounts are.
        pub listed: Option<(&'static str, &'static str)>,
    }

    impl PeopleIndex {
        /// Restricts a list to the people who match, at most `most` from each index. Each part is ordered by its index, so that the
        /// planners of both engines use it.
        pub async fn find<'a>(
            &self,
            tx: &mut Tx<'_>,
            list: &mut List<'a>,
            term: &'a SearchTerm,
            most: i64,
        ) -> Result<()> {
            let (account, mut parts) = (self.account(), Vec::new());
            let words = search::rarest_first(tx, self.kind, &term.words).await?;
            if !words.is_empty() {
                let all = search::subjects(self.kind, &words, list);
                parts.push(format!("{all}{} ORDER BY w.word, w.subject", self.is_listed("w.subject")));
            }
            for (column, range) in term.of_account() {
                let (within, is_listed) = (list.within(column, range), self.is_listed("accounts.id"));
                parts
                    .push(format!("SELECT id FROM accounts WHERE {account} AND {within}{is_listed} ORDER BY {column}"));
            }
            if let (Some((table, _)), Some(range)) = (self.listed, &term.number) {
                let (within, is_listed) =
                    (list.within("number_stripped", range), self.is_listed(&format!("{table}.id")));
                parts.push(format!("SELECT id FROM {table} WHERE {within}{is_listed} ORDER BY number_stripped"));
            }
            list.found(&parts, most);
            Ok(())
        }

        /// The first matches, for search suggestions.
        pub async fn find_first<'a, T: Send>(
            &self,
            tx: &mut Tx<'_>,
            mut list: List<'a>,
            columns: &Columns<T>,
            term: &'a SearchTerm,
            limit: i64,
        ) -> Result<Vec<T>> {
            self.find(tx, &mut list, term, limit).await?;
            list.first(tx, columns, Order::NEWEST, limit).await
        }

        /// The condition of the index `accounts_living`.
        pub fn account(&self) -> String {
            format!("role = '{}' AND state <> 'deleted'", self.role.as_str())
        }

        fn is_listed(&self, subject: &str) -> String {
            let Some((table, listed)) = self.listed else { return String::new() };
            format!(" AND (SELECT count(*) FROM {table} o WHERE {listed} AND o.id = {subject}) = 1")
        }

        /// A condition on the account `a` of a list that is read to its end anyway.
        pub fn fits<'a>(&self, term: &'a SearchTerm, list: &mut List<'a>) -> String {
            let mut ways = Vec::new();
            if !term.words.is_empty() {
                let has = |word| search::has_word(self.kind, "a.id", word, list);
                ways.push(term.words.iter().map(has).collect::<Vec<_>>().join(" AND "));
            }
            ways.extend(term.of_account().map(|(column, range)| list.within(&format!("a.{column}"), range)));
            if ways.is_empty() {
                ways.push("a.id = ''".into());
            }
            format!("({})", ways.join(" OR "))
        }
    }
}

mod model {
    use crate::platform::fold::{bare_number, name_key};
    use crate::platform::search::{self, Range};

    /// A search term, read as every kind of value that it could be the beginning of.
    #[derive(Debug, Clone)]
    pub struct SearchTerm {
        /// Words of a name; all must fit.
        pub words: Vec<Range>,
        /// A whole folded name.
        pub name: Range,
        pub email: Option<Range>,
        pub phone: Option<Range>,
        /// A registration or licence number without punctuation.
        pub number: Option<Range>,
        pub id: Option<Range>,
    }

    impl SearchTerm {
        /// `None` when nothing was typed.
        pub fn parse(text: Option<&str>) -> Option<Self> {
            let text = text.map(str::trim).filter(|text| !text.is_empty())?;
            let plain = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            let one_word = Some(text.to_lowercase()).filter(|text| !text.contains(char::is_whitespace));
            Some(Self {
                words: search::beginnings(text),
                name: Range::of(name_key(text)),
                phone: phone(text).map(Range::of),
                number: plain(&bare_number(text)).map(Range::of),
                id: one_word.clone().filter(|text| is_id(text)).map(Range::of),
                email: one_word.map(Range::of),
            })
        }

        /// The account columns that the term could match.
        pub fn of_account(&self) -> impl Iterator<Item = (&'static str, &Range)> {
            let columns = [("email_key", &self.email), ("phone", &self.phone), ("id", &self.id)];
            columns.into_iter().filter_map(|(column, range)| Some((column, range.as_ref()?)))
        }
    }

    /// The beginning of a mobile number, however it is written.
    fn phone(text: &str) -> Option<String> {
        let digits: String = text.chars().filter(|c| !c.is_whitespace() && !"-()+".contains(*c)).collect();
        let has_country = text.starts_with('+') || digits.len() > 10;
        let digits = if has_country { digits.strip_prefix("91").unwrap_or(&digits) } else { &digits };
        let digits = digits.strip_prefix('0').unwrap_or(digits);
        let good = digits.bytes().all(|b| b.is_ascii_digit()) && digits.starts_with(['6', '7', '8', '9']);
        good.then(|| digits.to_owned())
    }

    /// Ids begin with the time, which begins with a zero for some centuries.
    fn is_id(text: &str) -> bool {
        text.starts_with('0') && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn from(range: Option<&Range>) -> Option<&str> {
            range.map(|range| range.from.as_str())
        }

        #[test]
        fn a_text_is_read_as_everything_that_it_could_begin() {
            for (text, words, email, phone, id) in [
                ("Asha", &["asha"][..], Some("asha"), None, None),
                ("asha  NAIR", &["asha", "nair"], None, None, None),
                ("Asha@Mail.in", &["asha", "in", "mail"], Some("asha@mail.in"), None, None),
                ("98470", &["98470"], Some("98470"), Some("98470"), None),
                ("+91 98470 12345", &["12345", "91", "98470"], None, Some("9847012345"), None),
                ("+91 98", &["91", "98"], None, Some("98"), None),
                ("098470", &["098470"], Some("098470"), Some("98470"), Some("098470")),
                ("0192f0a1-7", &["0192f0a1", "7"], Some("0192f0a1-7"), None, Some("0192f0a1-7")),
                ("ആശ", &["ആശ"], Some("ആശ"), None, None),
            ] {
                let term = SearchTerm::parse(Some(text)).unwrap();
                let found: Vec<&str> = term.words.iter().map(|range| range.from.as_str()).collect();
                assert_eq!(found, words, "{text}");
                assert_eq!(
                    (from(term.email.as_ref()), from(term.phone.as_ref()), from(term.id.as_ref())),
                    (email, phone, id),
                    "{text}"
                );
            }
            assert_eq!(
                SearchTerm::parse(Some("TCMC/55")).unwrap().number.map(|range| range.from).as_deref(),
                Some("tcmc55")
            );
            assert!(SearchTerm::parse(Some("  ")).is_none() && SearchTerm::parse(None).is_none());
        }
    }
}
