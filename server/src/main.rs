//! `doccare`: the command line.

mod commands;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use doccare::admin::operations::model::data_map;
use doccare::platform::audit::seals::Known;
use doccare::platform::config::Settings;
use doccare::platform::telemetry;
use doccare::{demo, router};
use tokio::runtime::Builder;

use self::commands::admin::{self, AdminCommand};
use self::commands::audit::{self, AuditCommand};
use self::commands::erase::{self, Whom};
use self::commands::key::{self, KeyCommand};
use self::commands::{backup, check, clock, healthcheck, output, serve};

/// Lists are made of many small pieces of memory: they come faster by a third to a half than with the system's allocator (decision 0035).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    // Under a heading of their own, below the flags of the command.
    #[command(flatten, next_help_heading = "Settings")]
    settings: Settings,
    /// What is logged, such as info or warn,doccare=debug
    #[arg(long, env = "DOCCARE_LOG", default_value = "info", global = true, help_heading = "Settings")]
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
    Erase {
        /// Erase without asking
        #[arg(long)]
        yes: bool,
        whom: Whom,
        id: String,
    },
    /// The key that closes what the database must not tell
    #[command(subcommand)]
    Key(KeyCommand),
    /// Put everything but the key into a new file, while the product is served; `-` writes it to standard output
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

fn main() -> ExitCode {
    let cli = Cli::parse();
    telemetry::start(&cli.log);
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // `eprintln!` would panic where nobody reads it any more.
            let _ = writeln!(stderr(), "doccare: {error:#}");
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
            Command::Serve => serve::serve(cli.settings.check()?).await,
            Command::Demo { doctors, users, bookings, donors, into_real_data } => {
                let size = demo::Size { doctors, users, bookings, donors };
                commands::demo::fill(cli.settings.check()?, size, into_real_data).await
            }
            Command::Admin(AdminCommand::Create { email }) => admin::create(cli.settings, email).await,
            Command::Admin(AdminCommand::ResetTotp { email }) => admin::reset_totp(cli.settings, &email).await,
            Command::Audit(AuditCommand::Verify { expect, lost_key }) => {
                audit::verify(cli.settings.check()?, Known { seal: expect, lost_keys: lost_key }).await
            }
            Command::Erase { yes, whom, id } => erase::erase(cli.settings.check()?, whom, id, yes).await,
            Command::Key(KeyCommand::Renew) => key::renew(&cli.settings.check()?),
            Command::Key(KeyCommand::Lost) => key::forget_lost(&cli.settings.check()?).await,
            Command::Backup { file } => backup::make(&cli.settings.check()?, &file).await,
            Command::Restore { file } => backup::restore(&cli.settings.check()?, &file).await,
            Command::TrustClock => clock::trust(&cli.settings.check()?).await,
            Command::Check { json } => check::look(cli.settings, json).await,
            Command::Openapi => Ok(output::line(router::openapi().to_pretty_json()?)?),
            Command::DataMap => Ok(output::write_all(&data_map().to_markdown())?),
            Command::Healthcheck => healthcheck::ask(&cli.settings.check()?),
        }
    })
}
