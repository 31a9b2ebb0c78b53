//! Reading and writing rows: one list maps columns to fields, so that no column is counted by hand.

use std::fmt;

use super::{Column, Error, Param, Result, Row, Tx};
use crate::platform::db::FromColumn;

type Params<'a> = &'a [&'a dyn Param];

/// How a `T` is read; made by [`columns!`].
pub struct Columns<T: 'static> {
    /// The tables of the columns; the first one has the id.
    pub tables: &'static str,
    pub names: fn(&mut Vec<&'static str>),
    pub read: fn(&mut RowReader<'_, '_>) -> Result<T>,
}

/// The list of a type's columns: `NAME: Type in "tables" { field: column, … }`. A column is
/// - `"d.id"`: a column or an SQL expression,
/// - `["d.from", "d.to"]`: two of them, both or none,
/// - `OTHER`: another such list, inserted here,
/// - `[OTHER]`: such a list, or none if its first column, a text, is NULL,
/// - `(value)`: a constant.
///
/// A type that is only read is defined by its list: `struct Type as NAME in "tables" { field: type = column, … }`.
macro_rules! columns {
    ($(#[$about:meta])* $visible:vis struct $type:ident as $name:ident in $tables:literal {
        $($(#[$doc:meta])* $field:ident: $kind:ty = $from:tt),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone)]
        $visible struct $type {
            $($(#[$doc])* pub $field: $kind),+
        }
        $crate::platform::db::columns! { $name: $type in $tables { $($field: $from),+ } }
    };
    ($(#[$about:meta])* $visible:vis $name:ident: $type:ident $(in $tables:literal)? { $($field:ident: $from:tt),+ $(,)? }) => {
        $(#[$about])*
        $visible const $name: $crate::platform::db::Columns<$type> = $crate::platform::db::Columns {
            tables: concat!($($tables)?),
            names: |names| { $($crate::platform::db::columns!(@name names $from);)+ },
            read: |row| Ok($type { $($field: $crate::platform::db::columns!(@read row $from)),+ }),
        };
    };
    (@name $names:ident $column:literal) => { $names.push($column) };
    (@name $names:ident [$first:literal, $second:literal]) => { $names.extend([$first, $second]) };
    (@name $names:ident [$other:ident]) => { ($other.names)($names) };
    (@name $names:ident ($value:expr)) => {};
    (@name $names:ident $other:ident) => { ($other.names)($names) };
    (@read $row:ident $column:literal) => { $row.take()? };
    (@read $row:ident [$first:literal, $second:literal]) => { $row.both()? };
    (@read $row:ident [$other:ident]) => { $row.optional(&$other)? };
    (@read $row:ident ($value:expr)) => { $value };
    (@read $row:ident $other:ident) => { ($other.read)($row)? };
}
pub(crate) use columns;

impl<T> fmt::Display for Columns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.list().join(", "))
    }
}

impl<T> Columns<T> {
    fn list(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        (self.names)(&mut names);
        names
    }

    /// Reads a row that begins with these columns.
    pub fn of(&self, row: &Row<'_>) -> Result<T> {
        let mut fields = RowReader::of(row);
        self.take(&mut fields)
    }

    /// Reads these columns in the middle of a row.
    pub fn take(&self, fields: &mut RowReader<'_, '_>) -> Result<T> {
        let begin = fields.at;
        (self.read)(fields).map_err(|error| {
            let (list, tables) = (self.list(), self.tables);
            let column = list.get(fields.at - begin).unwrap_or(&"a column");
            Error::Other(format!("{column} of {tables} cannot be read: {error}"))
        })
    }
}

impl<T: Send> Columns<T> {
    /// All rows; `rest` follows the tables: `WHERE d.id = $1`.
    pub async fn list_all(&self, tx: &mut Tx<'_>, rest: &str, params: Params<'_>) -> Result<Vec<T>> {
        tx.query(&self.select(rest), params, |row| self.of(row)).await
    }

    pub async fn find(&self, tx: &mut Tx<'_>, rest: &str, params: Params<'_>) -> Result<Option<T>> {
        tx.find(&self.select(rest), params, |row| self.of(row)).await
    }

    fn select(&self, rest: &str) -> String {
        format!("SELECT {self} FROM {} {rest}", self.tables)
    }
}

pub struct RowReader<'a, 'r> {
    row: &'a Row<'r>,
    at: usize,
}

impl<'a, 'r> RowReader<'a, 'r> {
    pub fn of(row: &'a Row<'r>) -> Self {
        Self { row, at: 0 }
    }

    pub fn take<T: FromColumn<Raw: Column>>(&mut self) -> Result<T> {
        let value = T::from_column(self.row.get(self.at)?);
        let value = value.ok_or_else(|| Error::Other("the program has no such value".into()))?;
        self.at += 1;
        Ok(value)
    }

    pub fn both<A, B>(&mut self) -> Result<Option<(A, B)>>
    where
        A: FromColumn<Raw: Column>,
        B: FromColumn<Raw: Column>,
        Option<A::Raw>: Column,
        Option<B::Raw>: Column,
    {
        let (first, second) = (self.take::<Option<A>>()?, self.take::<Option<B>>()?);
        Ok(first.zip(second))
    }

    pub fn optional<T>(&mut self, columns: &Columns<T>) -> Result<Option<T>> {
        if self.row.get::<Option<String>>(self.at)?.is_some() {
            return (columns.read)(self).map(Some);
        }
        self.at += columns.list().len();
        Ok(None)
    }
}

pub trait FromRow: Sized + Send {
    fn from_row(fields: &mut RowReader<'_, '_>) -> Result<Self>;
}

impl<A: FromColumn<Raw: Column> + Send> FromRow for A {
    fn from_row(fields: &mut RowReader<'_, '_>) -> Result<Self> {
        fields.take()
    }
}

impl<A: FromRow, B: FromRow> FromRow for (A, B) {
    fn from_row(fields: &mut RowReader<'_, '_>) -> Result<Self> {
        Ok((A::from_row(fields)?, B::from_row(fields)?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow> FromRow for (A, B, C) {
    fn from_row(fields: &mut RowReader<'_, '_>) -> Result<Self> {
        Ok((A::from_row(fields)?, B::from_row(fields)?, C::from_row(fields)?))
    }
}

/// More sizes would be more statements to prepare.
const ROWS_PER_INSERT: usize = 10;

fn places(first: usize, number: usize) -> String {
    let places: Vec<String> = (first..first + number).map(|place| format!("${place}")).collect();
    format!("({})", places.join(", "))
}

/// Statements that read up to three plain columns, and rows inserted or updated by column names.
impl Tx<'_> {
    pub async fn all<T: FromRow>(&mut self, sql: &str, params: Params<'_>) -> Result<Vec<T>> {
        self.query(sql, params, |row| T::from_row(&mut RowReader::of(row))).await
    }

    pub async fn first<T: FromRow>(&mut self, sql: &str, params: Params<'_>) -> Result<Option<T>> {
        self.find(sql, params, |row| T::from_row(&mut RowReader::of(row))).await
    }

    pub async fn count(&mut self, sql: &str, params: Params<'_>) -> Result<i64> {
        Ok(self.first(sql, params).await?.unwrap_or(0))
    }

    pub async fn insert(&mut self, table: &str, values: &[(&str, &dyn Param)]) -> Result<()> {
        self.add(table, values, "").await?;
        Ok(())
    }

    /// Inserts a row; false if a unique index or a constraint refused it.
    pub async fn insert_new(&mut self, table: &str, values: &[(&str, &dyn Param)]) -> Result<bool> {
        Ok(self.add(table, values, "ON CONFLICT DO NOTHING").await? == 1)
    }

    /// Inserts rows by one statement and returns the ids of those that were not refused.
    pub async fn insert_new_rows<const N: usize>(
        &mut self,
        table: &str,
        rows: &[[(&str, Box<dyn Param + '_>); N]],
    ) -> Result<Vec<String>> {
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        let columns = first.each_ref().map(|(column, _)| *column).join(", ");
        let values: Vec<String> = (0..rows.len()).map(|row| places(row * N + 1, N)).collect();
        let sql =
            format!("INSERT INTO {table} ({columns}) VALUES {} ON CONFLICT DO NOTHING RETURNING id", values.join(", "));
        let params: Vec<&dyn Param> = rows.iter().flatten().map(|(_, value)| &**value).collect();
        self.all(&sql, &params).await
    }

    async fn add(&mut self, table: &str, values: &[(&str, &dyn Param)], rest: &str) -> Result<u64> {
        let columns: Vec<&str> = values.iter().map(|(column, _)| *column).collect();
        let places = places(1, values.len());
        let sql = format!("INSERT INTO {table} ({}) VALUES {places} {rest}", columns.join(", "));
        let params: Vec<&dyn Param> = values.iter().map(|(_, value)| *value).collect();
        self.execute(&sql, &params).await
    }

    /// Inserts rows, several per statement, without waiting ([`Tx::send`]); `rest` follows them.
    pub async fn send_rows<const N: usize>(
        &mut self,
        table: &str,
        columns: [&str; N],
        rows: &[[&dyn Param; N]],
        rest: &str,
    ) -> Result<()> {
        self.send_values(table, &columns, rows.as_flattened(), rest).await
    }

    /// Like [`Self::send_rows`] with columns known at run time; the values of all rows in order.
    pub async fn send_values(&mut self, table: &str, columns: &[&str], values: Params<'_>, rest: &str) -> Result<()> {
        let width = columns.len();
        for values in values.chunks(ROWS_PER_INSERT * width) {
            let places: Vec<String> = (0..values.len() / width).map(|row| places(row * width + 1, width)).collect();
            let sql = format!("INSERT INTO {table} ({}) VALUES {} {rest}", columns.join(", "), places.join(", "));
            self.send(&sql, values).await?;
        }
        Ok(())
    }

    pub async fn update(&mut self, table: &str, id: &str, values: &[(&str, &dyn Param)]) -> Result<()> {
        let set: Vec<String> =
            values.iter().zip(2..).map(|((column, _), place)| format!("{column} = ${place}")).collect();
        let sql = format!("UPDATE {table} SET {} WHERE id = $1", set.join(", "));
        let mut params: Vec<&dyn Param> = vec![&id];
        params.extend(values.iter().map(|(_, value)| *value));
        self.execute(&sql, &params).await?;
        Ok(())
    }
}
