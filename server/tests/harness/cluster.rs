//! PostgreSQL as large installations run it: two servers under Patroni with synchronous replication and etcd, and `HAProxy` in front, which
//! routes to the current primary. Debian's packages; everything is in a scratch folder and on free ports of this machine, and ends with the
//! tests.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::{http_client, postgres, until};

/// The leader's lease, and Patroni's loop interval: the smallest that it accepts.
const PACE: &str = "ttl: 20\n    loop_wait: 5\n    retry_timeout: 5";

pub struct Cluster {
    folder: TempDir,
    nodes: [Node; 2],
    etcd: u16,
    proxy: u16,
    /// etcd and `HAProxy`.
    around: Vec<Child>,
}

struct Node {
    name: &'static str,
    postgres: u16,
    /// The address of Patroni's API.
    rest: u16,
    patroni: Option<Child>,
}

impl Cluster {
    /// Waits until it has a primary and a synchronous standby.
    pub async fn start() -> Self {
        let node = |name| Node { name, postgres: free_port(), rest: free_port(), patroni: None };
        let nodes = [node("one"), node("two")];
        let mut cluster = Self {
            folder: TempDir::new().expect("a temporary folder"),
            nodes,
            etcd: free_port(),
            proxy: free_port(),
            around: Vec::new(),
        };
        cluster.write_configuration();
        let (here, peers) = (format!("http://127.0.0.1:{}", cluster.etcd), format!("http://127.0.0.1:{}", free_port()));
        let data = cluster.path("etcd");
        let etcd = ["--data-dir", &data, "--listen-client-urls", &here, "--advertise-client-urls", &here]
            .into_iter()
            .chain(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
        let initial = format!("default={peers}");
        let etcd = cluster.spawn("etcd", &etcd.chain(["--initial-cluster", &initial]).collect::<Vec<_>>());
        cluster.around.push(etcd);
        for number in 0..cluster.nodes.len() {
            cluster.start_node(number);
            // The first node is initialised, the second is a copy of it.
            cluster.until_any_is(&[number], if number == 0 { "primary" } else { "replica" }).await;
        }
        let proxy = cluster.spawn("haproxy", &["-f", &cluster.path("haproxy.cfg")]);
        cluster.around.push(proxy);
        cluster.until_synchronous().await;
        postgres::run(&cluster.direct_url(0, "postgres"), "CREATE DATABASE care").await;
        cluster
    }

    fn write_configuration(&self) {
        for node in &self.nodes {
            fs::write(self.path(&format!("{}.yml", node.name)), self.patroni(node)).expect("a configuration");
        }
        fs::write(self.path("haproxy.cfg"), self.haproxy()).expect("a configuration");
        if postgres::is_root() {
            let owned = Command::new("chown").args(["-R", "postgres", &self.path("")]).status();
            assert!(owned.is_ok_and(|status| status.success()));
        }
    }

    fn patroni(&self, node: &Node) -> String {
        let (name, rest, port, etcd) = (node.name, node.rest, node.postgres, self.etcd);
        let (data, pass, sockets) = (self.path(name), self.path(&format!("{name}.pass")), self.path(""));
        let programs = postgres::programs();
        let programs = programs.display();
        format!(
            "scope: care
name: {name}
restapi: {{listen: '127.0.0.1:{rest}', connect_address: '127.0.0.1:{rest}'}}
etcd3: {{host: '127.0.0.1:{etcd}'}}
bootstrap:
  dcs:
    {PACE}
    synchronous_mode: true
    postgresql: {{use_pg_rewind: true, parameters: {{max_connections: 100}}}}
  initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, {{auth: trust}}]
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {data}
  bin_dir: {programs}
  pgpass: {pass}
  authentication: {{superuser: {{username: care}}, replication: {{username: standby}}, rewind: {{username: care}}}}
  parameters: {{unix_socket_directories: '{sockets}'}}
"
        )
    }

    fn haproxy(&self) -> String {
        let server =
            |node: &Node| format!("  server {} 127.0.0.1:{} check port {}\n", node.name, node.postgres, node.rest);
        format!(
            "defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:{}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{}",
            self.proxy,
            self.nodes.iter().map(server).collect::<String>()
        )
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("a path of letters").into()
    }

    /// Never as root. The process is the program itself, not a shell, so that killing it kills the program.
    fn spawn(&self, program: &str, args: &[&str]) -> Child {
        let log = fs::File::create(self.path(&format!("{program}.{}.log", free_port()))).expect("a log");
        let mut command = if postgres::is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", program]);
            command
        } else {
            Command::new(program)
        };
        let path = format!("{}:/usr/sbin:/usr/bin:/bin", postgres::programs().display());
        let command = command.args(args).env("PATH", path).env("HOME", self.folder.path()).current_dir(&self.folder);
        let command = command.stdin(Stdio::null()).stdout(log.try_clone().expect("a log")).stderr(log);
        command.spawn().unwrap_or_else(|error| panic!("{program}: {error}; `make field` installs it"))
    }

    pub fn start_node(&mut self, number: usize) {
        let configuration = self.path(&format!("{}.yml", self.nodes[number].name));
        self.nodes[number].patroni = Some(self.spawn("patroni", &[&configuration]));
    }

    /// The address at which `HAProxy` routes to the primary.
    pub fn url(&self) -> String {
        format!("postgres://care@127.0.0.1:{}/care", self.proxy)
    }

    /// Both servers by their names; a client connects to the one that is the primary.
    pub fn url_of_both(&self) -> String {
        let [one, two] = &self.nodes;
        let hosts = format!("127.0.0.1:{},127.0.0.1:{}", one.postgres, two.postgres);
        format!("postgres://care@{hosts}/care?target_session_attrs=read-write")
    }

    fn direct_url(&self, number: usize, database: &str) -> String {
        format!("postgres://care@127.0.0.1:{}/{database}", self.nodes[number].postgres)
    }

    /// Whether a node reports to be the `primary`, a `replica` or `synchronous`.
    async fn is(&self, number: usize, what: &str) -> bool {
        let url = format!("http://127.0.0.1:{}/{what}", self.nodes[number].rest);
        http_client().get(url).timeout(Duration::from_secs(2)).send().await.is_ok_and(|answer| answer.status() == 200)
    }

    /// Waits until one of these nodes reports it, and returns which.
    async fn until_any_is(&self, numbers: &[usize], what: &str) -> usize {
        until(&format!("one of the nodes {numbers:?} is {what}"), async || {
            for number in numbers {
                if self.is(*number, what).await {
                    return Ok(*number);
                }
            }
            Err("none is")
        })
        .await
    }

    /// Waits until one of them confirms every commit of the other.
    pub async fn until_synchronous(&self) {
        self.until_any_is(&[0, 1], "synchronous").await;
    }

    /// `kill -9` of the primary and its Patroni. Returns which node it was.
    pub async fn kill_primary(&mut self) -> usize {
        let number = self.until_any_is(&[0, 1], "primary").await;
        let data = PathBuf::from(self.path(self.nodes[number].name));
        if let Some(mut patroni) = self.nodes[number].patroni.take() {
            let _ = (patroni.kill(), patroni.wait());
        }
        end(&data, "-KILL");
        number
    }

    /// Waits until the other one has taken over.
    pub async fn until_promoted(&self, killed: usize) {
        self.until_any_is(&[1 - killed], "primary").await;
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for number in 0..self.nodes.len() {
            if let Some(mut patroni) = self.nodes[number].patroni.take() {
                let _ = (patroni.kill(), patroni.wait());
            }
            end(&PathBuf::from(self.path(self.nodes[number].name)), "-QUIT");
        }
        for program in &mut self.around {
            let _ = (program.kill(), program.wait());
        }
    }
}

/// Ends the server of a data folder; its child processes end with it.
fn end(data: &Path, signal: &str) {
    let Ok(file) = fs::read_to_string(data.join("postmaster.pid")) else { return };
    if let Some(id) = file.lines().next() {
        let _ = Command::new("kill").args([signal, id.trim()]).status();
    }
}

/// A port that is free at this moment.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}
