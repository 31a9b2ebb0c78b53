//! Notes mails that came back.

use std::path::Path;

use crate::app::App;
use crate::platform::background::{Outcome, Turn};
use crate::platform::bounces::{self, Bounce, Told};
use crate::platform::db::{self, Tx};
use crate::{blood, identity};

/// Notes what is true of what was told, and returns which of it is about mails of ours. The rest changes nothing.
pub async fn take(app: &App, told: &[Told]) -> db::Result<Vec<bool>> {
    let now = app.clock.now();
    let proven: Vec<Option<Bounce>> = told.iter().map(|told| told.prove(&app.keys, now)).collect();
    let ours = proven.iter().map(Option::is_some).collect();
    let mut found: Vec<Bounce> = proven.into_iter().flatten().collect();
    if found.is_empty() {
        return Ok(ours);
    }
    // In one order: so no two who write wait for each other.
    found.sort();
    let noted: db::Result<()> = app
        .db
        .write(async move |tx| {
            for bounce in &found {
                if is_somebodys(tx, &bounce.address).await? {
                    bounces::note(tx, bounce, now.as_millisecond()).await?;
                    tracing::info!(mail = bounce.mail_id, is_final = bounce.is_final, "a mail came back");
                }
            }
            Ok(())
        })
        .await;
    noted.map(|()| ours)
}

/// Of an address that nobody has any more, nothing is kept.
async fn is_somebodys(tx: &mut Tx<'_>, address: &str) -> db::Result<bool> {
    Ok(identity::has_address(tx, address).await? || blood::has_address(tx, address).await?)
}

/// Reads what the mail server put into the folder, if there is one. What cannot be written down stays there for the next time.
pub async fn read_folder(app: App) -> Outcome {
    let Some(folder) = app.config.bounces_dir.clone() else { return Ok(Turn::Done) };
    let returned = aside(&folder, bounces::read_new).await?;
    let turn = if returned.is_empty() { Turn::Done } else { Turn::More };
    for one in returned {
        let is_ours = take(&app, &one.told).await?.contains(&true);
        aside(&folder, move |folder| bounces::put_away(folder, &one, is_ours)).await?;
    }
    Ok(turn)
}

/// Works with the disk where nobody waits for it.
async fn aside<T: Send + 'static>(
    folder: &Path,
    work: impl FnOnce(&Path) -> std::io::Result<T> + Send + 'static,
) -> std::io::Result<T> {
    let folder = folder.to_owned();
    let done = tokio::task::spawn_blocking(move || work(&folder)).await;
    done.unwrap_or_else(|panicked| Err(panicked.into()))
}

pub async fn forget_old(app: &App) -> db::Result<u64> {
    let now = app.clock.now();
    app.db.write(async move |tx| bounces::forget_old(tx, now).await).await
}
