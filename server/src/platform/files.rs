//! Folders and files that nobody else on the machine reads, whatever the umask.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

/// Makes a folder, and those above it, if they are not there. What is there stays as it is.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes an empty file if there is none.
pub fn make_private_file(path: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_is_made_is_for_its_owner_only_and_what_is_there_is_kept() {
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
    }
}
