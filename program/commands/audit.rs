//! `doccare audit`: the audit log.

use anyhow::bail;
use clap::Subcommand;
use doccare::platform::audit::seals::{self, BrokenBatch, Seal, VerifyOptions, VerifyReport};
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::keys::KeySource;
use doccare::startup;
use jiff::Timestamp;

use super::output;

#[derive(Subcommand)]
pub enum AuditCommand {
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

pub async fn verify(config: Config, known: VerifyOptions) -> anyhow::Result<()> {
    if let KeySource::File(path) = &config.key
        && !path.exists()
    {
        bail!("DOCCARE_KEY_FILE: {} is not there; only the key that sealed the log verifies it", path.display());
    }
    let (db, keys, now) = (startup::open_database(&config).await?, startup::open_keys(&config)?, Clock::System.now());
    let looked = db.report(async move |tx| seals::verify(tx, &keys, &known, now).await);
    let VerifyReport { seals, entries, erased, unsealed, unsealed_since, unread, last, broken } = looked.await?;
    db.close().await;
    output::line(format!(
        "{seals} seals hold {entries} rows; of {erased} the names and reasons were erased. {unsealed} rows wait."
    ))?;
    if let Some(since) = unsealed_since.and_then(|at| Timestamp::from_millisecond(at).ok()) {
        output::line(format!(
            "The first of them waits since {since}; while the program runs, a row is sealed within minutes."
        ))?;
    }
    if let Some(BrokenBatch { number, why }) = broken {
        bail!("batch {number} of the audit log is broken: {why}");
    }
    if unread > 0 {
        output::line(format!(
            "{unread} of the seals are of keys that are lost: whether their rows were changed cannot be seen."
        ))?;
    }
    match last {
        Some(Seal { number, seal, .. }) => {
            output::line(format!("All of it is as it was sealed. The last seal is {number}: {seal}"))?;
        }
        None => output::line("Nothing is sealed yet.")?,
    }
    Ok(())
}
