//! The demo's patient books for a family: the saved people, and their visits of the last weeks.

use jiff::Span;

use super::Error;
use super::life::{FULL, full_day};
use doccare::app::App;
use doccare::appointments;
use doccare::appointments::people::{self, Details, Person};
use doccare::appointments::{Appointment, Status};
use doccare::directory::{self, DayTime, Offer, VisitMode};
use doccare::follow_ups;
use doccare::identity::callers::Patient;
use doccare::identity::person::{Mobile, PersonName};
use doccare::platform::db;
use doccare::scheduling::Slot;
use doccare::waitlist::{self, NewEntry};

/// Name, number, and whether they are under 18.
const FAMILY: [(&str, &str, bool); 2] = [("Leela Nair", "9847012346", false), ("Appu Nair", "9847012345", true)];

/// Past visits: the doctor's index, how many days ago, the minute of the day, the family member (`None` is the patient), and the status.
const VISITS: [(usize, i64, i64, Option<usize>, Status); 4] = [
    (0, 47, 11 * 60 + 30, Some(0), Status::Checked),
    (0, 19, 10 * 60 + 45, Some(0), Status::Checked),
    (1, 12, 10 * 60 + 15, Some(1), Status::Cancelled),
    (2, 8, 10 * 60 + 30, None, Status::Checked),
];

/// Follow-ups: the visit, after how many days, and whether without a fee. The first can be booked now, the second in a month.
const AGAIN: [(usize, i64, bool); 2] = [(1, 21, true), (3, 40, false)];

pub async fn fill(app: &App, patient: &Patient, doctors: &[String]) -> Result<(), Error> {
    let now = app.clock.now();
    let mut family = Vec::new();
    for (name, phone, is_minor) in FAMILY {
        let details = Details {
            name: PersonName::parse(name)?,
            phone: Mobile::parse(phone)?,
            guardian_at: is_minor.then_some(now),
        };
        family.push(people::add(app, patient, details).await.map_err(|error| Error::Data(error.to_string()))?);
    }
    let mut visits = Vec::new();
    for visit in VISITS {
        visits.extend(past(app, patient, doctors, &family, visit).await?);
    }
    let now = app.clock.india();
    let filled = app.db.write(async move |tx| {
        appointments::insert_all(tx, &visits).await?;
        for (place, days, without_fee) in AGAIN {
            if let Some(visit) = visits.get(place) {
                follow_ups::mark_demo(tx, &visit.id, days, without_fee, &now).await?;
            }
        }
        Ok::<_, db::Error>(())
    });
    filled.await?;
    wait(app, patient, doctors).await
}

/// An entry on the waiting list of a full day; with few doctors there is none.
async fn wait(app: &App, patient: &Patient, doctors: &[String]) -> Result<(), Error> {
    let Some(id) = doctors.get(FULL) else { return Ok(()) };
    let Some(doctor) = app.db.read(async |tx| directory::find(tx, id).await).await? else { return Ok(()) };
    let Some(day) = full_day(&doctor.schedule, app.clock.india().date()) else { return Ok(()) };
    let hours = doctor.schedule.start.minutes()..doctor.schedule.end.minutes();
    let wish = NewEntry { doctor_id: id.clone(), day, hours, person_id: None };
    match waitlist::join_waitlist(app, patient, wish).await {
        // Midnight has passed since the day was filled, so this is another day: there is nothing to wait for.
        Ok(_) | Err(waitlist::Error::SomethingIsFree) => Ok(()),
        Err(error) => Err(Error::Data(error.to_string())),
    }
}

async fn past(
    app: &App,
    patient: &Patient,
    doctors: &[String],
    family: &[Person],
    (doctor, ago, minutes, who, status): (usize, i64, i64, Option<usize>, Status),
) -> Result<Option<Appointment>, Error> {
    let Some(id) = doctors.get(doctor) else { return Ok(None) };
    let Some(doctor) = app.db.read(async |tx| directory::find(tx, id).await).await? else { return Ok(None) };
    let day = app.clock.india().date().checked_sub(Span::new().days(ago)).ok();
    let Some((day, time)) = day.zip(DayTime::from_minutes(minutes)) else { return Ok(None) };
    let (slot, person) = (Slot { day, time }, who.and_then(|who| family.get(who)));
    let made_at = slot.starts_at() - jiff::SignedDuration::from_hours(40);
    let name = person.map_or("Asha Nair", |person| person.name.as_str());
    let phone = person.map_or("9847012345", |person| person.phone.as_str());
    let offer = Offer { place: None, fee: doctor.fee, mode: VisitMode::Clinic };
    let request = Appointment::request(&doctor.id, (&patient.id, name, phone), slot, offer, made_at);
    Ok(Some(Appointment { person_id: person.map(|person| person.id.clone()), status, sequence: 1, ..request }))
}
