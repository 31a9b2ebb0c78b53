//! Standard output that tolerates a closed pipe (`| head`).

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stdout};

/// Prints a line. `println!` would panic if the reader has closed the pipe, which is not an error here.
pub fn line(text: impl Display) -> io::Result<()> {
    write_all(&format!("{text}\n"))
}

/// Prints a text.
pub fn write_all(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
