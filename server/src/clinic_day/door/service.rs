//! The door of a place: its doctors, marking an arrival, taking a token, and the doctor's setting.

use std::collections::BTreeSet;

use jiff::Zoned;

use super::model::{Place, SittingDoctor, TokenWish, VisitAtDoor, Visitor};
use super::rules::{
    FailedTries, MAX_TOKENS_PER_DEVICE_AND_DAY, MAX_TOKENS_PER_NUMBER_AND_DAY, count_door_tokens, is_arrival_open,
    sitting,
};
use super::store;
use crate::app::App;
use crate::appointments::changes::{
    Actor, ChangedAppointment, ChangedBy, appointment_changed, publish_appointment_changed,
};
use crate::appointments::publish_doctor_changed;
use crate::appointments::service::Contacts;
use crate::appointments::{Appointment, Attendance};
use crate::clinic_day::model::QueueEntry;
use crate::clinic_day::rules::{MAX_WALK_INS_PER_DAY, WalkInMatch, count_walk_ins, match_walk_in};
use crate::clinic_day::service::{self, Day, WALK_IN, read_day};
use crate::clinic_day::walk_ins::{insert_waiting, next_token};
use crate::directory::desk::DeskScope;
use crate::directory::{self, Doctor, Profile};
use crate::identity::callers::{self, AccountLock, SignedOut};
use crate::identity::person::Mobile;
use crate::identity::profiles::alter;
use crate::platform::audit::{self, Entry, Subject};
use crate::platform::clock::{day_bounds, day_number};
use crate::platform::db::{self, Lock, Tx};
use crate::platform::rate_limit::Refused;
use crate::scheduling;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no such place")]
    NoPlace,
    #[error("wrong door code")]
    WrongCode,
    /// The doctor does not sit there now, or gives no tokens at the door.
    #[error("no tokens at the door")]
    NotOpen,
    #[error("no tokens of the session are left for the door")]
    SessionFull,
    #[error("too many tokens of a phone")]
    TooManyOfDevice,
    #[error("too many tokens of a number")]
    TooManyOfNumber,
    #[error(transparent)]
    Limited(#[from] Refused),
    #[error(transparent)]
    Day(#[from] service::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// A place, and the doctors who sit there now and give tokens at the door.
pub struct Door {
    pub place: Place,
    pub doctors: Vec<SittingDoctor>,
}

pub async fn door(app: &App, place_id: &str) -> db::Result<Option<Door>> {
    let now = app.clock.india();
    app.db
        .read(async |tx| {
            let Some(place) = store::find_place(tx, place_id).await? else { return Ok(None) };
            let (doctors, hospital_id) = match &place {
                Place::Hospital(hospital) => {
                    let ids = store::list_giving_tokens(tx, &hospital.id).await?;
                    (directory::list_listed(tx, &ids, now.date()).await?, Some(hospital.id.as_str()))
                }
                Place::Clinic(doctor) if doctor.door_tokens > 0 => (vec![Doctor::clone(doctor)], None),
                Place::Clinic(_) => (Vec::new(), None),
            };
            let ids: Vec<String> = doctors.iter().map(|doctor| doctor.id.clone()).collect();
            let days = store::list_delays(tx, &ids, day_number(now.date())).await?;
            let sitting = |doctor: Doctor| {
                let state = days.get(&doctor.id).copied().unwrap_or_default();
                let (_, session) = sitting(&doctor, &state, hospital_id, &now)?;
                Some(SittingDoctor { doctor, from: session.from, to: session.to })
            };
            let mut doctors: Vec<SittingDoctor> = doctors.into_iter().filter_map(sitting).collect();
            doctors.sort_by(|one, other| one.doctor.full_name.cmp(&other.doctor.full_name));
            Ok(Some(Door { place, doctors }))
        })
        .await
}

/// Refuses a wrong code, and any code after too many failed tries. Only failed tries are counted, so that 200 patients of one network are
/// not refused.
async fn check_code(app: &App, visitor: &Visitor) -> Result<(), Error> {
    let (now, tries) = (app.clock.now_millis(), FailedTries::of(visitor));
    if visitor.code.is_valid(&app.keys, &visitor.place_id, now) {
        return Ok(app.rate_limiter.check(&tries.keys(), now).await?);
    }
    count_failure(app, visitor, &tries, now).await?;
    Err(Error::WrongCode)
}

async fn count_failure(app: &App, visitor: &Visitor, tries: &FailedTries, now: i64) -> Result<(), Error> {
    let counted = app.rate_limiter.take(&tries.keys(), now).await;
    if matches!(counted, Err(Refused::TooMany(_))) {
        tracing::info!(place = visitor.place_id, "too many failed tries at a door");
    }
    Ok(counted?)
}

/// Marks today's visits of a number at a place as arrived, and returns them; visits that are hours away are returned unmarked. A number
/// without a visit counts as a failed try: otherwise somebody could find out by guessing who comes.
pub async fn arrive(app: &App, visitor: &Visitor, number: &Mobile) -> Result<Vec<VisitAtDoor>, Error> {
    check_code(app, visitor).await?;
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let (place_id, number) = (visitor.place_id.clone(), number.as_str().to_owned());
    let written = app.db.write_for_account(&visitor.place_id, async move |tx| {
        let place = store::find_place(tx, &place_id).await?.ok_or(Error::NoPlace)?;
        Ok::<_, Error>(mark_arrivals(tx, &place, &number, (&now, &organizer)).await?)
    });
    let (visits, marked) = written.await?;
    publish_appointment_changed(app, &marked);
    let (now, tries) = (app.clock.now_millis(), FailedTries::of(visitor));
    if visits.is_empty() {
        count_failure(app, visitor, &tries, now).await?;
    } else {
        // Again: of many numbers that are tried at once each passed the first check, and those with a visit would be the ones not refused.
        app.rate_limiter.check(&tries.keys(), now).await?;
    }
    Ok(visits)
}

/// Today's visits of a number at a place, by their times; and those of them that are marked as arrived now.
async fn mark_arrivals(
    tx: &mut Tx<'_>,
    place: &Place,
    number: &str,
    (now, organizer): (&Zoned, &str),
) -> db::Result<(Vec<VisitAtDoor>, Vec<Appointment>)> {
    let today = day_bounds(now.date());
    let seen = store::list_visits_of_number(tx, place, number, today).await?;
    let doctor_ids: BTreeSet<String> = seen.into_iter().map(|visit| visit.doctor_id).collect();
    tx.lock_all(Lock::Doctor, doctor_ids.iter().map(String::as_str)).await?;
    // Another phone, or the same one again, may have marked them while this transaction waited for the locks: they are read again.
    let mut visits = store::list_visits_of_number(tx, place, number, today).await?;
    visits.retain(|visit| doctor_ids.contains(&visit.doctor_id));
    let mut doctors = Vec::with_capacity(doctor_ids.len());
    for id in &doctor_ids {
        doctors.extend(directory::find(tx, id).await?);
    }
    let (mut here, mut changed) = (Vec::with_capacity(visits.len()), Vec::new());
    for visit in visits {
        if visit.attendance.is_some() || !is_arrival_open(visit.slot, now) {
            here.push(visit);
        } else if store::mark_arrived(tx, &visit.id, now.timestamp().as_millisecond()).await? {
            let before = Some(visit.counted());
            let appointment = Appointment { attendance: Some(Attendance::Arrived), ..visit };
            changed.push(ChangedAppointment { appointment, before, kind: None });
        }
    }
    let by = ChangedBy { actor: Actor::Program("arrived"), organizer, now: now.timestamp() };
    let marked = appointment_changed(tx, changed, (&doctors, &Contacts::default()), by).await?;
    here.extend(marked.iter().cloned());
    here.sort_by(|one, other| (one.slot, &one.id).cmp(&(other.slot, &other.id)));
    let at_door = |visit: Appointment| {
        let doctor = doctors.iter().find(|doctor| doctor.id == visit.doctor_id)?.clone();
        let (token, has_arrived) = (visit.token.unwrap_or_default(), visit.attendance.is_some());
        Some(VisitAtDoor { id: visit.id, doctor, token, slot: Some(visit.slot), has_arrived })
    };
    Ok((here.into_iter().filter_map(at_door).collect(), marked))
}

/// Takes a walk-in token of a doctor who sits at the place now. The same form sent again returns the same token.
pub async fn take_token(app: &App, visitor: &Visitor, wish: TokenWish) -> Result<VisitAtDoor, Error> {
    check_code(app, visitor).await?;
    let now = app.clock.india();
    let device = visitor.device.digest(&app.keys, now.date());
    let (place_id, doctor_id) = (visitor.place_id.clone(), wish.doctor_id.clone());
    let taken = app.db.write_for_account(&visitor.place_id, async move |tx| {
        // Changes by the doctor or an administrator take this lock too, so they come before or after.
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        tx.lock(Lock::AtOnce(&format!("door {device}"))).await?;
        tx.lock(Lock::Phone(&wish.patient.number())).await?;
        let hospital_id = match store::find_place(tx, &place_id).await?.ok_or(Error::NoPlace)? {
            Place::Hospital(hospital) => Some(hospital.id),
            Place::Clinic(doctor) if doctor.id == doctor_id => None,
            Place::Clinic(_) => return Err(Error::NotOpen),
        };
        if directory::find_listed(tx, &doctor_id).await?.is_none() {
            return Err(Error::NotOpen);
        }
        let day = read_day(tx, &doctor_id, now.date(), &DeskScope::Everything).await?.ok_or(Error::NotOpen)?;
        // The code only proves presence at this place, so a walk-in of the same doctor at another place is not shown.
        let here: Vec<QueueEntry> =
            day.entries.iter().filter(|entry| entry.hospital_id == hospital_id).cloned().collect();
        if let WalkInMatch::Settled(entry) = match_walk_in(&here, &wish.patient, None) {
            let (id, token, slot) = (entry.id.clone(), entry.token.clone(), entry.slot);
            return Ok(VisitAtDoor { id, doctor: day.doctor, token, slot, has_arrived: true });
        }
        let (id, token) = add_at_door(tx, &day, wish, (hospital_id.as_deref(), device), &now).await?;
        Ok(VisitAtDoor { id, doctor: day.doctor, token, slot: None, has_arrived: true })
    });
    let taken = taken.await?;
    publish_doctor_changed(app, &taken.doctor.id);
    Ok(taken)
}

async fn add_at_door(
    tx: &mut Tx<'_>,
    day: &Day,
    TokenWish { doctor_id, patient }: TokenWish,
    (hospital_id, device): (Option<&str>, String),
    now: &Zoned,
) -> Result<(String, String), Error> {
    let (doctor, date) = (&day.doctor, now.date());
    let (number, session) = sitting(doctor, &day.state, hospital_id, now).ok_or(Error::NotOpen)?;
    let most = usize::try_from(doctor.door_tokens).unwrap_or_default();
    if most == 0 {
        return Err(Error::NotOpen);
    }
    let are_walk_ins_full = count_walk_ins(&day.entries, hospital_id) >= MAX_WALK_INS_PER_DAY;
    if are_walk_ins_full || count_door_tokens(&day.entries, number) >= most {
        return Err(Error::SessionFull);
    }
    let (of_device, of_number) = store::count_tokens(tx, day_number(date), &device, &patient.number()).await?;
    if of_device >= MAX_TOKENS_PER_DEVICE_AND_DAY {
        return Err(Error::TooManyOfDevice);
    }
    if of_number >= MAX_TOKENS_PER_NUMBER_AND_DAY {
        return Err(Error::TooManyOfNumber);
    }
    let token = next_token(tx, &doctor_id, date).await?;
    let walk_in = insert_waiting(tx, &doctor_id, &session, (patient, token), (Some(device), now)).await?;
    let subject = Subject { kind: WALK_IN, id: &walk_in.id, name: "" };
    audit::record(tx, Entry::of_program("walkin", subject), now.timestamp()).await?;
    Ok((walk_in.id, walk_in.token))
}

/// Changes how many tokens a session of the doctor gives at the door; 0 is none. Tokens that were taken stay.
pub async fn save_setting(app: &App, caller: &callers::Doctor, tokens: i64) -> Result<i64, Error> {
    let saved = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let saved = alter(tx, &me.id, |profile: &mut Profile| {
            profile.doctor.door_tokens = tokens;
            Ok::<_, Error>(())
        });
        let saved = saved.await?.ok_or(service::Error::from(scheduling::Error::NoDoctor))?;
        Ok(saved.doctor.door_tokens)
    });
    saved.await
}
