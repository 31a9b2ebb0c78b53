//! Standard output, whose reader may have closed the pipe (`| head`).

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stdout};

/// Prints a line. `println!` would panic once the reader has closed the pipe; here that is no failure, because the reader has what it wanted.
pub fn line(text: impl Display) -> io::Result<()> {
    write_all(&format!("{text}\n"))
}

/// Prints a text as it is.
pub fn write_all(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
