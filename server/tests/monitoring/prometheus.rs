//! Prometheus itself (Debian's package): it scrapes the program, loads our rules, and answers every query of the dashboard.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{ENGINES, database_url, http_client, until};
use crate::process::Server;

fn deploy(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(file)
}

/// A program of the package: where `make tools` unpacked it, or the system's.
fn tool(name: &str) -> Command {
    let unpacked = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/prometheus/usr/bin").join(name);
    Command::new(if unpacked.exists() { unpacked } else { name.into() })
}

fn promtool(args: &[&str]) -> String {
    let output = tool("promtool").args(args).current_dir(deploy("prometheus")).output();
    let output = output.expect("promtool: `make tools` unpacks it");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "promtool {args:?}: {said}");
    said
}

#[test]
fn the_alert_rules_pass_their_tests() {
    promtool(&["check", "config", "prometheus.yml"]);
    promtool(&["check", "rules", "alerts.yml"]);
    promtool(&["test", "rules", "alerts_test.yml"]);
}

#[test]
fn every_alert_says_what_to_do_and_has_tests_that_it_fires_and_does_not_fire() {
    let (rules, tests) = (
        fs::read_to_string(deploy("prometheus/alerts.yml")).unwrap(),
        fs::read_to_string(deploy("prometheus/alerts_test.yml")).unwrap(),
    );
    let alerts: Vec<&str> = rules.split("- alert: ").skip(1).collect();
    assert!(alerts.len() > 10);
    for alert in alerts {
        let name = alert.lines().next().unwrap();
        assert!(alert.contains("summary: ") && alert.contains("do: ") && alert.contains("severity: "), "{name}");
        for way in ["comes", "does not come"] {
            assert!(tests.contains(&format!("- name: {name} {way}\n")), "{name} {way}");
        }
    }
}

/// Prometheus with our configuration, asking these programs every second; ended when dropped.
struct Prometheus {
    child: Child,
    url: String,
    _folder: TempDir,
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}

impl Prometheus {
    fn start(targets: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let config = fs::read_to_string(deploy("prometheus/prometheus.yml")).unwrap();
        let ours = config.replace("\"127.0.0.1:9464\"", &targets.join(", ")).replace("15s", "1s");
        assert!(targets.iter().all(|target| ours.contains(target)), "{ours}");
        fs::write(folder.path().join("prometheus.yml"), ours).unwrap();
        fs::copy(deploy("prometheus/alerts.yml"), folder.path().join("alerts.yml")).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = tool("prometheus")
            .args(["--config.file=prometheus.yml", "--storage.tsdb.path=kept", "--log.level=error"])
            .arg(format!("--web.listen-address=127.0.0.1:{port}"))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("prometheus: `make tools` unpacks it");
        Self { child, url: format!("http://127.0.0.1:{port}/api/v1"), _folder: folder }
    }

    async fn ask(&self, path: &str, query: &[(&str, &str)]) -> Result<Value, String> {
        let form: Vec<String> = query
            .iter()
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
            .collect();
        let url = format!("{}/{path}?{}", self.url, form.join("&"));
        let answer = http_client().get(url).send().await.map_err(|error| error.to_string())?;
        let body: Value = answer.json().await.map_err(|error| error.to_string())?;
        if body["status"] == "success" { Ok(body["data"].clone()) } else { Err(body.to_string()) }
    }

    /// The series of a query; waits until there are some, because a rate needs two scrapes.
    async fn find(&self, query: &str) -> Vec<Value> {
        until(query, async || {
            let found = self.ask("query", &[("query", query)]).await?;
            let series = found["result"].as_array().cloned().unwrap_or_default();
            if series.is_empty() { Err("nothing".to_owned()) } else { Ok(series) }
        })
        .await
    }
}

/// A program with metrics, after some use.
async fn start(engine: &str, folder: &TempDir) -> Server {
    let database = database_url(engine, folder.path()).await;
    let settings = [
        ("DOCCARE_DATABASE_URL", database.as_str()),
        ("DOCCARE_METRICS_LISTEN", "127.0.0.1:0"),
        ("DOCCARE_BACKUP_EVERY", "24h"),
    ];
    let server = Server::start(folder.path(), &settings);
    for password in ["wrong", "wrong again"] {
        let body = json!({"email": "nobody@example.org", "password": password});
        let answer = http_client().post(format!("{}/user/api/login", server.url)).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 401);
    }
    assert_eq!(http_client().get(format!("{}/user/api/finddoctors", server.url)).send().await.unwrap().status(), 200);
    server
}

/// Every query of the dashboard, for all instances.
fn queries() -> BTreeSet<String> {
    let dashboard: Value = serde_json::from_str(&fs::read_to_string(deploy("grafana/doccare.json")).unwrap()).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.filter(|panel| panel["type"] != "row").flat_map(|panel| {
        let targets = panel["targets"].as_array().unwrap();
        assert!(!targets.is_empty(), "{panel}");
        targets.clone()
    });
    targets.map(|target| target["expr"].as_str().unwrap().replace("$instance", ".+")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prometheus_reads_the_program_and_answers_every_query_of_the_dashboard() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let mut servers = Vec::new();
    for (engine, folder) in ENGINES.iter().zip(&folders) {
        servers.push(start(engine, folder).await);
    }
    let targets: Vec<&str> = servers.iter().map(|server| server.metrics.as_str()).collect();
    let prometheus = Prometheus::start(&targets);
    until("both are read", async || {
        let up = prometheus.ask("query", &[("query", "sum(up{job=\"doccare\"})")]).await?;
        if up["result"][0]["value"][1] == "2" { Ok(()) } else { Err(up.to_string()) }
    })
    .await;
    let queries = queries();
    assert!(queries.len() > 25, "{queries:?}");
    for query in &queries {
        prometheus.find(query).await;
    }
    let refused = prometheus.find("sum(doccare_refusals_total{code=\"wrong_credentials\"})").await;
    assert_eq!(refused[0]["value"][1], "4", "two at each");
    let rules = prometheus.ask("rules", &[]).await.unwrap();
    let rules = rules["groups"][0]["rules"].as_array().unwrap();
    assert!(rules.len() > 10 && rules.iter().all(|rule| rule["health"] != "err"), "{rules:?}");
    let told: BTreeSet<String> = of_page(&servers[0]).await.union(&of_page(&servers[1]).await).cloned().collect();
    let unseen: Vec<_> =
        told.iter().filter(|name| !queries.iter().any(|query| query.contains(name.as_str()))).collect();
    assert!(unseen.is_empty(), "told, and not on the dashboard: {unseen:?}");
}

/// The metric families of a program.
async fn of_page(server: &Server) -> BTreeSet<String> {
    let page =
        http_client().get(format!("http://{}/metrics", server.metrics)).send().await.unwrap().text().await.unwrap();
    page.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).map(str::to_owned).collect()
}
