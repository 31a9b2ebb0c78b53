//! The program itself: how it starts, refuses, tells its health and stops.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use doccare::platform::db::Db;
use serde_json::{Value, json};

use crate::harness::{TestServer, http_client, postgres};

/// The program that is tested: the one that was built with the tests, or the one that people get (`make soak`).
pub fn itself() -> PathBuf {
    std::env::var_os("DOCCARE_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_doccare").into(), PathBuf::from)
}

pub fn doccare_itself() -> Command {
    Command::new(itself())
}

fn doccare(data: &Path, args: &[&str]) -> Command {
    program(&itself(), data, args)
}

/// This program, or another version of it.
pub fn program(program: &Path, data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    in_folder(&mut command, data);
    command
}

/// With settings of its own and a free port.
pub fn in_folder<'a>(command: &'a mut Command, data: &Path) -> &'a mut Command {
    let clean = [
        "DOCCARE_DATABASE_URL",
        "DOCCARE_ADMIN_EMAIL",
        "DOCCARE_ADMIN_PASSWORD",
        "DOCCARE_PUBLIC_URL",
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

/// A run, how long it took, and the most memory that it held, in megabytes.
pub struct Measured {
    pub output: Output,
    pub took: Duration,
    pub memory: u64,
}

impl Measured {
    /// What it printed.
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

/// The same where no file may grow beyond so many kilobytes: what is left of a disk.
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
    /// Where it answers Prometheus, if it does.
    pub metrics: String,
    /// What it logs since it serves, taken from it so that it never waits for us.
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

    /// The memory that it holds, in megabytes.
    pub fn resident(&self) -> u64 {
        megabytes(self.child.id(), "VmRSS:").unwrap()
    }

    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Whether it ended well, and what it logged since it served.
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

/// What a browser does with the login's form when no script runs.
async fn send_form_without_scripts(url: &str) -> u16 {
    let form = http_client().post(format!("{url}/admin/login"));
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let page = form.body("email=first%40example.org&password=a+long+password").send().await.unwrap();
    page.status().as_u16()
}

#[test]
fn a_wrong_setting_stops_the_start_with_one_line_that_names_it() {
    let data = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("DOCCARE_LISTEN", "localhost"),
        ("DOCCARE_DATABASE_URL", "mysql://localhost/care"),
        ("DOCCARE_DATABASE_URL", "data.db"),
        ("DOCCARE_DATABASE_URL", "postgres://nobody:s3cret@127.0.0.1:1/none"),
        ("DOCCARE_ADMIN_EMAIL", "alone@example.org"),
        ("DOCCARE_PUBLIC_URL", "care"),
        ("DOCCARE_TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/40"),
        ("DOCCARE_RATE_LIMITS", "perhaps"),
        ("DOCCARE_LOAD_SHEDDING", "perhaps"),
        ("DOCCARE_LISTEN", "0.0.0.0:0"),
        ("DOCCARE_SMTP_URL", "smtp://u:s3cret@mail.example"),
        ("DOCCARE_DATABASE_URL", "postgres://u:s3cret@db.example/care"),
        ("DOCCARE_ADMIN_PASSWORD_FILE", "/proc/nowhere"),
        ("DOCCARE_DATA_DIR", "/proc/nowhere"),
    ] {
        let output = run(data.path(), &["serve"], &[(name, value)]);
        let said = text(&output.stderr);
        let expected = if name == "DOCCARE_ADMIN_EMAIL" { "DOCCARE_ADMIN_PASSWORD" } else { name };
        assert!(!output.status.success(), "{name}={value}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(expected) && !said.contains("s3cret"), "{said}");
    }
    for (email, password, named) in [("x", "long enough", "ADMIN_EMAIL"), ("a@b.in", "short", "ADMIN_PASSWORD")] {
        let settings = [("DOCCARE_ADMIN_EMAIL", email), ("DOCCARE_ADMIN_PASSWORD", password)];
        let said = text(&run(data.path(), &["serve"], &settings).stderr);
        assert!(said.contains(named) && said.lines().count() == 1, "{said}");
    }
}

/// In clear only where a setting says so; the other commands listen to nobody.
#[test]
fn it_serves_other_machines_in_clear_only_when_told_to() {
    let data = tempfile::tempdir().unwrap();
    let everywhere = ("DOCCARE_LISTEN", "0.0.0.0:0");
    let said = text(&run(data.path(), &["serve"], &[everywhere]).stderr);
    assert!(said.contains("DOCCARE_TLS_CERT") && said.contains("DOCCARE_PUBLIC_URL"), "the cure is named: {said}");
    assert!(run(data.path(), &["admin", "create", "one@example.org"], &[everywhere]).status.success());
    for allowed in [("DOCCARE_PLAIN_HTTP", "on"), ("DOCCARE_PUBLIC_URL", "https://care.example")] {
        Server::start(data.path(), &[everywhere, allowed]).terminate();
    }
}

/// A password that is guessed first makes no administrator; one who has it from before is not locked out.
#[test]
fn an_administrator_gets_no_password_that_is_guessed_first() {
    let data = tempfile::tempdir().unwrap();
    for (password, reason) in [("12345678", "guessed first"), ("first@example.org", "Your own name")] {
        let weak = [("DOCCARE_ADMIN_EMAIL", "first@example.org"), ("DOCCARE_ADMIN_PASSWORD", password)];
        let output = run(data.path(), &["serve"], &weak);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains("DOCCARE_ADMIN_PASSWORD") && said.contains(reason), "{said}");
        let output = run(data.path(), &["admin", "create", "first@example.org"], &[weak[1]]);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(reason), "{said}");
    }
    assert!(run(data.path(), &["admin", "create", "first@example.org"], &[ADMIN[1]]).status.success());
    let weak = [ADMIN[0], ("DOCCARE_ADMIN_PASSWORD", "12345678")];
    Server::start(data.path(), &weak).terminate();
}

#[test]
#[ignore = "its times need an idle machine: `make field`"]
fn it_starts_within_a_second() {
    let data = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let server = Server::start(data.path(), &ADMIN);
    let took = start.elapsed();
    server.terminate();
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn it_starts_on_both_engines_with_the_first_administrator_and_stops_when_told() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> =
            ADMIN.into_iter().chain(database).chain([("DOCCARE_LOG", "info,doccare=debug")]).collect();
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, "first@example.org", "a long password").await, 200);
        assert_eq!(send_form_without_scripts(&server.url).await, 200);
        let healthy = run(data.path(), &["healthcheck"], &[("DOCCARE_LISTEN", server.address())]);
        assert_eq!((healthy.status.success(), text(&healthy.stdout).trim()), (true, "ready"));
        let address = server.address().to_owned();
        server.terminate();
        let (ended, log) = server.ended();
        assert!(ended, "{log}");
        for secret in ["first@example.org", "first%40example.org", "a long password", "a+long+password"] {
            assert!(log.contains("answered") && !log.contains(secret), "{log}");
        }
        assert!(!run(data.path(), &["healthcheck"], &[("DOCCARE_LISTEN", &address)]).status.success());
    }
}

#[test]
fn stopping_lets_running_requests_finish() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &ADMIN);
    let body = json!({"email": ADMIN[0].1, "password": ADMIN[1].1}).to_string();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let length = body.len();
    let head = "POST /admin/api/login HTTP/1.1\r\nHost: care\r\nContent-Type: application/json\r\nConnection: close";
    write!(stream, "{head}\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n").unwrap();
    let mut go_on = [0; 12];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100", "the request is under way");
    server.terminate();
    // Stopping has begun once nobody new is let in.
    while TcpStream::connect(server.address()).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("HTTP/1.1 200 OK") && answer.contains("token"), "{answer}");
    assert!(server.ended().0);
}

#[tokio::test]
async fn administrators_are_created_on_the_command_line_and_choose_their_password_by_a_link_once() {
    let data = tempfile::tempdir().unwrap();
    let made = run(data.path(), &["admin", "create", "one@example.org"], &[]);
    let said = text(&made.stdout);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let (_, link) = said.trim().rsplit_once("/resetpassword?role=admin#").unwrap();
    assert_eq!(link.len(), 64, "256 random bits");
    let given = data.path().join("password");
    std::fs::write(&given, "chosen by me\n").unwrap();
    let given = [("DOCCARE_ADMIN_PASSWORD_FILE", given.to_str().unwrap())];
    assert!(run(data.path(), &["admin", "create", "two@example.org"], &given).status.success());
    let again = run(data.path(), &["admin", "create", "ONE@example.org"], &[]);
    assert!(!again.status.success() && text(&again.stderr).contains("already"));
    assert!(!run(data.path(), &["admin", "create", "nonsense"], &[]).status.success());
    // The password in the service's settings is the first administrator's and nobody else's.
    for settings in [&ADMIN[..], &[ADMIN[0], ("DOCCARE_ADMIN_PASSWORD_FILE", "/nowhere")]] {
        let another = format!("three-{}@example.org", settings[1].0.len());
        let made = run(data.path(), &["admin", "create", &another], settings);
        assert!(text(&made.stdout).contains("/resetpassword?role=admin#"), "{}", text(&made.stderr));
    }
    let server = Server::start(data.path(), &[]);
    for answered in [200, 410] {
        let chosen = json!({"token": link, "password": "three boats at noon"});
        let reset = http_client().post(format!("{}/user/api/password/reset", server.url)).json(&chosen);
        assert_eq!(reset.send().await.unwrap().status().as_u16(), answered);
    }
    assert_eq!(login(&server.url, "one@example.org", "three boats at noon").await, 200);
    assert_eq!(login(&server.url, "two@example.org", "chosen by me").await, 200);
}

#[tokio::test]
async fn a_data_dir_that_others_can_read_is_loud_in_the_log() {
    let data = tempfile::tempdir().unwrap();
    for (mode, is_loud) in [(0o700, false), (0o755, true)] {
        std::fs::set_permissions(data.path(), PermissionsExt::from_mode(mode)).unwrap();
        let server = Server::start(data.path(), &[]);
        assert_eq!(login(&server.url, "nobody@example.org", "wrong password").await, 401);
        server.terminate();
        let (_, log) = server.ended();
        assert_eq!(log.contains("OTHERS ON THIS MACHINE CAN READ THE DATA DIR"), is_loud, "{log}");
    }
}

/// Somebody has a second factor as soon as there is a row; what is in it only matters to codes.
async fn give_second_factor(database: &str) {
    let db = Db::open(&database.parse().unwrap()).unwrap();
    let sql = "INSERT INTO second_factors (account_id, secret, last_step, enrolled_at)
               SELECT id, 'none', 0, 0 FROM accounts WHERE role = 'admin'";
    assert_eq!(db.write(async move |tx| tx.execute(sql, &[]).await).await.unwrap(), 1);
    db.close().await;
}

#[tokio::test]
async fn an_administrator_without_a_second_factor_is_loud_in_the_log_and_a_lost_phone_is_mended_on_the_command_line() {
    const LOUD: &str = "ADMINISTRATORS SIGN IN WITHOUT A SECOND FACTOR";
    let data = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite://{}", data.path().join("doccare.db").display());
    for database in [sqlite, postgres::fresh_database_url().await] {
        let settings = [ADMIN[0], ADMIN[1], ("DOCCARE_DATABASE_URL", database.as_str())];
        let with = |more| settings.into_iter().chain(more).collect::<Vec<_>>();
        let log_of = async |settings: &[(&str, &str)]| {
            let server = Server::start(data.path(), settings);
            assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 200);
            server.terminate();
            server.ended().1
        };
        assert!(log_of(&settings).await.contains(LOUD));
        assert!(!log_of(&with([("DOCCARE_REQUIRE_TOTP", "admin")])).await.contains(LOUD));
        // What makes the first administrator is not asked for, wherever it stands and if it is gone.
        let by_file = [ADMIN[0], ("DOCCARE_ADMIN_PASSWORD_FILE", "/nowhere"), settings[2]];
        let reset = |email, settings: &[_]| run(data.path(), &["admin", "reset-totp", email], settings);
        for (email, said) in [("first@example.org", "is not on"), ("nobody@example.org", "no administrator")] {
            let refused = reset(email, &settings);
            assert!(!refused.status.success() && text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
        }
        give_second_factor(&database).await;
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 401, "the code is owed");
        server.terminate();
        assert!(!server.ended().1.contains(LOUD));
        let done = reset("First@example.org", &by_file);
        assert!(done.status.success() && text(&done.stdout).contains("is off"), "{}", text(&done.stderr));
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 200);
    }
}

#[tokio::test]
async fn the_demo_prints_logins_that_work_and_can_be_filled_twice() {
    let data = tempfile::tempdir().unwrap();
    let first = run(data.path(), &["demo"], &[]);
    let second = run(data.path(), &["demo"], &[]);
    assert!(first.status.success() && first.stdout == second.stdout);
    let said = text(&first.stdout);
    let admin: Vec<&str> =
        said.lines().find(|line| line.contains("/admin/login")).unwrap().split_whitespace().collect();
    let server = Server::start(data.path(), &[]);
    assert_eq!(login(&server.url, admin[2], admin[3]).await, 200);
}

/// A demo that is made fast.
const SMALL: [&str; 9] = ["demo", "--doctors", "1", "--users", "1", "--bookings", "0", "--donors", "1"];

async fn register(url: &str, number: usize) -> u16 {
    let email = format!("person{number}@example.org");
    let phone = format!("98{number:08}");
    let form = json!({"username": "Person", "email": email, "phone_number": phone, "password": "their own password"});
    let answer = http_client().post(format!("{url}/user/api/register")).json(&form).send().await.unwrap();
    answer.status().as_u16()
}

async fn register_donor(url: &str) -> u16 {
    let form = TestServer::donor_form(1);
    http_client().post(format!("{url}/user/api/bloodregister")).json(&form).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn the_demo_stays_out_of_real_data_and_never_brings_an_administrator_into_it() {
    let postgres = [postgres::fresh_database_url().await, postgres::fresh_database_url().await];
    for (number, database) in [None, None, Some(&postgres[0]), Some(&postgres[1])].into_iter().enumerate() {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> = database.map(|url| ("DOCCARE_DATABASE_URL", url.as_str())).into_iter().collect();
        let server = Server::start(data.path(), &settings);
        // Somebody with an account, or somebody who gives blood.
        let joined = if number % 2 == 0 { register(&server.url, 1).await } else { register_donor(&server.url).await };
        assert_eq!(joined, 201);
        let refused = run(data.path(), &SMALL, &settings);
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{said}");
        assert!(said.lines().last().is_some_and(|line| line.contains("--into-real-data")), "{said}");
        assert_eq!(login(&server.url, "admin@demo.example", "demo-admin-1").await, 401);
        let told = run(data.path(), &[&SMALL[..], &["--into-real-data"]].concat(), &settings);
        let logins = text(&told.stdout);
        assert!(told.status.success(), "{}", text(&told.stderr));
        assert!(logins.contains("doctor0@demo.example") && !logins.contains("admin@demo.example"), "{logins}");
        assert_eq!(login(&server.url, "admin@demo.example", "demo-admin-1").await, 401);
    }
}

#[tokio::test]
async fn the_demo_beside_an_administrator_of_ones_own_needs_no_second_one_and_can_be_filled_again() {
    let postgres = postgres::fresh_database_url().await;
    for database in [None, Some(("DOCCARE_DATABASE_URL", postgres.as_str()))] {
        let data = tempfile::tempdir().unwrap();
        let settings: Vec<_> = ADMIN.into_iter().chain(database).collect();
        let first = run(data.path(), &SMALL, &settings);
        assert!(first.status.success(), "{}", text(&first.stderr));
        let server = Server::start(data.path(), &settings);
        assert_eq!(login(&server.url, ADMIN[0].1, ADMIN[1].1).await, 200);
        assert_eq!(login(&server.url, "admin@demo.example", "demo-admin-1").await, 401);
        assert_eq!(register(&server.url, 1).await, 201, "somebody tries the demo out");
        let again = run(data.path(), &SMALL, &settings);
        assert!(again.status.success(), "{}", text(&again.stderr));
        assert_eq!((text(&first.stdout).lines().count(), first.stdout), (7, again.stdout));
    }
}

#[tokio::test]
async fn any_number_of_passwords_leaves_little_memory_behind() {
    const CLIENTS: usize = 6;
    const PEOPLE: usize = 20;
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[("DOCCARE_RATE_LIMITS", "off")]);
    let before = server.resident();
    let clients = (0..CLIENTS).map(async |client| {
        for person in (0..PEOPLE).map(|person| client * PEOPLE + person) {
            assert_eq!(register(&server.url, person).await, 201);
            let login = json!({"email": format!("person{person}@example.org"), "password": "their own password"});
            let login = http_client().post(format!("{}/user/api/login", server.url)).json(&login);
            assert_eq!(login.send().await.unwrap().status(), 200);
        }
    });
    futures::future::join_all(clients).await;
    let after = server.resident();
    println!("{before} MB at the start, {after} MB after {} hashes", 2 * CLIENTS * PEOPLE);
    assert!(after <= 120, "{before} MB at the start, {after} MB after {} hashes", 2 * CLIENTS * PEOPLE);
}

#[test]
fn openapi_prints_the_description() {
    let data = tempfile::tempdir().unwrap();
    let printed: Value = serde_json::from_slice(&run(data.path(), &["openapi"], &[]).stdout).unwrap();
    assert_eq!(printed["info"]["title"], "Doc Care");
}

/// What fails is told to the operator, line by line for machines, and not to whoever asked.
#[tokio::test]
async fn a_failure_is_in_the_log_as_json_in_utc_and_nothing_of_it_in_the_answer() {
    let postgres = postgres::fresh_database_url().await;
    for on_postgres in [false, true] {
        let data = tempfile::tempdir().unwrap();
        let url = if on_postgres { postgres.clone() } else { format!("sqlite://{}/care.db", data.path().display()) };
        let server =
            Server::start(data.path(), &[("DOCCARE_DATABASE_URL", &url), ("DOCCARE_LOG", "info,doccare=debug")]);
        let db = Db::open(&url.parse().unwrap()).unwrap();
        db.write(async |tx| tx.execute("ALTER TABLE contact_messages RENAME TO gone", &[]).await).await.unwrap();
        db.close().await;
        let forged = "Asha\n{\"level\":\"ERROR\",\"fields\":{\"message\":\"forged\"}}\r\n";
        let message = json!({"name": forged, "email": "asha@example.org", "message": forged});
        let ask = http_client().post(format!("{}/user/api/contact?q=%0Aforged%0D", server.url)).json(&message);
        let answer = ask.header("user-agent", "forged\tagent").send().await.unwrap();
        let (status, id) = (answer.status(), answer.headers()["x-request-id"].to_str().unwrap().to_owned());
        let answer = answer.text().await.unwrap();
        assert!(status.is_server_error(), "{status} {answer}");
        for inside in ["contact_messages", "table", "relation", "SQL", "sqlite", "postgres"] {
            assert!(!answer.contains(inside), "{inside}: {answer}");
        }
        server.terminate();
        let (_, log) = server.ended();
        let mut told = false;
        for line in log.lines() {
            let entry: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
            assert!(entry["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')), "in UTC: {line}");
            assert!(!line.contains("forged") && !line.contains("asha@example.org"), "{line}");
            let is_grave = entry["level"] == "WARN" || entry["level"] == "ERROR";
            told |= is_grave && line.contains(&id) && line.contains("contact_messages");
        }
        assert!(told, "the reason, with the request's id: {log}");
    }
}
