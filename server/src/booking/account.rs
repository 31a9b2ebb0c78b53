//! Leaving: a user's whole data as a file, and the deletion of their account, which frees their slots.

use super::mails::Change;
use super::model::WithDoctor;
use super::service::{cancel_all, topic};
use super::store;
use crate::app::App;
use crate::identity::users::{self, User};
use crate::platform::db;

/// More than any person has.
const EVERYTHING: i64 = 100_000;

/// Everything that we hold about a user.
pub async fn everything(app: &App, user_id: &str) -> db::Result<Option<(User, Vec<WithDoctor>)>> {
    let user_id = user_id.to_owned();
    app.db
        .report(async move |tx| {
            let Some(user) = users::find(tx, &user_id).await? else { return Ok(None) };
            let bookings = store::list_of_user(tx, &user_id, (i64::MAX, ""), EVERYTHING).await?;
            Ok(Some((user, bookings)))
        })
        .await
}

/// Cancels what is still to come, empties everything personal and ends every session, all at once.
pub async fn delete(app: &App, user_id: String) -> db::Result<()> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let doctors = app
        .db
        .write(async move |tx| {
            tx.lock(&user_id).await?;
            let coming = store::list_upcoming_of_user(tx, &user_id, now.as_millisecond()).await?;
            let cancelled = cancel_all(tx, coming, Change::Cancelled, now, &organizer).await?;
            let doctors: Vec<String> = cancelled.into_iter().map(|appointment| appointment.doctor_id).collect();
            store::erase_patients_of(tx, &user_id).await?;
            users::erase(tx, &user_id).await?;
            Ok::<_, db::Error>(doctors)
        })
        .await?;
    app.mail_waits();
    for doctor in doctors {
        app.live.publish(&topic(&doctor));
    }
    Ok(())
}
