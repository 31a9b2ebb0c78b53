//! The program itself: start, errors, health check and shutdown.

mod administrators;
mod clock_skew;
mod command_line;
mod demo;
mod serving;
mod starting;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::http_client;

/// The program under test: built with the tests, or the release binary (`make soak`).
pub fn itself() -> PathBuf {
    std::env::var_os("DOCCARE_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_doccare").into(), PathBuf::from)
}

pub fn doccare_itself() -> Command {
    Command::new(itself())
}

pub fn doccare(data: &Path, args: &[&str]) -> Command {
    program(&itself(), data, args)
}

/// This program, or another version of it.
pub fn program(program: &Path, data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    in_folder(&mut command, data);
    command
}

/// With separate settings and a free port.
pub fn in_folder<'a>(command: &'a mut Command, data: &Path) -> &'a mut Command {
    let clean = [
        "DOCCARE_DATABASE_URL",
        "DOCCARE_ADMIN_EMAIL",
        "DOCCARE_ADMIN_PASSWORD",
        "DOCCARE_PUBLIC_URL",
        "OTEL_EXPORTER_OTLP_INSECURE",
        "OTEL_SDK_DISABLED",
    ];
    for name in clean {
        command.env_remove(name);
    }
    command.env("DOCCARE_DATA_DIR", data).env("DOCCARE_LISTEN", "127.0.0.1:0")
}

pub fn run(data: &Path, args: &[&str], settings: &[(&str, &str)]) -> Output {
    doccare(data, args).envs(settings.iter().copied()).output().unwrap()
}

/// A run: its output, duration, and maximum memory in megabytes.
pub struct Measured {
    pub output: Output,
    pub took: Duration,
    pub memory: u64,
}

impl Measured {
    /// The output.
    pub fn text(&self) -> String {
        text(&self.output.stdout)
    }
}

pub fn run_measured(data: &Path, args: &[&str], settings: &[(&str, &str)]) -> Measured {
    let mut command = doccare(data, args);
    command.envs(settings.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (begun, mut child, mut memory) = (Instant::now(), command.spawn().unwrap(), 0);
    while child.try_wait().unwrap().is_none() {
        memory = memory.max(megabytes(child.id(), "VmHWM:").unwrap_or(0));
        std::thread::sleep(Duration::from_millis(20));
    }
    Measured { took: begun.elapsed(), output: child.wait_with_output().unwrap(), memory }
}

/// What the system says of a process's memory.
fn megabytes(process: u32, kind: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(kind))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? / 1024)
}

/// The same with a limit on the size of files in kilobytes, like a nearly full disk.
pub fn run_on_full_disk(data: &Path, args: &[&str], settings: &[(&str, &str)], kilobytes: usize) -> Output {
    let mut command = Command::new("sh");
    let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", kilobytes * 2);
    command.args(["-c", &limited, "sh"]).arg(itself()).args(args);
    in_folder(&mut command, data).envs(settings.iter().copied()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A running server; ended when dropped.
pub struct Server {
    child: Child,
    pub url: String,
    /// The address of the metrics, if enabled.
    pub metrics: String,
    /// Its log output, read continuously so that the pipe never fills up.
    log: Option<JoinHandle<String>>,
}

/// So much of the log is kept.
const KEPT: usize = 1_000_000;

impl Server {
    pub fn start(data: &Path, settings: &[(&str, &str)]) -> Self {
        Self::spawn(doccare(data, &["serve"]).envs(settings.iter().copied()))
    }

    pub fn spawn(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut server = Self { child, url: String::new(), metrics: String::new(), log: None };
        while server.url.is_empty() {
            let mut line = String::new();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "it stopped before it served");
            let entry: Value = serde_json::from_str(&line).expect("logs are JSON when nobody watches");
            server.url = entry["url"].as_str().unwrap_or_default().into();
            if let Some(metrics) = entry["metrics"].as_str() {
                server.metrics = metrics.trim_start_matches("http://").trim_end_matches("/metrics").into();
            }
        }
        server.log = Some(thread::spawn(move || {
            let mut kept = String::new();
            for line in log.lines().map_while(Result::ok) {
                if kept.len() < KEPT {
                    kept = kept + &line + "\n";
                }
            }
            kept
        }));
        server
    }

    fn address(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The memory in use, in megabytes.
    pub fn resident(&self) -> u64 {
        megabytes(self.child.id(), "VmRSS:").unwrap()
    }

    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Whether it exited successfully, and its log.
    pub fn ended(mut self) -> (bool, String) {
        let ended = self.child.wait().unwrap().success();
        (ended, self.log.take().unwrap().join().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}

const ADMIN: [(&str, &str); 2] =
    [("DOCCARE_ADMIN_EMAIL", "first@example.org"), ("DOCCARE_ADMIN_PASSWORD", "a long password")];

async fn login(url: &str, email: &str, password: &str) -> u16 {
    let body = json!({"email": email, "password": password});
    let answer = http_client().post(format!("{url}/admin/api/login")).json(&body).send().await.unwrap();
    answer.status().as_u16()
}

async fn register(url: &str, number: usize) -> u16 {
    let email = format!("person{number}@example.org");
    let phone = format!("98{number:08}");
    let form = json!({"username": "Person", "email": email, "phone_number": phone, "password": "their own password"});
    let answer = http_client().post(format!("{url}/user/api/register")).json(&form).send().await.unwrap();
    answer.status().as_u16()
}
