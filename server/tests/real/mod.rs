//! The real parts around the program: a mail server (Exim) and a photo store that speaks S3 (s3s-fs). `make field` brings both.

mod exim;
mod mail;
mod photos;

use std::path::PathBuf;

/// What `make field` put there.
fn tool(name: &str) -> PathBuf {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools")).join(name);
    assert!(path.exists(), "{} is not there; `make field` brings it", path.display());
    path
}
