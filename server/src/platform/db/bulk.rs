//! Adding a great many rows to one table.

use super::error::Result;
use super::{Error, Tx};

impl Tx<'_> {
    /// Runs `work` while the table has only the indexes that refuse rows. The others are dropped before it and made again
    /// after it, which for a million rows takes a fraction of the time of changing them a million times. It is all one
    /// transaction: nobody meets the table without them.
    pub async fn without_indexes<T, E, F>(&mut self, table: &str, work: F) -> std::result::Result<T, E>
    where
        E: From<Error>,
        F: AsyncFnOnce(&mut Tx<'_>) -> std::result::Result<T, E>,
    {
        self.take_your_time().await?;
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

    /// Runs `work` while nothing happens by itself when the table's rows change: they were like this before. Foreign keys and
    /// unique indexes still refuse rows.
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

    /// The names of the indexes that refuse nothing, with the statements that make them.
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
