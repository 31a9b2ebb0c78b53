//! `doccare key`: the program's key.

use anyhow::{Context, bail};
use clap::Subcommand;
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::db::Db;
use doccare::platform::keys::{self, KeySource};
use doccare::platform::push;
use doccare::startup;

use super::output;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Put a new key on top of the file's; in use once every instance was started again
    Renew,
    /// Go on with another key because the old one is lost: what only that one opens stays closed
    Lost,
    /// Put another key for notifications to browsers in use: all devices have to turn them on again
    RenewPush {
        /// Renew it without asking
        #[arg(long)]
        yes: bool,
    },
}

pub fn renew(config: &Config) -> anyhow::Result<()> {
    let KeySource::File(path) = &config.key else {
        bail!(
            "DOCCARE_KEY: put a comma and a new key (openssl rand -hex 32) behind it and start every instance again; then put \
             the new one before the old one, and start them once more"
        )
    };
    keys::renew(path).context("DOCCARE_KEY_FILE")?;
    output::line(format!(
        "{} has a new key. It is in use once the program was started again; keep the older lines.",
        path.display()
    ))?;
    Ok(())
}

pub async fn forget_lost(config: &Config) -> anyhow::Result<()> {
    let db = startup::open_database(config).await?;
    let keys = startup::open_keys(config)?;
    let ended = startup::forget_lost_key(&db, &keys, Clock::System.now()).await?;
    db.close().await;
    output::line(format!("The database goes on with the key {}.", keys.id()))?;
    output::line(
        "Codes of authenticator apps that were set up with a lost key are wrong from now on; recovery codes still work.",
    )?;
    if ended > 0 {
        output::line(format!("{ended} devices get no notifications any more, until people turn them on again."))?;
    }
    Ok(())
}

pub async fn renew_push(config: &Config, is_confirmed: bool) -> anyhow::Result<()> {
    let db = startup::open_database(config).await?;
    let renewed = confirm_and_renew(&db, is_confirmed).await;
    db.close().await;
    output::line(format!("{} devices get no notifications any more, until people turn them on again.", renewed?))?;
    Ok(())
}

async fn confirm_and_renew(db: &Db, is_confirmed: bool) -> anyhow::Result<u64> {
    let count = db.read(async |tx| push::count_subscriptions(tx).await).await?;
    let what = format!("the notifications of {count} devices, until people turn them on again");
    if !is_confirmed {
        output::ask("End", &what)?;
    }
    Ok(startup::renew_push_key(db, Clock::System.now()).await?)
}
