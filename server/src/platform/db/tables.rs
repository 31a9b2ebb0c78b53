//! The schema's tables and columns, for backups.

use super::Tx;
use super::error::{Error, Result};

/// A table, and its columns in their order.
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

/// Parents before their children.
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
    /// The column names.
    pub fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_str()).collect()
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
