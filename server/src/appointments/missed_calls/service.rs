//! The choice after the last call in vain, by the link in its mail or message: the patient moves the visit free of charge, or cancels it, by the
//! same functions as in the account. Who holds the link was sent it, so it does what the account's owner can do, and nothing else.

use std::slice;

use super::model::ChoiceState;
use crate::app::App;
use crate::appointments;
use crate::appointments::booking::{BookingContext, cancel_within, reschedule_within};
use crate::appointments::changes::publish_appointment_changed;
use crate::appointments::model::{Appointment, WithDoctor};
use crate::appointments::store;
use crate::identity::{self, AccountState, Role, lock_of};
use crate::platform::db::{self, Tx};
use crate::platform::ids::Secret;
use crate::platform::keys::Keys;
use crate::scheduling::Slot;

/// What the key encrypts here: the id of the visit.
const CHOICE_LINK: &str = "chooses after missed calls";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No link of ours, or the account is blocked or deleted.
    #[error("the link has ended")]
    LinkEnded,
    #[error(transparent)]
    Appointment(#[from] appointments::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// The page on which the patient chooses. The token is placed after `#`, so that no server log contains it.
pub fn choice_page_url(site: &str, keys: &Keys, visit_id: &str) -> String {
    format!("{site}/missedcall#{}", keys.encrypt(CHOICE_LINK, "", visit_id.as_bytes()))
}

fn visit_of(app: &App, token: &Secret) -> Result<String, Error> {
    let id = app.keys.decrypt(CHOICE_LINK, "", token.expose()).and_then(|id| String::from_utf8(id).ok());
    id.ok_or(Error::LinkEnded)
}

/// The visit of a link, whatever became of it.
pub async fn find(app: &App, token: &Secret) -> Result<WithDoctor, Error> {
    let id = visit_of(app, token)?;
    app.db.read(async |tx| find_of_active(tx, &id).await).await?.ok_or(Error::LinkEnded)
}

async fn find_of_active(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<WithDoctor>> {
    let Some(found) = store::find_with_doctor(tx, id).await? else { return Ok(None) };
    let state = identity::find_state(tx, Role::User, &found.appointment.user_id).await?;
    Ok(Some(found).filter(|_| state == Some(AccountState::Active)))
}

/// Moves the visit free of charge to another slot by phone. The same again, after an answer that was lost, is not an error.
pub async fn move_to(app: &App, token: &Secret, slot: Slot) -> Result<(), Error> {
    let context = BookingContext::new(app);
    choose(app, token, async move |tx, visit, state| match state {
        ChoiceState::Open => {
            let moved = reschedule_within(tx, (&visit.user_id, &visit.id), slot, &context).await?;
            Ok(Some(moved.appointment))
        }
        ChoiceState::Moved if visit.slot == slot => Ok(None),
        _ => Err(appointments::Error::NotChangeable.into()),
    })
    .await
}

/// Cancels the visit. Cancelled again it is not an error.
pub async fn cancel(app: &App, token: &Secret) -> Result<(), Error> {
    let (organizer, now) = (app.mailer.address(), app.clock.now());
    choose(app, token, async move |tx, visit, state| match state {
        ChoiceState::Open => Ok(Some(cancel_within(tx, (&visit.user_id, &visit.id), (&organizer, now)).await?)),
        ChoiceState::Cancelled => Ok(None),
        _ => Err(appointments::Error::NotChangeable.into()),
    })
    .await
}

/// Runs a choice with the account locked, as a signed-in one does. It returns the visit if it has changed.
async fn choose<F>(app: &App, token: &Secret, choice: F) -> Result<(), Error>
where
    F: AsyncFnOnce(&mut Tx<'_>, Appointment, ChoiceState) -> Result<Option<Appointment>, Error> + Send + 'static,
{
    let (id, now) = (visit_of(app, token)?, app.clock.now());
    let owner = find(app, token).await?.appointment.user_id;
    let user_id = owner.clone();
    let chosen = app.db.write_for_account(&owner, async move |tx| {
        tx.lock(lock_of(Role::User, &user_id)).await?;
        let found = find_of_active(tx, &id).await?.map(|found| found.appointment);
        let visit = found.filter(|visit| visit.user_id == user_id).ok_or(Error::LinkEnded)?;
        let state = ChoiceState::of(&visit, now);
        choice(tx, visit, state).await
    });
    if let Some(changed) = chosen.await? {
        publish_appointment_changed(app, slice::from_ref(&changed));
    }
    Ok(())
}
