//! The database remembers the ids of the keys that it was used with, so that an instance with another key does not start.

use jiff::Timestamp;

use super::Keys;
use crate::platform::db::{self, Db, Lock, Tx};

#[derive(Debug, thiserror::Error)]
pub enum NotNoted {
    #[error(transparent)]
    Unknown(#[from] KeyUnknown),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The key that the database was used with last is not among those that were given.
#[derive(Debug, thiserror::Error)]
#[error(
    "the key {0} that this database was last used with is not here: put it back, or give every instance the same; if it is \
     lost for good, say so by `doccare key lost`"
)]
pub struct KeyUnknown(pub String);

/// Writes down which key is in use, and returns whether it takes over from another. Refused when the newest that the database
/// knows is not among ours: what other instances encrypt, this one could not read.
pub async fn note_use(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> Result<bool, NotNoted> {
    // Two who start for the first time at this moment do not both find nothing.
    tx.lock(Lock::Migrations).await?;
    let newest = find_newest(tx).await?;
    check_known(newest.as_deref(), keys)?;
    let is_new = insert(tx, keys.id(), now).await?;
    Ok(is_new && newest.is_some())
}

/// Whether the key that the database was used with last is among ours.
pub fn check_known(last_used: Option<&str>, keys: &Keys) -> Result<(), KeyUnknown> {
    match last_used.filter(|id| !keys.knows(id)) {
        Some(id) => Err(KeyUnknown(id.to_owned())),
        None => Ok(()),
    }
}

/// What `forget_lost` did.
pub struct Forgotten {
    /// The ids of the keys that are lost.
    pub lost: Vec<String>,
    /// Whether the key in use was not known before.
    pub is_new: bool,
}

/// Forgets the keys that are not among ours; what only they open stays closed for ever.
pub async fn forget_lost(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> db::Result<Forgotten> {
    tx.lock(Lock::Migrations).await?;
    let mut lost = list(tx).await?;
    lost.retain(|id| !keys.knows(id));
    for id in &lost {
        tx.execute("DELETE FROM keys_used WHERE id = $1", &[id]).await?;
    }
    Ok(Forgotten { lost, is_new: insert(tx, keys.id(), now).await? })
}

/// The newest key that the database was used with and that is among ours. An instance with an older one before it in its settings
/// goes on with this one where the order of keys counts.
pub async fn newest_known(tx: &mut Tx<'_>, keys: &Keys) -> db::Result<String> {
    let newest = list(tx).await?.into_iter().find(|id| keys.knows(id));
    Ok(newest.unwrap_or_else(|| keys.id().to_owned()))
}

/// The key that the database was used with last.
pub async fn last_used(db: &Db) -> db::Result<Option<String>> {
    db.read(async |tx| find_newest(tx).await).await
}

async fn find_newest(tx: &mut Tx<'_>) -> db::Result<Option<String>> {
    Ok(list(tx).await?.into_iter().next())
}

/// The ids of all keys, the newest first.
async fn list(tx: &mut Tx<'_>) -> db::Result<Vec<String>> {
    tx.all("SELECT id FROM keys_used ORDER BY first_used_at DESC, id", &[]).await
}

/// Whether it is new.
async fn insert(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> db::Result<bool> {
    tx.insert_new("keys_used", &[("id", &id), ("first_used_at", &now.as_millisecond())]).await
}
