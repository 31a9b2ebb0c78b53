//! A mail server for tests: Debian's Exim in a folder, with TLS and passwords, which delivers into Maildirs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use super::tool;
use crate::eml::Eml;
use crate::harness::postgres::is_root;
use crate::harness::until;

/// The only login that it accepts.
pub const LOGIN: (&str, &str) = ("care", "pa55 w0rd");

const SETTINGS: &str = r"
primary_hostname = localhost
exim_path = DIR/exim/usr/sbin/exim4
keep_environment = ^LD_ : ^NSS_
spool_directory = DIR/spool
log_file_path = DIR/%slog
pid_file_path = DIR/pid
tls_certificate = DIR/cert.pem
tls_privatekey = DIR/key.pem
tls_advertise_hosts = *
auth_advertise_hosts = *
smtputf8_advertise_hosts = *
never_users =
deliver_drop_privilege = true
acl_smtp_rcpt = rcpt
acl_smtp_data = data

begin acl
rcpt:
  deny !authenticated = *
       message = 5.7.1 who are you
  deny local_parts = refused
       message = 5.1.1 no such user here
  defer condition = ${if exists{DIR/busy}}
        message = 4.2.1 come again later
  accept
data:
  accept condition = ${if exists{DIR/slow}}
         delay = 90s
  accept

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${if and{{eq{$auth2}{care}}{eq{$auth3}{pa55 w0rd}}}}
  server_set_id = $auth2

begin routers
gone:
  driver = redirect
  domains = gone.example
  allow_fail
  data = :fail: 5.1.1 no such user here
here:
  driver = accept
  transport = maildir

begin transports
maildir:
  driver = appendfile
  maildir_format
  directory = ${if eq{$domain}{doccare.example}{DIR/bounces}{DIR/inbox}}
  create_directory
";

/// The system user, because it refuses to deliver as root: as for PostgreSQL, whose package creates one.
const USER: &str = "postgres";

pub struct Exim {
    folder: TempDir,
    user: u32,
    group: u32,
    pub port: u16,
    running: Option<Child>,
}

impl Exim {
    pub async fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let dir = folder.path();
        fs::set_permissions(dir, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(dir.join("exim.conf"), SETTINGS.replace("DIR", dir.to_str().unwrap())).unwrap();
        for name in ["spool", "inbox", "bounces"] {
            fs::create_dir(dir.join(name)).unwrap();
        }
        run(Command::new("cp").arg("-r").arg(tool("exim")).arg(dir.join("exim")));
        let mut openssl = Command::new("openssl");
        openssl.args(["req", "-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]);
        openssl.args(["-subj", "/CN=exim", "-addext", "subjectAltName=DNS:localhost"]);
        openssl.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
        run(openssl.arg("-keyout").arg(dir.join("key.pem")).arg("-out").arg(dir.join("cert.pem")));
        let id = |flag: &str| {
            let mut command = Command::new("id");
            command.arg(flag);
            if is_root() {
                command.arg(USER);
            }
            String::from_utf8(command.output().unwrap().stdout).unwrap().trim().parse::<u32>().unwrap()
        };
        let (user, group) = (id("-u"), id("-g"));
        fs::write(dir.join("passwd"), format!("root:x:0:0::/:/bin/sh\nDebian-exim:x:{user}:{group}::/:/bin/sh\n"))
            .unwrap();
        fs::write(dir.join("group"), format!("root:x:0:\nmail:x:8:\nDebian-exim:x:{group}:\n")).unwrap();
        if is_root() {
            run(Command::new("chown").arg("-R").arg(format!("{USER}:")).arg(dir));
        }
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let mut exim = Self { folder, user, group, port, running: None };
        exim.start_again().await;
        exim
    }

    /// Starts it, and waits until it listens.
    pub async fn start_again(&mut self) {
        let dir = self.folder.path().to_owned();
        let mut command = Command::new(dir.join("exim/usr/sbin/exim4"));
        command.arg("-C").arg(dir.join("exim.conf")).args(["-bdf", "-oX", &format!("127.0.0.1:{}", self.port)]);
        let libraries = library_folder(&dir.join("exim/usr/lib"));
        command
            .env("LD_PRELOAD", libraries.join("libnss_wrapper.so"))
            .env("LD_LIBRARY_PATH", &libraries)
            .env("NSS_WRAPPER_PASSWD", dir.join("passwd"))
            .env("NSS_WRAPPER_GROUP", dir.join("group"))
            .current_dir(&dir)
            .uid(self.user)
            .gid(self.group)
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        self.running = Some(command.spawn().unwrap());
        for _ in 0..500 {
            if TcpStream::connect(("127.0.0.1", self.port)).await.is_ok() {
                return;
            }
            sleep(Duration::from_millis(20)).await;
        }
        panic!("Exim does not listen: {}", fs::read_to_string(dir.join("paniclog")).unwrap_or_default());
    }

    /// Ends it at once, with all its connections.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            let group = format!("-{}", running.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
            let _ = running.wait();
        }
    }

    /// A mode of the whole server: `busy` answers 4xx, `slow` does not answer after the mail.
    pub fn set(&self, mood: &str, is_so: bool) {
        let path = self.folder.path().join(mood);
        if is_so { fs::write(path, "").unwrap() } else { fs::remove_file(path).unwrap() }
    }

    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    /// The Maildir of the sender's address.
    pub fn bounces(&self) -> PathBuf {
        self.folder.path().join("bounces")
    }

    /// The mails that arrived.
    pub fn arrived(&self) -> Vec<Eml> {
        let Ok(files) = fs::read_dir(self.folder.path().join("inbox/new")) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| Eml::parse(&fs::read_to_string(path).unwrap())).collect()
    }

    /// Waits until so many mails, or more, are there.
    pub async fn until_arrived(&self, count: usize) {
        until("mails arrive", async || if self.arrived().len() >= count { Ok(()) } else { Err(self.log()) }).await;
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("mainlog")).unwrap_or_default()
    }
}

impl Drop for Exim {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.is_ok_and(|status| status.success()), "{command:?}");
}

/// Debian's library folder for this architecture.
fn library_folder(lib: &Path) -> PathBuf {
    let folders = fs::read_dir(lib).unwrap().map(|folder| folder.unwrap().path());
    folders.into_iter().find(|folder| folder.join("libnss_wrapper.so").exists()).expect("libnss_wrapper.so")
}
