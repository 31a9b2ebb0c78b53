//! The Maildir into which the mail server delivers bounces; `new` holds unread mails.
//!
//! A mail is moved to `cur` before it is parsed, so that one that crashes the program does so once.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use super::{BounceReport, report};

const READ_BATCH: usize = 100;
/// Larger mails are truncated; ours are small.
const MAX_MAIL_BYTES: u64 = 64 * 1024;
/// The parser recurses into nested mails, as deep as the size limit allows.
const PARSER_STACK_SIZE: usize = 16 << 20;

pub struct ReturnedMail {
    /// Its path in `new`.
    waited: PathBuf,
    /// Its path in `cur`.
    kept: PathBuf,
    pub told: Vec<BounceReport>,
}

/// Unread mails, the oldest first; none if the folder does not exist yet.
pub fn list_new(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let files = match fs::read_dir(folder.join("new")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        files => files?,
    };
    let mut paths = Vec::new();
    for file in files {
        let file = file?;
        // A file whose type cannot be read may be gone again.
        if file.file_type().is_ok_and(|kind| kind.is_file()) {
            paths.push(file.path());
        }
    }
    paths.sort();
    paths.truncate(READ_BATCH);
    Ok(paths)
}

/// Moves a mail to `cur` and parses it. `None` if it cannot be moved, or another instance was faster.
pub fn claim(folder: &Path, waited: PathBuf) -> Option<ReturnedMail> {
    let kept = match keep(folder, &waited) {
        Ok(kept) => kept,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            tracing::warn!(%error, file = %waited.display(), "a mail that came cannot be moved to cur");
            return None;
        }
    };
    let told = read_one(&kept).unwrap_or_else(|error| {
        tracing::warn!(%error, file = %kept.display(), "a mail that came cannot be read");
        Vec::new()
    });
    Some(ReturnedMail { waited, kept, told })
}

fn keep(folder: &Path, waited: &Path) -> io::Result<PathBuf> {
    let cur = folder.join("cur");
    fs::create_dir_all(&cur)?;
    let mut name = waited.file_name().unwrap_or_default().to_owned();
    name.push(":2,");
    let kept = cur.join(name);
    fs::rename(waited, &kept)?;
    Ok(kept)
}

/// Parses a mail on a thread with a large stack. A mail that makes the parser panic reports nothing.
fn read_one(path: &Path) -> io::Result<Vec<BounceReport>> {
    let mut mail = Vec::new();
    File::open(path)?.take(MAX_MAIL_BYTES).read_to_end(&mut mail)?;
    let reader = thread::Builder::new().stack_size(PARSER_STACK_SIZE).spawn(move || report::read(&mail))?;
    Ok(reader.join().unwrap_or_default())
}

impl ReturnedMail {
    /// Deletes a bounce of ours, because it contains the mail with its links.
    pub fn delete(self) -> io::Result<()> {
        fs::remove_file(&self.kept)
    }

    pub fn put_back(self) -> io::Result<()> {
        fs::rename(&self.kept, &self.waited)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use tempfile::TempDir;

    use super::*;

    const EXIM: &str = include_str!("examples/exim.eml");

    /// What is parsed from a mail in the folder, and whether it is in `cur` afterwards.
    fn parse_in_folder(mail: &str) -> (Vec<BounceReport>, bool) {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("new")).unwrap();
        fs::write(folder.path().join("new").join("1.mail"), mail).unwrap();
        let waiting = list_new(folder.path()).unwrap().remove(0);
        let returned = claim(folder.path(), waiting).unwrap();
        assert!(list_new(folder.path()).unwrap().is_empty());
        (returned.told, folder.path().join("cur").join("1.mail:2,").is_file())
    }

    #[test]
    fn a_mail_is_read_in_cur() {
        let (told, is_kept) = parse_in_folder(EXIM);
        assert_eq!((told.len(), is_kept), (1, true));
    }

    #[test]
    fn long_or_deeply_nested_mails_are_ignored_quickly() {
        let begun = Instant::now();
        let group = "Action: failed\nFinal-Recipient: rfc822;asha@example.org\nStatus: 5.1.1\n\n";
        let groups = format!("{}Action: failed", group.repeat(20_000));
        let to = format!("\nTo: {}asha@example.org\n", "binu@example.org, ".repeat(20_000));
        let long = EXIM.replace("Action: failed", &groups).replace("\nTo: asha@example.org\n", &to);
        let deep = "Content-Type: message/rfc822\n\n".repeat(20_000);
        for mail in [long, deep] {
            assert_eq!(parse_in_folder(&mail), (Vec::new(), true));
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }

    #[test]
    fn a_mail_that_is_put_back_is_listed_again() {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("new")).unwrap();
        fs::write(folder.path().join("new").join("1.mail"), EXIM).unwrap();
        let waiting = list_new(folder.path()).unwrap();
        claim(folder.path(), waiting[0].clone()).unwrap().put_back().unwrap();
        assert_eq!(list_new(folder.path()).unwrap(), waiting);
    }
}
