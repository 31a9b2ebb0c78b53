//! Registering, reading and changing a user.

use super::store::{self, User};
use crate::app::App;
use crate::identity::callers::{Hold, Patient, SignedOut};
use crate::identity::login_change::ProvenChange;
use crate::identity::model::{Email, NewAccount, Role};
use crate::identity::passwords::NewPassword;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::{self, Error, sessions};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::http::Problem;
use crate::platform::lang::Lang;

pub struct Registration {
    pub username: PersonName,
    pub email: Email,
    pub phone: Mobile,
    pub password: NewPassword,
    pub lang: Lang,
}

/// The new user's id; `None` when the address is registered already.
pub async fn register(app: &App, registration: Registration) -> db::Result<Option<String>> {
    // Looked up first, so that a form that comes again and again costs nobody a hash; the index decides in the end.
    let email = registration.email.clone();
    if !app.db.read(async |tx| identity::is_email_free(tx, Role::User, &email).await).await? {
        return Ok(None);
    }
    let password_hash = app.passwords.hash_of_newcomer(registration.password.expose()).await?;
    let Registration { username, email, phone, lang, .. } = registration;
    let account = NewAccount { role: Role::User, email, phone: Some(phone), password_hash, lang };
    let now = app.clock.now();
    app.db
        .write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?;
            if let Some(id) = &id {
                store::insert(tx, id, &username).await?;
            }
            Ok(id)
        })
        .await
}

/// Changes a user as they are stored at this moment, and returns them; the login changes by [`ProvenChange`] alone.
async fn alter<E: From<db::Error>>(
    tx: &mut Tx<'_>,
    id: &str,
    change: impl FnOnce(&mut User) -> Result<(), E>,
) -> Result<Option<User>, E> {
    tx.lock(Lock::User(id)).await?;
    let Some(mut user) = store::find(tx, id).await? else { return Ok(None) };
    change(&mut user)?;
    store::update(tx, &user).await?;
    Ok(store::find(tx, id).await?)
}

/// Changes the own profile; what changes of the login brings its password.
pub async fn save(
    app: &App,
    caller: &Patient,
    login: Option<ProvenChange>,
    change: impl FnOnce(&mut User) -> Result<(), Problem> + Send + 'static,
) -> Result<User, Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        if let Some(login) = login {
            login.make(tx, &site, now).await?;
        }
        let saved = alter(tx, &me.id, |user| change(user).map_err(Error::Fields)).await?;
        Ok::<_, Error>(saved.ok_or(SignedOut)?)
    });
    let saved = saved.await?;
    app.mail_waits();
    Ok(saved)
}

/// Empties a user's account and ends its sessions; their bookings are for the caller to settle.
pub async fn erase(tx: &mut Tx<'_>, id: &str) -> db::Result<()> {
    store::erase(tx, id).await?;
    identity::service::end_links(tx, id).await?;
    sessions::delete_of(tx, id).await?;
    identity::store::erase_account(tx, id).await
}
