//! `doccare`: the command line.

use std::io::{IsTerminal, Read, Write, stdin};
use std::net::{SocketAddr, TcpStream};
use std::pin::Pin;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::identity::{self, Email, NewPassword, Owner};
use doccare::platform::clock::Clock;
use doccare::platform::config::{Config, Settings};
use doccare::platform::connections::tls;
use doccare::platform::lang::Text;
use doccare::platform::telemetry;
use doccare::{demo, router, server};
use tokio::net::TcpListener;

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
    /// Print the API's OpenAPI description
    Openapi,
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

#[tokio::main]
async fn run(cli: Cli) -> anyhow::Result<()> {
    obey(cli).await
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
            Command::Openapi => {
                println!("{}", router::openapi().to_pretty_json()?);
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
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    tracing::info!(url = format!("{scheme}://{}", listener.local_addr()?), database, "serving");
    server::serve(app, listener, server::stop_signal(), server::GRACE).await;
    Ok(())
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
    settings.admin_email = None;
    settings.read_secret_files()?;
    let password = match settings.admin_password.take() {
        Some(given) => Some(given),
        None if stdin().is_terminal() => Some(ask_password()?),
        None => None,
    };
    let address = Email::parse(&email).map_err(say)?;
    let owner = Owner::told(None, Some(&address), None);
    let chosen = password.map(|password| NewPassword::parse(&password, &owner)).transpose().map_err(say)?;
    let app = App::build(settings.check()?, Clock::System, Cost::Proper).await?;
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
