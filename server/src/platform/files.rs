//! Private files and folders (mode 600 and 700, whatever the umask), and free disk space.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Creates a folder and its parents. Existing ones are not changed.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Whether others than the owner can access an existing file or folder.
pub fn is_open_to_others(folder: &Path) -> bool {
    std::fs::metadata(folder).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

pub fn create_private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

pub fn make_private_file(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// The system user that the program runs as, for error messages: its name, else its id.
pub fn system_user() -> String {
    let id = rustix::process::geteuid().as_raw().to_string();
    let accounts = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = accounts.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)? == id).then(|| name.to_owned())
    });
    name.unwrap_or(id)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    pub free: u64,
    pub total: u64,
}

pub fn disk_space(folder: &Path) -> io::Result<DiskSpace> {
    let found = rustix::fs::statvfs(folder)?;
    let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
    Ok(DiskSpace { free: bytes(found.f_bavail), total: bytes(found.f_blocks) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_files_are_private_and_existing_ones_are_unchanged() {
        let home = tempfile::tempdir().unwrap();
        let (folder, file) = (home.path().join("a/b"), home.path().join("a/b/c"));
        make_private_folder(&folder).unwrap();
        make_private_file(&file).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&home.path().join("a")), mode(&folder), mode(&file)), (0o700, 0o700, 0o600));
        std::fs::write(&file, "kept").unwrap();
        make_private_folder(&folder).unwrap();
        make_private_file(&file).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"kept");
        let another = folder.join("d");
        drop(create_private_file(&another).unwrap());
        assert_eq!(mode(&another), 0o600);
        assert!(!is_open_to_others(&folder));
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o750)).unwrap();
        assert!(is_open_to_others(&folder));
    }
}
