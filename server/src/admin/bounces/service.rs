//! Notes mails that came back.

use std::path::Path;

use super::store;
use crate::app::App;
use crate::platform::background::{Outcome, Turn};
use crate::platform::bounces::{self, Bounce, Teller, Told};
use crate::platform::db::{self, Tx};
use crate::{blood, identity};

/// Notes what is true of what was told, and returns which of it is about mails of ours. The rest changes nothing.
pub async fn take(app: &App, teller: Teller, told: &[Told]) -> db::Result<Vec<bool>> {
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
                    bounces::note(tx, bounce, teller, now.as_millisecond()).await?;
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

/// Reads what the mail server put into the folder, if there is one. What cannot be written down is put back for the next time.
pub async fn read_folder(app: App) -> Outcome {
    let Some(folder) = app.config.bounces_dir.clone() else { return Ok(Turn::Done) };
    // Where none can be moved away, the next turn would find the same.
    let mut turn = Turn::Done;
    for waiting in aside(&folder, bounces::list_new).await? {
        let claimed = aside(&folder, move |folder| Ok(bounces::claim(folder, waiting))).await?;
        let Some(returned) = claimed else { continue };
        turn = Turn::More;
        let taken = take(&app, Teller::Folder, &returned.told).await;
        let put_away = match &taken {
            Ok(ours) if ours.contains(&true) => aside(&folder, move |_| returned.delete()).await,
            Ok(_) => Ok(()),
            Err(_) => aside(&folder, move |_| returned.put_back()).await,
        };
        if let Err(error) = put_away {
            tracing::warn!(%error, "a mail that came back stays in cur");
        }
        taken?;
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

/// Forgets what is old, and what nobody has any more: an erasure may cross a return.
pub async fn forget_old(app: &App) -> db::Result<u64> {
    let now = app.clock.now();
    app.db
        .write(async move |tx| {
            let old = bounces::forget_old(tx, now).await?;
            Ok::<_, db::Error>(old + store::forget_nobodys(tx).await?)
        })
        .await
}
