//! The database remembers the ids of the keys that it was used with, so that an instance with another key does not start.

use jiff::Timestamp;

use super::Keys;
use crate::platform::audit::{self, Entry, Subject};
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
pub struct KeyUnknown(String);

/// Writes down which key is in use. Refused when the newest that the database knows is not among ours: what other
/// instances encrypt, this one could not read.
pub async fn note_use(db: &Db, keys: &Keys, now: Timestamp) -> Result<(), NotNoted> {
    let keys = keys.clone();
    db.write(async move |tx| {
        // Two who start for the first time at this moment do not both find nothing.
        tx.lock(Lock::Migrations).await?;
        match find_newest(tx).await? {
            Some(newest) if !keys.knows(&newest) => return Err(KeyUnknown(newest).into()),
            Some(_) if insert(tx, keys.id(), now).await? => record(tx, "use_key", keys.id(), now).await?,
            Some(_) => {}
            None => drop(insert(tx, keys.id(), now).await?),
        }
        Ok(())
    })
    .await
}

/// Forgets the keys that are not among ours; what only they open stays closed for ever.
pub async fn forget_lost(db: &Db, keys: &Keys, now: Timestamp) -> db::Result<()> {
    let keys = keys.clone();
    db.write(async move |tx| {
        tx.lock(Lock::Migrations).await?;
        for id in tx.all::<String>("SELECT id FROM keys_used", &[]).await? {
            if !keys.knows(&id) {
                tx.execute("DELETE FROM keys_used WHERE id = $1", &[&id]).await?;
                record(tx, "lose_key", &id, now).await?;
            }
        }
        insert(tx, keys.id(), now).await.map(drop)
    })
    .await
}

/// Whoever changes the key could seal another log: that it was changed stands in it.
async fn record(tx: &mut Tx<'_>, action: &str, id: &str, now: Timestamp) -> db::Result<()> {
    audit::record(tx, Entry::of_operator(action, Subject { kind: "key", id, name: "" }), now).await
}

/// The key that the database was used with last.
pub async fn last_used(db: &Db) -> db::Result<Option<String>> {
    db.read(async |tx| find_newest(tx).await).await
}

async fn find_newest(tx: &mut Tx<'_>) -> db::Result<Option<String>> {
    tx.first("SELECT id FROM keys_used ORDER BY first_used_at DESC, id LIMIT 1", &[]).await
}

/// Whether it is new.
async fn insert(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> db::Result<bool> {
    tx.insert_new("keys_used", &[("id", &id), ("first_used_at", &now.as_millisecond())]).await
}
