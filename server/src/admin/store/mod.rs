//! The SQL of the administrator's lists. Each reads an index in its order; a search reads the indexes of what it could
//! mean, and never a whole table.

pub mod audit;
pub mod bookings;
pub mod doctors;
pub mod duplicates;
pub mod facilities;
pub mod people;
pub mod users;

use crate::platform::db::{Param, Result, Row, Tx};
use crate::platform::search::Range;

/// Of each index a search takes so many, the first in its order: they can be sorted in a moment, and an administrator who
/// finds more types another letter.
pub const MOST_FOUND: i64 = 5_000;

/// A page of a list: after which row, and how many.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    pub cursor: Option<&'a str>,
    pub limit: i64,
}

/// A statement that grows with what is asked for; the few texts it can become stay in the statement cache.
///
/// Its tables stand in a cross join, whose order SQLite keeps: first the one whose index gives the order of the list.
pub struct Listing<'a> {
    from: String,
    conditions: Vec<String>,
    params: Vec<&'a dyn Param>,
}

impl<'a> Listing<'a> {
    pub fn new(from: &str, condition: &str) -> Self {
        Self { from: from.into(), conditions: vec![condition.into()], params: Vec::new() }
    }

    /// Puts rows before the tables, whose `column` is the `id` of one of them.
    pub fn led_by(&mut self, ids: &str, column: &str) {
        self.from = format!("({ids}) AS found CROSS JOIN {}", self.from);
        self.and(format!("{column} = found.id"));
    }

    /// The name of a value in the statement.
    pub fn value(&mut self, value: &'a dyn Param) -> String {
        self.params.push(value);
        format!("${}", self.params.len())
    }

    pub fn and(&mut self, condition: String) {
        self.conditions.push(condition);
    }

    pub fn and_value(&mut self, start: &str, value: &'a dyn Param) {
        let name = self.value(value);
        self.and(format!("{start} {name}"));
    }

    pub fn within(&mut self, column: &str, range: &'a Range) -> String {
        range.holds(column, &mut |value| self.value(value))
    }

    fn sql(&self) -> String {
        format!("FROM {} WHERE {}", self.from, self.conditions.join(" AND "))
    }

    /// The first rows that fit.
    pub async fn list<T: Send>(
        &self,
        tx: &mut Tx<'_>,
        columns: &str,
        order: &str,
        limit: i64,
        read: impl Fn(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Vec<T>> {
        let mut params: Vec<&dyn Param> = self.params.clone();
        params.push(&limit);
        let sql = format!("SELECT {columns} {} ORDER BY {order} LIMIT ${}", self.sql(), params.len());
        tx.query(&sql, &params, read).await
    }

    /// How many rows a statement of ids has.
    pub async fn count_of(&self, tx: &mut Tx<'_>, ids: &str) -> Result<i64> {
        let sql = format!("SELECT count(*) FROM ({ids}) AS found");
        Ok(tx.find(&sql, &self.params, |row| row.get(0)).await?.unwrap_or(0))
    }

    pub async fn count(&self, tx: &mut Tx<'_>) -> Result<i64> {
        let sql = format!("SELECT count(*) {}", self.sql());
        Ok(tx.find(&sql, &self.params, |row| row.get(0)).await?.unwrap_or(0))
    }
}
