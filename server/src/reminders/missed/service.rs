//! The job that sends a message after a missed visit, once for each visit.

use futures::future::{join, join4};

use super::mails::{Links, missed, to_phone};
use super::{rules, store};
use crate::app::App;
use crate::appointments::Appointment;
use crate::appointments::service::{book_again_url, find_contact_of_patient};
use crate::appointments::store as visits;
use crate::directory;
use crate::identity::users::NOBODY;
use crate::identity::{self, Contact};
use crate::platform::background::NextRun;
use crate::platform::db::{self, Tx};
use crate::platform::{outbox, phone_messages};
use crate::reminders::service::make_stop_token;
use crate::reminders::store::settings_of;

/// Visits of one run of the job; the next run follows at once.
const BATCH_SIZE: i64 = 200;

/// Sends the messages about missed visits that are due. A visit that fails is tried again later; the others go on.
pub async fn notify(app: &App) -> db::Result<NextRun> {
    let Some(days) = rules::due(&app.clock.india()) else { return Ok(NextRun::Scheduled) };
    // Items in backoff are listed too, and may be the first of all.
    let limit = BATCH_SIZE + i64::try_from(app.backoff.count()).unwrap_or(0);
    let ids = app.db.read(async |tx| store::list_due(tx, days, limit).await).await?;
    let found = i64::try_from(ids.len()).unwrap_or(0);
    app.backoff.for_each("missed visits", ids, app.clock.now_millis(), |id| notify_of(app, id)).await?;
    if found > 0 {
        app.wake_outbox();
    }
    Ok(if found >= limit { NextRun::Immediately } else { NextRun::Scheduled })
}

async fn notify_of(app: &App, id: String) -> db::Result<()> {
    let (site, keys, now) = (app.config.public_url.clone(), app.keys.clone(), app.clock.now());
    app.db
        .write(async move |tx| {
            if !store::claim(tx, &id, now.as_millisecond()).await? {
                return Ok(());
            }
            // The patient of a visit by phone was asked to move or cancel it after the last call.
            let Some(visit) = visits::find(tx, &id).await?.filter(|visit| visit.phone.is_none()) else { return Ok(()) };
            // A doctor who is not listed any more cannot be booked again.
            let (doctor, contact) = join(
                directory::find_listed(&mut tx.concurrent(), &visit.doctor_id),
                find_contact(&mut tx.concurrent(), &visit),
            )
            .await;
            let (Some(doctor), Some(contact)) = (doctor?, contact?) else { return Ok(()) };
            let stop_token = make_stop_token(&keys, &visit.user_id, now);
            let links = Links { site: &site, book: book_again_url(&site, &doctor.id), stop_token };
            outbox::enqueue(tx, &missed(&visit, &doctor, &contact, links, now), now).await?;
            phone_messages::enqueue(tx, to_phone(&visit, &doctor, &contact, now).as_slice(), now).await
        })
        .await
}

/// The contact of the patient; `None` if no message is due: the account is blocked or deleted, or stopped all reminders, or the patient has
/// another visit with the doctor.
async fn find_contact(tx: &mut Tx<'_>, visit: &Appointment) -> db::Result<Option<Contact>> {
    let (contact, is_active, settings, has_later) = join4(
        find_contact_of_patient(&mut tx.concurrent(), visit),
        identity::is_active_user(&mut tx.concurrent(), &visit.user_id),
        settings_of(&mut tx.concurrent(), &visit.user_id),
        store::has_later(&mut tx.concurrent(), visit),
    )
    .await;
    // Desk bookings belong to the placeholder account, which is never active.
    let is_active = is_active? || visit.user_id == NOBODY;
    let wants = is_active && !settings?.is_stopped() && !has_later?;
    Ok(contact?.filter(|_| wants))
}
