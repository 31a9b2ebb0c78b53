//! Where statements run: a reader, or one unit of work inside a write transaction.

use tokio_postgres::types::ToSql as PgToSql;

use super::error::{Error, Result};

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

pub enum Tx<'a> {
    Sqlite(&'a mut rusqlite::Connection),
    /// Statements that only read.
    Client(&'a deadpool_postgres::Client),
    /// One statement that PostgreSQL commits by itself.
    Committing(&'a deadpool_postgres::Client),
    Transaction(&'a deadpool_postgres::Transaction<'a>),
}

impl Tx<'_> {
    /// All the rows of a statement, each read by `map`.
    pub async fn query<T>(
        &mut self,
        sql: &str,
        params: Params<'_>,
        map: impl Fn(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Vec<T>> {
        let rows = match self {
            Tx::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                bind(&mut statement, params)?;
                let (mut rows, mut out) = (statement.raw_query(), Vec::new());
                while let Some(row) = rows.next()? {
                    out.push(map(&Row::Sqlite(row))?);
                }
                return Ok(out);
            }
            Tx::Client(c) => c.query(&c.prepare_cached(sql).await?, &for_postgres(params)).await?,
            Tx::Committing(c) => {
                let statement = c.prepare_cached(sql).await?;
                c.query(&statement, &for_postgres(params)).await.map_err(Error::of_commit)?
            }
            Tx::Transaction(t) => t.query(&t.prepare_cached(sql).await?, &for_postgres(params)).await?,
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
        Ok(match self {
            Tx::Sqlite(connection) => {
                let mut statement = connection.prepare_cached(sql)?;
                bind(&mut statement, params)?;
                statement.raw_execute()? as u64
            }
            Tx::Client(c) => c.execute(&c.prepare_cached(sql).await?, &for_postgres(params)).await?,
            Tx::Committing(c) => {
                let statement = c.prepare_cached(sql).await?;
                c.execute(&statement, &for_postgres(params)).await.map_err(Error::of_commit)?
            }
            Tx::Transaction(t) => t.execute(&t.prepare_cached(sql).await?, &for_postgres(params)).await?,
        })
    }

    /// Holds `key` alone until the unit ends: what is counted now is still true at the commit. SQLite has one
    /// writer, so nothing is needed there.
    pub async fn lock(&mut self, key: &str) -> Result<()> {
        self.advisory("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).await
    }

    /// Holds `key` together with other sharers, against those who [`Tx::lock`] it.
    pub async fn share(&mut self, key: &str) -> Result<()> {
        self.advisory("SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))", key).await
    }

    async fn advisory(&mut self, sql: &str, key: &str) -> Result<()> {
        match self {
            Tx::Sqlite(_) => {}
            _ => drop(self.query(sql, &[&key], |_| Ok(())).await?),
        }
        Ok(())
    }

    /// Several statements without parameters, for migrations.
    pub(super) async fn batch(&mut self, sql: &str) -> Result<()> {
        match self {
            Tx::Sqlite(connection) => connection.execute_batch(sql)?,
            Tx::Client(client) | Tx::Committing(client) => client.batch_execute(sql).await?,
            Tx::Transaction(transaction) => transaction.batch_execute(sql).await?,
        }
        Ok(())
    }

    /// How migrations name this engine, and what they write as `{text}`: on both text that sorts by its bytes.
    pub(super) fn dialect(&self) -> (&'static str, &'static str) {
        match self {
            Tx::Sqlite(_) => ("sqlite", "TEXT"),
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
