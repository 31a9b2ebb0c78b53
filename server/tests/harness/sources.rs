//! The project's own files, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file of the three crates that are shipped, by its absolute path.
pub fn shipped_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["server/src", "demo/src", "program"] {
        source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    assert!(files.len() > 100);
    files
}

/// Adds every Rust file under a folder.
pub fn source_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}
