//! Real services around the program: a mail server (Exim) and a photo store that speaks S3 (s3s-fs). `make field` installs both.

mod exim;
mod mail;
mod photos;

use std::path::PathBuf;

/// The folder that `make field` installs into.
fn tool(name: &str) -> PathBuf {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools")).join(name);
    assert!(path.exists(), "{} is not there; `make field` brings it", path.display());
    path
}
