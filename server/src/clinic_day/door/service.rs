//! The door of a place: who sits there, marking an arrival, taking a token, and the doctor's setting.

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

/// Refuses a wrong code, and who failed too often. Only failed tries are counted: 200 patients of one network are no flood.
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

/// Marks today's visits of a number at a place as arrived. None without any, and that counts as a failed try: somebody could find out who
/// comes. Visits that are hours away are told and not marked.
pub async fn arrive(app: &App, visitor: &Visitor, number: &Mobile) -> Result<Vec<VisitAtDoor>, Error> {
    check_code(app, visitor).await?;
    let (now, organizer) = (app.clock.india(), app.mailer.address());
    let (place_id, number) = (visitor.place_id.clone(), number.as_str().to_owned());
    let written = app.db.write_for_account(&visitor.place_id, async move |tx| {
        let place = store::find_place(tx, &place_id).await?.ok_or(Error::NoPlace)?;
        let list =
            async |tx: &mut Tx<'_>| store::list_visits_of_number(tx, &place, &number, day_bounds(now.date())).await;
        let seen = list(tx).await?;
        let doctor_ids: BTreeSet<&str> = seen.iter().map(|visit| visit.doctor_id.as_str()).collect();
        tx.lock_all(Lock::Doctor, doctor_ids.iter().copied()).await?;
        // Another phone, or the same one again, may have marked them while this transaction waited for the locks: they are told as marked.
        let mut visits = list(tx).await?;
        visits.retain(|visit| doctor_ids.contains(visit.doctor_id.as_str()));
        let mut doctors = Vec::with_capacity(doctor_ids.len());
        for id in doctor_ids {
            doctors.extend(directory::find(tx, id).await?);
        }
        let (mut there, mut marked) = (Vec::with_capacity(visits.len()), Vec::new());
        for visit in &visits {
            let has_arrived = visit.attendance.is_some();
            if has_arrived || !is_arrival_open(visit.slot, &now) {
                there.push((visit.clone(), has_arrived));
            } else if store::mark_arrived(tx, &visit.id, now.timestamp().as_millisecond()).await? {
                there.push((visit.clone(), true));
                let appointment = Appointment { attendance: Some(Attendance::Arrived), ..visit.clone() };
                marked.push(ChangedAppointment { appointment, before: Some(visit.counted()), kind: None });
            }
        }
        let by = ChangedBy { actor: Actor::Program("arrived"), organizer: &organizer, now: now.timestamp() };
        let marked = appointment_changed(tx, marked, (&doctors, &Contacts::default()), by).await?;
        let of_doctor = |id: &str| doctors.iter().find(|doctor| doctor.id == id).cloned();
        let mut told: Vec<VisitAtDoor> = Vec::with_capacity(there.len());
        for (visit, has_arrived) in there {
            let token = marked.iter().find(|one| one.id == visit.id).and_then(|one| one.token.clone()).or(visit.token);
            let Some(doctor) = of_doctor(&visit.doctor_id) else { continue };
            let slot = Some(visit.slot);
            told.push(VisitAtDoor { id: visit.id, doctor, token: token.unwrap_or_default(), slot, has_arrived });
        }
        told.sort_by_key(|visit| visit.slot.map(crate::scheduling::Slot::starts_at));
        Ok::<_, Error>((told, marked))
    });
    let (told, marked) = written.await?;
    publish_appointment_changed(app, &marked);
    let (now, tries) = (app.clock.now_millis(), FailedTries::of(visitor));
    if told.is_empty() {
        count_failure(app, visitor, &tries, now).await?;
    } else {
        // Again: of many numbers that are tried at once each passed the first check, and those with a visit would be the ones not refused.
        app.rate_limiter.check(&tries.keys(), now).await?;
    }
    Ok(told)
}

/// Takes a walk-in token of a doctor who sits at the place now. The same form sent again returns the same token.
pub async fn take_token(app: &App, visitor: &Visitor, wish: TokenWish) -> Result<VisitAtDoor, Error> {
    check_code(app, visitor).await?;
    let now = app.clock.india();
    let device = visitor.device.digest(&app.keys, now.date());
    let (place_id, doctor_id) = (visitor.place_id.clone(), wish.doctor_id.clone());
    let taken = app.db.write_for_account(&visitor.place_id, async move |tx| {
        // What the doctor, or an administrator, changes at this moment comes before or after.
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
        // The code proves that somebody is at this place: what waits for the doctor elsewhere is not shown here.
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
    if count_door_tokens(&day.entries, number) >= most {
        return Err(Error::SessionFull);
    }
    if count_walk_ins(&day.entries, hospital_id) >= MAX_WALK_INS_PER_DAY {
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
