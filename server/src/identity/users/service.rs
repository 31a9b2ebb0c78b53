//! Registering, reading and changing a user.

use super::store::{self, User};
use crate::app::App;
use crate::identity;
use crate::identity::consents::{self, Purpose};
use crate::identity::model::{Email, NewAccount, Role};
use crate::identity::passwords::NewPassword;
use crate::identity::person::{Mobile, PersonName};
use crate::identity::profiles::OwnProfile;
use crate::platform::db::{self, Lock, Tx};
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
    // Checked first, so that repeated forms cost no hashing; the unique index decides in the end.
    let email = registration.email.clone();
    if !app.db.read(async |tx| identity::is_email_free(tx, Role::User, &email).await).await? {
        return Ok(None);
    }
    let password_hash = app.passwords.hash_for_registration(registration.password.expose()).await?;
    let Registration { username, email, phone, lang, .. } = registration;
    let account = NewAccount { role: Role::User, email, phone: Some(phone), password_hash, lang };
    let (now, notice) = (app.clock.now(), app.config.notices.privacy.clone());
    app.db
        .write(async move |tx| {
            let id = identity::insert_account(tx, account, now).await?;
            if let Some(id) = &id {
                store::insert(tx, id, &username).await?;
                consents::give(tx, id, Purpose::Account, &notice, now).await?;
            }
            Ok(id)
        })
        .await
}

impl OwnProfile for User {
    fn lock(id: &str) -> Lock<'_> {
        Lock::User(id)
    }

    fn login(&self) -> (&Email, &Mobile) {
        (&self.email, &self.phone)
    }

    async fn find(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Self>> {
        store::find(tx, id).await
    }

    async fn update(&self, tx: &mut Tx<'_>) -> db::Result<()> {
        store::update(tx, self).await
    }
}

/// Empties a user's account and ends its sessions; their bookings are for the caller to settle.
pub async fn erase(tx: &mut Tx<'_>, id: &str) -> db::Result<()> {
    store::erase(tx, id).await?;
    identity::erase_account(tx, id).await
}
