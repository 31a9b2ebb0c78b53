//! Adding and removing patients who come without a booking.

use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::cancellation::cancel_all;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::{Actor, ChangedAppointment, ChangedBy, appointment_changed};
use crate::appointments::service::Contacts;
use crate::appointments::store as visits;
use crate::appointments::{self, Appointment, Attendance, Status, publish_doctor_changed};
use crate::clinic_day::model::{QueueEntry, WalkIn, WalkInPatient, WalkInWish};
use crate::clinic_day::rules::{self, MAX_WALK_INS_PER_DAY, WalkInMatch};
use crate::clinic_day::service::{Error, Today, WALK_IN, read_day, today};
use crate::clinic_day::{store, texts};
use crate::directory::{Doctor, VisitMode};
use crate::identity::users::{self, NOBODY};
use crate::platform::audit::Subject;
use crate::platform::clock::day_number;
use crate::platform::db::{self, Tx};
use crate::platform::http::Problem;
use crate::platform::ids::new_id;
use crate::scheduling::reservations::Taker;
use crate::scheduling::sessions::ClinicSession;
use crate::scheduling::{self, Slot, reservations};

/// Adds a patient who came without a booking. The same form with a number sent again adds no second one; sent again with a time, the waiting
/// patient gets that slot and keeps the token. Returns the day, and the patient who was added or was there already.
pub async fn add_walk_in(
    app: &App,
    desk: &ActingForDoctor,
    patient: WalkInPatient,
    WalkInWish { time, session }: WalkInWish,
) -> Result<(Today, QueueEntry), Error> {
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let added = desk.write(app, async move |tx, desk| {
        let (date, at) = (now.date(), now.timestamp());
        let doctor_id = desk.doctor_id.as_str();
        let day = read_day(tx, doctor_id, date, &desk.sight).await?.ok_or(scheduling::Error::NoDoctor)?;
        let slot = time.map(|time| Slot { day: date, time });
        let here = rules::match_walk_in(&day.entries, &patient, slot);
        if let WalkInMatch::Settled(entry) = here {
            return Ok(entry.id.clone());
        }
        if let Some(slot) = slot {
            desk.check_slot(&day.doctor, (slot, VisitMode::Clinic), &now)?;
            reservations::check(tx, &day.doctor, Taker::of_new_visit(NOBODY), slot, &now).await?;
        }
        let session = match session {
            Some(from) => day.open_session(from, &now),
            None => day.current_at_place(&now),
        };
        let session = session.ok_or_else(no_such_session)?;
        let session = &day.sessions[session];
        let place = slot.map_or(session.hospital_id.as_deref(), |slot| day.doctor.hospital_at(slot.day, slot.time));
        // A patient who waits at that place already is not counted again.
        let is_there = matches!(&here, WalkInMatch::Waits(entry) if entry.hospital_id.as_deref() == place);
        if !is_there && rules::count_walk_ins(&day.entries, place) >= MAX_WALK_INS_PER_DAY {
            return Err(Error::TooManyWalkIns);
        }
        let token = match &here {
            WalkInMatch::Waits(entry) => entry.token.clone(),
            _ => next_token(tx, doctor_id, date).await?,
        };
        if let Some(slot) = slot {
            let mut waited_as = None;
            if let WalkInMatch::Waits(entry) = &here {
                let came_at = store::delete_walk_in(tx, &entry.id).await?.unwrap_or_else(|| at.as_millisecond());
                waited_as = Some((entry.id.clone(), came_at));
            }
            let of_queue = (token, waited_as);
            let visit = book_walk_in(tx, &desk, &day.doctor, patient, (slot, of_queue), (at, &organizer)).await?;
            return Ok(visit.id);
        }
        let walk_in = insert_waiting(tx, doctor_id, session, (patient, token), (None, &now)).await?;
        desk.record(tx, "walkin", Subject { kind: WALK_IN, id: &walk_in.id, name: "" }, None, at).await?;
        Ok(walk_in.id)
    });
    let id = added.await?;
    publish_doctor_changed(app, &desk.doctor_id);
    let today = today(app, desk).await?;
    // Another desk may have removed the patient since.
    let added =
        today.day.entries.iter().find(|entry| entry.id == id).cloned().ok_or(appointments::Error::NoAppointment)?;
    Ok((today, added))
}

/// Removes a walk-in who was not called in yet. A slot that they have becomes free; the token is not used again.
pub async fn remove_walk_in(app: &App, desk: &ActingForDoctor, id: String) -> Result<Today, Error> {
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let removed = desk.write(app, async move |tx, desk| {
        let at = now.timestamp();
        let day = read_day(tx, &desk.doctor_id, now.date(), &desk.sight).await?.ok_or(scheduling::Error::NoDoctor)?;
        let found = day.entries.iter().find(|entry| entry.is_walk_in && entry.id == id);
        let entry = found.ok_or(appointments::Error::NoAppointment)?;
        if matches!(entry.attendance, Some(Attendance::Called | Attendance::Done)) {
            return Err(Error::from(appointments::Error::NotChangeable));
        }
        if entry.slot.is_none() {
            store::delete_walk_in(tx, &id).await?;
            return Ok::<_, Error>(
                desk.record(tx, "remove", Subject { kind: WALK_IN, id: &id, name: "" }, None, at).await?,
            );
        }
        let visit = visits::find_seen(tx, &id, &desk.sight).await?.ok_or(appointments::Error::NoAppointment)?;
        let by = ChangedBy { actor: Actor::Desk(&desk, "cancel"), organizer: &organizer, now: at };
        if cancel_all(tx, vec![visit], ChangeKind::CancelledByDoctor, by).await?.is_empty() {
            return Err(appointments::Error::NotChangeable.into());
        }
        Ok(())
    });
    removed.await?;
    publish_doctor_changed(app, &desk.doctor_id);
    today(app, desk).await
}

fn no_such_session() -> scheduling::Error {
    scheduling::Error::Fields(Problem::field("session", texts::WALK_IN_SESSION_WRONG))
}

/// The token of the next walk-in of a day, at whatever place.
pub async fn next_token(tx: &mut Tx<'_>, doctor_id: &str, date: Date) -> db::Result<String> {
    let number = store::next_walk_in(tx, doctor_id, day_number(date)).await?;
    Ok(format!("W{number}"))
}

/// Adds a patient who waits without a slot. `door_device` is the digest of the phone if the token was taken at the door.
pub async fn insert_waiting(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    session: &ClinicSession,
    (patient, token): (WalkInPatient, String),
    (door_device, now): (Option<String>, &Zoned),
) -> db::Result<WalkIn> {
    let at = now.timestamp();
    let walk_in = WalkIn {
        id: new_id(at),
        doctor_id: doctor_id.into(),
        day: day_number(now.date()),
        token,
        name: patient.name.as_str().into(),
        phone: patient.number(),
        attendance: Some(Attendance::Arrived),
        called_at: None,
        hospital_id: session.hospital_id.clone(),
        session_from: Some(session.from.minutes()),
        created_at: at.as_millisecond(),
        door_device,
    };
    store::insert_walk_in(tx, &walk_in).await?;
    Ok(walk_in)
}

/// A booking like any other, of the placeholder account [`NOBODY`]: the database decides whether the slot is free. A patient who waited until
/// now keeps the id, so that the link of the live page still works, and the time of arrival.
async fn book_walk_in(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    doctor: &Doctor,
    patient: WalkInPatient,
    (slot, (token, waited_as)): (Slot, (String, Option<(String, i64)>)),
    (now, organizer): (Timestamp, &str),
) -> Result<Appointment, Error> {
    users::insert_nobody(tx).await?;
    let (name, number, offer) = (patient.name.as_str(), patient.number(), doctor.offer_at(slot.day, slot.time));
    let request = Appointment::request(&doctor.id, (NOBODY, name, &number), slot, offer, now);
    let (id, came_at) = waited_as.unwrap_or_else(|| (request.id.clone(), request.created_at));
    // Approved from the start: nothing waits for an answer.
    let visit = Appointment {
        id,
        status: Status::Checked,
        token: Some(token),
        attendance: Some(Attendance::Arrived),
        arrived_at: Some(came_at),
        ..request
    };
    if !visits::insert(tx, &visit).await? {
        return Err(appointments::Error::SlotTaken.into());
    }
    let changed = vec![ChangedAppointment { appointment: visit, before: None, kind: None }];
    let by = ChangedBy { actor: Actor::Desk(desk, "walkin"), organizer, now };
    let of = (std::slice::from_ref(doctor), &Contacts::default());
    Ok(appointment_changed(tx, changed, of, by).await?.pop().ok_or(appointments::Error::NoAppointment)?)
}
