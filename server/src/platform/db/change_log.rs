//! Change logs: tables to which triggers add the ids of changed rows. A cache asks before each use which of its entries are stale.

use std::collections::HashSet;

use super::Tx;
use super::error::{Error, Result};

/// A change log table, with the columns `version`, an id, and `changed_at`.
#[derive(Debug, Clone, Copy)]
pub struct ChangeLog {
    pub table: &'static str,
    pub of: &'static str,
}

#[derive(Debug, Clone)]
pub struct ChangeCursor {
    /// Entries from this version on are unread.
    next: i64,
    /// Unread versions before `next`: transactions in progress when the cursor was taken, at most one per connection of the PostgreSQL
    /// cluster; none on SQLite. With only the oldest of them, a transaction open for hours would make every reader read all entries since it
    /// began again.
    under_way: Vec<i64>,
    /// The server run in which it was taken. After a crash the server reuses transaction ids that left nothing on disk, so the cursor may be
    /// ahead of new ones.
    run: u64,
}

impl ChangeCursor {
    fn oldest_unread(&self) -> i64 {
        self.under_way.iter().copied().fold(self.next, i64::min)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum ChangesSince {
    /// The ids of what changed; mostly empty.
    Rows(HashSet<String>),
    /// Entries were deleted before they were read: everything must be read again.
    Unknown,
}

struct Versions {
    /// The first version that no visible entry has; `{table}` is the change log.
    next: &'static str,
    /// Versions before it that are not visible yet, separated by commas.
    under_way: &'static str,
    /// Whether `version` is in the list $2.
    is_listed: &'static str,
    /// Whether `version` can belong to this server. A copied database may hold entries of transaction ids that this server has not reached.
    own: &'static str,
    /// Whether all entries before `version` are visible.
    settled: &'static str,
}

/// SQLite has one writer: versions are in commit order, and none is in progress.
const COUNTED: Versions = Versions {
    next: "(SELECT COALESCE(max(version), 0) + 1 FROM {table})",
    under_way: "''",
    is_listed: "version < 0 AND $2 <> ''",
    own: "1 = 1",
    settled: "1 = 1",
};
/// On PostgreSQL versions are transaction ids. A snapshot is `xmin:xmax:first,second,…`: transactions from `xmax` on and those in the list
/// are not visible.
const TRANSACTIONS: Versions = Versions {
    next: "CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)",
    under_way: "split_part(CAST(pg_current_snapshot() AS TEXT), ':', 3)",
    is_listed: "version = ANY (CAST(string_to_array($2, ',') AS BIGINT[]))",
    own: "version < CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)",
    settled: "version < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)",
};

fn parse_versions(listed: &str) -> Result<Vec<i64>> {
    let versions = listed.split(',').filter(|version| !version.is_empty()).map(str::parse);
    versions.collect::<std::result::Result<_, _>>().map_err(|_| Error::Other("a snapshot cannot be read".into()))
}

/// The next version and those in progress, then the oldest version and an id.
type NotedRow = ((i64, String), (Option<i64>, Option<String>));

impl Tx<'_> {
    fn versions(&self) -> Versions {
        if self.has_one_writer() { COUNTED } else { TRANSACTIONS }
    }

    /// A cursor after everything committed so far. Take it before reading what is cached.
    pub async fn change_cursor(&mut self, notes: ChangeLog) -> Result<ChangeCursor> {
        let Versions { next, under_way, .. } = self.versions();
        let sql = format!("SELECT {next}, {under_way}").replace("{table}", notes.table);
        let run = self.run_of_server();
        let (next, under_way): (i64, String) = self.first(&sql, &[]).await?.unwrap_or_default();
        Ok(ChangeCursor { next, under_way: parse_versions(&under_way)?, run })
    }

    /// The changes since the cursor, which advances. Two index lookups, which read only new entries.
    pub async fn changes_since(&mut self, notes: ChangeLog, mark: &mut ChangeCursor) -> Result<ChangesSince> {
        if mark.run != self.run_of_server() {
            return Ok(ChangesSince::Unknown);
        }
        let (ChangeLog { table, of }, Versions { next, under_way, is_listed, own, .. }) = (notes, self.versions());
        // At least one row, so that the cursor advances and missing entries are noticed.
        let sql = format!(
            "SELECT s.next, s.under_way, s.oldest, n.whose
             FROM (SELECT {next} AS next, {under_way} AS under_way, (SELECT min(version) FROM {table}) AS oldest) s
             LEFT JOIN (SELECT {of} AS whose FROM {table} WHERE version >= $1 AND {own}
                        UNION ALL SELECT {of} FROM {table} WHERE {is_listed} AND {own}) n ON 1 = 1"
        );
        let unread = mark.under_way.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let sql = sql.replace("{table}", table);
        let rows: Vec<NotedRow> = self.all(&sql, &[&mark.next, &unread]).await?;
        let Some(((next, under_way), (oldest, _))) = rows.first() else { return Ok(ChangesSince::Unknown) };
        // There is always an entry: the last one is never deleted.
        if oldest.is_none_or(|oldest| oldest > mark.oldest_unread()) {
            return Ok(ChangesSince::Unknown);
        }
        (mark.next, mark.under_way) = (*next, parse_versions(under_way)?);
        Ok(ChangesSince::Rows(rows.into_iter().filter_map(|(_, (_, whose))| whose).collect()))
    }

    /// Deletes entries before the last one that is older than an instant, and returns how many. The rest has no gaps, and its first entry is
    /// older than every new cursor, so that a reader notices missing entries.
    pub async fn prune_change_log(&mut self, notes: ChangeLog, before: i64) -> Result<u64> {
        let (ChangeLog { table, .. }, Versions { settled, .. }) = (notes, self.versions());
        let sql = format!(
            "DELETE FROM {table} WHERE version < (SELECT max(version) FROM {table} WHERE changed_at < $1 AND {settled})"
        );
        self.execute(&sql, &[&before]).await
    }
}
