//! The source of the keys: a private file, or a setting.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::platform::files::system_user;
use crate::platform::ids::{hex, random_bytes, unhex};

/// Where the keys are; Debug hides them.
#[derive(Debug, Clone)]
pub enum KeySource {
    /// A file with one key per line; created if missing.
    File(PathBuf),
    Given(KeyList),
}

/// Keys of 64 hexadecimal digits; the first is in use.
#[derive(Clone)]
pub struct KeyList(Vec<[u8; 32]>);

impl fmt::Debug for KeyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyList")
    }
}

/// Separated by commas or line ends.
impl FromStr for KeyList {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty());
        let keys: Option<Vec<[u8; 32]>> = parts.map(|part| unhex(part)?.try_into().ok()).collect();
        let keys = keys.filter(|keys| !keys.is_empty()).ok_or("expected keys of 64 hexadecimal digits each")?;
        if keys.contains(&[0; 32]) {
            return Err("expected random keys (openssl rand -hex 32), not one of zeros");
        }
        Ok(Self(keys))
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WrongKey {
    #[error("{0} cannot be used by the user {user}: {1}", user = system_user())]
    Unreadable(PathBuf, io::Error),
    #[error("{0} can be read by others than its owner: chmod 600 it, or make a new key if somebody may have read it")]
    Open(PathBuf),
    #[error("{0}: {1}")]
    NoKey(PathBuf, &'static str),
}

impl KeySource {
    pub fn is_there(&self) -> bool {
        match self {
            Self::Given(_) => true,
            Self::File(path) => path.exists(),
        }
    }

    pub(super) fn read(&self) -> Result<Vec<[u8; 32]>, WrongKey> {
        match self {
            Self::Given(KeyList(keys)) => Ok(keys.clone()),
            Self::File(path) => {
                make_if_absent(path).map_err(|error| WrongKey::Unreadable(path.clone(), error))?;
                read(path)
            }
        }
    }
}

/// Adds a new key as the file's first; it is used from the next start on.
pub fn renew(path: &Path) -> Result<(), WrongKey> {
    let unreadable = |error| WrongKey::Unreadable(path.to_owned(), error);
    make_if_absent(path).map_err(unreadable)?;
    let older = read(path)?;
    let lines: String = [random_bytes()].iter().chain(&older).map(|key| hex(key) + "\n").collect();
    let new = write_beside(path, &lines).map_err(unreadable)?;
    put_in_place(&new, path).map_err(unreadable)
}

/// Replaces a file and keeps its owner: the operator may be another user than the service.
fn put_in_place(new: &Path, old: &Path) -> io::Result<()> {
    let owner = std::fs::metadata(old)?;
    chown(new, Some(owner.uid()), Some(owner.gid()))?;
    std::fs::rename(new, old)?;
    let folder = old.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

fn read(path: &Path) -> Result<Vec<[u8; 32]>, WrongKey> {
    let unreadable = |error| WrongKey::Unreadable(path.to_owned(), error);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.permissions().mode() & 0o077 != 0 {
        return Err(WrongKey::Open(path.to_owned()));
    }
    let mut text = String::new();
    // Bounds the read of endless files such as devices.
    file.take(64 * 1024).read_to_string(&mut text).map_err(unreadable)?;
    let KeyList(keys) = text.parse().map_err(|expected| WrongKey::NoKey(path.to_owned(), expected))?;
    Ok(keys)
}

/// Two processes may create it at once; one of the keys wins for both.
fn make_if_absent(path: &Path) -> io::Result<()> {
    if path.try_exists()? {
        return Ok(());
    }
    let new = write_beside(path, &(hex(&random_bytes::<32>()) + "\n"))?;
    // A hard link is atomic and never replaces a file.
    let made = std::fs::hard_link(&new, path);
    std::fs::remove_file(&new)?;
    match made {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Creates a synced private file in the same folder.
fn write_beside(path: &Path, text: &str) -> io::Result<PathBuf> {
    let beside = path.with_file_name(format!(".key-{}", hex(&random_bytes::<8>())));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn the_first_start_makes_a_key_that_only_its_owner_reads_and_later_ones_keep_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let source = KeySource::File(path.clone());
        let first = source.read().unwrap();
        assert_eq!((first.len(), mode(&path)), (1, 0o600));
        assert_eq!(source.read().unwrap(), first);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn concurrent_starts_share_one_key() {
        let folder = tempfile::tempdir().unwrap();
        let source = KeySource::File(folder.path().join("key"));
        let read: Vec<_> = std::thread::scope(|scope| {
            let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| source.read().unwrap())).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect()
        });
        assert!(read.iter().all(|keys| *keys == read[0]));
    }

    #[test]
    fn a_file_that_others_can_read_is_refused_with_the_cure() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let source = KeySource::File(path.clone());
        source.read().unwrap();
        for open in [0o640, 0o604, 0o620] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(open)).unwrap();
            let said = source.read().unwrap_err().to_string();
            assert!(said.contains("chmod 600") && said.lines().count() == 1, "{said}");
        }
    }

    #[test]
    fn renewing_puts_a_new_key_on_top_of_the_older_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let source = KeySource::File(path.clone());
        let first = source.read().unwrap();
        renew(&path).unwrap();
        let renewed = source.read().unwrap();
        assert_eq!((renewed.len(), &renewed[1], mode(&path)), (2, &first[0], 0o600));
        assert_ne!(renewed[0], first[0]);
    }

    #[test]
    fn only_keys_of_64_digits_are_taken() {
        let (a, b) = ("a".repeat(64), "B".repeat(64));
        for (text, count) in [
            (a.clone(), Some(1)),
            (format!("{a}\n{b}\n"), Some(2)),
            (format!(" {a} , {b}"), Some(2)),
            (String::new(), None),
            ("\n".into(), None),
            (a[1..].into(), None),
            (format!("{a}aa"), None),
            (format!("{a}\nhunter42"), None),
            ("g".repeat(64), None),
            ("0".repeat(64), None),
            (format!("{a},{}", "0".repeat(64)), None),
        ] {
            assert_eq!(text.parse::<KeyList>().ok().map(|KeyList(keys)| keys.len()), count, "{text}");
        }
    }
}
