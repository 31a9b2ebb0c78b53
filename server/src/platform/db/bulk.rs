//! Bulk inserts into one table.

use super::error::Result;
use super::{Error, Tx};

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
