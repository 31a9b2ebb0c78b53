//! `doccare backup` and `doccare restore`.

use std::path::Path;

use anyhow::bail;
use doccare::platform::backup::{self, Made, Restored};
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::db::{DatabaseUrl, Db};
use doccare::platform::keys;
use doccare::{app, migrations};
use tokio_util::sync::CancellationToken;

pub async fn make(config: &Config, file: &Path) -> anyhow::Result<()> {
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

pub async fn restore(config: &Config, file: &Path) -> anyhow::Result<()> {
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
