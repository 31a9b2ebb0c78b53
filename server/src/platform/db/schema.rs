//! Metadata of a database: its server, its tables and columns for backups, and its indexes and triggers for bulk inserts.

use super::error::{Error, Result};
use super::{Db, Tx};

/// The server's data for `doccare check` and the clock guard.
#[derive(Debug)]
pub struct Server {
    /// Such as 15.
    pub version: i64,
    pub encoding: String,
    /// A standby only reads.
    pub is_standby: bool,
    pub connections: i64,
    pub time_zone: String,
    /// Its clock, in UTC milliseconds.
    pub now: i64,
}

impl Db {
    pub async fn server(&self) -> Result<Option<Server>> {
        self.read(async |tx: &mut Tx<'_>| if tx.has_one_writer() { Ok(None) } else { tx.server().await }).await
    }
}

impl Tx<'_> {
    async fn server(&mut self) -> Result<Option<Server>> {
        let sql = "SELECT current_setting('server_version_num')::BIGINT / 10000, current_setting('server_encoding'),
                     pg_is_in_recovery(), current_setting('max_connections')::BIGINT, current_setting('TimeZone'),
                     (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT";
        let read = self.find(sql, &[], |row| {
            Ok(Server {
                version: row.get(0)?,
                encoding: row.get(1)?,
                is_standby: row.get(2)?,
                connections: row.get(3)?,
                time_zone: row.get(4)?,
                now: row.get(5)?,
            })
        });
        read.await
    }

    pub async fn has_table(&mut self, name: &str) -> Result<bool> {
        let sql = if self.has_one_writer() {
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1"
        } else {
            "SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)"
        };
        Ok(self.count(sql, &[&name]).await? > 0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<(String, Kind)>,
}

/// The types of our columns (`docs/ARCHITECTURE.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Number,
    Truth,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        match name.to_lowercase().as_str() {
            "text" => Some(Self::Text),
            "bigint" | "integer" => Some(Self::Number),
            "boolean" => Some(Self::Truth),
            _ => None,
        }
    }
}

const SQLITE_COLUMNS: &str = "SELECT t.name, c.name, c.type FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid";
const SQLITE_PARENTS: &str = "SELECT t.name, k.\"table\" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k
    WHERE t.type = 'table'";
const POSTGRES_COLUMNS: &str = "SELECT t.relname, c.attname, format_type(c.atttypid, NULL)
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
    WHERE t.relkind = 'r' AND c.attnum > 0 AND NOT c.attisdropped
      AND t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    ORDER BY t.relname, c.attnum";
const POSTGRES_PARENTS: &str = "SELECT t.relname, p.relname
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    WHERE k.contype = 'f'";

impl Tx<'_> {
    /// All tables, parents (by foreign keys) before children.
    pub async fn tables(&mut self) -> Result<Vec<Table>> {
        let (columns, parents) =
            if self.has_one_writer() { (SQLITE_COLUMNS, SQLITE_PARENTS) } else { (POSTGRES_COLUMNS, POSTGRES_PARENTS) };
        let columns: Vec<(String, String, String)> = self.all(columns, &[]).await?;
        let mut tables: Vec<Table> = Vec::new();
        for (table, column, kind) in columns {
            let kind = Kind::named(&kind)
                .ok_or_else(|| Error::Other(format!("{table}.{column} is a {kind}, which no column of ours is")))?;
            match tables.last_mut() {
                Some(last) if last.name == table => last.columns.push((column, kind)),
                _ => tables.push(Table { name: table, columns: vec![(column, kind)] }),
            }
        }
        in_order(tables, &self.all(parents, &[]).await?)
    }

    /// Prevents changes of these tables' schemas until the end of the transaction; their rows stay writable. PostgreSQL would show a table that is
    /// recreated meanwhile as empty. It must be the first statement, because the snapshot is taken by the next one.
    pub async fn keep_shapes(&mut self, tables: &[Table]) -> Result<()> {
        if self.has_one_writer() || tables.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        self.batch(&format!("LOCK TABLE {} IN ACCESS SHARE MODE", names.join(", "))).await
    }
}

fn in_order(mut tables: Vec<Table>, parents: &[(String, String)]) -> Result<Vec<Table>> {
    let mut sorted: Vec<Table> = Vec::with_capacity(tables.len());
    while !tables.is_empty() {
        let waits = |table: &Table| {
            parents.iter().any(|(child, parent)| {
                *child == table.name && child != parent && tables.iter().any(|other| other.name == *parent)
            })
        };
        let (wait, ready): (Vec<Table>, Vec<Table>) = tables.iter().cloned().partition(waits);
        if ready.is_empty() {
            return Err(Error::Other("foreign keys lead round in a circle".into()));
        }
        sorted.extend(ready);
        tables = wait;
    }
    Ok(sorted)
}

impl Table {
    pub fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_str()).collect()
    }
}

impl Tx<'_> {
    /// Runs `work` without the table's non-unique indexes, which are dropped before and created again after it: for a million rows this is much
    /// faster than a million updates. It is one transaction, so others always see the indexes.
    pub async fn without_indexes<T, E, F>(&mut self, table: &str, work: F) -> std::result::Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
    {
        self.disable_timeouts().await?;
        let indexes = self.plain_indexes(table).await?;
        for (name, _) in &indexes {
            self.batch(&format!("DROP INDEX {name}")).await?;
        }
        let out = work(self).await?;
        for (_, statement) in &indexes {
            self.batch(statement).await?;
        }
        Ok(out)
    }

    /// Runs `work` without the table's triggers: restored rows already include their effects. Foreign keys and unique indexes still hold.
    pub async fn without_triggers<T, E, F>(&mut self, table: &str, work: F) -> std::result::Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
    {
        if !self.has_one_writer() {
            self.batch(&format!("ALTER TABLE {table} DISABLE TRIGGER USER")).await?;
            let out = work(self).await?;
            self.batch(&format!("ALTER TABLE {table} ENABLE TRIGGER USER")).await?;
            return Ok(out);
        }
        let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = $1";
        let triggers: Vec<(String, String)> = self.all(sql, &[&table]).await?;
        for (name, _) in &triggers {
            self.batch(&format!("DROP TRIGGER {name}")).await?;
        }
        let out = work(self).await?;
        for (_, statement) in &triggers {
            self.batch(statement).await?;
        }
        Ok(out)
    }

    /// The non-unique indexes, with the statements that create them.
    async fn plain_indexes(&mut self, table: &str) -> Result<Vec<(String, String)>> {
        let sql = if self.has_one_writer() {
            "SELECT s.name, s.sql FROM pragma_index_list($1) l JOIN sqlite_schema s ON s.name = l.name
             WHERE NOT l.\"unique\" AND s.type = 'index'"
        } else {
            "SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
             WHERE i.indrelid = to_regclass($1) AND NOT i.indisunique AND NOT i.indisexclusion"
        };
        self.all(sql, &[&table]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<Table> {
        names.iter().map(|name| Table { name: (*name).into(), columns: Vec::new() }).collect()
    }

    #[test]
    fn parents_come_before_their_children() {
        let parents = [("visits", "doctors"), ("doctors", "accounts"), ("doctors", "doctors"), ("visits", "users")];
        let parents: Vec<_> = parents.map(|(child, parent)| (child.to_owned(), parent.to_owned())).to_vec();
        let sorted = in_order(named(&["visits", "doctors", "users", "accounts"]), &parents).unwrap();
        let names: Vec<&str> = sorted.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["users", "accounts", "doctors", "visits"]);
        let circle = [("a".to_owned(), "b".to_owned()), ("b".to_owned(), "a".to_owned())];
        assert!(in_order(named(&["a", "b"]), &circle).is_err());
    }
}
