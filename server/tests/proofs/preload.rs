//! Libraries in C that stand between the program and its system (`LD_PRELOAD`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Compiles a source of this folder, once in a run of the tests.
pub fn compile(source: &str) -> PathBuf {
    static COMPILED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/tests/proofs").join(source);
    let name = source.file_stem().and_then(|name| name.to_str()).expect("a name");
    // Another run may be under way.
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.so", std::process::id()));
    let mut compiled = COMPILED.lock().unwrap();
    if compiled.insert(library.clone()) {
        let mut command = Command::new("cc");
        command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl");
        assert!(command.status().unwrap().success());
    }
    library
}
