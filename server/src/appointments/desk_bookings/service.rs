//! Booking a visit for a caller. It is approved at once, because the doctor's desk made it.

use std::slice;

use futures::future::join3;

use super::{mails, store};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, NotifiedAppointment, appointment_changed, publish_appointment_changed,
};
use crate::appointments::model::{Appointment, DeskBookingState, PatientDetails, Status};
use crate::appointments::rules::MAX_PER_DOCTOR_AND_DAY;
use crate::appointments::service::{Contacts, Error, find_contact_of_patient};
use crate::appointments::store as visits;
use crate::directory::{self, VisitMode};
use crate::identity::users::{self, NOBODY};
use crate::identity::{self, Contact, Role, phone};
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Tx};
use crate::platform::lang::Lang;
use crate::platform::outbox;
use crate::scheduling::availability::{FreeDay, free_days_at_desk};
use crate::scheduling::reservations::Taker;
use crate::scheduling::{self, Slot, reservations};

/// The caller, and the slot that they get.
pub struct NewDeskBooking {
    pub patient: PatientDetails,
    pub slot: Slot,
    /// The language of messages to the number.
    pub lang: Lang,
}

/// The free slots of the bookable days, within the caller's scope.
pub async fn list_free(app: &App, desk: &ActingForDoctor, mode: VisitMode) -> Result<Vec<FreeDay>, Error> {
    Ok(free_days_at_desk(app, &desk.doctor_id, &desk.sight, mode).await?)
}

/// Books a slot for a name and a number. The same form sent again answers with the visit that it made. Of several who want one slot the
/// database lets one through; the others get `SlotTaken`.
pub async fn book(app: &App, desk: &ActingForDoctor, new: NewDeskBooking) -> Result<NotifiedAppointment, Error> {
    let (now, organizer, site) = (app.clock.india(), app.mailer.address(), app.config.public_url.clone());
    let (channel, kind) = (phone::message_channels(app).first().copied(), ChangeKind::BookedAtDesk);
    let booked = desk.write(app, async move |tx, desk| {
        let NewDeskBooking { patient, slot, lang } = new;
        let (at, number) = (now.timestamp(), patient.phone.as_str());
        let (same, doctor, with_number) = join3(
            visits::find_active_of(&mut tx.concurrent(), NOBODY, &desk.doctor_id, slot.starts_at().as_millisecond()),
            directory::find_listed(&mut tx.concurrent(), &desk.doctor_id),
            store::count_of_number(&mut tx.concurrent(), &desk.doctor_id, number, day_bounds(slot.day)),
        )
        .await;
        let is_same = |visit: &Appointment| {
            visit.desk_booking.is_some()
                && visit.patient_name == patient.name.as_str()
                && visit.contact_number == number
        };
        if let Some(visit) = same?.filter(is_same).filter(|visit| shows(&desk, visit)) {
            // Nothing is sent if no provider was set up when it was booked, or the number was disclaimed since.
            let to = find_contact_of_patient(tx, &visit).await?;
            return Ok((visit, to, true));
        }
        let doctor = doctor?.ok_or(scheduling::Error::NoDoctor)?;
        desk.check_slot(&doctor, (slot, VisitMode::Clinic), &now)?;
        if with_number? >= MAX_PER_DOCTOR_AND_DAY {
            return Err(Error::TooManyOfNumber);
        }
        reservations::check(tx, &doctor, Taker::of_new_visit(NOBODY), slot, &now).await?;
        users::insert_nobody(tx).await?;
        let offer = doctor.offer_at(slot.day, slot.time);
        let request = Appointment::request(&doctor.id, (NOBODY, patient.name.as_str(), number), slot, offer, at);
        let visit = Appointment { status: Status::Checked, desk_booking: Some(DeskBookingState::Unclaimed), ..request };
        if !visits::insert(tx, &visit).await? {
            return Err(Error::SlotTaken);
        }
        store::insert(tx, &visit.id, lang, channel).await?;
        let phone = channel.map(|channel| (channel, number.to_owned()));
        let contact = Contact { phone, ..Contact::of_address("", lang) };
        let contacts = Contacts::from([(visit.id.clone(), contact.clone())]);
        let changed = vec![ChangedAppointment { appointment: visit, before: None, kind: Some(kind) }];
        let by = ChangedBy { actor: Actor::Desk(&desk, "book"), organizer: &organizer, now: at };
        let of = (slice::from_ref(&doctor), &contacts);
        let visit = appointment_changed(tx, changed, of, by).await?.pop().ok_or(Error::NoAppointment)?;
        if let Some(contact) = find_holder(tx, number).await? {
            let page = format!("{site}/user/bookings");
            outbox::enqueue(tx, &mails::to_claim(&visit, &doctor, &contact, page), at).await?;
        }
        Ok((visit, Some(contact), false))
    });
    let (visit, to, again) = booked.await?;
    if !again {
        app.metrics.booked();
        publish_appointment_changed(app, slice::from_ref(&visit));
    }
    Ok(NotifiedAppointment::new(app, kind, visit, to.as_ref()))
}

fn shows(desk: &ActingForDoctor, visit: &Appointment) -> bool {
    desk.sight.shows(visit.place.as_ref().map(|place| place.id.as_str()))
}

/// The contact of the account that proved a number, if there is one.
async fn find_holder(tx: &mut Tx<'_>, number: &str) -> db::Result<Option<Contact>> {
    match phone::find_proved(tx, Role::User, number).await? {
        Some(holder) => identity::find_contact(tx, &holder.id).await,
        None => Ok(None),
    }
}
