//! Libraries in C that intercept the program's system calls (`LD_PRELOAD`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Compiles a source of this folder, once per test run.
pub fn compile(source: &str) -> PathBuf {
    static COMPILED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/tests/proofs").join(source);
    let name = source.file_stem().and_then(|name| name.to_str()).expect("a name");
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.so"));
    let mut compiled = COMPILED.lock().unwrap();
    if compiled.insert(library.clone()) {
        // Another run may be using the previous file.
        let own = library.with_extension(std::process::id().to_string());
        let mut command = Command::new("cc");
        command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&own).arg(&source).arg("-ldl");
        assert!(command.status().unwrap().success());
        std::fs::rename(own, &library).unwrap();
    }
    library
}
