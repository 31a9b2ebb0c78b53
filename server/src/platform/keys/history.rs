//! The ids of the keys that the database was used with: an instance without the newest one does not start.

use jiff::Timestamp;

use super::Keys;
use crate::platform::db::{self, Db, Lock, Tx};

#[derive(Debug, thiserror::Error)]
pub enum KeyUseError {
    #[error(transparent)]
    Unknown(#[from] KeyUnknown),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The newest key of the database is not among the given ones.
#[derive(Debug, thiserror::Error)]
#[error(
    "the key {0} that this database was last used with is not here: put it back, or give every instance the same; if it is \
     lost for good, say so by `doccare key lost`"
)]
pub struct KeyUnknown(pub String);

/// Records the key in use; true if it replaces another. Fails if the database's newest key is unknown: this instance could not read what others
/// encrypt.
pub async fn record_use(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> Result<bool, KeyUseError> {
    // Prevents that two concurrent first starts both find no key.
    tx.lock(Lock::Migrations).await?;
    let newest = find_newest(tx).await?;
    check_known(newest.as_deref(), keys)?;
    let is_new = insert(tx, keys.id(), now).await?;
    Ok(is_new && newest.is_some())
}

pub fn check_known(last_used: Option<&str>, keys: &Keys) -> Result<(), KeyUnknown> {
    match last_used.filter(|id| !keys.knows(id)) {
        Some(id) => Err(KeyUnknown(id.to_owned())),
        None => Ok(()),
    }
}

pub struct ForgottenKeys {
    pub lost: Vec<String>,
    /// Whether the key in use was not known before.
    pub is_new: bool,
}

/// Deletes unknown keys; data that only they decrypt is lost.
pub async fn forget_lost(tx: &mut Tx<'_>, keys: &Keys, now: Timestamp) -> db::Result<ForgottenKeys> {
    tx.lock(Lock::Migrations).await?;
    let mut lost = list(tx).await?;
    lost.retain(|id| !keys.knows(id));
    for id in &lost {
        tx.execute("DELETE FROM encryption_keys WHERE id = $1", &[id]).await?;
    }
    Ok(ForgottenKeys { lost, is_new: insert(tx, keys.id(), now).await? })
}

/// The newest key of the database that this instance has. An instance whose first key is older uses this one where the order matters.
pub async fn newest_known(tx: &mut Tx<'_>, keys: &Keys) -> db::Result<String> {
    let newest = list(tx).await?.into_iter().find(|id| keys.knows(id));
    Ok(newest.unwrap_or_else(|| keys.id().to_owned()))
}

pub async fn last_used(db: &Db) -> db::Result<Option<String>> {
    db.read(async |tx| find_newest(tx).await).await
}

async fn find_newest(tx: &mut Tx<'_>) -> db::Result<Option<String>> {
    Ok(list(tx).await?.into_iter().next())
}

async fn list(tx: &mut Tx<'_>) -> db::Result<Vec<String>> {
    tx.all("SELECT id FROM encryption_keys ORDER BY first_used_at DESC, id", &[]).await
}

async fn insert(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> db::Result<bool> {
    tx.insert_new("encryption_keys", &[("id", &id), ("first_used_at", &now.as_millisecond())]).await
}
