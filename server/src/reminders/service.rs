//! The reminder job, users' settings, and the link that stops reminders.

use futures::future::join3;
use jiff::{SignedDuration, Timestamp};

use super::mails::{Links, reminder, to_phone};
use super::model::Due;
use super::rules::due;
use super::store::{self, ReminderSettings};
use crate::app::App;
use crate::appointments::service::{Error, find_contact_of_patient, visit_page_url};
use crate::appointments::store as visits;
use crate::directory;
use crate::identity::callers::{AccountLock, Patient};
use crate::identity::users;
use crate::platform::background::NextRun;
use crate::platform::db::{self, Lock};
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::platform::{outbox, phone_messages};

/// Visits that one run of the job reminds of; the next run follows at once.
const BATCH_SIZE: i64 = 200;
/// The purpose for which the key encrypts a user's id and an expiry: the link that stops reminders.
const STOP_TOKEN: &str = "stops reminders";
const STOP_LINK_TTL: SignedDuration = SignedDuration::from_hours(365 * 24);

/// Sends the reminders that are due. A visit that fails is tried again later; the others go on.
pub async fn remind(app: &App) -> db::Result<NextRun> {
    // Items in backoff are listed too, and may be the first of all.
    let limit = BATCH_SIZE + i64::try_from(app.backoff.count()).unwrap_or(0);
    let mut next_run = NextRun::Scheduled;
    for due in due(&app.clock.india()) {
        let ids = app.db.read(async |tx| store::list_due(tx, due, limit).await).await?;
        if i64::try_from(ids.len()).is_ok_and(|found| found >= limit) {
            next_run = NextRun::Immediately;
        }
        let is_any = !ids.is_empty();
        app.backoff.for_each("reminders", ids, app.clock.now_millis(), |id| remind_of(app, id, due)).await?;
        if is_any {
            app.wake_outbox();
        }
    }
    Ok(next_run)
}

async fn remind_of(app: &App, id: String, due: Due) -> db::Result<()> {
    let (site, keys, now) = (app.config.public_url.clone(), app.keys.clone(), app.clock.now());
    app.db
        .write(async move |tx| {
            if !store::mark(tx, &id, due).await? {
                return Ok(());
            }
            let Some(appointment) = visits::find(tx, &id).await? else { return Ok(()) };
            let (doctor, contact, settings) = join3(
                directory::find(&mut tx.concurrent(), &appointment.doctor_id),
                find_contact_of_patient(&mut tx.concurrent(), &appointment),
                store::settings_of(&mut tx.concurrent(), &appointment.user_id),
            )
            .await;
            let (Some(doctor), Some(contact)) = (doctor?, contact?) else { return Ok(()) };
            if !settings?.wants(due.kind) {
                return Ok(());
            }
            let stop_token = make_stop_token(&keys, &appointment.user_id, now);
            let page = visit_page_url(&site, &keys, &appointment.id);
            let mail = reminder(due.kind, &appointment, &doctor, &contact, Links { site: &site, page, stop_token });
            outbox::enqueue(tx, &mail, now).await?;
            let message = to_phone(due.kind, &appointment, &doctor, &contact);
            phone_messages::enqueue(tx, message.as_slice(), now).await
        })
        .await
}

/// The token that stops a user's reminders, for a year. Only the program can make or read it.
pub(super) fn make_stop_token(keys: &Keys, user_id: &str, now: Timestamp) -> String {
    let expires_at = now.checked_add(STOP_LINK_TTL).unwrap_or(now).as_millisecond();
    keys.encrypt(STOP_TOKEN, "", format!("{user_id} {expires_at}").as_bytes())
}

/// The user whose reminders a token stops; `None` if it is not valid or has expired.
fn read_stop_token(keys: &Keys, token: &Secret, now: Timestamp) -> Option<String> {
    let text = String::from_utf8(keys.decrypt(STOP_TOKEN, "", token.expose())?).ok()?;
    let (user_id, expires_at) = text.split_once(' ')?;
    let is_valid = expires_at.parse().is_ok_and(|expires_at: i64| now.as_millisecond() < expires_at);
    is_valid.then(|| user_id.to_owned())
}

pub async fn settings(app: &App, caller: &Patient) -> db::Result<ReminderSettings> {
    app.db.read(async |tx| store::settings_of(tx, &caller.id).await).await
}

/// Saves the settings; `None` leaves one unchanged.
pub async fn save(
    app: &App,
    caller: &Patient,
    evening: Option<bool>,
    soon: Option<bool>,
) -> Result<ReminderSettings, Error> {
    let saved = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let before = store::settings_of(tx, &me.id).await?;
        let settings =
            ReminderSettings { evening: evening.unwrap_or(before.evening), soon: soon.unwrap_or(before.soon) };
        store::save(tx, &me.id, &settings).await?;
        Ok::<_, Error>(settings)
    });
    saved.await
}

/// Stops all reminders of the token's user; `false` if it is not valid, has expired, or the account is deleted.
pub async fn stop(app: &App, token: &Secret) -> db::Result<bool> {
    let Some(id) = read_stop_token(&app.keys, token, app.clock.now()) else { return Ok(false) };
    app.db
        .write(async move |tx| {
            tx.lock(Lock::User(&id)).await?;
            if users::find(tx, &id).await?.is_none() {
                return Ok(false);
            }
            store::save(tx, &id, &ReminderSettings { evening: false, soon: false }).await?;
            Ok(true)
        })
        .await
}
