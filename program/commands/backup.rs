//! `doccare backup` and `doccare restore`.

use std::io::{self, IsTerminal, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::bail;
use doccare::platform::backup::{self, BackupSummary, RestoreSummary};
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::db::{DatabaseUrl, Db};
use doccare::platform::keys;
use doccare::{identity, migrations, startup};
use tokio_util::sync::CancellationToken;

use super::output;

/// How long a backup waits for another one in the same folder.
const MAX_WAIT: Duration = Duration::from_mins(1);
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

pub async fn make(config: &Config, file: &Path) -> anyhow::Result<()> {
    if let DatabaseUrl::Sqlite(path) = &config.database
        && !path.try_exists()?
    {
        bail!("DOCCARE_DATABASE_URL: there is no database {}", path.display());
    }
    let is_piped = file == Path::new("-");
    if is_piped && stdout().is_terminal() {
        bail!("a backup is not for a terminal: send it to another program or into a file");
    }
    let (db, photos) = (startup::open_database_as_it_is(config)?, startup::open_photos(config)?);
    let (now, stop, started) = (Clock::System.now(), CancellationToken::new(), Instant::now());
    let made = if is_piped {
        backup::pipe(&db, &photos, Box::new(stdout()), now, &stop).await
    } else {
        loop {
            match backup::make(&db, &photos, file, now, &stop).await {
                // The running program makes a backup at its start, which takes a moment.
                Err(backup::Error::Taken(_)) if started.elapsed() < MAX_WAIT => {
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
                made => break made,
            }
        }
    };
    db.close().await;
    let BackupSummary { rows, photos, bytes } = made?;
    let name = if is_piped { "It".into() } else { file.display().to_string() };
    let said = format!(
        "{name} holds {rows} rows and {photos} files of photos in {bytes} bytes.\nThe key is not in it: keep a copy of that elsewhere."
    );
    // Standard output is the backup, so messages go to stderr.
    if is_piped {
        eprintln!("{said}");
    } else {
        output::line(said)?;
    }
    Ok(())
}

pub async fn restore(config: &Config, file: &Path) -> anyhow::Result<()> {
    let copy = backup::Backup::open(file, migrations::STEPS)?;
    let (db, photos) = (startup::open_database_as_it_is(config)?, startup::open_photos(config)?);
    let restored = backup::restore(&db, &photos, &copy, migrations::STEPS).await;
    if let Ok(RestoreSummary { rows, photos, left_out }) = &restored {
        output::line(format!(
            "{rows} rows and {photos} files of photos are back, as they were at {}.",
            copy.head.made_at
        ))?;
        for table in left_out {
            output::line(format!("The table {table} was left out: this engine has none."))?;
        }
        output::line("Everybody is signed out, and mailed links of before no longer work.")?;
        print_admins(&db).await?;
        print_missing_key(config, &db).await?;
    }
    db.close().await;
    restored?;
    Ok(())
}

/// Lists the administrators that were restored, with their passwords of that time, also those removed since.
async fn print_admins(db: &Db) -> io::Result<()> {
    match db.read(async |tx| identity::list_admin_addresses(tx).await).await {
        Ok(addresses) if addresses.is_empty() => {
            output::line("There is no administrator: `doccare admin create` makes one.")?;
        }
        Ok(addresses) => {
            output::line("These administrators are back. Remove those who should not be:")?;
            for address in addresses {
                output::line(format!("  {address}"))?;
            }
        }
        Err(error) => output::line(format!("Which administrators are back could not be read: {error}."))?,
    }
    Ok(())
}

/// Names the key that the restored database needs, if it is missing. The data is restored by now, so a missing key is not an error.
async fn print_missing_key(config: &Config, db: &Db) -> io::Result<()> {
    let id = match keys::last_used(db).await {
        Ok(Some(id)) => id,
        Ok(None) => return Ok(()),
        Err(error) => return output::line(format!("Which key it needs could not be read: {error}.")),
    };
    match config.key.is_there().then(|| startup::open_keys(config)).transpose() {
        Ok(Some(keys)) if keys.knows(&id) => return Ok(()),
        Ok(_) => {
            output::line(format!("The key {id} is not here, and no backup holds it: put it back before you serve."))?;
        }
        Err(error) => {
            output::line(format!("The key {id} is needed before you serve, and what is here is none: {error}."))?;
        }
    }
    output::line(
        "If it is lost for good, `doccare key lost` goes on without it. Then codes of authenticator apps are wrong (recovery codes \
         still work), and seals of the audit log from before cannot be verified.",
    )
}
