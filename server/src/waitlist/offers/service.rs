//! Offers by their link: showing, accepting and declining one. `waitlist::service` makes them.

use crate::app::App;
use crate::appointments::VisitNote;
use crate::appointments::booking::{Booked, BookingContext, NewBooking, book_within, publish_booked};
use crate::appointments::model::{PatientDetails, Status};
use crate::appointments::people;
use crate::appointments::phone_consultations::PhoneDetails;
use crate::appointments::store as appointments;
use crate::directory::{self, Doctor};
use crate::identity::{self, Role, lock_of, users};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::Secret;
use crate::scheduling::Slot;
use crate::scheduling::reservations::{SlotHold, withdraw};
use crate::scheduling::rules::OpenDay;
use crate::scheduling::slots::{WHOLE_DAY, free_clinic_slots};
use crate::waitlist::service::{Error, OFFER_LINK};
use crate::waitlist::store::{self, OfferRecord};

fn hold_of(app: &App, token: &Secret) -> Result<String, Error> {
    app.keys.id_of_link(OFFER_LINK, token).ok_or(Error::OfferEnded)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It can be accepted.
    Open,
    /// The patient of the offer has booked it; the status of that visit.
    Accepted(Status),
    Declined,
    /// Its time is over.
    Expired,
    /// The slot cannot be booked any more: another patient has it, or the doctor is away.
    Gone,
}

/// An offer as its page shows it.
pub struct OfferPage {
    pub doctor: Doctor,
    pub slot: Slot,
    /// Until when it can be accepted, as UTC milliseconds; `None` once the offer has ended.
    pub until: Option<i64>,
    pub state: State,
}

/// The offer of a link. It ends when the slot begins, or when the patient has left the waiting list.
pub async fn find(app: &App, token: &Secret) -> Result<OfferPage, Error> {
    let (id, now) = (hold_of(app, token)?, app.clock.india());
    let at = now.timestamp().as_millisecond();
    let found = app.db.read(async |tx| {
        let Some(offered) = store::find_offered(tx, &id).await? else { return Ok(None) };
        let booked = find_booked(tx, &offered).await?;
        let Some(doctor) = directory::find(tx, &offered.doctor_id).await? else { return Ok(None) };
        Ok::<_, db::Error>(Some((offered, booked, doctor)))
    });
    let (offered, booked, doctor) = found.await?.ok_or(Error::OfferEnded)?;
    let slot = Slot::from_millis(offered.starts_at).filter(|_| offered.starts_at > at).ok_or(Error::OfferEnded)?;
    let is_free = app.availability.ask(app, |doctors| {
        let (found, open) = (doctors.find(&offered.doctor_id)?, OpenDay::new(slot.day, &now).ok()?);
        let mut free = free_clinic_slots(&found.doctor.schedule, open, &found.taken, WHOLE_DAY);
        Some(free.any(|free| free == slot))
    });
    let is_free = is_free.await?.unwrap_or(false);
    let state = match (booked, &offered.hold) {
        (Some(status), _) => State::Accepted(status),
        // The patient has left the list.
        (None, None) => return Err(Error::OfferEnded),
        (None, Some(hold)) => state_of(hold, is_free, at),
    };
    let until = offered.hold.map(|hold| hold.until).filter(|until| *until > 0);
    Ok(OfferPage { doctor, slot, until, state })
}

fn state_of(hold: &SlotHold, is_free: bool, now: i64) -> State {
    let is_live = hold.is_live(now);
    if is_live && is_free {
        State::Open
    } else if is_live || hold.is_void() {
        State::Gone
    } else if hold.until > now {
        State::Declined
    } else {
        State::Expired
    }
}

/// The status of the visit that the patient has booked at the offered time, if any.
async fn find_booked(tx: &mut Tx<'_>, offered: &OfferRecord) -> db::Result<Option<Status>> {
    let OfferRecord { user_id, doctor_id, starts_at, .. } = offered;
    let booked = appointments::find_active_of(tx, user_id, doctor_id, *starts_at).await?;
    Ok(booked.map(|visit| visit.status))
}

/// Books the offered slot for the patient of the offer, with the name and number of the account, or of the person the entry is for.
/// Accepted again it returns the same booking.
pub async fn accept(app: &App, token: &Secret) -> Result<Booked, Error> {
    let (id, context) = (hold_of(app, token)?, BookingContext::new(app));
    let seen = app.db.read(async |tx| store::find_offered(tx, &id).await).await?.ok_or(Error::OfferEnded)?;
    let user_id = seen.user_id.clone();
    let accepted = app.db.write_for_account(&user_id, async move |tx| {
        // Locks in the order of a signed-in booking: the user first, then the doctor.
        tx.lock(lock_of(Role::User, &seen.user_id)).await?;
        tx.share(Lock::Doctor(&seen.doctor_id)).await?;
        let is_active = identity::is_active_user(tx, &seen.user_id).await?;
        let offered = store::find_offered(tx, &id).await?.filter(|_| is_active);
        let OfferRecord { user_id, doctor_id, starts_at, person_id, hold } = offered.ok_or(Error::OfferEnded)?;
        if let Some(visit) = appointments::find_active_of(tx, &user_id, &doctor_id, starts_at).await? {
            return Ok(Booked::again(visit));
        }
        let is_live = hold.is_some_and(|hold| hold.is_live(context.now_millis()));
        let slot = Slot::from_millis(starts_at).filter(|_| is_live).ok_or(Error::OfferEnded)?;
        let patient = find_patient(tx, &user_id, person_id.as_deref()).await?.ok_or(Error::DetailsMissing)?;
        let new = NewBooking {
            doctor_id,
            slot,
            patient,
            person_id,
            follows: None,
            note: VisitNote::default(),
            by_phone: PhoneDetails::default(),
        };
        Ok::<_, Error>(book_within(tx, user_id, new, &context).await?)
    });
    let accepted = accepted.await?;
    publish_booked(app, &accepted);
    Ok(accepted)
}

/// Name and number of the waiting patient; `None` if the account has no number, or the person was removed.
async fn find_patient(tx: &mut Tx<'_>, user_id: &str, person_id: Option<&str>) -> db::Result<Option<PatientDetails>> {
    if let Some(id) = person_id {
        let person = people::find(tx, user_id, id).await?;
        return Ok(person.map(|person| PatientDetails { name: person.name, phone: person.phone }));
    }
    let user = users::find(tx, user_id).await?.filter(|user| !user.phone.as_str().is_empty());
    Ok(user.map(|user| PatientDetails { name: user.username, phone: user.phone }))
}

/// Passes the offered slot on to the next patient. The patient keeps the place in the list, but the offer counts as declined.
pub async fn decline(app: &App, token: &Secret) -> Result<(), Error> {
    let (id, now) = (hold_of(app, token)?, app.clock.now_millis());
    app.db
        .write(async move |tx| {
            let seen = store::find_offered(tx, &id).await?.ok_or(Error::OfferEnded)?;
            tx.lock(Lock::Doctor(&seen.doctor_id)).await?;
            let hold = store::find_offered(tx, &id).await?.and_then(|offered| offered.hold);
            match hold {
                Some(hold) if hold.is_live(now) => {
                    let ids = [id];
                    store::pass(tx, &ids).await?;
                    Ok::<_, Error>(withdraw(tx, &ids).await?)
                }
                // Declined before.
                Some(hold) if hold.until > now => Ok(()),
                _ => Err(Error::OfferEnded),
            }
        })
        .await
}
