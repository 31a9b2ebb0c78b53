//! Desk staff, walk-ins and desk bookings of two demo doctors: the first, who has an assistant, and one who lets a hospital's desk run the day
//! there; and a session that moves.

use super::{AT_HOSPITAL, DESK, DESK_PASSWORD, Error, as_doctor};
use doccare::app::App;
use doccare::appointments::acting_for_doctor::ActingForDoctor;
use doccare::appointments::cancellation::list_coming_of_doctor;
use doccare::appointments::desk_bookings::{self, NewDeskBooking};
use doccare::appointments::session_moves::{self, MoveWish};
use doccare::appointments::{PatientDetails, Status};
use doccare::clinic_day::{self, WalkInPatient, WalkInWish};
use doccare::directory::{VisitMode, desk};
use doccare::identity::person::{Mobile, PersonName};
use doccare::identity::{Email, NewAccount, Role};
use doccare::platform::lang::Lang;

/// The doctor's index, and the walk-ins of today.
const WALKED_IN: [(usize, [(&str, &str); 2]); 2] = [
    (0, [("Rajan Pillai", "9846055511"), ("Sumathi Devi", "9846055512")]),
    (AT_HOSPITAL, [("Kunjumol Varghese", "9846055513"), ("Abdul Salam", "9846055514")]),
];

/// The index of the doctor, and the callers.
const CALLED: [(usize, [(&str, &str); 2]); 2] = [
    (0, [("Rema Devi", "9846055521"), ("Kochuthresia Paul", "9846055522")]),
    (AT_HOSPITAL, [("Haridas Menon", "9846055523"), ("Nabeesa Beevi", "9846055524")]),
];

/// Email, name, the doctor's index, and whether the employer is the doctor's hospital.
const STAFF: [(&str, &str, usize, bool); 2] =
    [(DESK[0], "Sreeja Mohan", 0, false), (DESK[1], "Anil Thomas", AT_HOSPITAL, true)];

pub async fn fill(app: &App, doctors: &[String]) -> Result<(), Error> {
    for (number, patients) in WALKED_IN.into_iter().filter(|(number, _)| *number < doctors.len()) {
        as_doctor(app, number, async |doctor| walk_in(app, &ActingForDoctor::own(&doctor), patients).await).await??;
    }
    for (number, patients) in CALLED.into_iter().filter(|(number, _)| *number < doctors.len()) {
        as_doctor(app, number, async |doctor| book_for(app, &ActingForDoctor::own(&doctor), patients).await).await??;
    }
    for (email, name, number, at_hospital) in STAFF {
        let Some(id) = doctors.get(number).cloned() else { continue };
        let employer = if at_hospital {
            // The doctor lets the desk of the hospital run the day there from now on.
            let let_in = as_doctor(app, number, async |doctor| desk::allow(app, &doctor, true).await).await?;
            let_in.ok().map(|hospital| hospital.place.id)
        } else {
            Some(id)
        };
        let Some(employer) = employer else { continue };
        let account = NewAccount {
            role: Role::Desk,
            email: Email::parse(email)?,
            phone: None,
            password_hash: app.passwords.hash(DESK_PASSWORD.into()).await?,
            lang: Lang::En,
        };
        let (name, now) = (PersonName::parse(name)?, app.clock.now());
        app.db.write(async move |tx| desk::insert(tx, &employer, account, &name, now).await).await?;
    }
    Ok(())
}

/// The index of the doctor whose next session moves.
const MOVING: usize = 2;

/// Moves the doctor's first session from tomorrow on that has approved visits to the first other day with free times.
pub async fn move_session(app: &App, doctors: &[String]) -> Result<(), Error> {
    let Some(id) = doctors.get(MOVING) else { return Ok(()) };
    let (now, today) = (app.clock.now(), app.clock.india().date());
    let coming = app.db.read(async |tx| list_coming_of_doctor(tx, id, now).await).await?;
    let moved = coming.into_iter().find(|visit| visit.status == Status::Checked && visit.slot.day > today);
    let Some(from) = moved.map(|visit| visit.slot) else { return Ok(()) };
    as_doctor(app, MOVING, async |doctor| {
        let desk = ActingForDoctor::own(&doctor);
        let days = desk_bookings::list_free(app, &desk, VisitMode::Clinic)
            .await
            .map_err(|error| Error::Data(error.to_string()))?;
        let other = days.into_iter().filter(|day| day.day > today && day.day != from.day);
        let Some(target) = other.flat_map(|day| day.slots).next() else { return Ok(()) };
        let wish = MoveWish { day: from.day, time: from.time, target };
        let moved = session_moves::begin(app, &desk, wish, "The doctor is in surgery that day.".into()).await;
        moved.map(drop).map_err(|error| Error::Data(error.to_string()))
    })
    .await?
}

async fn walk_in(app: &App, desk: &ActingForDoctor, patients: [(&str, &str); 2]) -> Result<(), Error> {
    for (name, phone) in patients {
        let patient = WalkInPatient { name: PersonName::parse(name)?, phone: Some(Mobile::parse(phone)?) };
        let added = clinic_day::add_walk_in(app, desk, patient, WalkInWish::default()).await;
        added.map_err(|error| Error::Data(error.to_string()))?;
    }
    Ok(())
}

/// Books the first free times from tomorrow on.
async fn book_for(app: &App, desk: &ActingForDoctor, patients: [(&str, &str); 2]) -> Result<(), Error> {
    let data = |error: doccare::appointments::Error| Error::Data(error.to_string());
    let today = app.clock.india().date();
    let days = desk_bookings::list_free(app, desk, VisitMode::Clinic).await.map_err(data)?;
    let slots: Vec<_> = days.into_iter().filter(|day| day.day > today).flat_map(|day| day.slots).collect();
    for ((name, phone), slot) in patients.into_iter().zip(slots) {
        let patient = PatientDetails { name: PersonName::parse(name)?, phone: Mobile::parse(phone)? };
        let new = NewDeskBooking { patient, slot, lang: Lang::Ml };
        desk_bookings::book(app, desk, new).await.map_err(data)?;
    }
    Ok(())
}
