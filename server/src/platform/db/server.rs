//! Properties of a PostgreSQL server.

use super::error::Result;
use super::{Db, Tx};

/// What `doccare check` and the clock guard need to know of a server.
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
    /// `None` on SQLite.
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

    /// Whether there is a table of that name.
    pub async fn has_table(&mut self, name: &str) -> Result<bool> {
        let sql = if self.has_one_writer() {
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1"
        } else {
            "SELECT count(*) FROM pg_class WHERE oid = to_regclass($1)"
        };
        Ok(self.count(sql, &[&name]).await? > 0)
    }
}
