//! Scheduled backups: when the next one is due, its file name, and which old ones are deleted.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::{BackupSummary, Error, Result, make};
use crate::platform::clock::millis;
use crate::platform::db::{self, Db, Tx};
use crate::platform::photos::Photos;

#[derive(Debug, Clone)]
pub struct Plan {
    pub every: SignedDuration,
    pub keep: usize,
    pub folder: PathBuf,
}

const BEGIN: &str = "doccare-";
const END: &str = ".backup";

/// Makes a backup if one is due; only then deletes the oldest beyond the number to keep.
pub async fn make_due(
    db: &Db,
    photos: &Photos,
    plan: &Plan,
    now: Timestamp,
    stop: &CancellationToken,
) -> Result<Option<(PathBuf, BackupSummary)>> {
    if !is_due(db, plan, now).await? {
        return Ok(None);
    }
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&plan.folder);
    made.map_err(|error| Error::File(plan.folder.clone(), error))?;
    let file = plan.folder.join(name_at(now));
    let made = make(db, photos, &file, now, stop).await?;
    note_next(db, now.as_millisecond().saturating_add(millis(plan.every))).await?;
    remove_old(plan, &file);
    Ok(Some((file, made)))
}

pub async fn make_one_due(tx: &mut Tx<'_>) -> db::Result<()> {
    tx.execute("UPDATE installation_state SET next_backup_at = NULL WHERE id = 1", &[]).await.map(drop)
}

/// A time further off than the interval comes from another setting or a wrong clock, and does not count.
async fn is_due(db: &Db, plan: &Plan, now: Timestamp) -> db::Result<bool> {
    let (now, last) = (now.as_millisecond(), now.as_millisecond().saturating_add(millis(plan.every)));
    let sql = "SELECT count(*) FROM installation_state WHERE id = 1 AND next_backup_at > $1 AND next_backup_at <= $2";
    Ok(db.read(async |tx| tx.count(sql, &[&now, &last]).await).await? == 0)
}

async fn note_next(db: &Db, due_at: i64) -> db::Result<()> {
    let sql = "INSERT INTO installation_state (id, next_backup_at) VALUES (1, $1)
               ON CONFLICT (id) DO UPDATE SET next_backup_at = excluded.next_backup_at";
    db.write_one(async move |tx| tx.execute(sql, &[&due_at]).await.map(drop)).await
}

fn name_at(now: Timestamp) -> String {
    format!("{BEGIN}{}{END}", now.strftime("%Y%m%dT%H%M%SZ"))
}

/// Whether a file was made here: `doccare-20261116T201500Z.backup`.
fn is_ours(name: &str) -> bool {
    let time = name.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END)).unwrap_or_default();
    let fits = |(byte, pattern): (u8, u8)| if pattern == b'0' { byte.is_ascii_digit() } else { byte == pattern };
    time.len() == 16 && time.bytes().zip(*b"00000000T000000Z").all(fits)
}

/// When the newest backup of a folder was made, by its name.
pub fn newest(plan: &Plan) -> Option<Timestamp> {
    let names = fs::read_dir(&plan.folder).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let newest = names.filter(|name| is_ours(name)).max()?;
    let time = newest.strip_prefix(BEGIN)?.strip_suffix(END)?;
    let time = DateTime::strptime("%Y%m%dT%H%M%SZ", time).ok()?;
    time.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

/// Deletes the oldest backups, never the new one. Those with a later name come from a wrong clock: they are neither deleted nor counted.
fn remove_old(plan: &Plan, made: &Path) {
    let Ok(entries) = fs::read_dir(&plan.folder) else { return };
    let ours = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_str().is_some_and(is_ours));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(ours).collect();
    let found = files.len();
    files.retain(|file| file.as_path() < made);
    files.sort();
    let later = found.saturating_sub(files.len() + 1);
    if later > 0 {
        tracing::warn!(later, folder = %plan.folder.display(), "BACKUPS HAVE NAMES FROM THE FUTURE: the clock is wrong or was; they are kept");
    }
    let surplus = (files.len() + 1).saturating_sub(plan.keep);
    for file in &files[..surplus.min(files.len())] {
        if let Err(error) = fs::remove_file(file) {
            tracing::warn!(file = %file.display(), %error, "an old backup could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_were_made_here_are_ours() {
        let name = name_at("2026-11-16T20:15:00.5Z".parse().unwrap());
        assert_eq!(name, "doccare-20261116T201500Z.backup");
        assert!(is_ours(&name));
        for other in ["doccare-before-the-move.backup", "doccare-20261116T201500Z.backup.1", "doccare.db", ".backup"] {
            assert!(!is_ours(other), "{other}");
        }
    }

    #[test]
    fn the_oldest_backups_are_deleted_but_not_the_new_one_or_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = (10..15).map(|day| format!("doccare-202611{day}T000000Z.backup")).collect();
        for name in names.iter().map(String::as_str).chain(["mine.backup", "doccare.db"]) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let plan = Plan { every: SignedDuration::from_hours(24), keep: 2, folder: folder.path().into() };
        // The last two were made while the clock was ahead.
        remove_old(&plan, &folder.path().join(&names[2]));
        assert_eq!(newest(&plan), "2026-11-14T00:00:00Z".parse().ok());
        let mut left: Vec<String> =
            fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        left.sort();
        let kept = [&names[1], &names[2], &names[3], &names[4]].map(String::as_str);
        assert_eq!(left, [&kept[..], &["doccare.db", "mine.backup"]].concat());
    }
}
