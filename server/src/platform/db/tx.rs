//! A handle for statements: of a reader, or of a write transaction.

use std::time::Instant;

use tokio_postgres::types::ToSql as PgToSql;

use super::connection::PooledConnection;
use super::error::{Error, Result};
use super::lock::Locks;
use super::sqlite::Shared;
use crate::platform::query_log::QueryLog;

pub trait Param: rusqlite::ToSql + PgToSql + Sync + Send {}
impl<T: rusqlite::ToSql + PgToSql + Sync + Send> Param for T {}

type Params<'a> = &'a [&'a dyn Param];
pub(super) type Visit<'a> = dyn FnMut(&Row<'_>) -> Result<()> + Send + 'a;

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

pub struct Tx<'a> {
    on: On<'a>,
    pub(super) locks: Locks,
    record: Option<QueryLog>,
}

#[derive(Clone, Copy)]
enum On<'a> {
    Sqlite(&'a Shared),
    Postgres(&'a PooledConnection),
}

impl<'a> Tx<'a> {
    pub(super) fn on_sqlite(connection: &'a Shared) -> Self {
        Self { on: On::Sqlite(connection), locks: Locks::default(), record: None }
    }

    pub(super) fn on_postgres(held: &'a PooledConnection) -> Self {
        Self { on: On::Postgres(held), locks: Locks::default(), record: None }
    }

    pub(super) fn record(&mut self, record: Option<QueryLog>) {
        self.record = record;
    }

    fn begin(&self) -> Option<Instant> {
        self.record.as_ref().map(|_| Instant::now())
    }

    fn note(&self, sql: &str, begun: Option<Instant>) {
        if let (Some(record), Some(begun)) = (&self.record, begun) {
            record.note(sql, begun);
        }
    }

    /// Records a change, if the statement is one that changes rows.
    fn note_change(&self, sql: &str) {
        let changes = |sql: &str| ["INSERT", "UPDATE", "DELETE"].iter().any(|word| sql.trim_start().starts_with(word));
        if let Some(record) = &self.record
            && changes(sql)
        {
            record.note_change();
        }
    }

    /// The number of the PostgreSQL server run; 0 on SQLite.
    pub(super) fn run_of_server(&self) -> u64 {
        match self.on {
            On::Sqlite(_) => 0,
            On::Postgres(held) => held.run_of_server(),
        }
    }

    /// A second handle on this transaction for pipelining: independent statements polled together (`futures::future::join`) are one round trip
    /// to PostgreSQL. On SQLite they run one after the other. It takes no locks.
    #[must_use]
    pub fn concurrent(&self) -> Tx<'a> {
        Tx { on: self.on, locks: Locks::none(), record: self.record.clone() }
    }

    pub async fn query<T: Send>(
        &mut self,
        sql: &str,
        params: Params<'_>,
        mut map: impl FnMut(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Vec<T>> {
        let mut out = Vec::new();
        self.each(sql, params, &mut |row| {
            out.push(map(row)?);
            Ok(())
        })
        .await?;
        if !out.is_empty() {
            self.note_change(sql);
        }
        Ok(out)
    }

    pub async fn find<T: Send>(
        &mut self,
        sql: &str,
        params: Params<'_>,
        mut map: impl FnMut(&Row<'_>) -> Result<T> + Send,
    ) -> Result<Option<T>> {
        let mut first = None;
        self.each(sql, params, &mut |row| {
            if first.is_none() {
                first = Some(map(row)?);
            }
            Ok(())
        })
        .await?;
        if first.is_some() {
            self.note_change(sql);
        }
        Ok(first)
    }

    /// Passes every row to `visit`. Boxed, so that the future of a long transaction stays small; not generic, so that the code for the engines
    /// is compiled once.
    async fn each(&mut self, sql: &str, params: Params<'_>, visit: &mut Visit<'_>) -> Result<()> {
        let begun = self.begin();
        let out = match self.on {
            On::Sqlite(connection) => sqlite_each(connection, sql, params, visit),
            On::Postgres(held) => {
                let rows = Box::pin(held.query(sql, &for_postgres(params))).await;
                rows.and_then(|rows| rows.iter().try_for_each(|row| visit(&Row::Postgres(row))))
            }
        };
        self.note(sql, begun);
        out
    }

    /// Passes every row to `visit` without holding them all in memory. An error of `visit` ends it.
    pub async fn stream<E: From<Error> + Send>(
        &mut self,
        sql: &str,
        mut visit: impl FnMut(&Row<'_>) -> std::result::Result<(), E> + Send,
    ) -> std::result::Result<(), E> {
        let mut failure = None;
        let mut shown = |row: &Row<'_>| {
            visit(row).map_err(|error| {
                failure = Some(error);
                Error::Other("a row was refused".into())
            })
        };
        let begun = self.begin();
        let out = match self.on {
            On::Sqlite(connection) => sqlite_each(connection, sql, &[], &mut shown),
            On::Postgres(held) => Box::pin(held.stream(sql, &mut shown)).await,
        };
        self.note(sql, begun);
        match failure {
            Some(error) => Err(error),
            None => Ok(out?),
        }
    }

    pub async fn execute(&mut self, sql: &str, params: Params<'_>) -> Result<u64> {
        let begun = self.begin();
        let out = match self.on {
            On::Sqlite(connection) => sqlite_execute(connection, sql, params),
            On::Postgres(held) => Box::pin(held.execute(sql, &for_postgres(params))).await,
        };
        self.note(sql, begun);
        if out.as_ref().is_ok_and(|rows| *rows > 0) {
            self.note_change(sql);
        }
        out
    }

    /// Runs a statement whose answer is not needed. On PostgreSQL it is sent with the next awaited statement or the commit; its failure fails
    /// the transaction.
    pub async fn send(&mut self, sql: &str, params: Params<'_>) -> Result<()> {
        match self.on {
            On::Sqlite(_) => self.execute(sql, params).await.map(drop),
            On::Postgres(held) => {
                let begun = self.begin();
                let out = Box::pin(held.send(sql, params)).await;
                self.note(sql, begun);
                // Whether it did change rows is not known.
                self.note_change(sql);
                out
            }
        }
    }

    /// Whether transactions are serialised by the engine (SQLite).
    pub(super) fn has_one_writer(&self) -> bool {
        matches!(self.on, On::Sqlite(_))
    }

    pub(super) async fn batch(&mut self, sql: &str) -> Result<()> {
        match self.on {
            On::Sqlite(connection) => connection.batch(sql),
            On::Postgres(held) => held.batch(sql).await,
        }
    }

    /// Disables the timeouts for this transaction, for migrations and daily deletions.
    pub async fn disable_timeouts(&mut self) -> Result<()> {
        match self.on {
            On::Sqlite(_) => Ok(()),
            On::Postgres(held) => held.disable_timeouts().await,
        }
    }

    /// Gives up on a lock after two seconds: later statements on the table queue behind a step that waits for it.
    pub(super) async fn limit_lock_wait(&mut self) -> Result<()> {
        match self.on {
            On::Sqlite(_) => Ok(()),
            On::Postgres(held) => held.batch("SET LOCAL lock_timeout = '2s'").await,
        }
    }

    pub fn engine(&self) -> &'static str {
        self.dialect().0
    }

    /// How migrations name this engine, and what they write as `{text}`: on both text that sorts by its bytes.
    pub(super) fn dialect(&self) -> (&'static str, &'static str) {
        match self.on {
            On::Sqlite(_) => ("sqlite", "TEXT"),
            On::Postgres(_) => ("postgres", "TEXT COLLATE \"C\""),
        }
    }
}

fn sqlite_each(shared: &Shared, sql: &str, params: Params<'_>, visit: &mut Visit<'_>) -> Result<()> {
    shared.run(sql, |statement| {
        bind(statement, params)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            if let Err(error) = visit(&Row::Sqlite(row)) {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    })?
}

fn sqlite_execute(shared: &Shared, sql: &str, params: Params<'_>) -> Result<u64> {
    let run = |statement: &mut rusqlite::Statement<'_>| {
        bind(statement, params)?;
        statement.raw_execute()
    };
    shared.run(sql, run).map(|rows| rows as u64)
}

fn for_postgres(params: Params<'_>) -> Vec<&(dyn PgToSql + Sync)> {
    params.iter().map(|param| *param as &(dyn PgToSql + Sync)).collect()
}

/// SQLite numbers `$n` names in order of appearance, so each is bound by the number in its name.
fn bind(statement: &mut rusqlite::Statement<'_>, params: Params<'_>) -> rusqlite::Result<()> {
    for index in 1..=statement.parameter_count() {
        let named = statement.parameter_name(index).and_then(|name| name.get(1..)?.parse::<usize>().ok());
        let param = named.and_then(|number| params.get(number.checked_sub(1)?));
        let param = param.ok_or_else(|| rusqlite::Error::InvalidParameterCount(index, params.len()))?;
        statement.raw_bind_parameter(index, *param as &dyn rusqlite::ToSql)?;
    }
    Ok(())
}
