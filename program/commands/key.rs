//! `doccare key`: the program's key.

use anyhow::{Context, bail};
use clap::Subcommand;
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::keys::{self, KeySource};
use doccare::startup;

use super::output;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Put a new key on top of the file's; in use once every instance was started again
    Renew,
    /// Go on with another key because the old one is lost: what only that one opens stays closed
    Lost,
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
    startup::forget_lost_key(&db, &keys, Clock::System.now()).await?;
    db.close().await;
    output::line(format!("The database goes on with the key {}.", keys.id()))?;
    output::line(
        "Codes of authenticator apps that were set up with a lost key are wrong from now on; recovery codes still work.",
    )?;
    Ok(())
}
