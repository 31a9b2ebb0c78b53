//! The base of every test: the app on a test clock, once on SQLite and once on PostgreSQL.

pub mod blood;
pub mod cluster;
pub mod described;
pub mod held;
pub mod imports;
pub mod line;
pub mod people;
pub mod postgres;
pub mod provider;
pub mod sources;
pub mod stored;

use std::fmt::Debug;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::identity::{self, Email, NewPassword, Owner};
use doccare::platform::background::{NextRun, Runner};
use doccare::platform::clock::Clock;
use doccare::platform::clock_guard;
use doccare::platform::config::{Config, Notices, Retention, SecondFactorRoles};
use doccare::platform::connections::{self, Limits};
use doccare::platform::db::{DatabaseUrl, Db, migrate};
use doccare::platform::http::instrumentation::Instrumentation;
use doccare::platform::http::middleware::{self, Site};
use doccare::platform::keys::KeySource;
use doccare::platform::load_shedding::LoadShedder;
use doccare::platform::metrics::Metrics;
use doccare::platform::outbox;
use doccare::platform::push::PushServices;
use doccare::server;
use doccare::{jobs, migrations};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::eml::Eml;
use tokio::net::TcpListener;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;

/// A Sunday in Kerala, 09:00; tests for which the time matters set their own.
pub const NOW: &str = "2026-11-15T03:30:00Z";
pub const ADMIN: (&str, &str) = ("Admin@Example.org", "correct horse battery");
/// One for all instances of a test.
pub const KEY: &str = "4242424242424242424242424242424242424242424242424242424242424242";
pub const ENGINES: [&str; 2] = ["SQLite", "PostgreSQL"];

/// The URL of a new empty database; on SQLite it is in that folder, the program's default place.
pub async fn database_url(engine: &str, folder: &Path) -> String {
    match engine {
        "SQLite" => format!("sqlite://{}", folder.join("doccare.db").display()),
        _ => postgres::fresh_database_url().await,
    }
}

/// Runs a test on a database of each engine that has today's schema and no rows; a failure's output names the engine.
///
/// The databases are copies of a migrated one, because the migrations take longer than most tests.
pub async fn on_both_engines<F: AsyncFn(DatabaseUrl)>(test: F) {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("test.db");
    // The program refuses a file that others can read.
    let mut options = std::fs::OpenOptions::new();
    let mut copy = options.create_new(true).write(true).mode(0o600).open(&file).expect("a new file");
    copy.write_all(migrated_sqlite_file().await).expect("a copy of the migrated database");
    // On the heap: the futures of some tests are larger than the stack of a test's thread.
    println!("engine: SQLite");
    Box::pin(test(DatabaseUrl::sqlite(&file))).await;
    println!("engine: PostgreSQL");
    Box::pin(test(postgres::migrated_database().await)).await;
}

/// Like [`on_both_engines`], without a schema: for the tests of the migrations.
pub async fn on_empty_databases<F: AsyncFn(DatabaseUrl)>(test: F) {
    let folder = TempDir::new().expect("a temporary folder");
    println!("engine: SQLite");
    Box::pin(test(DatabaseUrl::sqlite(&folder.path().join("test.db")))).await;
    println!("engine: PostgreSQL");
    Box::pin(test(postgres::fresh_database().await)).await;
}

/// The bytes of a SQLite database with today's schema.
async fn migrated_sqlite_file() -> &'static [u8] {
    static FILE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let make = async || {
        let folder = TempDir::new().expect("a temporary folder");
        let file = folder.path().join("migrated.db");
        migrated(&DatabaseUrl::sqlite(&file)).await;
        std::fs::read(&file).expect("the migrated database")
    };
    FILE.get_or_init(make).await
}

/// Brings a database to today's schema.
async fn migrated(url: &DatabaseUrl) {
    let db = Db::open(url).expect("a database");
    migrate::run(&db, migrations::STEPS).await.expect("migrations that run");
    db.close().await;
}

/// Runs a test against the real server, over HTTP, on each engine.
pub async fn with_server<F: AsyncFn(TestServer)>(test: F) {
    on_both_engines(async |url| test(TestServer::start(url).await).await).await;
}

/// Like [`with_server`], with the rate limits that the tests otherwise disable.
pub async fn with_limits<F: AsyncFn(TestServer)>(test: F) {
    on_both_engines(async |url| test(TestServer::start_with(url, |config| config.rate_limits = true).await).await)
        .await;
}

pub fn config(database: DatabaseUrl, data_dir: &Path) -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        tls: None,
        data_dir: data_dir.to_owned(),
        database,
        key: KeySource::Given(KEY.parse().expect("a key")),
        first_admin: None,
        second_factor_roles: SecondFactorRoles::default(),
        demo: false,
        public_url: "https://care.example".into(),
        smtp_url: None,
        mail_from: "Doc Care <care@care.example>".into(),
        bounces_dir: None,
        bounces_secret: None,
        messages: None,
        // Reserved for examples (RFC 2606): the name leads nowhere.
        push_services: PushServices::parse("push.example.org").expect("a host"),
        photos_url: None,
        trusted_proxies: "127.0.0.0/8,::1".parse().expect("networks"),
        allowed_origins: "".parse().expect("no origins"),
        plain_http: false,
        backups: None,
        metrics_listen: None,
        slow_request: None,
        traces_to: None,
        traces_timeout: Duration::from_secs(10),
        notices: Notices {
            privacy: "1".into(),
            terms: "1".into(),
            grievance_officer: None,
            retention: Retention::default(),
        },
        offline: true,
        rate_limits: false,
        load_shedding: false,
        drain: Duration::ZERO,
    }
}

/// For test routes behind the product's middleware.
pub fn site() -> Site {
    Site {
        public_url: "https://care.example".into(),
        web_version: None,
        allowed_origins: "".parse().expect("no origins"),
        trusted_proxies: "".parse().expect("no proxies"),
        load_shedder: LoadShedder::default(),
        watch: Instrumentation {
            metrics: Metrics::new(NOW.parse().expect("an instant"), []),
            traces: None,
            slow: None,
        },
        request_timeout: middleware::REQUEST_TIMEOUT,
    }
}

/// The number of tries of [`until`], and the pause in between.
const TRIES: usize = 6000;
const REST: Duration = Duration::from_millis(20);

/// Retries until the condition holds. It gives up after a number of tries, not after a time, so that a busy machine only makes it slower;
/// the panic shows the last value.
pub async fn until<T, E: Debug>(what: &str, mut attempt: impl AsyncFnMut() -> Result<T, E>) -> T {
    let mut heard = None;
    for _ in 0..TRIES {
        match attempt().await {
            Ok(value) => return value,
            Err(other) => heard = Some(other),
        }
        tokio::time::sleep(REST).await;
    }
    panic!("{what}: not within {TRIES} tries, the last of which said {heard:?}");
}

/// Runs a background job until it has nothing left to do. A test's clock is trusted, however it jumps.
pub async fn do_job(app: &App, name: &str) {
    clock_guard::trust(&app.db, app.clock.now()).await.expect("a database that writes");
    let runner = Runner::new(app.db.clone(), app.clock.clone(), app.stop.clone());
    let job = jobs::ALL.iter().find(|job| job.name == name).expect("a job of that name");
    while runner.run_once(job, app).await.unwrap_or_else(|error| panic!("{name}: {error}")) == NextRun::Immediately {}
}

/// Runs all of them, and asserts that none is in backoff.
pub async fn do_jobs(app: &App) {
    for job in jobs::ALL {
        do_job(app, job.name).await;
    }
    assert_eq!(app.backoff.count(), 0);
}

/// The builder of every test's HTTP client. The program selects its TLS provider at the start; a test has to do so as well.
pub fn client_builder() -> reqwest::ClientBuilder {
    let _ = rustls::crypto::ring::default_provider().install_default();
    // Without the machine's certificates: reading them takes 20 ms, and almost no test uses TLS.
    reqwest::Client::builder().timeout(Duration::from_secs(20)).tls_certs_only([])
}

/// The HTTP client of the tests.
pub fn http_client() -> reqwest::Client {
    client_builder().build().expect("a client")
}

/// The real routes on a separate port, with a clock that the test advances and mails that it sends step by step.
pub struct TestServer {
    pub app: App,
    pub clock: Clock,
    pub url: String,
    client: reqwest::Client,
    serving: JoinHandle<()>,
    _data: TempDir,
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl TestServer {
    pub async fn start(database: DatabaseUrl) -> Self {
        Self::start_with(database, |_| {}).await
    }

    pub async fn start_with(database: DatabaseUrl, change: impl FnOnce(&mut Config)) -> Self {
        Self::start_at(Cost::Low, database, change).await
    }

    /// With password hashing as expensive as in the product, for tests of its duration.
    pub async fn start_at(cost: Cost, database: DatabaseUrl, change: impl FnOnce(&mut Config)) -> Self {
        Self::start_by(Clock::set_to(NOW.parse().expect("an instant")), cost, database, change).await
    }

    /// With a clock that others share.
    pub async fn start_by(clock: Clock, cost: Cost, database: DatabaseUrl, change: impl FnOnce(&mut Config)) -> Self {
        let data = TempDir::new().expect("a temporary folder");
        let mut config = config(database, data.path());
        change(&mut config);
        // On the heap: a test that starts several would need more stack than it has.
        let app = Box::pin(App::build(config, clock.clone(), cost)).await.expect("the app starts");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let serving = tokio::spawn(connections::serve(listener, server::edge(&app, Limits::default())));
        let client = http_client();
        Self { app, clock, url, client, serving, _data: data }
    }

    /// An instance, and where the engine allows it a second one on the same database. They share one clock.
    pub async fn start_two(database: DatabaseUrl) -> (Self, Option<Self>) {
        let here = Self::start(database.clone()).await;
        if !here.app.db.is_multi_instance() {
            return (here, None);
        }
        let beside = Self::start_by(here.clock.clone(), Cost::Low, database, |_| {}).await;
        (here, Some(beside))
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method.parse().expect("a method"), format!("{}{path}", self.url))
    }

    pub async fn get(&self, path: &str) -> Answer {
        Answer::read(self.request("GET", path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::read(self.request("POST", path).json(&body)).await
    }

    /// Asks the donors of new requests, as the background job would.
    pub async fn catch_up(&self) {
        if self.app.blood_wave_wakeup.take() {
            Box::pin(doccare::blood::advance(&self.app)).await.expect("donors can be asked");
        }
    }

    /// Sends the mails in the outbox, and returns all mails so far.
    pub async fn mails(&self) -> Vec<Eml> {
        self.catch_up().await;
        outbox::drain(&self.app.db, &self.app.mailer, &self.clock).await.expect("mails go to files");
        Eml::all_in(&self.app.config.data_dir)
    }

    /// Marks an address as bounced, as the mail provider's report does.
    pub async fn mark_unreached(&self, address: &str) {
        let (address, now) = (address.to_lowercase(), self.clock.now_millis());
        let sql = "INSERT INTO bounced_addresses (address, last_mail_id, soft, undeliverable_since, bounced_at)
                   VALUES ($1, '', 0, $2, $2)";
        let marked = self.app.db.write(async move |tx| tx.execute(sql, &[&address, &now]).await);
        assert_eq!(marked.await.unwrap(), 1);
    }

    /// Creates the administrator and logs in.
    pub async fn admin_token(&self) -> String {
        self.make_admin().await;
        self.admin_token_again().await
    }

    /// Logs the administrator in again: a session ends after half an hour without use.
    pub async fn admin_token_again(&self) -> String {
        let answer = self.post("/admin/api/login", json!({"email": ADMIN.0, "password": ADMIN.1})).await;
        answer.body["token"].as_str().expect("a token").to_owned()
    }

    pub async fn make_admin(&self) {
        let email = Email::parse(ADMIN.0).map_err(|_| ()).expect("an address");
        let password = NewPassword::parse(ADMIN.1, &Owner::from_form(None, Some(&email), None))
            .map_err(|_| ())
            .expect("a password");
        assert!(identity::create_admin(&self.app, email, password).await.expect("an admin"));
    }
}

/// A response with its JSON body (null if there is none).
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    /// The body's bytes, compressed or not.
    pub length: usize,
    pub text: String,
    pub body: Value,
}

impl Answer {
    pub async fn read(request: reqwest::RequestBuilder) -> Self {
        Self::heard(request).await.expect("an answer")
    }

    /// Sends a request with a token, unless it is empty, and an optional JSON body.
    pub async fn to(mut request: reqwest::RequestBuilder, token: &str, body: Option<Value>) -> Self {
        if !token.is_empty() {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        Self::read(request).await
    }

    /// The response, if there is one: the server may stop meanwhile.
    pub async fn heard(request: reqwest::RequestBuilder) -> reqwest::Result<Self> {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let (method, path) = (request.method().to_string(), request.url().path().to_owned());
        let response = client.execute(request).await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        let answer = Self { status, headers, length: bytes.len(), text, body };
        described::assert_described(&method, &path, &answer);
        Ok(answer)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The id of the created object.
    #[track_caller]
    pub fn id(&self) -> String {
        self.body["data"]["_id"].as_str().unwrap_or_else(|| panic!("{}", self.text)).to_owned()
    }

    /// Asserts a refusal: its status, its code, and the shape of RFC 9457.
    #[track_caller]
    pub fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!((self.status, &self.body["code"]), (status, &json!(code)), "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.body["status"], status);
        for member in ["type", "title", "message"] {
            assert!(self.body[member].as_str().is_some_and(|text| !text.is_empty()), "{member}: {}", self.text);
        }
        assert!(self.body["errors"].is_array());
    }

    /// Asserts a temporary refusal: 503, this many seconds, and a text in the language of the request, which was Malayalam.
    #[track_caller]
    pub fn assert_later(&self, seconds: &str) {
        self.assert_problem(503, "busy");
        assert_eq!((self.header("retry-after"), self.header("content-language")), (seconds, "ml"), "{self:?}");
        let is_malayalam = |c: char| ('\u{d00}'..='\u{d7f}').contains(&c);
        assert!(self.body["message"].as_str().is_some_and(|text| text.contains(is_malayalam)), "{self:?}");
    }

    /// The fields that a 422 names.
    pub fn bad_fields(&self) -> Vec<&str> {
        self.body["errors"].as_array().into_iter().flatten().filter_map(|error| error["field"].as_str()).collect()
    }
}
