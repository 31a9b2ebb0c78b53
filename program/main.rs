//! `doccare`: the command line.

mod commands;

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use doccare::admin::operations::model::data_map;
use doccare::platform::audit::seals::VerifyOptions;
use doccare::platform::config::Settings;
use doccare::platform::logging;
use doccare::router;
use doccare_demo as demo;
use tokio::runtime::Builder;

use self::commands::admin::{self, AdminCommand};
use self::commands::audit::{self, AuditCommand};
use self::commands::erase::{self, Whom};
use self::commands::key::{self, KeyCommand};
use self::commands::{backup, check, clock, configuration, healthcheck, output, serve};

/// Lists allocate many small pieces of memory: with this allocator they are faster by a third to a half than with the system's (decision
/// 0035).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(version, about)]
struct Cli {
    // In a separate section of the help, below the flags of the command.
    #[command(flatten, next_help_heading = "Settings")]
    settings: Settings,
    /// Log level, such as info or warn,doccare=debug; text on a terminal, JSON lines otherwise
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
    /// Print docs/CONFIGURATION.md: every setting, its default and what it does
    Configuration,
    /// Ask the running server whether it is ready; for service managers
    Healthcheck,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    logging::start(&cli.log);
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // `eprintln!` would panic if stderr is closed.
            let _ = writeln!(stderr(), "doccare: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Tokio's scheduler: tasks that run between two polls for I/O, and I/O events that one poll takes.
const EVENT_INTERVAL: u32 = 61;
const MAX_IO_EVENTS: usize = 61;

fn run(cli: Cli) -> anyhow::Result<()> {
    // As many I/O events as tasks. With the default of 1,024 events, a burst overflows the local run queue, and the overflow waits for
    // seconds (decision 0049).
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .event_interval(EVENT_INTERVAL)
        .max_io_events_per_tick(MAX_IO_EVENTS)
        .build()?;
    runtime.block_on(obey(cli))
}

/// Boxed here, so that this future is compiled once: `block_on` would instantiate it three times.
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
                audit::verify(cli.settings.check()?, VerifyOptions { seal: expect, lost_keys: lost_key }).await
            }
            Command::Erase { yes, whom, id } => erase::erase(cli.settings.check()?, whom, id, yes).await,
            Command::Key(KeyCommand::Renew) => key::renew(&cli.settings.check()?),
            Command::Key(KeyCommand::Lost) => key::forget_lost(&cli.settings.check()?).await,
            Command::Key(KeyCommand::RenewPush { yes }) => key::renew_push(&cli.settings.check()?, yes).await,
            Command::Backup { file } => backup::make(&cli.settings.check()?, &file).await,
            Command::Restore { file } => backup::restore(&cli.settings.check()?, &file).await,
            Command::TrustClock => clock::trust(&cli.settings.check()?).await,
            Command::Check { json } => check::look(cli.settings, json).await,
            Command::Openapi => Ok(output::line(router::openapi().to_pretty_json()?)?),
            Command::DataMap => Ok(output::write_all(&data_map().to_markdown())?),
            Command::Configuration => Ok(output::write_all(&configuration::page(&Cli::command()))?),
            Command::Healthcheck => healthcheck::ask(&cli.settings.check()?),
        }
    })
}
