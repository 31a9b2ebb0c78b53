//! Notes of changes: a table to which triggers add whose rows changed, so that whoever keeps some of them in memory can ask,
//! before each use, whose are no longer what they were. `migrations/0016_doctor_changes.sql` is one.

use std::collections::HashSet;

use super::Tx;
use super::error::Result;

/// A table of notes: `version`, whose rows changed, and `noted_at`.
#[derive(Debug, Clone, Copy)]
pub struct Notes {
    pub table: &'static str,
    /// The column that says whose rows changed.
    pub of: &'static str,
}

/// How far somebody has read the notes.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Every note before this version has been read, or was there before anything was kept.
    from: i64,
    /// What has been read from there on. On PostgreSQL a transaction that began earlier may end later, so that older versions
    /// than these can still come; all the notes of one transaction come at once.
    seen: HashSet<(i64, String)>,
    /// The run of the database's server in which it was taken. The next run after a crash gives numbers of transactions that
    /// left nothing on the disk once more: the mark may be ahead of them.
    run: u64,
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
    /// The first version that a note can have which is not seen now, from the row `n` of the last one.
    next: &'static str,
    /// Whether `version` can be one of this database. A copy of another server's may hold notes of transactions that this
    /// server has yet to begin.
    own: &'static str,
    /// Whether every note before `version` has been made.
    settled: &'static str,
}

/// One writer: versions come in the order of the commits.
const COUNTED: Versions = Versions { next: "n.version + 1", own: "1 = 1", settled: "1 = 1" };
/// Versions are numbers of transactions: all before the oldest one under way have ended, and what they did is seen.
const TRANSACTIONS: Versions = Versions {
    next: "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)",
    own: "version < CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)",
    settled: "version < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)",
};

impl Tx<'_> {
    fn versions(&self) -> Versions {
        if self.has_one_writer() { COUNTED } else { TRANSACTIONS }
    }

    /// A mark after everything that is committed by now. Take it before reading what is to be kept.
    pub async fn mark(&mut self, notes: Notes) -> Result<Mark> {
        let (Notes { table, .. }, Versions { next, own, .. }) = (notes, self.versions());
        // There is always a note: the last one is never deleted.
        let sql = format!("SELECT {next} FROM {table} n WHERE {own} ORDER BY n.version DESC LIMIT 1");
        let run = self.run_of_server();
        Ok(Mark { from: self.first(&sql, &[]).await?.unwrap_or(0), seen: HashSet::new(), run })
    }

    /// What was noted since the mark, which moves on.
    pub async fn noted(&mut self, notes: Notes, mark: &mut Mark) -> Result<Noted> {
        if mark.run != self.run_of_server() {
            return Ok(Noted::Lost);
        }
        let (Notes { table, of }, Versions { next, own, .. }) = (notes, self.versions());
        let sql = format!(
            "SELECT n.version, n.{of}, {next}, (SELECT min(version) FROM {table})
             FROM {table} n WHERE n.version >= $1 AND {own}"
        );
        let rows: Vec<((i64, String), (i64, i64))> = self.all(&sql, &[&mark.from]).await?;
        let Some((_, (_, oldest))) = rows.first() else { return Ok(Noted::Of(HashSet::new())) };
        if *oldest > mark.from {
            return Ok(Noted::Lost);
        }
        mark.from = rows.iter().map(|(_, (next, _))| *next).max().unwrap_or(0).max(mark.from);
        let new: HashSet<_> = rows.into_iter().map(|(note, _)| note).filter(|note| !mark.seen.contains(note)).collect();
        let whose = new.iter().map(|(_, whose)| whose.clone()).collect();
        mark.seen.extend(new);
        mark.seen.retain(|(version, _)| *version >= mark.from);
        Ok(Noted::Of(whose))
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
