//! Reading and changing a profile in its current stored state.

use crate::app::App;
use crate::identity::Error;
use crate::identity::callers::{AccountLock, Caller, SignedOut};
use crate::identity::contact_change::VerifiedContactChange;
use crate::identity::model::Email;
use crate::identity::person::Mobile;
use crate::platform::db::{self, Lock, Tx};

/// A profile that its owner reads and changes.
pub trait OwnProfile: Clone + Send + Sync + 'static {
    /// The lock of a change.
    fn lock(id: &str) -> Lock<'_>;

    /// The address and number of the login; they change by [`crate::identity::contact_change`] only.
    fn login(&self) -> (&Email, &Mobile);

    /// The id of another photo in the store. Users have none.
    fn set_image(&mut self, _: String) {}

    fn find(tx: &mut Tx<'_>, id: &str) -> impl Future<Output = db::Result<Option<Self>>> + Send;

    /// Stores everything but the login.
    fn update(&self, tx: &mut Tx<'_>) -> impl Future<Output = db::Result<()>> + Send;
}

/// Changes a profile under its lock, and returns it.
pub async fn alter<P: OwnProfile, E: From<db::Error>>(
    tx: &mut Tx<'_>,
    id: &str,
    change: impl FnOnce(&mut P) -> Result<(), E>,
) -> Result<Option<P>, E> {
    tx.lock(P::lock(id)).await?;
    let Some(mut profile) = P::find(tx, id).await? else { return Ok(None) };
    change(&mut profile)?;
    profile.update(tx).await?;
    Ok(P::find(tx, id).await?)
}

/// Changes the caller's profile, and with it the login, if its password was checked. `conclude` runs last in the same transaction.
pub async fn save<P: OwnProfile, T: Send + 'static>(
    app: &App,
    caller: &Caller,
    login: Option<VerifiedContactChange>,
    change: impl FnOnce(&mut P) -> Result<(), Error> + Send + 'static,
    conclude: impl AsyncFnOnce(&mut Tx<'_>, P) -> db::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let saved = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        if let Some(login) = login {
            login.make(tx, &site, now).await?;
        }
        let saved = alter(tx, &me.id, change).await?.ok_or(SignedOut)?;
        Ok::<_, Error>(conclude(tx, saved).await?)
    });
    let saved = saved.await?;
    app.wake_outbox();
    Ok(saved)
}
