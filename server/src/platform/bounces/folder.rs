//! The folder that the mail server puts returns into: a Maildir, whose `new` has what nobody has read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Told, report};

/// So many mails are read at a time.
const AT_ONCE: usize = 100;
/// A return holds a mail of ours, which is small; of a larger one its beginning will do.
const MOST_BYTES: u64 = 1024 * 1024;

/// A mail of the folder.
pub struct Returned {
    path: PathBuf,
    pub told: Vec<Told>,
}

/// The mails that wait, the oldest first; none where the mail server has not made the folder yet.
pub fn read_new(folder: &Path) -> io::Result<Vec<Returned>> {
    let files = match fs::read_dir(folder.join("new")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        files => files?,
    };
    let mut paths = Vec::new();
    for file in files {
        let file = file?;
        if file.file_type()?.is_file() {
            paths.push(file.path());
        }
    }
    paths.sort();
    paths.truncate(AT_ONCE);
    paths.into_iter().filter_map(read_one).collect()
}

/// Another instance may have put it away meanwhile.
fn read_one(path: PathBuf) -> Option<io::Result<Returned>> {
    let mut mail = Vec::new();
    match File::open(&path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut mail)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => Some(Err(error)),
        Ok(_) => Some(Ok(Returned { path, told: report::read(&mail) })),
    }
}

/// Deletes a return of ours, which holds the mail itself with its links. Any other mail is left to whoever reads the folder: it goes
/// where mail programs look, unread.
pub fn put_away(folder: &Path, returned: &Returned, is_ours: bool) -> io::Result<()> {
    let done = if is_ours {
        fs::remove_file(&returned.path)
    } else {
        let kept = folder.join("cur");
        fs::create_dir_all(&kept)?;
        let mut name = returned.path.file_name().unwrap_or_default().to_owned();
        name.push(":2,");
        fs::rename(&returned.path, kept.join(name))
    };
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
