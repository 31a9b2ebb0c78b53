//! The backup file: gzip of the lines, then a line with the SHA-256 of everything before it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use sha2::{Digest, Sha256};

use super::lines::{FORMAT, Head, Line};
use super::{Error, Result};
use crate::platform::db::migrate::{self, Step};
use crate::platform::ids::hex;

const SUM: &str = "\nsha256 ";
const SUM_LENGTH: u64 = SUM.len() as u64 + 64 + 1;
/// The file's name until it is complete.
const PARTIAL: &str = ".doccare-backup.partial";
/// Less than the usual 6, to save processor time for requests.
const COMPRESSION: Compression = Compression::new(3);

/// A backup being written. Dropped before the end, it leaves no file.
pub struct NewBackup {
    /// Its file, or the name of the stream in errors.
    path: PathBuf,
    /// The unfinished file and its name; none of a pipe.
    partial: Option<(PathBuf, File)>,
    /// `None` once it is finished.
    out: Option<BufWriter<GzEncoder<Summed>>>,
}

impl NewBackup {
    /// Creates a private file; one backup at a time per folder.
    pub fn create(path: &Path) -> Result<Self> {
        if path.try_exists().map_err(|error| Error::File(path.to_owned(), error))? {
            return Err(Error::Exists(path.to_owned()));
        }
        let partial = folder_of(path).join(PARTIAL);
        let file = create_partial(&partial).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock => Error::Taken(folder_of(path).to_owned()),
            _ => Error::File(partial.clone(), error),
        })?;
        let out = file.try_clone().map_err(|error| Error::File(partial.clone(), error))?;
        Ok(Self { path: path.to_owned(), partial: Some((partial, file)), out: Some(compressed(Box::new(out))) })
    }

    /// Writes to a stream; it is complete when it ends with the checksum.
    pub fn pipe(out: Box<dyn Write + Send>) -> Self {
        Self { path: "standard output".into(), partial: None, out: Some(compressed(out)) }
    }

    pub fn add(&mut self, line: &Line) -> Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let written =
            serde_json::to_writer(&mut *out, line).map_err(io::Error::from).and_then(|()| out.write_all(b"\n"));
        written.map_err(|error| Error::File(self.path.clone(), error))
    }

    /// Writes the checksum, syncs and renames the file; returns its size.
    pub fn finish(mut self) -> Result<u64> {
        let Some(out) = self.out.take() else { return Ok(0) };
        let finished = finish(out).and_then(|bytes| {
            if let Some((partial, file)) = &self.partial {
                file.sync_all()?;
                give_name(partial, &self.path)?;
                File::open(folder_of(&self.path))?.sync_all()?;
            }
            Ok(bytes)
        });
        if finished.is_err() {
            self.remove_partial();
        }
        finished.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Error::Exists(self.path.clone()),
            _ => Error::File(self.path.clone(), error),
        })
    }

    fn remove_partial(&self) {
        if let Some((partial, _)) = &self.partial {
            drop(fs::remove_file(partial));
        }
    }
}

fn compressed(sink: Box<dyn Write + Send>) -> BufWriter<GzEncoder<Summed>> {
    BufWriter::new(GzEncoder::new(Summed { sink, sum: Sha256::new(), bytes: 0 }, COMPRESSION))
}

/// Creates and locks a new file; `WouldBlock` if another process is writing one. Always a new file: an existing one may be a symbolic link,
/// or readable by others.
fn create_partial(partial: &Path) -> io::Result<File> {
    loop {
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(partial) {
            Ok(file) if is_locked(&file, partial)? => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => remove_left(partial)?,
            Ok(_) => {}
            Err(error) => return Err(error),
        }
    }
}

fn remove_left(partial: &Path) -> io::Result<()> {
    let removed = || {
        if !fs::symlink_metadata(partial)?.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let left = OpenOptions::new().write(true).open(partial)?;
        if is_locked(&left, partial)? { fs::remove_file(partial) } else { Ok(()) }
    };
    match removed() {
        // The other process has just finished.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Locks a file; `false` if its name belongs to another file by now.
fn is_locked(file: &File, path: &Path) -> io::Result<bool> {
    file.try_lock().map_err(io::Error::from)?;
    let locked = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (locked.dev(), locked.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Renames without replacing; `AlreadyExists` if the name is taken.
fn give_name(partial: &Path, path: &Path) -> io::Result<()> {
    match renameat_with(CWD, partial, CWD, path, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => give_name_in_two_steps(partial, path),
        renamed => Ok(renamed?),
    }
}

/// For file systems without an atomic rename that does not replace: reserves the name with an empty file first.
fn give_name_in_two_steps(partial: &Path, path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    fs::rename(partial, path).inspect_err(|_| drop(fs::remove_file(path)))
}

fn finish(out: BufWriter<GzEncoder<Summed>>) -> io::Result<u64> {
    let Summed { mut sink, sum, bytes } = out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
    let sum = hex(&sum.finalize());
    sink.write_all(format!("{SUM}{sum}\n").as_bytes())?;
    sink.flush()?;
    Ok(bytes + SUM_LENGTH)
}

impl Drop for NewBackup {
    fn drop(&mut self) {
        if self.out.is_some() {
            self.remove_partial();
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The sink with the checksum of what was written.
struct Summed {
    sink: Box<dyn Write + Send>,
    sum: Sha256,
    bytes: u64,
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// A complete backup that this program can restore.
#[derive(Debug, Clone)]
pub struct Backup {
    path: PathBuf,
    pub head: Head,
}

impl Backup {
    /// Verifies the checksum of the whole file first.
    pub fn open(path: &Path, steps: &[Step]) -> Result<Self> {
        check_sum(path)?;
        let Some(Line::Head(head)) = Lines::open(path)?.next_line()? else {
            return Err(Error::Broken(path.to_owned(), "it has no head".into()));
        };
        if migrate::is_before_first_release(&head.steps) {
            return Err(Error::TooOld(path.to_owned(), head.program));
        }
        let known =
            head.steps.len() <= steps.len() && head.steps.iter().zip(steps).all(|(name, step)| name == step.name);
        if head.format > FORMAT || !known {
            return Err(Error::Newer(path.to_owned(), head.program));
        }
        Ok(Self { path: path.to_owned(), head })
    }

    pub fn lines(&self) -> Result<Lines> {
        Lines::open(&self.path)
    }

    pub fn broken(&self, why: &str) -> Error {
        Error::Broken(self.path.clone(), why.to_owned())
    }
}

fn check_sum(path: &Path) -> Result<()> {
    let failed = |error| Error::File(path.to_owned(), error);
    let broken = |why: &str| Error::Broken(path.to_owned(), why.to_owned());
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let lines = length.checked_sub(SUM_LENGTH).ok_or_else(|| broken("it is too short"))?;
    let sum = sum_of((&mut file).take(lines)).map_err(failed)?;
    let mut said = Vec::new();
    file.read_to_end(&mut said).map_err(failed)?;
    if !said.starts_with(SUM.as_bytes()) {
        return Err(broken("its end is missing"));
    }
    if said != format!("{SUM}{sum}\n").as_bytes() {
        return Err(broken("it was changed since it was made"));
    }
    Ok(())
}

fn sum_of(mut reader: impl Read) -> io::Result<String> {
    let (mut sum, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hex(&sum.finalize())),
            length => sum.update(&buffer[..length]),
        }
    }
}

pub struct Lines {
    path: PathBuf,
    reader: BufReader<GzDecoder<BufReader<io::Take<File>>>>,
    line: String,
    /// A line that was put back after reading.
    returned: Option<Line>,
}

impl Lines {
    fn open(path: &Path) -> Result<Self> {
        let open = || -> io::Result<_> {
            let mut file = File::open(path)?;
            let length = file.seek(SeekFrom::End(0))?.saturating_sub(SUM_LENGTH);
            file.rewind()?;
            Ok(BufReader::new(GzDecoder::new(BufReader::new(file.take(length)))))
        };
        let reader = open().map_err(|error| Error::File(path.to_owned(), error))?;
        Ok(Self { path: path.to_owned(), reader, line: String::new(), returned: None })
    }

    pub fn next_line(&mut self) -> Result<Option<Line>> {
        if let Some(line) = self.returned.take() {
            return Ok(Some(line));
        }
        let broken = |error: io::Error| Error::Broken(self.path.clone(), error.to_string());
        self.line.clear();
        if self.reader.read_line(&mut self.line).map_err(broken)? == 0 {
            return Ok(None);
        }
        serde_json::from_str(&self.line).map(Some).map_err(|error| broken(error.into()))
    }

    /// Puts a line back: the next call returns it again.
    pub fn give_back(&mut self, line: Line) {
        self.returned = Some(line);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn a_file_that_came_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.backup");
        let new = NewBackup::create(&path).unwrap();
        fs::write(&path, "somebody's").unwrap();
        assert!(matches!(new.finish(), Err(Error::Exists(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody's");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    /// Concurrent writers of the same name, again and again, each with a separate file: no file is ever lost.
    #[test]
    fn of_two_concurrent_backups_with_one_name_one_fails() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mine, theirs) =
            (folder.path().join("one"), folder.path().join("mine"), folder.path().join("theirs"));
        for give in [give_name as fn(&Path, &Path) -> io::Result<()>, give_name_in_two_steps] {
            for _ in 0..300 {
                fs::write(&mine, "mine").unwrap();
                fs::write(&theirs, "theirs").unwrap();
                let given = std::thread::scope(|scope| {
                    let other = scope.spawn(|| give(&theirs, &path));
                    (give(&mine, &path), other.join().unwrap())
                });
                let (kept, refused) = match given {
                    (Ok(()), Err(refused)) => ("mine", refused),
                    (Err(refused), Ok(())) => ("theirs", refused),
                    other => panic!("{other:?}"),
                };
                assert_eq!(
                    (fs::read_to_string(&path).unwrap().as_str(), refused.kind()),
                    (kept, ErrorKind::AlreadyExists)
                );
                fs::remove_file(&path).unwrap();
            }
        }
    }

    /// The name never belongs to an empty file first, which another process could write to or replace.
    #[test]
    fn the_name_is_given_in_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let (path, partial) = (folder.path().join("one"), folder.path().join("partial"));
        let done = AtomicBool::new(false);
        let seen = std::thread::scope(|scope| {
            let watching = scope.spawn(|| {
                let mut empty = 0;
                while !done.load(Ordering::Relaxed) {
                    empty += u32::from(fs::metadata(&path).is_ok_and(|found| found.len() == 0));
                }
                empty
            });
            for _ in 0..2000 {
                fs::write(&partial, "whole").unwrap();
                give_name(&partial, &path).unwrap();
                fs::remove_file(&path).unwrap();
            }
            done.store(true, Ordering::Relaxed);
            watching.join().unwrap()
        });
        assert_eq!(seen, 0);
    }

    #[test]
    fn a_leftover_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let (path, partial) = (folder.path().join("one.backup"), folder.path().join(PARTIAL));
        // A reader that opened the file before still reads the old one.
        fs::write(&partial, "left").unwrap();
        fs::set_permissions(&partial, fs::Permissions::from_mode(0o644)).unwrap();
        let left = File::open(&partial).unwrap();
        let new = NewBackup::create(&path).unwrap();
        assert!(matches!(NewBackup::create(&path), Err(Error::Taken(_))));
        new.finish().unwrap();
        assert_eq!(io::read_to_string(left).unwrap(), "left");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_link_in_the_way_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (elsewhere, partial) = (folder.path().join("elsewhere"), folder.path().join(PARTIAL));
        for _ in 0..2 {
            symlink(&elsewhere, &partial).unwrap();
            assert!(matches!(NewBackup::create(&folder.path().join("one.backup")), Err(Error::File(..))));
            fs::remove_file(&partial).unwrap();
            // The second time it leads to a file.
            fs::write(&elsewhere, "somebody's").unwrap();
        }
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "somebody's");
    }

    #[test]
    fn a_file_that_has_another_name_by_now_is_not_the_one_that_was_to_be_locked() {
        let folder = tempfile::tempdir().unwrap();
        let (partial, finished) = (folder.path().join(PARTIAL), folder.path().join("one.backup"));
        let file = File::create(&partial).unwrap();
        fs::rename(&partial, &finished).unwrap();
        assert!(!is_locked(&file, &partial).unwrap());
        fs::write(&partial, "the next").unwrap();
        assert!(!is_locked(&file, &partial).unwrap());
        assert!(is_locked(&file, &finished).unwrap());
    }
}
