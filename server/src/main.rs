//! `doccare`: the command line.

use std::io::{IsTerminal, Read, Write, stdin};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::ExitCode;
use std::time::Duration;

use jiff::Timestamp;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand, ValueEnum};
use doccare::admin::erasure;
use doccare::admin::operations::model::data_map;
use doccare::app::{self, App};
use doccare::identity::passwords::Cost;
use doccare::identity::{self, Email, NewPassword, Owner, Role, second_factor};
use doccare::platform::audit::seals::{self, Broken, Checked, Known, Seal};
use doccare::platform::backup::{self, Made, Restored};
use doccare::platform::clock::Clock;
use doccare::platform::config::{Config, Settings};
use doccare::platform::connections::tls;
use doccare::platform::db::{DatabaseUrl, Db};
use doccare::platform::doubt;
use doccare::platform::files::is_open_to_others;
use doccare::platform::keys::{self, KeySource};
use doccare::platform::lang::Text;
use doccare::platform::telemetry;
use doccare::{check, demo, figures, migrations, router, server};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;

/// Lists are made of many small pieces of memory: they come faster by a third to a half than with the system's allocator (decision 0035).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    /// What is logged, such as info or warn,doccare=debug
    #[arg(long, env = "DOCCARE_LOG", default_value = "info", global = true)]
    log: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the product
    Serve,
    /// Fill the demo data set, once, and print its logins
    Demo {
        #[arg(long, default_value_t = demo::Size::default().doctors)]
        doctors: usize,
        /// Users beside the demo's own patient make a crowd
        #[arg(long, default_value_t = demo::Size::default().users)]
        users: usize,
        /// More than a few bookings need a crowd of users
        #[arg(long, default_value_t = demo::Size::default().bookings)]
        bookings: usize,
        /// Blood donors; with any there are a few requests for blood too
        #[arg(long, default_value_t = demo::Size::default().donors)]
        donors: usize,
        /// Also into a database with real people, except the demo's administrator, donors and requests for blood
        #[arg(long)]
        into_real_data: bool,
    },
    /// Administrators
    #[command(subcommand)]
    Admin(AdminCommand),
    /// The audit log
    #[command(subcommand)]
    Audit(AuditCommand),
    /// Erase everything that is known of somebody, for ever; their id stands in the administrator's lists
    Erase { whom: Whom, id: String },
    /// The key that closes what the database must not tell
    #[command(subcommand)]
    Key(KeyCommand),
    /// Put everything but the key into a new file, while the product is served
    Backup { file: PathBuf },
    /// Put a backup into an empty database, of either engine
    Restore { file: PathBuf },
    /// Say that the clock is right although it jumped far ahead: what is too old is deleted again
    TrustClock,
    /// Tell what would be wrong if it were served now, each with the cure; ends with 1 if anything is
    Check {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the API's OpenAPI description
    Openapi,
    /// Print the data map: of every column why it is there, how long, and who sees it
    DataMap,
    /// Ask the running server whether it is ready; for service managers
    Healthcheck,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Create an administrator; the password is asked for on a terminal, elsewhere a link to choose it is shown
    Create {
        /// E-mail address to sign in with
        email: String,
    },
    /// Switch an administrator's two-factor login off: the phone and the recovery codes are lost
    ResetTotp {
        /// E-mail address that they sign in with
        email: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Whom {
    User,
    Doctor,
    Hospital,
    Pharmacy,
    /// An assistant of a doctor, or a hospital's desk staff
    Desk,
    Donor,
    /// Whoever asked for blood: the id of the request
    Requester,
    /// Whoever wrote to us: the id of the message
    Writer,
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Look whether the log is as it was sealed; ends with 1 and names the first batch that is not
    Verify {
        /// A seal that was kept elsewhere, such as the last one in the program's log: it must still be there
        #[arg(long)]
        expect: Option<String>,
        /// A key that is lost: batches that it sealed are passed over. May be given several times
        #[arg(long)]
        lost_key: Vec<String>,
    },
}

#[derive(Subcommand)]
enum KeyCommand {
    /// Put a new key on top of the file's; in use once every instance was started again
    Renew,
    /// Go on with another key because the old one is lost: what only that one opens stays closed
    Lost,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    telemetry::start(&cli.log);
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("doccare: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Tasks that run before lines are looked at, and lines that are looked at then.
const TURNS: u32 = 61;
const LINES: usize = 61;

fn run(cli: Cli) -> anyhow::Result<()> {
    // No more lines are looked at than tasks have run meanwhile. Otherwise a rush fills the queue of the tasks, and what does not fit
    // waits for seconds in another one while those who ask again are served.
    let runtime =
        Builder::new_multi_thread().enable_all().event_interval(TURNS).max_io_events_per_tick(LINES).build()?;
    runtime.block_on(obey(cli))
}

/// In a box that a plain function makes: an `async fn` is compiled again wherever it is waited for, with everything that it
/// waits for, and the runtime has three ways to wait.
fn obey(cli: Cli) -> Pin<Box<dyn Future<Output = anyhow::Result<()>>>> {
    Box::pin(async {
        match cli.command {
            Command::Serve => serve(cli.settings.check()?).await,
            Command::Demo { doctors, users, bookings, donors, into_real_data } => {
                fill_demo(cli.settings.check()?, demo::Size { doctors, users, bookings, donors }, into_real_data).await
            }
            Command::Admin(AdminCommand::Create { email }) => create_admin(cli.settings, email).await,
            Command::Admin(AdminCommand::ResetTotp { email }) => reset_totp(cli.settings, &email).await,
            Command::Audit(AuditCommand::Verify { expect, lost_key }) => {
                verify_audit(cli.settings.check()?, Known { seal: expect, lost_keys: lost_key }).await
            }
            Command::Erase { whom, id } => erase(cli.settings.check()?, whom, id).await,
            Command::Key(KeyCommand::Renew) => renew_key(&cli.settings.check()?),
            Command::Key(KeyCommand::Lost) => forget_lost_key(&cli.settings.check()?).await,
            Command::Backup { file } => back_up(&cli.settings.check()?, &file).await,
            Command::Restore { file } => restore(&cli.settings.check()?, &file).await,
            Command::TrustClock => trust_clock(&cli.settings.check()?).await,
            Command::Check { json } => check(cli.settings, json).await,
            Command::Openapi => {
                println!("{}", router::openapi().to_pretty_json()?);
                Ok(())
            }
            Command::DataMap => {
                print!("{}", data_map().to_markdown());
                Ok(())
            }
            Command::Healthcheck => healthcheck(&cli.settings.check()?),
        }
    })
}

async fn serve(config: Config) -> anyhow::Result<()> {
    config.check_way_in()?;
    let (address, database) = (config.listen, config.database.to_string());
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let listener = TcpListener::bind(address).await.with_context(|| format!("DOCCARE_LISTEN: {address}"))?;
    let metrics = bind_metrics(config.metrics_listen).await?;
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    if let Some(metrics) = metrics {
        tracing::info!(metrics = format!("http://{}/metrics", metrics.local_addr()?), "told to Prometheus");
        tokio::spawn(figures::serve(app.clone(), metrics));
    }
    let stop = server::stop_signal();
    tracing::info!(url = format!("{scheme}://{}", listener.local_addr()?), database, "serving");
    if is_open_to_others(&app.config.data_dir) {
        let folder = app.config.data_dir.display();
        tracing::warn!(%folder, "OTHERS ON THIS MACHINE CAN READ THE DATA DIR: chmod 700 it");
    }
    let without = second_factor::count_admins_without(&app).await?;
    if without > 0 {
        tracing::warn!(
            administrators = without,
            "ADMINISTRATORS SIGN IN WITHOUT A SECOND FACTOR: see DOCCARE_REQUIRE_TOTP"
        );
    }
    server::serve(app, listener, stop, server::GRACE).await;
    Ok(())
}

async fn bind_metrics(address: Option<SocketAddr>) -> anyhow::Result<Option<TcpListener>> {
    let Some(address) = address else { return Ok(None) };
    let bound = TcpListener::bind(address).await;
    bound.map(Some).with_context(|| format!("DOCCARE_METRICS_LISTEN: {address}"))
}

async fn fill_demo(config: Config, size: demo::Size, into_real_data: bool) -> anyhow::Result<()> {
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    let logins = demo::fill(&app, size, into_real_data).await?;
    println!("Demo logins:");
    for login in logins {
        println!("  {:<14} {:<24} {:<24} {}", login.role, login.page, login.email, login.password);
    }
    app.db.close().await;
    Ok(())
}

async fn create_admin(mut settings: Settings, email: String) -> anyhow::Result<()> {
    let say = |text: Text| anyhow::anyhow!("{}", text.en);
    // The settings of the service may hold the first administrator's password: nobody else gets that one.
    if settings.admin_email.as_ref().is_some_and(|first| !first.eq_ignore_ascii_case(&email)) {
        settings = settings.without_first_admin();
    }
    settings.read_secret_files()?;
    let password = match settings.admin_password.take() {
        Some(given) => Some(given),
        None if stdin().is_terminal() => Some(ask_password()?),
        None => None,
    };
    let address = Email::parse(&email).map_err(say)?;
    let owner = Owner::told(None, Some(&address), None);
    let chosen = password.map(|password| NewPassword::parse(&password, &owner)).transpose().map_err(say)?;
    let app = App::build(settings.without_first_admin().check()?, Clock::System, Cost::Proper).await?;
    let created = match chosen {
        Some(password) => identity::create_admin(&app, address, password).await?.then(String::new),
        None => identity::invite_admin(&app, address)
            .await?
            .map(|link| format!(" The password is chosen here, once, within an hour: {link}")),
    };
    app.db.close().await;
    match created {
        None => bail!("there is an administrator {email} already"),
        Some(how) => println!("Administrator {email} created.{how}"),
    }
    Ok(())
}

async fn erase(config: Config, whom: Whom, id: String) -> anyhow::Result<()> {
    let whom = match whom {
        Whom::User => erasure::Whom::Account(Role::User),
        Whom::Doctor => erasure::Whom::Account(Role::Doctor),
        Whom::Hospital => erasure::Whom::Account(Role::Hospital),
        Whom::Pharmacy => erasure::Whom::Account(Role::Pharmacy),
        Whom::Desk => erasure::Whom::Account(Role::Desk),
        Whom::Donor => erasure::Whom::Donor,
        Whom::Requester => erasure::Whom::Requester,
        Whom::Writer => erasure::Whom::Writer,
    };
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    let is_known = erasure::erase(&app, whom, id).await?;
    // A program that runs meanwhile may be reading; then it does this itself within the hour.
    let _ = app.db.scrub().await;
    app.db.close().await;
    if !is_known {
        bail!("there is nobody of that id, and the audit log says nothing of them")
    }
    println!("Erased. Photos go within a day, copies of the database when you delete them.");
    Ok(())
}

async fn verify_audit(config: Config, known: Known) -> anyhow::Result<()> {
    if let KeySource::File(path) = &config.key
        && !path.exists()
    {
        bail!("DOCCARE_KEY_FILE: {} is not there; only the key that sealed the log verifies it", path.display());
    }
    let (db, keys, now) = (app::open_database(&config).await?, app::open_keys(&config)?, Clock::System.now());
    let looked = db.report(async move |tx| seals::verify(tx, &keys, &known, now).await);
    let Checked { seals, entries, erased, unsealed, unsealed_since, unread, last, broken } = looked.await?;
    db.close().await;
    println!("{seals} seals hold {entries} rows; of {erased} the names and reasons were erased. {unsealed} rows wait.");
    if let Some(since) = unsealed_since.and_then(|at| Timestamp::from_millisecond(at).ok()) {
        println!("The first of them waits since {since}; while the program runs, a row is sealed within minutes.");
    }
    if let Some(Broken { number, why }) = broken {
        bail!("batch {number} of the audit log is broken: {why}");
    }
    if unread > 0 {
        println!("{unread} of the seals are of keys that are lost: whether their rows were changed cannot be seen.");
    }
    match last {
        Some(Seal { number, seal, .. }) => println!("All of it is as it was sealed. The last seal is {number}: {seal}"),
        None => println!("Nothing is sealed yet."),
    }
    Ok(())
}

async fn back_up(config: &Config, file: &Path) -> anyhow::Result<()> {
    if let DatabaseUrl::Sqlite(path) = &config.database
        && !path.try_exists()?
    {
        bail!("DOCCARE_DATABASE_URL: there is no database {}", path.display());
    }
    let (db, photos) = (app::open_database_as_it_is(config)?, app::open_photos(config)?);
    let made = backup::make(&db, &photos, file, Clock::System.now(), &CancellationToken::new()).await;
    db.close().await;
    let Made { rows, photos, bytes } = made?;
    println!("{} holds {rows} rows and {photos} files of photos in {bytes} bytes.", file.display());
    println!("The key is not in it: keep a copy of that elsewhere.");
    Ok(())
}

async fn restore(config: &Config, file: &Path) -> anyhow::Result<()> {
    let copy = backup::Backup::open(file, migrations::STEPS)?;
    let (db, photos) = (app::open_database_as_it_is(config)?, app::open_photos(config)?);
    let restored = backup::restore(&db, &photos, &copy, migrations::STEPS).await;
    if let Ok(Restored { rows, photos, left_out }) = &restored {
        println!("{rows} rows and {photos} files of photos are back, as they were at {}.", copy.head.made_at);
        for table in left_out {
            println!("The table {table} was left out: this engine has none.");
        }
        tell_of_key(config, &db).await;
    }
    db.close().await;
    restored?;
    Ok(())
}

/// Says which key a restored database needs, if it is not here. Everything is back by now, so that no trouble with a key is a failure.
async fn tell_of_key(config: &Config, db: &Db) {
    let id = match keys::last_used(db).await {
        Ok(Some(id)) => id,
        Ok(None) => return,
        Err(error) => {
            println!("Which key it needs could not be read: {error}.");
            return;
        }
    };
    match config.key.is_there().then(|| app::open_keys(config)).transpose() {
        Ok(Some(keys)) if keys.knows(&id) => return,
        Ok(_) => println!("The key {id} is not here, and no backup holds it: put it back before you serve."),
        Err(error) => println!("The key {id} is needed before you serve, and what is here is none: {error}."),
    }
    println!(
        "If it is lost for good, `doccare key lost` goes on without it. Then codes of authenticator apps are wrong (recovery codes \
         still work), and seals of the audit log from before cannot be verified."
    );
}

fn renew_key(config: &Config) -> anyhow::Result<()> {
    let KeySource::File(path) = &config.key else {
        bail!(
            "DOCCARE_KEY: put a comma and a new key (openssl rand -hex 32) behind it and start every instance again; then put \
             the new one before the old one, and start them once more"
        )
    };
    keys::renew(path).context("DOCCARE_KEY_FILE")?;
    println!(
        "{} has a new key. It is in use once the program was started again; keep the older lines.",
        path.display()
    );
    Ok(())
}

async fn forget_lost_key(config: &Config) -> anyhow::Result<()> {
    let db = app::open_database(config).await?;
    let keys = app::open_keys(config)?;
    app::forget_lost_key(&db, &keys, Clock::System.now()).await?;
    db.close().await;
    println!("The database goes on with the key {}.", keys.id());
    println!(
        "Codes of authenticator apps that were set up with a lost key are wrong from now on; recovery codes still work."
    );
    Ok(())
}

async fn trust_clock(config: &Config) -> anyhow::Result<()> {
    let (db, now) = (app::open_database(config).await?, Clock::System.now());
    doubt::trust(&db, now).await?;
    db.close().await;
    println!("It is {now}. What is too old by this clock is deleted within a day, or when the program starts.");
    Ok(())
}

async fn reset_totp(settings: Settings, email: &str) -> anyhow::Result<()> {
    let address = Email::parse(email).map_err(|text| anyhow::anyhow!("{}", text.en))?;
    let app = App::build(settings.without_first_admin().check()?, Clock::System, Cost::Proper).await?;
    let reset = second_factor::reset_admin(&app, address).await?;
    app.db.close().await;
    match reset {
        Some(true) => println!("Two-factor login of {email} is off, and every session of theirs has ended."),
        Some(false) => bail!("two-factor login of {email} is not on"),
        None => bail!("there is no administrator {email}"),
    }
    Ok(())
}

async fn check(settings: Settings, json: bool) -> anyhow::Result<()> {
    let report = check::look(settings, Clock::System.now()).await;
    if json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{report}");
    }
    match report.wrong() {
        0 => Ok(()),
        1 => bail!("1 thing is wrong"),
        wrong => bail!("{wrong} things are wrong"),
    }
}

/// Twice and without showing it, because nobody sees what they type.
fn ask_password() -> anyhow::Result<String> {
    let password = rpassword::prompt_password("Password: ")?;
    if rpassword::prompt_password("The same again: ")? == password {
        Ok(password)
    } else {
        bail!("the two passwords differ")
    }
}

/// A request by hand: a health check must not need a client library.
fn healthcheck(config: &Config) -> anyhow::Result<()> {
    let (address, timeout) = (config.listen, Duration::from_secs(5));
    let stream = TcpStream::connect_timeout(&address, timeout).with_context(|| format!("{address}"))?;
    stream.set_read_timeout(Some(timeout))?;
    let answer = match config.tls {
        Some(_) => ask_whether_ready(tls::without_proof(stream)?, address)?,
        None => ask_whether_ready(stream, address)?,
    };
    if answer.starts_with("HTTP/1.1 200") {
        println!("ready");
        Ok(())
    } else {
        bail!("{address} is not ready")
    }
}

fn ask_whether_ready(mut stream: impl Read + Write, address: SocketAddr) -> std::io::Result<String> {
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
