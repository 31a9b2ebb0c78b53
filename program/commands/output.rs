//! Standard output that tolerates a closed pipe (`| head`), and questions on the terminal.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdin, stdout};

use anyhow::bail;

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

/// Asks before what cannot be undone: `verb` and `what` say it. Without a terminal nothing is done without the flag.
pub fn ask(verb: &str, what: &str) -> anyhow::Result<()> {
    if !stdin().is_terminal() {
        bail!("nothing was done. This would {} {what}: add --yes to do so", verb.to_lowercase());
    }
    write!(stderr(), "{verb} {what}? Type yes: ")?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    if answer.trim().eq_ignore_ascii_case("yes") { Ok(()) } else { bail!("nothing was done") }
}
