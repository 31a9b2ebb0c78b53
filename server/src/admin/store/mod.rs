//! The SQL of the administrator's lists. Each reads an index in its order; a search reads the indexes of what it could
//! mean, and never a whole table.

pub mod audit;
pub mod bookings;
pub mod doctors;
pub mod duplicates;
pub mod facilities;
pub mod people;
pub mod users;

use super::sought::Range;
use crate::platform::db::{Param, Result, Row, Tx};

/// What a search finds is counted up to this; an administrator who finds more types another letter.
pub const MOST_FOUND: i64 = 10_000;

/// A page of a list: after which row, and how many.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    pub cursor: Option<&'a str>,
    pub limit: i64,
}

/// Conditions that grow with what is asked for; the few texts they can become stay in the statement cache.
#[derive(Default)]
pub struct Condition<'a> {
    sql: Vec<String>,
    params: Vec<&'a dyn Param>,
}

impl<'a> Condition<'a> {
    pub fn new(sql: &str) -> Self {
        Self { sql: vec![sql.into()], params: Vec::new() }
    }

    /// The name of a value in the statement.
    pub fn value(&mut self, value: &'a dyn Param) -> String {
        self.params.push(value);
        format!("${}", self.params.len())
    }

    pub fn and(&mut self, sql: String) {
        self.sql.push(sql);
    }

    pub fn and_value(&mut self, start: &str, value: &'a dyn Param) {
        let name = self.value(value);
        self.and(format!("{start} {name}"));
    }

    pub fn within(&mut self, column: &str, range: &'a Range) -> String {
        let (from, to) = (self.value(&range.from), self.value(&range.to));
        format!("{column} >= {from} AND {column} < {to}")
    }

    /// The first rows that fit, of `SELECT … FROM …`.
    pub async fn list<T>(
        &self,
        tx: &mut Tx<'_>,
        select: &str,
        order: &str,
        limit: i64,
        read: impl Fn(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Vec<T>> {
        let mut params: Vec<&dyn Param> = self.params.clone();
        params.push(&limit);
        let sql = format!("{select} WHERE {} ORDER BY {order} LIMIT ${}", self.sql.join(" AND "), params.len());
        tx.query(&sql, &params, read).await
    }

    pub async fn count(&self, tx: &mut Tx<'_>, from: &str) -> Result<i64> {
        let sql = format!("SELECT count(*) FROM {from} WHERE {}", self.sql.join(" AND "));
        Ok(tx.find(&sql, &self.params, |row| row.get(0)).await?.unwrap_or(0))
    }
}
