//! Every command of docs/OPERATIONS.md works: its code blocks are run in order, by one shell, in an empty folder, with the real program.
//! Those of the service (`sh root`) change a whole machine: `deploy/tests/operations.sh` runs them in a separate one. Those that need the
//! internet (`sh internet`) are only parsed.

use std::fmt::Write;
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use doccare::platform::db::{self, Db};

use crate::harness::postgres;
use crate::process::itself;

const PAGE: &str = include_str!("../../docs/OPERATIONS.md");

/// The language of a fenced code block, and its lines.
struct Block {
    kind: &'static str,
    text: &'static str,
}

fn blocks() -> Vec<Block> {
    let parts: Vec<&str> = PAGE.split("```").collect();
    assert_eq!(parts.len() % 2, 1, "every block ends");
    let inside = parts.into_iter().skip(1).step_by(2);
    inside
        .map(|part| {
            let (kind, text) = part.split_once('\n').expect("a kind of block");
            Block { kind, text }
        })
        .collect()
}

/// Two ports that are free, below the range that the system assigns.
fn free_ports() -> [u16; 2] {
    let first = 20_000 + u16::try_from(std::process::id() % 10_000).unwrap();
    let mut free = (first..32_000).filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    [(); 2].map(|()| free.next().expect("a free port"))
}

#[test]
fn every_code_block_is_of_a_kind_that_a_test_runs() {
    for Block { kind, text } in blocks() {
        assert!(["sh", "sh refused", "sh root", "sh internet", "text"].contains(&kind), "{kind}");
        assert_eq!(["sh root", "sh internet"].contains(&kind), text.starts_with("# root\n"), "{text}");
    }
}

/// A Let's Encrypt certificate needs a public name: such blocks are parsed and not run.
#[test]
fn blocks_that_need_the_internet_are_valid_shell() {
    let of_internet: Vec<Block> = blocks().into_iter().filter(|block| block.kind == "sh internet").collect();
    assert_eq!(of_internet.len(), 3, "nginx, Caddy, the program itself");
    for block in of_internet {
        let read = Command::new("sh").args(["-n", "-c", block.text]).output().unwrap();
        assert!(read.status.success(), "{}{}", block.text, String::from_utf8_lossy(&read.stderr));
    }
}

/// Commands in the page's text also occur in a block that is run.
#[test]
fn every_command_of_the_program_is_in_a_block() {
    let is_run = |block: &&Block| ["sh", "sh refused"].contains(&block.kind);
    let run: String = blocks().iter().filter(is_run).map(|block| block.text).collect();
    let named = PAGE.split('`').filter(|part| part.starts_with("doccare ") && !part.contains('\n'));
    for command in named {
        assert!(run.contains(command), "{command} is never run");
    }
    for command in
        ["check", "serve", "admin create", "admin reset-totp", "audit verify", "erase", "key renew", "key lost"]
    {
        assert!(run.contains(&format!("doccare {command}")), "{command}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_can_be_followed_from_nothing_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (url, [port, metrics]) = (postgres::fresh_database_url().await, free_ports().map(|port| format!(":{port}")));
    let own = |text: &str| {
        let text = text.replace(":8443", &port).replace(":9464", &metrics);
        text.replace("postgres://doccare:password@localhost/doccare", &url)
    };
    let script = script(own);
    let programs = folder.path().join("programs");
    std::fs::create_dir(&programs).unwrap();
    symlink(itself(), programs.join("doccare")).unwrap();
    let work = folder.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let ran = run(&script, &work, &programs);
    let log = std::fs::read_to_string(work.join("doccare.log")).unwrap_or_default();
    assert!(ran.0, "{}\nThe program's log:\n{log}", ran.1);
    for (number, expected) in expected(own) {
        let said = std::fs::read_to_string(work.join(format!("said.{number}"))).unwrap();
        assert!(said.contains(expected.trim()), "block {number} is to say\n{expected}\nand said\n{said}");
    }
    // The rows of SQLite are in PostgreSQL.
    let db = Db::open(&url.parse().unwrap()).unwrap();
    let admins: db::Result<Vec<String>> =
        db.read(async |tx| tx.all("SELECT email FROM accounts WHERE role = 'admin'", &[]).await).await;
    assert_eq!(admins.unwrap(), ["you@example.org"]);
}

/// All blocks that are run here, the output of each in a file. The program ends with the script.
fn script(own: impl Fn(&str) -> String) -> String {
    let mut script = String::from("set -eu\ntrap 'kill \"$(cat doccare.pid)\" 2> /dev/null || true' EXIT\n");
    for (number, block) in blocks().iter().enumerate() {
        let text = own(block.text);
        let said = format!("> said.{number} 2>&1");
        match block.kind {
            "sh" => writeln!(script, "echo block {number}\n{{\n{text}}} {said}").unwrap(),
            "sh refused" => writeln!(script, "echo block {number}\nif {{\n{text}}} {said}; then exit 1; fi").unwrap(),
            _ => {}
        }
    }
    script
}

/// The outputs of these blocks, by number, if the page shows one.
fn expected(own: impl Fn(&str) -> String) -> Vec<(usize, String)> {
    let blocks = blocks();
    let pairs = blocks.windows(2).enumerate();
    let is_run = |kind: &str| ["sh", "sh refused"].contains(&kind);
    let told = pairs.filter(|(_, pair)| is_run(pair[0].kind) && pair[1].kind == "text");
    told.map(|(number, pair)| (number, own(pair[1].text))).collect()
}

/// Whether it completed, and how far it came.
fn run(script: &str, work: &Path, programs: &Path) -> (bool, String) {
    let path = std::env::var_os("PATH").and_then(|path| path.into_string().ok()).unwrap();
    let mut command = Command::new("bash");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("DOCCARE_")) {
        command.env_remove(name);
    }
    command.env("PATH", format!("{}:{path}", programs.display())).current_dir(work).args(["-c", script]);
    // A file, not a pipe: background processes would keep a pipe open.
    let told = std::fs::File::create(work.join("told")).unwrap();
    let ended = command.stdout(told.try_clone().unwrap()).stderr(told).status().unwrap();
    let told = std::fs::read_to_string(work.join("told")).unwrap();
    let last = told.lines().filter_map(|line| line.strip_prefix("block ")).next_back().unwrap_or_default();
    let said = std::fs::read_to_string(work.join(format!("said.{last}"))).unwrap_or_default();
    (ended.success(), format!("{told}\nblock {last} said:\n{said}"))
}
