//! Changing a profile as it is stored at this moment.

use super::OwnProfile;
use crate::app::App;
use crate::identity::Error;
use crate::identity::callers::{Caller, Hold, SignedOut};
use crate::identity::login_change::ProvenChange;
use crate::platform::db::{self, Tx};

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

/// Changes the own profile; what changes of the login brings its password. `conclude` has the last word in the same unit.
pub async fn save<P: OwnProfile, T: Send + 'static>(
    app: &App,
    caller: &Caller,
    login: Option<ProvenChange>,
    change: impl FnOnce(&mut P) -> Result<(), Error> + Send + 'static,
    conclude: impl AsyncFnOnce(&mut Tx<'_>, P) -> db::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        if let Some(login) = login {
            login.make(tx, &site, now).await?;
        }
        let saved = alter(tx, &me.id, change).await?.ok_or(SignedOut)?;
        Ok::<_, Error>(conclude(tx, saved).await?)
    });
    let saved = saved.await?;
    app.mail_waits();
    Ok(saved)
}
