//! Everything that a user has, and the end of it, which frees their slots.

use crate::app::App;
use crate::booking::mails::Change;
use crate::booking::model::WithDoctor;
use crate::booking::oversight::tell_doctors;
use crate::booking::service::cancel_all;
use crate::booking::store;
use crate::identity::callers::{Hold, Patient};
use crate::identity::sessions::{self, OwnSession};
use crate::identity::users::{self, User};
use crate::identity::{self, Email, Proof, login_change};
use crate::platform::db;
use crate::platform::list::Part;

/// More than any person has.
const EVERYTHING: i64 = 100_000;

/// Everything that we hold about a user.
pub struct Everything {
    pub user: User,
    /// A new address that is not confirmed yet.
    pub waiting_email: Option<Email>,
    /// Where they are signed in.
    pub sessions: Vec<OwnSession>,
    pub bookings: Vec<WithDoctor>,
}

pub async fn everything(app: &App, caller: &Patient) -> db::Result<Option<Everything>> {
    let (caller, now) = (caller.clone(), app.clock.now_millis());
    app.db
        .report(async move |tx| {
            let Some(user) = users::find(tx, &caller.id).await? else { return Ok(None) };
            let waiting_email = login_change::find_waiting(tx, &caller.id, now).await?;
            let sessions = sessions::list_of(tx, &caller, now).await?;
            let bookings = store::list_of_user(tx, &caller.id, Part::first(EVERYTHING)).await?.data;
            Ok(Some(Everything { user, waiting_email, sessions, bookings }))
        })
        .await
}

/// Cancels what is still to come, empties everything personal and ends every session, all at once.
pub async fn delete(app: &App, caller: &Patient, proof: Proof) -> Result<(), identity::Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let deleted = caller.write(app, Hold::Alone, async move |tx, me| {
        proof.check(tx).await?;
        let coming = store::list_upcoming_of_user(tx, &me.id, now.as_millisecond()).await?;
        let cancelled = cancel_all(tx, coming, Change::Cancelled, now, &organizer).await?;
        store::erase_patients_of(tx, &me.id).await?;
        users::erase(tx, &me.id).await?;
        Ok::<_, identity::Error>(cancelled)
    });
    let cancelled = deleted.await?;
    app.mail_waits();
    tell_doctors(app, &cancelled);
    Ok(())
}
