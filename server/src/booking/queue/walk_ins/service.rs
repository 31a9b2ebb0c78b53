//! Walk-ins: patients who come without a booking.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::booking::desk::AtDesk;
use crate::booking::figures::Tally;
use crate::booking::mails::Change;
use crate::booking::model::{Appointment, Attendance, Slot, Status};
use crate::booking::queue::model::{Comer, WalkIn};
use crate::booking::queue::rules::{self, MOST_WALK_INS, Standing};
use crate::booking::queue::service::{Today, WALK_IN, number_of, place_at, read_day, today};
use crate::booking::queue::store;
use crate::booking::rules::{Refusal, check_bookable_at_desk};
use crate::booking::service::{Error, cancel_all, spread, subject};
use crate::booking::store as visits;
use crate::booking::{texts, waitlist};
use crate::directory::{DayTime, Doctor, Offer};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::users::{self, NOBODY};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::http::Problem;
use crate::platform::ids::new_id;

/// Who walked in.
#[derive(Debug, Clone)]
pub struct WalkInPatient {
    pub name: PersonName,
    /// Not everybody has one, or wants to give it.
    pub phone: Option<Mobile>,
}

impl WalkInPatient {
    /// As it is stored: empty without a number.
    fn number(&self) -> String {
        self.phone.as_ref().map_or_else(String::new, |phone| phone.as_str().into())
    }
}

/// How a walk-in is taken: into a free slot, or to wait in the session that begins at a time, by default the current one.
#[derive(Debug, Clone, Copy, Default)]
pub struct WalkInWish {
    pub time: Option<DayTime>,
    pub session: Option<DayTime>,
}

/// Adds a patient who came without a booking. The same form with a number sent again adds no second one; sent again with a time, who waits
/// gets that slot and keeps the token. Returns the day, and who was added or was there already.
pub async fn add_walk_in(
    app: &App,
    desk: &AtDesk,
    patient: WalkInPatient,
    WalkInWish { time, session }: WalkInWish,
) -> Result<(Today, Comer), Error> {
    let now = app.clock.india();
    let added = desk.write(app, async move |tx, desk| {
        let (date, at) = (now.date(), now.timestamp());
        let doctor_id = desk.doctor_id.as_str();
        let day = read_day(tx, doctor_id, date, &desk.sight).await?.ok_or(Error::NoDoctor)?;
        let slot = time.map(|time| Slot { day: date, time });
        let here = rules::standing_of(&day.comers, &patient, slot);
        if let Standing::Settled(comer) = here {
            return Ok(comer.id.clone());
        }
        if let Some(slot) = slot {
            check_bookable_at_desk(&day.doctor.schedule, slot, &now).map_err(Error::NotBookable)?;
            if !desk.sight.shows(place_at(&day.doctor, slot)) {
                return Err(Error::NotBookable(Refusal::OutsideHours));
            }
            waitlist::check(tx, &day.doctor, NOBODY, slot, &now).await?;
        }
        let session = match session {
            Some(from) => day.open_session(from, &now).ok_or_else(no_such_session)?,
            None => day.current(&now),
        };
        let session = &day.sessions[session];
        let place = slot.map_or(session.hospital_id.as_deref(), |slot| place_at(&day.doctor, slot));
        // Who waits at that place already is not one more.
        let is_there = matches!(&here, Standing::Waits(comer) if comer.hospital_id.as_deref() == place);
        if !is_there && rules::count_walk_ins(&day.comers, place) >= MOST_WALK_INS {
            return Err(Error::TooManyWalkIns);
        }
        let token = match &here {
            Standing::Waits(comer) => comer.token.clone(),
            _ => next_token(tx, doctor_id, date).await?,
        };
        if let Some(slot) = slot {
            if let Standing::Waits(comer) = &here {
                store::delete_walk_in(tx, &comer.id).await?;
            }
            let visit = book_walk_in(tx, &day.doctor, patient, (slot, token), at).await?;
            desk.record(tx, "walkin", Subject { name: "", ..subject(&visit) }, None, at).await?;
            return Ok(visit.id);
        }
        let walk_in = WalkIn {
            id: new_id(at),
            day: number_of(date),
            token,
            name: patient.name.as_str().into(),
            phone: patient.number(),
            attendance: Some(Attendance::Arrived),
            called_at: None,
            hospital_id: session.hospital_id.clone(),
            session_from: Some(session.from.minutes()),
            created_at: at.as_millisecond(),
        };
        store::insert_walk_in(tx, doctor_id, &walk_in).await?;
        desk.record(tx, "walkin", Subject { kind: WALK_IN, id: &walk_in.id, name: "" }, None, at).await?;
        Ok(walk_in.id)
    });
    let id = added.await?;
    spread(app, &desk.doctor_id);
    let today = today(app, desk).await?;
    // Another desk may have removed them since.
    let added = today.day.comers.iter().find(|comer| comer.id == id).cloned().ok_or(Error::NoAppointment)?;
    Ok((today, added))
}

/// Removes a walk-in who was not called in yet. A slot that was theirs becomes free; the token is not given again.
pub async fn remove_walk_in(app: &App, desk: &AtDesk, id: String) -> Result<Today, Error> {
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let removed = desk.write(app, async move |tx, desk| {
        let at = now.timestamp();
        let day = read_day(tx, &desk.doctor_id, now.date(), &desk.sight).await?.ok_or(Error::NoDoctor)?;
        let found = day.comers.iter().find(|comer| comer.is_walk_in && comer.id == id);
        let comer = found.ok_or(Error::NoAppointment)?;
        if matches!(comer.attendance, Some(Attendance::Called | Attendance::Done)) {
            return Err(Error::NotChangeable);
        }
        if comer.slot.is_none() {
            store::delete_walk_in(tx, &id).await?;
            return Ok(desk.record(tx, "remove", Subject { kind: WALK_IN, id: &id, name: "" }, None, at).await?);
        }
        let visit = visits::find_seen(tx, &id, &desk.sight).await?.ok_or(Error::NoAppointment)?;
        let cancelled = cancel_all(tx, vec![visit], Change::CancelledByDoctor, at, &organizer).await?.pop();
        let cancelled = cancelled.ok_or(Error::NotChangeable)?;
        Ok(desk.record(tx, "cancel", Subject { name: "", ..subject(&cancelled) }, None, at).await?)
    });
    removed.await?;
    spread(app, &desk.doctor_id);
    today(app, desk).await
}

fn no_such_session() -> Error {
    Error::Fields(Problem::field("session", texts::WALK_IN_SESSION_WRONG))
}

/// The token of the next walk-in of a day, at whatever place.
async fn next_token(tx: &mut Tx<'_>, doctor_id: &str, date: Date) -> db::Result<String> {
    let number = store::next_walk_in(tx, doctor_id, number_of(date)).await?;
    Ok(format!("W{number}"))
}

/// A booking like any other, of the placeholder account [`NOBODY`]: the database decides whether the slot is free.
async fn book_walk_in(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    patient: WalkInPatient,
    (slot, token): (Slot, String),
    now: Timestamp,
) -> Result<Appointment, Error> {
    users::insert_nobody(tx).await?;
    let Offer { place, fee } = doctor.offer_at(slot.day, slot.time);
    let visit = Appointment {
        id: new_id(now),
        doctor_id: doctor.id.clone(),
        user_id: NOBODY.into(),
        person_id: None,
        follows: None,
        patient_name: patient.name.as_str().into(),
        contact_number: patient.number(),
        slot,
        place: place.cloned(),
        fee,
        status: Status::Checked,
        sequence: 0,
        created_at: now.as_millisecond(),
        reason: None,
        // Approved from the start: nothing waits for an answer.
        answer_by: slot.starts_at().as_millisecond(),
        unanswered_at: None,
        token: Some(token),
        attendance: Some(Attendance::Arrived),
        called_at: None,
        overlaps: false,
        offered: None,
    };
    if !visits::insert(tx, &visit).await? {
        return Err(Error::SlotTaken);
    }
    let mut tally = Tally::default();
    tally.added(&visit);
    tally.save(tx).await?;
    Ok(visit)
}
