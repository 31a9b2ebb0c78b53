//! Checks of folders: the data dir, free disk space, photos, backups.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use jiff::SignedDuration;

use super::{CheckContext, CheckResult, ok, warning, wrong};
use crate::platform::backup::schedule;
use crate::platform::files::{DiskSpace, create_private_file, disk_space, is_open_to_others};
use crate::platform::ids::{hex, random_bytes};
use crate::startup;

const MEGABYTE: u64 = 1024 * 1024;
/// A busy day may fill less.
const LOW_DISK_BYTES: u64 = 1024 * MEGABYTE;
/// The next backup or upgrade fills less.
const CRITICAL_DISK_BYTES: u64 = 100 * MEGABYTE;

/// The folder, or its nearest ancestor that exists.
fn nearest(folder: &Path) -> PathBuf {
    let found = folder.ancestors().find(|folder| !folder.as_os_str().is_empty() && folder.exists());
    found.map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// Creates a folder in another and removes it.
fn try_folder_in(folder: &Path) -> io::Result<()> {
    let path = folder.join(probe());
    fs::create_dir(&path)?;
    fs::remove_dir(&path)
}

/// A unique name.
fn probe() -> String {
    format!(".check-{}", hex(&random_bytes::<8>()))
}

/// Writes a file into a folder, syncs it, and deletes it.
fn try_out(folder: &Path) -> io::Result<()> {
    let path = folder.join(probe());
    let mut file = create_private_file(&path)?;
    let written = file.write_all(b"check").and_then(|()| file.sync_all());
    fs::remove_file(&path)?;
    written
}

pub(super) fn data_dir(context: &CheckContext) -> CheckResult {
    let folder = &context.config.data_dir;
    let shown = folder.display();
    if !folder.exists() {
        let above = nearest(folder);
        return match try_folder_in(&above) {
            Ok(()) => ok(format!("{shown} is made at the first start")),
            Err(error) => wrong(
                format!("{shown} cannot be made in {}: {error}", above.display()),
                "make it for the program's user: install -d -m 700 -o doccare …; or set DOCCARE_DATA_DIR",
            ),
        };
    }
    if let Err(error) = try_out(folder) {
        return wrong(
            format!("a file cannot be written to {shown}: {error}"),
            "let the program's user own it (chown -R), on a disk that can be written to and takes an fsync",
        );
    }
    if is_open_to_others(folder) {
        return warning(format!("others on this machine can read {shown}"), format!("chmod 700 {shown}"));
    }
    ok(format!("{shown} is ours alone, and what is written there is on the disk"))
}

pub(super) fn disk(context: &CheckContext) -> CheckResult {
    let folder = nearest(&context.config.data_dir);
    let free = match disk_space(&folder) {
        Ok(DiskSpace { free, .. }) => free,
        Err(error) => return warning(format!("{}: {error}", folder.display()), "see whether the disk is mounted"),
    };
    let says = format!("{} MB are free at {}", free / MEGABYTE, folder.display());
    let cure = "make room, or move DOCCARE_DATA_DIR to a larger disk";
    match free {
        ..CRITICAL_DISK_BYTES => wrong(says, cure),
        CRITICAL_DISK_BYTES..LOW_DISK_BYTES => warning(says, cure),
        LOW_DISK_BYTES.. => ok(says),
    }
}

pub(super) async fn photos(context: &CheckContext) -> CheckResult {
    let config = &context.config;
    if config.photos_url.is_none() && !config.data_dir.join("photos").exists() {
        return ok("their folder is made at the first start");
    }
    let photos = match startup::open_photos(config) {
        Ok(photos) => photos,
        Err(setting) => return setting.into(),
    };
    match photos.try_out().await {
        Ok(()) => ok("a file was written, read and deleted"),
        Err(error) if config.photos_url.is_some() => wrong(
            error.to_string(),
            "see the bucket, endpoint and region of DOCCARE_PHOTOS_URL, and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which must \
             be allowed to put, get, list and delete",
        ),
        Err(error) => wrong(error.to_string(), "let the program's user own the folder photos of the data dir"),
    }
}

pub(super) fn backups(context: &CheckContext) -> CheckResult {
    let Some(plan) = &context.config.backups else {
        return warning(
            "none are made",
            "set DOCCARE_BACKUP_EVERY=24h, or call `doccare backup` by a timer of your own",
        );
    };
    let (folder, shown) = (nearest(&plan.folder), plan.folder.display());
    let tried = if folder == plan.folder { try_out(&folder) } else { try_folder_in(&folder) };
    if let Err(error) = tried {
        let cure = "set DOCCARE_BACKUP_DIR to a folder that the program's user may write to";
        return wrong(format!("nothing can be written to {shown}: {error}"), cure);
    }
    let late = plan.every.saturating_mul(2).max(SignedDuration::from_hours(1));
    if let Some(newest) = schedule::newest(plan)
        && context.now.duration_since(newest) > late
    {
        let says = format!("the newest in {shown} is of {newest}");
        return warning(says, "see the program's log for why no newer one was made");
    }
    let device = |path: &Path| fs::metadata(nearest(path)).map(|found| found.dev()).ok();
    if device(&plan.folder) == device(&context.config.data_dir) {
        let says = format!("they go to {shown}, on the same disk as the data");
        return warning(
            says,
            "set DOCCARE_BACKUP_DIR to another disk, or copy them to another machine; the key is in none of them",
        );
    }
    ok(format!("they go to {shown}; keep a copy of the key elsewhere"))
}
