//! Where statements run: a reader, or one unit of work inside a write transaction.

use std::time::Instant;

use tokio_postgres::types::ToSql as PgToSql;

use super::error::{Error, Result};
use super::held::Held;
use super::lock::Locks;
use super::sqlite::Shared;
use crate::platform::statements::Statements;

/// A value that both engines can bind.
pub trait Param: rusqlite::ToSql + PgToSql + Sync + Send {}
impl<T: rusqlite::ToSql + PgToSql + Sync + Send> Param for T {}

type Params<'a> = &'a [&'a dyn Param];
pub(super) type Visit<'a> = dyn FnMut(&Row<'_>) -> Result<()> + Send + 'a;

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
    on: On<'a>,
    pub(super) locks: Locks,
    /// Where its statements are noted, if it works for a request or a job.
    record: Option<Statements>,
}

#[derive(Clone, Copy)]
enum On<'a> {
    Sqlite(&'a Shared),
    Postgres(&'a Held),
}

impl<'a> Tx<'a> {
    pub(super) fn on_sqlite(connection: &'a Shared) -> Self {
        Self { on: On::Sqlite(connection), locks: Locks::default(), record: None }
    }

    pub(super) fn on_postgres(held: &'a Held) -> Self {
        Self { on: On::Postgres(held), locks: Locks::default(), record: None }
    }

    /// Notes the unit's statements there.
    pub(super) fn record(&mut self, record: Option<Statements>) {
        self.record = record;
    }

    /// When a statement begins, if it is noted.
    fn begin(&self) -> Option<Instant> {
        self.record.as_ref().map(|_| Instant::now())
    }

    fn note(&self, sql: &str, begun: Option<Instant>) {
        if let (Some(record), Some(begun)) = (&self.record, begun) {
            record.note(sql, begun);
        }
    }

    /// Notes that rows were changed, if the statement is one that changes any.
    fn note_change(&self, sql: &str) {
        let changes = |sql: &str| ["INSERT", "UPDATE", "DELETE"].iter().any(|word| sql.trim_start().starts_with(word));
        if let Some(record) = &self.record
            && changes(sql)
        {
            record.note_change();
        }
    }

    /// Which run of PostgreSQL's server the unit asks, by number; SQLite has none.
    pub(super) fn run_of_server(&self) -> u64 {
        match self.on {
            On::Sqlite(_) => 0,
            On::Postgres(held) => held.run_of_server(),
        }
    }

    /// Another hand of the same unit, for statements that need not wait for each other: polled together
    /// (`futures::future::join`), they go to PostgreSQL together and are one round trip. On SQLite they run one after the
    /// other. It takes no locks.
    #[must_use]
    pub fn beside(&self) -> Tx<'a> {
        Tx { on: self.on, locks: Locks::none(), record: self.record.clone() }
    }

    /// All the rows of a statement, each read by `map`.
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

    /// The first row of a statement, if there is one.
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

    /// Shows every row to `visit`. What talks to PostgreSQL is in a box: a unit of many statements would else be a large thing to
    /// move about. Not generic, so that what talks to the engines is compiled once and not for every type of
    /// row.
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

    /// Shows every row of a statement to `visit`, however many there are: they are never all in memory. A failing `visit` ends it.
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

    /// How many rows a statement changed.
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

    /// Runs a statement whose answer the unit does not need. On PostgreSQL it goes out with the next one that is waited for,
    /// or with the commit; when it is refused, so is the unit.
    pub async fn send(&mut self, sql: &str, params: Params<'_>) -> Result<()> {
        match self.on {
            On::Sqlite(_) => self.execute(sql, params).await.map(drop),
            On::Postgres(held) => {
                let begun = self.begin();
                let out = Box::pin(held.send(sql, params)).await;
                self.note(sql, begun);
                // Nobody hears whether it did.
                self.note_change(sql);
                out
            }
        }
    }

    /// Whether units come one after the other by themselves.
    pub(super) fn has_one_writer(&self) -> bool {
        matches!(self.on, On::Sqlite(_))
    }

    /// Several statements without parameters, for migrations.
    pub(super) async fn batch(&mut self, sql: &str) -> Result<()> {
        match self.on {
            On::Sqlite(connection) => connection.batch(sql),
            On::Postgres(held) => held.batch(sql).await,
        }
    }

    /// Lets the unit run and wait as long as it takes, for migrations and for what is forgotten once a day.
    pub async fn take_your_time(&mut self) -> Result<()> {
        match self.on {
            On::Sqlite(_) => Ok(()),
            On::Postgres(held) => held.take_your_time().await,
        }
    }

    /// Gives up on a lock after ten seconds: what comes after us waits behind what we wait for.
    pub(super) async fn hold_nobody_up(&mut self) -> Result<()> {
        match self.on {
            On::Sqlite(_) => Ok(()),
            On::Postgres(held) => held.batch("SET LOCAL lock_timeout = '10s'").await,
        }
    }

    /// How this engine is called.
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
