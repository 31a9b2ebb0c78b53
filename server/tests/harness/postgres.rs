//! A scratch PostgreSQL server: started once per test run, never as root, a database per test.
//!
//! A shell runs the server and reads from a pipe of ours; when the tests end, however they end, the pipe closes, and the shell stops the
//! server and removes its folder.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use doccare::platform::db::DatabaseUrl;
use tokio::sync::OnceCell;

const SCRIPT: &str = r#"
set -e
dir=$(mktemp -d)
initdb --pgdata "$dir/db" --username care --auth trust --no-sync >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
serve() {
    postgres -D "$dir/db" -k "$dir" -c listen_addresses= -c max_connections=300 -c fsync=off -c full_page_writes=off -c autovacuum=off -c log_line_prefix="%d " >>"$dir/log" 2>&1 &
    until pg_isready --quiet --host "$dir"; do kill -0 $!; sleep 0.05; done
    echo "$dir"
}
serve
while read -r _; do
    kill -QUIT $! && wait $! || true
    serve
done
kill -INT $! && wait $! || true
rm -rf "$dir"
"#;

pub struct Server {
    socket_dir: String,
    /// The pipe is open as long as the tests run.
    shell: Child,
    told: BufReader<ChildStdout>,
}

static SERVER: LazyLock<Server> = LazyLock::new(Server::start);

impl Server {
    pub fn start() -> Self {
        // PostgreSQL refuses to run as root; its package brings a user for it.
        let mut command = if is_root() { Command::new("runuser") } else { Command::new("sh") };
        if is_root() {
            command.args(["-u", "postgres", "--", "sh"]);
        }
        let path = format!("{}:/usr/sbin:/usr/bin:/bin", programs().display());
        let command = command.args(["-c", SCRIPT]).env("PATH", path).current_dir("/").stdin(Stdio::piped());
        let mut shell = command.stdout(Stdio::piped()).spawn().expect("a shell for PostgreSQL");
        let told = BufReader::new(shell.stdout.take().expect("its output"));
        let mut server = Self { socket_dir: String::new(), shell, told };
        server.socket_dir = server.until_serving();
        server
    }

    fn until_serving(&mut self) -> String {
        let mut socket_dir = String::new();
        self.told.read_line(&mut socket_dir).expect("the server's folder");
        assert!(!socket_dir.is_empty(), "PostgreSQL did not start; `make test` installs it");
        socket_dir.trim().into()
    }

    /// Kills it like a crash, and starts it again.
    pub fn crash(&mut self) {
        self.shell.stdin.as_mut().expect("a pipe").write_all(b"again\n").expect("the shell listens");
        self.until_serving();
    }

    pub fn url_of(&self, database: &str) -> String {
        format!("postgres://care@%2F{}/{database}", self.socket_dir.trim_start_matches('/').replace('/', "%2F"))
    }
}

pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

/// Debian keeps each version's server programs in a folder of their own, outside PATH.
pub fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").exists()).max();
    newest.unwrap_or_else(|| "/usr/local/bin".into())
}

pub fn url_of(database: &str) -> String {
    SERVER.url_of(database)
}

/// Where the server listens.
pub fn socket() -> PathBuf {
    PathBuf::from(&SERVER.socket_dir).join(".s.PGSQL.5432")
}

/// A new empty database; it is removed with the server.
pub async fn fresh_database() -> DatabaseUrl {
    fresh_database_url().await.parse().expect("a database's address")
}

pub async fn fresh_database_url() -> String {
    copy_of("template1").await
}

/// A new database with today's schema.
pub async fn migrated_database() -> DatabaseUrl {
    static MIGRATED: OnceCell<()> = OnceCell::const_new();
    let make = async || {
        run(&url_of("postgres"), "CREATE DATABASE migrated").await;
        super::migrated(&url_of("migrated").parse().expect("a database's address")).await;
    };
    MIGRATED.get_or_init(make).await;
    copy_of("migrated").await.parse().expect("a database's address")
}

async fn copy_of(template: &str) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
    run(&url_of("postgres"), &format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    url_of(&name)
}

/// Runs statements on a separate connection.
pub async fn run(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("the scratch server");
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("statements that work");
    drop(client);
    let _ = connection.await;
}

/// The statements that a database has received since its `log_statement` is `all`, each once.
pub fn statements(database: &str) -> BTreeSet<String> {
    let log = std::fs::read_to_string(PathBuf::from(&SERVER.socket_dir).join("log")).expect("the server's log");
    let begin = format!("{database} LOG:  execute ");
    let (mut statements, mut open) = (BTreeSet::new(), None::<String>);
    for line in log.lines() {
        match (&mut open, line.strip_prefix('\t'), line.strip_prefix(&begin)) {
            // The continuation of a statement of several lines.
            (Some(sql), Some(more), _) => *sql = format!("{sql}\n{more}"),
            (_, _, next) => {
                statements.extend(open.take());
                open = next.and_then(|text| text.split_once(": ")).map(|(_, sql)| sql.to_owned());
            }
        }
    }
    statements.extend(open);
    statements
}
