//! Notes of changes: a table to which triggers add whose rows changed, so that whoever keeps some of them in memory can ask,
//! before each use, whose are no longer what they were. `migrations/0016_doctor_changes.sql` is one.

use std::collections::HashSet;

use super::Tx;
use super::error::{Error, Result};

/// A table of notes: `version`, whose rows changed, and `noted_at`.
#[derive(Debug, Clone, Copy)]
pub struct Notes {
    pub table: &'static str,
    /// The column that says whose rows changed.
    pub of: &'static str,
}

/// How far the notes have been read.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Every note from this version on is unread.
    next: i64,
    /// Versions before `next` that are unread too: transactions that were under way when the mark was taken. At most one of each
    /// connection of the PostgreSQL cluster; none on SQLite. Keeping these, and not the oldest of them alone, is what keeps a
    /// transaction that stays open for hours from making every reader read all notes since it began again.
    under_way: Vec<i64>,
    /// The run of the database's server in which it was taken. The next run after a crash gives numbers of transactions that
    /// left nothing on the disk once more: the mark may be ahead of them.
    run: u64,
}

impl Mark {
    /// The oldest version that is unread.
    fn oldest_unread(&self) -> i64 {
        self.under_way.iter().copied().fold(self.next, i64::min)
    }
}

/// What the notes say to somebody who has read up to their mark.
#[derive(Debug, PartialEq, Eq)]
pub enum Noted {
    /// Whose rows changed; nobody's, most of the time.
    Of(HashSet<String>),
    /// Some notes were deleted before they were read, or cannot be told from those that were: everything must be read anew.
    Lost,
}

/// How an engine counts versions.
struct Versions {
    /// The first version that no note has which is seen now; `{table}` stands for the table of notes.
    next: &'static str,
    /// Versions before that which are not seen now either, separated by commas.
    under_way: &'static str,
    /// Whether `version` is one of those in the parameter $2, which is such a list.
    is_listed: &'static str,
    /// Whether `version` can be one of this database. A copy of another server's may hold notes of transactions that this
    /// server has yet to begin.
    own: &'static str,
    /// Whether every note before `version` has been made.
    settled: &'static str,
}

/// One writer: versions come in the order of the commits, and none is ever under way.
const COUNTED: Versions = Versions {
    next: "(SELECT COALESCE(max(version), 0) + 1 FROM {table})",
    under_way: "''",
    is_listed: "version < 0 AND $2 <> ''",
    own: "1 = 1",
    settled: "1 = 1",
};
/// Versions are numbers of transactions. The text of a snapshot is `xmin:xmax:first,second,…`: what began at `xmax` or later is not
/// seen, nor is what stands in the list.
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

/// The next version and those under way, then the oldest note and whose a note is.
type NotedRow = ((i64, String), (Option<i64>, Option<String>));

impl Tx<'_> {
    fn versions(&self) -> Versions {
        if self.has_one_writer() { COUNTED } else { TRANSACTIONS }
    }

    /// A mark after everything that is committed by now. Take it before reading what is to be kept.
    pub async fn mark(&mut self, notes: Notes) -> Result<Mark> {
        let Versions { next, under_way, .. } = self.versions();
        let sql = format!("SELECT {next}, {under_way}").replace("{table}", notes.table);
        let run = self.run_of_server();
        let (next, under_way): (i64, String) = self.first(&sql, &[]).await?.unwrap_or_default();
        Ok(Mark { next, under_way: parse_versions(&under_way)?, run })
    }

    /// What was noted since the mark, which moves on. It reads the notes that are new, and no others: two lookups in the index.
    pub async fn noted(&mut self, notes: Notes, mark: &mut Mark) -> Result<Noted> {
        if mark.run != self.run_of_server() {
            return Ok(Noted::Lost);
        }
        let (Notes { table, of }, Versions { next, under_way, is_listed, own, .. }) = (notes, self.versions());
        // One row at least, so that the mark moves on, and missing notes are seen, where nothing is new.
        let sql = format!(
            "SELECT s.next, s.under_way, s.oldest, n.whose
             FROM (SELECT {next} AS next, {under_way} AS under_way, (SELECT min(version) FROM {table}) AS oldest) s
             LEFT JOIN (SELECT {of} AS whose FROM {table} WHERE version >= $1 AND {own}
                        UNION ALL SELECT {of} FROM {table} WHERE {is_listed} AND {own}) n ON 1 = 1"
        );
        let unread = mark.under_way.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let sql = sql.replace("{table}", table);
        let rows: Vec<NotedRow> = self.all(&sql, &[&mark.next, &unread]).await?;
        let Some(((next, under_way), (oldest, _))) = rows.first() else { return Ok(Noted::Lost) };
        // There is always a note: the last one is never deleted.
        if oldest.is_none_or(|oldest| oldest > mark.oldest_unread()) {
            return Ok(Noted::Lost);
        }
        (mark.next, mark.under_way) = (*next, parse_versions(under_way)?);
        Ok(Noted::Of(rows.into_iter().filter_map(|(_, (_, whose))| whose).collect()))
    }

    /// Deletes the notes before the last one that was made before an instant, and returns how many. What stays has no gaps, and
    /// its first note is older than every mark that is taken from now on: so whoever finds a note of theirs missing knows it.
    pub async fn forget_notes(&mut self, notes: Notes, before: i64) -> Result<u64> {
        let (Notes { table, .. }, Versions { settled, .. }) = (notes, self.versions());
        let sql = format!(
            "DELETE FROM {table} WHERE version < (SELECT max(version) FROM {table} WHERE noted_at < $1 AND {settled})"
        );
        self.execute(&sql, &[&before]).await
    }
}
