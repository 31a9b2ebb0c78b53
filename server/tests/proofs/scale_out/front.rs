//! Load balancers in front of several instances: Debian's `HAProxy` or nginx, configured by the files of `deploy/`, on ports of the test.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::harness::cluster::free_port;
use crate::harness::{http_client, until};

pub const FRONTS: [&str; 2] = ["HAProxy", "nginx"];
/// The ports in the files: of clients, and of the instances.
const WRITTEN: [u16; 4] = [8080, 8081, 8082, 8083];

pub struct Front {
    program: Child,
    /// Its configuration and output.
    _folder: TempDir,
    pub url: String,
}

impl Front {
    /// Waits until it accepts connections.
    pub async fn start(name: &str, instances: [u16; 3]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let own = free_port();
        let ports = [own, instances[0], instances[1], instances[2]];
        let (program, file) = match name {
            "HAProxy" => ("haproxy", "haproxy.cfg"),
            _ => ("nginx", "nginx-instances.conf"),
        };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(file);
        let mut text = fs::read_to_string(source).expect("a file of deploy/");
        // In two steps, because a new port may equal one that is still to be replaced.
        for (number, port) in WRITTEN.iter().enumerate() {
            text = text.replace(&format!("127.0.0.1:{port}"), &format!("127.0.0.1:<{number}>"));
        }
        for (number, port) in ports.iter().enumerate() {
            assert!(text.contains(&format!("<{number}>")), "{file} does not name port {}", WRITTEN[number]);
            text = text.replace(&format!("<{number}>"), &port.to_string());
        }
        let here = folder.path().display();
        let (text, args) = match name {
            "HAProxy" => (text, ["-f".to_owned(), format!("{here}/{file}")]),
            _ => (around_nginx(&text, &here.to_string()), ["-c".to_owned(), format!("{here}/{file}")]),
        };
        fs::write(folder.path().join(file), text).expect("a configuration");
        let log = fs::File::create(folder.path().join("log")).expect("a log");
        let path = "/usr/sbin:/usr/bin:/sbin:/bin";
        let mut command = Command::new(program);
        let command = command.args(args).env("PATH", path).stdin(Stdio::null());
        let command = command.stdout(log.try_clone().expect("a log")).stderr(log);
        let program = command.spawn().unwrap_or_else(|error| panic!("{name}: {error}; `make field` installs it"));
        let front = Self { program, _folder: folder, url: format!("http://127.0.0.1:{own}") };
        until(&format!("{name} leads to an instance"), async || {
            match http_client().get(format!("{}/readyz", front.url)).send().await {
                Ok(answer) if answer.status() == 200 => Ok(()),
                other => Err(format!("{other:?}")),
            }
        })
        .await;
        front
    }
}

/// The file of `deploy/` is included in the http block of a complete configuration.
fn around_nginx(text: &str, here: &str) -> String {
    let text = text.replace("/var/log/nginx", here);
    let scratch =
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {here}/{kind};\n"));
    format!(
        "daemon off;\npid {here}/pid;\nerror_log {here}/errors;\nworker_rlimit_nofile 20000;\nevents {{ worker_connections 8000; }}\n\
         http {{\naccess_log off;\n{}{text}}}\n",
        scratch.concat()
    )
}

impl Drop for Front {
    fn drop(&mut self) {
        // On SIGTERM nginx ends its workers too.
        let _ = Command::new("kill").args(["-TERM", &self.program.id().to_string()]).status();
        let _ = self.program.wait();
    }
}
