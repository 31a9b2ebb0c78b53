//! Lists: conditions, order, cursor and limit become one page.
//!
//! The ids of a page are selected first from the listed table alone; then the columns of these rows are read.

use super::db::{Columns, FromRow, Param, Result, RowReader, Tx};

pub use super::http::paging::{Page, Paging, Part};

/// The sort key before the id. Ids ascend with time and are unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    key: Option<Key>,
    descending: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Key {
    Text(&'static str),
    Number(&'static str),
}

impl Order {
    pub const NEWEST: Self = Self { key: None, descending: true };
    pub const OLDEST: Self = Self { key: None, descending: false };

    pub const fn by_text(column: &'static str) -> Self {
        Self { key: Some(Key::Text(column)), descending: false }
    }

    /// By an instant, the latest first.
    pub const fn latest(column: &'static str) -> Self {
        Self { key: Some(Key::Number(column)), descending: true }
    }

    /// By an instant, the soonest first.
    pub const fn soonest(column: &'static str) -> Self {
        Self { key: Some(Key::Number(column)), descending: false }
    }

    fn key(self) -> Option<&'static str> {
        self.key.map(|key| match key {
            Key::Text(column) | Key::Number(column) => column,
        })
    }
}

/// SQL of the ids that a search has found; made by [`List::found`].
struct FoundIds {
    ids: String,
    /// Whether a search was cut off.
    more: String,
}

/// A statement built from conditions; the few texts that result stay in the statement cache.
pub struct List<'a> {
    /// With its alias: `doctors d`.
    table: &'static str,
    conditions: Vec<String>,
    params: Vec<Box<dyn Param + 'a>>,
    found: Option<FoundIds>,
    total: Option<i64>,
}

/// Sorts after every id and every word.
pub const AFTER_ALL: &str = "\u{10ffff}";

/// The range of texts with a prefix: `from` inclusive, `to` exclusive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    pub from: String,
    pub to: String,
}

impl Range {
    pub fn of(beginning: String) -> Self {
        Self { to: format!("{beginning}{AFTER_ALL}"), from: beginning }
    }
}

/// A search takes so many rows per index, the first in its order, so that sorting stays fast; with more the user types another letter.
pub const MAX_SEARCH_RESULTS: i64 = 5_000;

impl<'a> List<'a> {
    pub fn new(table: &'static str, condition: impl Into<String>) -> Self {
        Self { table, conditions: vec![condition.into()], params: Vec::new(), found: None, total: None }
    }

    pub fn whole(table: &'static str) -> Self {
        Self { table, conditions: Vec::new(), params: Vec::new(), found: None, total: None }
    }

    /// Adds a parameter and returns its name in the statement.
    pub fn value(&mut self, value: impl Param + 'a) -> String {
        self.params.push(Box::new(value));
        format!("${}", self.params.len())
    }

    /// Adds a condition whose parameters come from [`Self::value`].
    pub fn and_also(&mut self, condition: impl Into<String>) {
        self.conditions.push(condition.into());
    }

    /// Adds a condition that ends where its parameter belongs: `d.id <`.
    pub fn and(&mut self, condition: &str, value: impl Param + 'a) {
        let name = self.value(value);
        self.and_also(format!("{condition} {name}"));
    }

    pub fn and_if(&mut self, condition: &str, value: Option<impl Param + 'a>) {
        if let Some(value) = value {
            self.and(condition, value);
        }
    }

    /// `column` has one of these values; without values there is no condition.
    pub fn and_one_of<T: Param + Clone + 'a>(&mut self, column: &str, values: &[T]) {
        let Some(last) = values.last() else { return };
        // A few sizes only, padded with the last value, for the statement cache.
        let size = [1, 4, 16, 64, 256].into_iter().find(|size| *size >= values.len()).unwrap_or(values.len());
        let filled = values.iter().chain(std::iter::repeat_n(last, size - values.len()));
        let names: Vec<String> = filled.map(|value| self.value(value.clone())).collect();
        self.and_also(format!("{column} IN ({})", names.join(", ")));
    }

    pub fn within(&mut self, column: &str, range: &'a Range) -> String {
        let (from, to) = (self.value(range.from.as_str()), self.value(range.to.as_str()));
        format!("{column} >= {from} AND {column} < {to}")
    }

    /// Restricts the list to ids that these statements find: the first `most` of each.
    pub fn found(&mut self, parts: &[String], most: i64) {
        let ids = parts
            .iter()
            .zip(1..)
            .map(|(part, number)| format!("SELECT DISTINCT id FROM ({part} LIMIT {most}) AS part{number}"));
        let more = parts.iter().map(|part| format!("EXISTS ({part} LIMIT 1 OFFSET {most})"));
        let (ids, more): (Vec<_>, Vec<_>) = (ids.collect(), more.collect());
        self.found = Some(match parts {
            [] => FoundIds { ids: "SELECT '' AS id WHERE 1 = 0".into(), more: "FALSE".into() },
            _ => FoundIds { ids: ids.join(" UNION "), more: more.join(" OR ") },
        });
    }

    /// Sets the total where it is known without counting.
    pub fn total(&mut self, total: i64) {
        self.total = Some(total);
    }

    pub async fn page<T: Send>(
        self,
        tx: &mut Tx<'_>,
        columns: &Columns<T>,
        order: Order,
        part: Part<'_>,
    ) -> Result<Page<T>> {
        let (total, cut) = match (self.total, &self.found) {
            (Some(total), _) => (total, false),
            (None, None) => (self.count(tx).await?, false),
            (None, Some(found)) => {
                let sql = format!("SELECT count(*), {} FROM {}", found.more, self.rows(order).0);
                tx.first(&sql, &self.params()).await?.unwrap_or((0, false))
            }
        };
        // One more row than asked for shows whether there is a next page.
        let mut rows = self.read(tx, columns, order, part.cursor, part.limit + 1).await?;
        let limit = usize::try_from(part.limit).unwrap_or(0);
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(|(_, place)| part.after(place));
        Ok(Page { message: String::new(), data: rows.into_iter().map(|(row, _)| row).collect(), total, next, cut })
    }

    pub async fn first<T: Send>(
        &self,
        tx: &mut Tx<'_>,
        columns: &Columns<T>,
        order: Order,
        limit: i64,
    ) -> Result<Vec<T>> {
        Ok(self.read(tx, columns, order, None, limit).await?.into_iter().map(|(row, _)| row).collect())
    }

    /// Rows of several owners, each with the id of its owner in `owner`.
    pub async fn of_each<T: Send>(
        mut self,
        tx: &mut Tx<'_>,
        (owner, ids): (&str, &[String]),
        columns: &Columns<T>,
        order: &str,
    ) -> Result<Vec<(String, T)>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.and_one_of(owner, ids);
        let sql = format!("SELECT {owner}, {columns} FROM {} ORDER BY {order}", self.rows(Order::NEWEST).0);
        tx.query(&sql, &self.params(), |row| {
            let mut fields = RowReader::of(row);
            Ok((fields.take()?, columns.take(&mut fields)?))
        })
        .await
    }

    /// Plain columns of all rows; `rest` follows the conditions: `ORDER BY l.id`.
    pub async fn all<T: FromRow>(&self, tx: &mut Tx<'_>, columns: &str, rest: &str) -> Result<Vec<T>> {
        tx.all(&format!("SELECT {columns} FROM {} {rest}", self.rows(Order::NEWEST).0), &self.params()).await
    }

    /// Updates rows with one of these values in a column and returns columns of them; does nothing without values.
    pub async fn update<T: FromRow>(
        self,
        tx: &mut Tx<'_>,
        rows: (&str, &[String]),
        set: &str,
        columns: &str,
    ) -> Result<Vec<T>> {
        let Some((rows, list)) = self.only(rows) else { return Ok(Vec::new()) };
        let sql = format!("UPDATE {} SET {set} WHERE {rows} RETURNING {columns}", list.table);
        tx.all(&sql, &list.params()).await
    }

    /// Deletes rows with one of these values in a column; does nothing without values.
    pub async fn delete(self, tx: &mut Tx<'_>, rows: (&str, &[String])) -> Result<u64> {
        let Some((rows, list)) = self.only(rows) else { return Ok(0) };
        tx.execute(&format!("DELETE FROM {} WHERE {rows}", list.table), &list.params()).await
    }

    /// Like [`Self::update`] where the answer is not needed: see [`Tx::send`].
    pub async fn send_update(self, tx: &mut Tx<'_>, rows: (&str, &[String]), set: &str) -> Result<()> {
        let Some((rows, list)) = self.only(rows) else { return Ok(()) };
        tx.send(&format!("UPDATE {} SET {set} WHERE {rows}", list.table), &list.params()).await
    }

    /// Like [`Self::delete`] where the answer is not needed: see [`Tx::send`].
    pub async fn send_delete(self, tx: &mut Tx<'_>, rows: (&str, &[String])) -> Result<()> {
        let Some((rows, list)) = self.only(rows) else { return Ok(()) };
        tx.send(&format!("DELETE FROM {} WHERE {rows}", list.table), &list.params()).await
    }

    /// All conditions, with that one that a column has one of these values; `None` without values.
    fn only(mut self, (column, values): (&str, &[String])) -> Option<(String, Self)> {
        if values.is_empty() {
            return None;
        }
        self.and_one_of(column, values);
        Some((self.conditions.join(" AND "), self))
    }

    pub async fn count(&self, tx: &mut Tx<'_>) -> Result<i64> {
        tx.count(&format!("SELECT count(*) FROM {}", self.rows(Order::NEWEST).0), &self.params()).await
    }

    fn params(&self) -> Vec<&dyn Param> {
        self.params.iter().map(|param| &**param as &dyn Param).collect()
    }

    /// The table with its conditions, and the alias that has the id. Found ids come first: the cross join makes SQLite keep that order, which would
    /// otherwise walk through the whole list. Without other conditions the table is not read.
    fn rows(&self, order: Order) -> (String, &'static str) {
        let (mut conditions, table) = (self.conditions.clone(), short_name(self.table));
        let (tables, name) = match &self.found {
            None => (self.table.to_owned(), table),
            Some(FoundIds { ids, .. }) if conditions.is_empty() && order.key.is_none() => {
                (format!("({ids}) AS found"), "found")
            }
            Some(FoundIds { ids, .. }) => {
                conditions.push(format!("{table}.id = found.id"));
                (format!("({ids}) AS found CROSS JOIN {}", self.table), table)
            }
        };
        let conditions = if conditions.is_empty() { "1 = 1".into() } else { conditions.join(" AND ") };
        (format!("{tables} WHERE {conditions}"), name)
    }

    /// Rows after the cursor, each with its own cursor.
    async fn read<T: Send>(
        &self,
        tx: &mut Tx<'_>,
        columns: &Columns<T>,
        order: Order,
        cursor: Option<&str>,
        limit: i64,
    ) -> Result<Vec<(T, String)>> {
        let mut params = self.params();
        let cursor = cursor.and_then(|cursor| ListCursor::parse(order, cursor));
        let (rows, name) = self.rows(order);
        let id = format!("{name}.id");
        let key = order.key().unwrap_or(&id);
        let after = match &cursor {
            None => String::new(),
            Some(after) => {
                let sign = if order.descending { '<' } else { '>' };
                params.push(&after.id);
                let id_name = params.len();
                match &after.key {
                    None => format!(" AND {id} {sign} ${id_name}"),
                    Some(value) => {
                        params.push(&**value);
                        format!(" AND ({key}, {id}) {sign} (${}, ${id_name})", params.len())
                    }
                }
            }
        };
        params.push(&limit);
        let sorted = |key: &str, id: &str| {
            let direction = if order.descending { " DESC" } else { "" };
            let first = order.key.map_or(String::new(), |_| format!("{key}{direction}, "));
            format!("ORDER BY {first}{id}{direction}")
        };
        let sql = format!(
            "SELECT {columns}, page.id, CAST(page.key AS TEXT) FROM (
               SELECT {id} AS id, {key} AS key FROM {rows}{after} {} LIMIT ${}
             ) AS page, {} WHERE {}.id = page.id {}",
            sorted(key, &id),
            params.len(),
            columns.tables,
            short_name(columns.tables),
            sorted("page.key", "page.id")
        );
        tx.query(&sql, &params, |row| {
            let mut fields = RowReader::of(row);
            let value = columns.take(&mut fields)?;
            let (id, key): (String, String) = (fields.take()?, fields.take()?);
            Ok((value, if order.key.is_some() { format!("{id}.{key}") } else { id }))
        })
        .await
    }
}

struct ListCursor {
    id: String,
    key: Option<Box<dyn Param>>,
}

impl ListCursor {
    /// Parses `id` or `id.key`, as written by [`List::read`]; an unreadable cursor counts as none.
    fn parse(order: Order, cursor: &str) -> Option<Self> {
        let Some(key) = order.key else { return Some(Self { id: cursor.into(), key: None }) };
        let (id, text) = cursor.split_once('.')?;
        let key: Box<dyn Param> = match key {
            Key::Text(_) => Box::new(text.to_owned()),
            Key::Number(_) => Box::new(text.parse::<i64>().ok()?),
        };
        Some(Self { id: id.into(), key: Some(key) })
    }
}

/// The alias: `d` of `doctors d LEFT JOIN …`.
fn short_name(tables: &'static str) -> &'static str {
    tables.split_whitespace().nth(1).unwrap_or(tables)
}
