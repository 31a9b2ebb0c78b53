//! Where statements run: a reader, or one unit of work inside a write transaction.

use tokio_postgres::types::ToSql as PgToSql;

use super::error::{Error, Result};
use super::lock::Held;

/// A value that both engines can bind.
pub trait Param: rusqlite::ToSql + PgToSql + Sync + Send {}
impl<T: rusqlite::ToSql + PgToSql + Sync + Send> Param for T {}

type Params<'a> = &'a [&'a dyn Param];

/// A value that both engines can read.
pub trait Column: rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a> {}
impl<T: rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a>> Column for T {}

pub enum Row<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

impl Row<'_> {
    pub fn get<T: Column>(&self, index: usize) -> Result<T> {
        Ok(match self {
            Row::Sqlite(row) => row.get(index)?,
            Row::Postgres(row) => row.try_get(index)?,
        })
    }
}

/// Where a unit's statements run, and what it has locked.
pub struct Tx<'a> {
    place: Place<'a>,
    pub(super) held: Held,
}

pub(super) enum Place<'a> {
    Sqlite(&'a mut rusqlite::Connection),
    /// Statements that only read.
    Client(&'a deadpool_postgres::Client),
    /// One statement that PostgreSQL commits by itself.
    Committing(&'a deadpool_postgres::Client),
    Transaction(&'a deadpool_postgres::Transaction<'a>),
}

impl<'a> Tx<'a> {
    pub(super) fn new(place: Place<'a>) -> Self {
        Self { place, held: Held::default() }
    }

    /// All the rows of a statement, each read by `map`.
    pub async fn query<T>(
        &mut self,
        sql: &str,
        params: Params<'_>,
        map: impl Fn(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Vec<T>> {
        let rows = match &mut self.place {
            Place::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                bind(&mut statement, params)?;
                let (mut rows, mut out) = (statement.raw_query(), Vec::new());
                while let Some(row) = rows.next()? {
                    out.push(map(&Row::Sqlite(row))?);
                }
                return Ok(out);
            }
            Place::Client(c) => c.query(&c.prepare_cached(sql).await?, &for_postgres(params)).await?,
            Place::Committing(c) => {
                let statement = c.prepare_cached(sql).await?;
                c.query(&statement, &for_postgres(params)).await.map_err(Error::of_commit)?
            }
            Place::Transaction(t) => t.query(&t.prepare_cached(sql).await?, &for_postgres(params)).await?,
        };
        rows.iter().map(|row| map(&Row::Postgres(row))).collect()
    }

    /// The first row of a statement, if there is one.
    pub async fn find<T>(
        &mut self,
        sql: &str,
        params: Params<'_>,
        map: impl Fn(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Option<T>> {
        Ok(self.query(sql, params, map).await?.into_iter().next())
    }

    /// How many rows a statement changed.
    pub async fn execute(&mut self, sql: &str, params: Params<'_>) -> Result<u64> {
        Ok(match &mut self.place {
            Place::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                bind(&mut statement, params)?;
                statement.raw_execute()? as u64
            }
            Place::Client(c) => c.execute(&c.prepare_cached(sql).await?, &for_postgres(params)).await?,
            Place::Committing(c) => {
                let statement = c.prepare_cached(sql).await?;
                c.execute(&statement, &for_postgres(params)).await.map_err(Error::of_commit)?
            }
            Place::Transaction(t) => t.execute(&t.prepare_cached(sql).await?, &for_postgres(params)).await?,
        })
    }

    /// Whether units come one after the other by themselves.
    pub(super) fn has_one_writer(&self) -> bool {
        matches!(self.place, Place::Sqlite(_))
    }

    /// Several statements without parameters, for migrations.
    pub(super) async fn batch(&mut self, sql: &str) -> Result<()> {
        match &mut self.place {
            Place::Sqlite(connection) => connection.execute_batch(sql)?,
            Place::Client(client) | Place::Committing(client) => client.batch_execute(sql).await?,
            Place::Transaction(transaction) => transaction.batch_execute(sql).await?,
        }
        Ok(())
    }

    /// How migrations name this engine, and what they write as `{text}`: on both text that sorts by its bytes.
    pub(super) fn dialect(&self) -> (&'static str, &'static str) {
        match &self.place {
            Place::Sqlite(_) => ("sqlite", "TEXT"),
            _ => ("postgres", "TEXT COLLATE \"C\""),
        }
    }
}

fn for_postgres(params: Params<'_>) -> Vec<&(dyn PgToSql + Sync)> {
    params.iter().map(|param| *param as &(dyn PgToSql + Sync)).collect()
}

/// SQLite numbers `$n` names in order of appearance, so each is bound by the number in its name.
fn bind(statement: &mut rusqlite::Statement<'_>, params: Params<'_>) -> Result<()> {
    for index in 1..=statement.parameter_count() {
        let named = statement.parameter_name(index).and_then(|name| name.get(1..)?.parse::<usize>().ok());
        let param = named.and_then(|number| params.get(number.checked_sub(1)?));
        let param = param.ok_or_else(|| rusqlite::Error::InvalidParameterCount(index, params.len()))?;
        statement.raw_bind_parameter(index, *param as &dyn rusqlite::ToSql)?;
    }
    Ok(())
}
