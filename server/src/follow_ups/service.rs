//! Marking visits for a follow-up, proposing slots once its day can be booked, and the patients' answers.

use std::collections::HashMap;

use futures::future::join;
use jiff::Zoned;

use super::mails::{proposal, proposal_to_phone};
use super::model::{Markable, Marked, Proposal};
use super::rules;
use super::store::{self, MARKABLE, Unproposed};
use crate::app::App;
use crate::appointments;
use crate::appointments::booking::{Booked, NewBooking, book};
use crate::appointments::model::{Appointment, PatientDetails, Status};
use crate::appointments::people;
use crate::appointments::phone_consultations::PhoneDetails;
use crate::appointments::proposals::{State, state_of};
use crate::appointments::service::{doctor_topic, find_own};
use crate::appointments::store::{self as visits, APPROVED, LATEST, OfDoctor};
use crate::appointments::{VisitNote, VisitType};
use crate::directory;
use crate::identity;
use crate::identity::callers::{AccountLock, Doctor, Patient, SignedOut};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::users::NOBODY;
use crate::platform::clock::midnight;
use crate::platform::db::FromColumn;
use crate::platform::db::{self, Tx};
use crate::platform::list::{Page, Part};
use crate::platform::{outbox, phone_messages};
use crate::scheduling::rules::open_days;
use crate::scheduling::{OfferedSlot, Slot};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The day to come again on is over.
    #[error("that day is over")]
    DayOver,
    /// No link of ours, or what it was about is gone.
    #[error("the link has ended")]
    LinkEnded,
    #[error(transparent)]
    Appointment(#[from] appointments::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Follow-ups per round of the job.
const BATCH_SIZE: i64 = 200;

/// The visits of a doctor that can be marked, the latest first.
pub async fn list_markable(app: &App, doctor_id: &str, part: Part<'_>) -> db::Result<Page<Markable>> {
    let wanted = OfDoctor::between(doctor_id, APPROVED, rules::markable(app.clock.now()));
    app.db.read(async |tx| wanted.list().page(tx, &MARKABLE, LATEST, part).await).await
}

/// Notes a follow-up so many days after a visit, or changes it as long as it was not proposed.
pub async fn mark(app: &App, caller: &Doctor, id: String, days: i64, without_fee: bool) -> Result<Marked, Error> {
    let now = app.clock.india();
    let marked = caller.write(app, AccountLock::Shared, async move |tx, me| {
        let visit = find_own(tx, &me, &id).await?;
        save(tx, &visit, days, without_fee, &now).await?;
        Ok::<_, Error>(store::find(tx, &id).await?.ok_or(appointments::Error::NoAppointment)?)
    });
    let marked = marked.await?;
    app.pubsub.publish(&doctor_topic(&caller.id));
    Ok(marked)
}

async fn save(tx: &mut Tx<'_>, visit: &Appointment, days: i64, without_fee: bool, now: &Zoned) -> Result<(), Error> {
    let (from, to) = rules::markable(now.timestamp());
    let is_recent = (from..to).contains(&visit.slot.starts_at().as_millisecond());
    // Patients who deleted their account, and walk-ins, have no account: they cannot get a proposal.
    if visit.status != Status::Checked || !is_recent || visit.patient_name.is_empty() || visit.user_id == NOBODY {
        return Err(appointments::Error::NotChangeable.into());
    }
    let day = rules::day_after(visit.slot.day, days, now.date()).ok_or(Error::DayOver)?;
    let due_at = midnight(day).as_millisecond();
    let at = now.timestamp().as_millisecond();
    if store::save(tx, visit, (days, due_at), without_fee, at).await? {
        Ok(())
    } else {
        Err(appointments::Error::NotChangeable.into())
    }
}

/// Notes a follow-up for the demo, as the doctor would; a visit that does not allow it is skipped.
pub async fn mark_demo(tx: &mut Tx<'_>, id: &str, days: i64, without_fee: bool, now: &Zoned) -> db::Result<()> {
    let Some(visit) = visits::find(tx, id).await? else { return Ok(()) };
    match save(tx, &visit, days, without_fee, now).await {
        Err(Error::Db(error)) => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Removes a mark, as long as nothing was proposed.
pub async fn unmark(app: &App, caller: &Doctor, id: String) -> Result<(), Error> {
    let unmarked = caller.write(app, AccountLock::Shared, async move |tx, me| {
        find_own(tx, &me, &id).await?;
        if store::delete(tx, &id).await? { Ok(()) } else { Err(Error::from(appointments::Error::NotChangeable)) }
    });
    unmarked.await?;
    app.pubsub.publish(&doctor_topic(&caller.id));
    Ok(())
}

/// Proposes slots for all follow-ups whose day can be booked by now. One for which nothing is free waits for the next run.
pub async fn propose(app: &App) -> db::Result<()> {
    let mut last = (i64::MIN, String::new());
    while !app.stop.is_cancelled() {
        let now = app.clock.india();
        let span = rules::due(&now);
        let found = app.db.read(async |tx| store::list_due(tx, span, (last.0, &last.1), BATCH_SIZE).await).await?;
        let Some(end) = found.last() else { break };
        last = (end.due_at, end.visit_id.clone());
        let offers = offers(app, found, &now).await?;
        let ids: Vec<String> = offers.keys().cloned().collect();
        let is_any = !ids.is_empty();
        let work = |id: String| {
            let offer = offers.get(&id).cloned();
            async move {
                match offer {
                    Some((due, slots)) => propose_one(app, due, slots).await,
                    None => Ok(()),
                }
            }
        };
        app.backoff.for_each("follow-ups", ids, now.timestamp().as_millisecond(), work).await?;
        if is_any {
            app.wake_outbox();
        }
    }
    Ok(())
}

/// The slots to propose for these, by the ids of the visits; none with a doctor who is not listed.
async fn offers(
    app: &App,
    found: Vec<Unproposed>,
    now: &Zoned,
) -> db::Result<HashMap<String, (Unproposed, Vec<Slot>)>> {
    let days = open_days(now);
    let offers = app.availability.ask(app, |doctors| {
        let mut offers = HashMap::with_capacity(found.len());
        for due in found {
            let Some(found) = doctors.find(&due.doctor_id) else { continue };
            let Some(wanted) = Slot::from_millis(due.due_at).map(|slot| slot.day) else { continue };
            let slots = rules::offer(&found.doctor.schedule, &days, wanted, |open| found.free(open));
            if !slots.is_empty() {
                offers.insert(due.visit_id.clone(), (due, slots));
            }
        }
        offers
    });
    offers.await
}

async fn propose_one(app: &App, due: Unproposed, slots: Vec<Slot>) -> db::Result<()> {
    let (site, now) = (app.config.public_url.clone(), app.clock.now());
    app.db
        .write(async move |tx| {
            if !store::claim(tx, &due, now.as_millisecond()).await? {
                return Ok(());
            }
            let Some(Marked { follow_up, visit }) = store::find(tx, &due.visit_id).await? else { return Ok(()) };
            let (doctor, contact) = join(
                directory::find(&mut tx.concurrent(), &due.doctor_id),
                identity::find_contact(&mut tx.concurrent(), &visit.appointment.user_id),
            )
            .await;
            let (Some(doctor), Some(contact)) = (doctor?, contact?) else { return Ok(()) };
            let mail = proposal(&follow_up, &visit.appointment, &doctor, &contact, (&slots, &site));
            outbox::enqueue(tx, &mail, now).await?;
            let to_phone = proposal_to_phone(&follow_up, &visit.appointment, &doctor, &contact);
            phone_messages::enqueue(tx, to_phone.as_slice(), now).await
        })
        .await
}

/// A user's open proposals: without those of unlisted doctors, and those that are booked, declined or over.
pub async fn list_proposals(app: &App, user_id: &str) -> db::Result<Vec<Proposal>> {
    let now = app.clock.india();
    let (after, _) = rules::due(&now);
    let proposed = app.db.read(async |tx| store::list_proposed(tx, user_id, after).await).await?;
    let open: Vec<Marked> =
        proposed.into_iter().filter(|marked| state_of(&marked.follow_up, now.date()) == State::Proposed).collect();
    list_open(app, open).await
}

/// The proposals of these follow-ups with the slots that are free now; none with a doctor who is not listed.
pub async fn list_open(app: &App, open: Vec<Marked>) -> db::Result<Vec<Proposal>> {
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let now = app.clock.india();
    let days = open_days(&now);
    let proposals = app.availability.ask(app, |doctors| {
        let proposal = |marked: Marked| {
            let found = doctors.find(&marked.visit.appointment.doctor_id)?;
            let (doctor, is_free) = (&found.doctor, marked.follow_up.without_fee);
            let slots = rules::offer(&doctor.schedule, &days, marked.follow_up.day(), |open| found.free(open));
            let offered = |slot: Slot| {
                let offered = OfferedSlot::of(slot, doctor);
                OfferedSlot { fee: if is_free { 0 } else { offered.fee }, ..offered }
            };
            let slots: Vec<OfferedSlot> = slots.into_iter().map(offered).collect();
            // The fee of the first slot; each has its own.
            let fee = slots.first().map_or(if is_free { 0 } else { doctor.fee }, |slot| slot.fee);
            Some(Proposal { marked, fee, slots, hospital: doctor.workplace().cloned() })
        };
        open.into_iter().filter_map(proposal).collect()
    });
    proposals.await
}

/// Books a slot of a proposal for the patient of the earlier visit, with the name and number that are stored there.
pub async fn take(app: &App, caller: &Patient, id: &str, slot: Slot) -> Result<Booked, Error> {
    let new = app.db.read(async |tx| booking_of(tx, &caller.id, id, slot).await).await?;
    Ok(book(app, caller, new.ok_or(appointments::Error::NoAppointment)?).await?)
}

/// The booking of a slot for a user's follow-up; `None` if there is no such follow-up, or its patient was erased.
pub async fn booking_of(tx: &mut Tx<'_>, user_id: &str, id: &str, slot: Slot) -> db::Result<Option<NewBooking>> {
    let Some(marked) = store::find_of_user(tx, user_id, id).await? else { return Ok(None) };
    let visit = marked.visit.appointment;
    // The person may have been removed since.
    let person_id = match visit.person_id {
        Some(person) if people::exists(tx, user_id, &person).await? => Some(person),
        _ => None,
    };
    let (name, phone) = (PersonName::from_column(visit.patient_name), Mobile::from_column(visit.contact_number));
    let patient = name.zip(phone).map(|(name, phone)| PatientDetails { name, phone });
    let note = VisitNote { reason: None, visit_type: Some(VisitType::Review) };
    let (doctor_id, follows) = (visit.doctor_id, Some(visit.id));
    Ok(patient.map(|patient| NewBooking {
        doctor_id,
        slot,
        patient,
        person_id,
        follows,
        note,
        by_phone: PhoneDetails::default(),
    }))
}

/// Declines a proposal.
pub async fn decline(app: &App, caller: &Patient, id: String) -> Result<(), Error> {
    let now = app.clock.india();
    let declined = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let found = store::find_of_user(tx, &me.id, &id).await?.ok_or(appointments::Error::NoAppointment)?;
        match state_of(&found.follow_up, now.date()) {
            // The same call was sent before.
            State::Declined => Ok(None),
            State::Proposed => {
                store::decline(tx, &id, now.timestamp().as_millisecond()).await?;
                phone_messages::withdraw_with_mails(tx, std::slice::from_ref(&id)).await?;
                Ok(Some(found.visit.appointment.doctor_id))
            }
            _ => Err(Error::from(appointments::Error::NotProposed)),
        }
    });
    if let Some(doctor_id) = declined.await? {
        app.pubsub.publish(&doctor_topic(&doctor_id));
    }
    Ok(())
}
