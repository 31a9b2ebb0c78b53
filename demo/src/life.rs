//! The bulk of the demo: hospitals and pharmacies, doctors' weeks and leave, sixty days of visits, and requests for the coming days. It is
//! the same on every machine, apart from the dates.

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Timestamp, Zoned};

use super::data::{data, pick};
use super::{AT_HOSPITAL, Error, doctors, sessions, store};
use doccare::app::App;
use doccare::appointments;
use doccare::appointments::tokens;
use doccare::appointments::{Appointment, Attendance, Status, VisitNote, VisitReason, VisitType};
use doccare::directory::facilities::{self, Category, NewFacility};
use doccare::directory::{self, ApprovalMode, DayTime, DaysOff, Leave, Schedule};
use doccare::identity::person::{Mobile, PersonName};
use doccare::identity::profiles::alter;
use doccare::identity::{self, Email, NewAccount};
use doccare::platform::db;
use doccare::platform::ids::new_id;
use doccare::platform::lang::{Lang, Text};
use doccare::reference::regions;
use doccare::scheduling::Slot;

pub const WORKER_PASSWORD: &str = "demo-worker-1";

const HISTORY_DAYS: i64 = 60;
const COMING_DAYS: i64 = 6;

/// A pseudo-random number, the same in every run.
pub fn dice(parts: [i64; 3], sides: usize) -> usize {
    let mixed = parts.iter().fold(0x9E37_79B9_7F4A_7C15_u64, |seed, part| {
        let mixed = (seed ^ part.unsigned_abs()).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ (mixed >> 29)
    });
    usize::try_from(mixed % u64::try_from(sides.max(1)).unwrap_or(1)).unwrap_or(0)
}

/// The index of the doctor who has a full day.
pub const FULL: usize = 3;

/// The full day: the day after tomorrow, or the day after it if the doctor is off then.
pub fn full_day(schedule: &Schedule, today: Date) -> Option<Date> {
    let days = (2..=3).filter_map(|ahead| today.checked_add(Span::new().days(ahead)).ok());
    days.into_iter().find(|day| schedule.works_on(*day))
}

pub async fn fill(app: &App, doctor_ids: &[String]) -> Result<(), Error> {
    let hospitals = add_facilities(app).await?;
    let patients = add_patients(app).await?;
    for (number, id) in doctor_ids.iter().enumerate().take(doctors::USUAL) {
        arrange_week(app, number, id, &hospitals).await?;
        add_visits(app, number, id, &patients).await?;
    }
    Ok(())
}

/// A hospital and two pharmacies in every district of Kerala; returns the hospitals, south to north.
async fn add_facilities(app: &App) -> Result<Vec<String>, Error> {
    let hash = app.passwords.hash(WORKER_PASSWORD.into()).await?;
    let mut hospitals = Vec::new();
    for (place, district) in regions::kerala().districts.iter().enumerate() {
        let hospital = pick(&data().hospitals, place);
        hospitals.extend(add_facility(app, Category::Hospital, place, hospital, &district.name, &hash).await?);
        for second in 0..2 {
            let number = place * 2 + second;
            let pharmacy = pick(&data().pharmacies, number);
            add_facility(app, Category::Pharmacy, number, pharmacy, &district.name, &hash).await?;
        }
    }
    Ok(hospitals)
}

async fn add_facility(
    app: &App,
    category: Category,
    number: usize,
    name: &str,
    district: &'static str,
    hash: &str,
) -> Result<Option<String>, Error> {
    let (kind, digit) = match category {
        Category::Hospital => ("hospital", 1_usize),
        Category::Pharmacy => ("pharmacy", 2),
    };
    let hours = match (category, number % 5) {
        (Category::Hospital, _) => (480, 1260),
        (_, 0) => (540, 1290),
        (_, 1) => (480, 1320),
        (_, 2) => (570, 1200),
        // Until two in the night.
        (_, 3) => (1200, 120),
        // 24 hours.
        _ => (0, 0),
    };
    let facility = NewFacility {
        category,
        license_number: format!("KL-{}{digit}-{:04}", number + 10, number * 131 % 10_000),
        name: PersonName::parse(name)?,
        address: pick(&data().roads, number + 1).clone(),
        city: district.into(),
        state: &regions::kerala().name,
        district,
        pincode: pick(&data().pincodes, number / digit).to_string(),
        image: None,
        hours: DayTime::from_minutes(hours.0).zip(DayTime::from_minutes(hours.1)),
        days_off: if category == Category::Pharmacy && number % 5 == 2 { sunday()? } else { DaysOff::default() },
    };
    let account = NewAccount {
        role: category.role(),
        email: Email::parse(&format!("{kind}{number}@demo.example"))?,
        phone: Some(Mobile::parse(&format!("94{digit}71{number:05}"))?),
        password_hash: hash.into(),
        lang: Lang::En,
    };
    let now = app.clock.now();
    let added = app.db.write(async move |tx| {
        let Some(id) = identity::insert_account(tx, account, now).await? else { return Ok(None) };
        identity::activate(tx, &id).await?;
        facilities::insert(tx, &id, &facility, Some(now.as_millisecond())).await?;
        sessions::name_hospital(tx, &id).await?;
        Ok::<_, db::Error>(Some(id))
    });
    Ok(added.await?)
}

fn sunday() -> Result<DaysOff, Text> {
    DaysOff::parse("Sunday")
}

struct Visitor {
    id: String,
    name: &'static str,
    phone: String,
}

/// Of the `number`-th patient.
fn phone_of(number: usize) -> String {
    format!("98460{:05}", number * 1373)
}

async fn add_patients(app: &App) -> Result<Vec<Visitor>, Error> {
    // No login as one of these is possible: the hash is of a password that is discarded.
    let hash = app.passwords.hash(doccare::platform::ids::Secret::random().expose().into()).await?;
    let mut users = Vec::new();
    for (number, name) in data().patients.iter().enumerate() {
        let account = NewAccount {
            role: identity::Role::User,
            email: Email::parse(&format!("patient{number}@demo.example"))?,
            phone: Some(Mobile::parse(&phone_of(number))?),
            password_hash: hash.clone(),
            lang: if number % 2 == 0 { Lang::Ml } else { Lang::En },
        };
        users.push((account, PersonName::parse(name)?));
    }
    let ids = super::add_users(app, users).await?;
    keep_numbers_alone(app, &ids).await?;
    let visitors = ids.into_iter().zip(&data().patients).enumerate();
    let visitor = |(number, (id, name)): (usize, (Option<String>, &'static String))| {
        Some(Visitor { id: id?, name, phone: phone_of(number) })
    };
    Ok(visitors.filter_map(visitor).collect())
}

/// Every third patient has neither address nor password, and one of these has lost the number to another account.
async fn keep_numbers_alone(app: &App, ids: &[Option<String>]) -> db::Result<()> {
    let by_number: Vec<String> = ids.iter().skip(2).step_by(3).flatten().cloned().collect();
    let now = app.clock.now_millis();
    app.db
        .write(async move |tx| {
            for (place, id) in by_number.iter().enumerate() {
                if place == 0 {
                    store::lose_number(tx, id, now).await?;
                } else {
                    store::keep_number_alone(tx, id).await?;
                }
            }
            Ok(())
        })
        .await
}

/// Half of the doctors have Sundays off, those with long days have a lunch break, a few are on leave, some work at the hospital of their
/// district, some approve requests automatically, and two let walk-ins take tokens at the door.
async fn arrange_week(app: &App, number: usize, id: &str, hospitals: &[String]) -> Result<(), Error> {
    let (id, today, now) = (id.to_owned(), app.clock.india().date(), app.clock.now());
    let hospital = hospitals.get(number % 14).filter(|_| number % 3 == 1).cloned();
    let by = match number % 7 {
        2 | 5 => ApprovalMode::Known,
        3 => ApprovalMode::All,
        _ => ApprovalMode::Each,
    };
    // The two doctors who have a desk.
    let door_tokens = if [0, super::AT_HOSPITAL].contains(&number) { 20 } else { 0 };
    let days_off = if number % 2 == 1 { sunday()? } else { DaysOff::default() };
    app.db
        .write(async move |tx| {
            let arranged = alter(tx, &id, |profile: &mut directory::Profile| {
                let schedule = &mut profile.doctor.schedule;
                let long = schedule.end.minutes() - schedule.start.minutes() > 360;
                schedule.days_off = days_off;
                profile.doctor.answering.by = by;
                profile.doctor.door_tokens = door_tokens;
                schedule.rest = DayTime::from_minutes(780).zip(DayTime::from_minutes(825)).filter(|_| long);
                Ok::<_, db::Error>(())
            });
            arranged.await?;
            if let Some(hospital) = hospital {
                directory::name_hospital(tx, &id, &hospital, (number % 6 == 1).then(|| now.as_millisecond())).await?;
            }
            if number % 9 == 4 {
                let first = today.checked_add(Span::new().days(3)).unwrap_or(today);
                let last = today.checked_add(Span::new().days(4)).unwrap_or(today);
                let leave = Leave { id: new_id(now), first, last, hours: None, note: "Medical conference".into() };
                directory::insert_leave(tx, &id, &leave).await?;
            }
            sessions::arrange(tx, number, &id, now).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(())
}

/// Sixty days of visits, and requests and approved visits for the coming days.
async fn add_visits(app: &App, number: usize, id: &str, visitors: &[Visitor]) -> Result<(), Error> {
    let now = app.clock.india();
    let own = id.to_owned();
    let Some(doctor) = app.db.read(async |tx| directory::find(tx, &own).await).await? else { return Ok(()) };
    let mut rows = Vec::new();
    for ahead in -HISTORY_DAYS..=COMING_DAYS {
        let day = now.date().checked_add(Span::new().days(ahead)).unwrap_or(now.date());
        if !doctor.schedule.works_on(day) {
            continue;
        }
        // A growing practice: two to six visits a day, fewer in the coming week, which is not full yet.
        let busy = if ahead == 0 && number == 0 {
            // The first doctor's day shows a queue.
            10
        } else if ahead == 0 && number == AT_HOSPITAL {
            // So does the hospital's desk, which sees one of the day's two sessions.
            40
        } else if ahead > 0 {
            1 + dice([number_of(number), ahead, 1], 2)
        } else {
            2 + dice([number_of(number), ahead, 1], 5)
        };
        for visit in 0..busy {
            let parts = [number_of(number), ahead, number_of(visit) + 7];
            rows.extend(appointment(&doctor, day, parts, visitors, &now));
        }
    }
    if number == FULL {
        rows.extend(fill_day(&doctor, visitors, &now));
    }
    app.db
        .write(async move |tx| {
            appointments::insert_all(tx, &rows).await?;
            appointments::count_unanswered(tx, &own, now.timestamp()).await
        })
        .await?;
    Ok(())
}

/// A visit in every slot of the full day.
fn fill_day(doctor: &directory::Doctor, visitors: &[Visitor], now: &Zoned) -> Vec<Appointment> {
    let Some(day) = full_day(&doctor.schedule, now.date()) else { return Vec::new() };
    let (start, end) = (doctor.schedule.start.minutes(), doctor.schedule.end.minutes());
    let created_at = now.timestamp() - SignedDuration::from_hours(3);
    let times = (0..(end - start) / 15).filter_map(|place| DayTime::from_minutes(start + 15 * place));
    let worked = times.filter(|time| doctor.schedule.worked_at(day, *time, 15).is_some());
    let visit = |(time, visitor): (DayTime, &Visitor)| {
        let request = request(doctor, visitor, Slot { day, time }, created_at);
        Appointment { status: Status::Checked, sequence: 1, ..request }
    };
    worked.zip(visitors.iter().cycle()).map(visit).collect()
}

fn number_of(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(0)
}

/// One visit; two in the same slot become one.
fn appointment(
    doctor: &directory::Doctor,
    day: Date,
    parts: [i64; 3],
    visitors: &[Visitor],
    now: &Zoned,
) -> Option<Appointment> {
    let (start, end) = (doctor.schedule.start.minutes(), doctor.schedule.end.minutes());
    let place = dice(parts, usize::try_from((end - start) / 15).ok()?);
    let time = DayTime::from_minutes(start + 15 * number_of(place))?;
    doctor.schedule.worked_at(day, time, 15)?;
    let visitor = visitors.get(dice([parts[2], parts[1], parts[0]], visitors.len()))?;
    let slot = Slot { day, time };
    let starts_at = slot.starts_at();
    let chance = dice([parts[1], parts[2], parts[0]], 100);
    let status = match (starts_at <= now.timestamp(), chance) {
        (true, 0..=82) => Status::Checked,
        (true, 83..=90) => Status::Rejected,
        (true, _) => Status::Cancelled,
        (false, 0..=54) => Status::Pending,
        (false, _) => Status::Checked,
    };
    // A few doctors leave some requests unanswered.
    let is_unanswered = status == Status::Rejected && parts[0] % 8 == 4 && chance > 86;
    let created_at = booked_at(starts_at, chance, now.timestamp());
    let attendance = attendance(starts_at, chance, now.timestamp()).filter(|_| status == Status::Checked);
    let (arrived_at, called_at) = presence(starts_at, attendance, parts);
    Some(Appointment {
        status,
        sequence: i64::from(status != Status::Pending),
        unanswered_at: is_unanswered.then(|| starts_at.as_millisecond()),
        token: (status == Status::Checked).then(|| tokens::ordinal(&doctor.schedule, slot).to_string()),
        attendance,
        arrived_at,
        called_at,
        note: note(chance),
        reason: (status == Status::Rejected && !is_unanswered).then(|| pick(&data().rejections, chance).clone()),
        ..request(doctor, visitor, slot, created_at)
    })
}

/// Reason and type of a visit, as some patients say them when booking.
fn note(chance: usize) -> VisitNote {
    let visit_type = match chance % 5 {
        0 | 1 => Some(VisitType::First),
        2 | 3 => Some(VisitType::Review),
        _ => None,
    };
    let reason = (!chance.is_multiple_of(3)).then(|| pick(&data().visit_reasons, chance).as_str());
    VisitNote { reason: reason.and_then(|text| VisitReason::parse(text).ok()?), visit_type }
}

fn request(doctor: &directory::Doctor, visitor: &Visitor, slot: Slot, made_at: Timestamp) -> Appointment {
    let (patient, offer) =
        ((visitor.id.as_str(), visitor.name, visitor.phone.as_str()), doctor.offer_at(slot.day, slot.time));
    Appointment::request(&doctor.id, patient, slot, offer, made_at)
}

/// The outcome of an approved visit. Today is in progress: the next patients have arrived, and one is with the doctor.
fn attendance(starts_at: Timestamp, chance: usize, now: Timestamp) -> Option<Attendance> {
    let minutes = starts_at.duration_since(now).as_mins();
    match (minutes, chance % 16) {
        (31.., _) => None,
        (0..=30, _) => Some(Attendance::Arrived),
        (-14..=-1, _) => Some(Attendance::Called),
        (_, 7) => Some(Attendance::Absent),
        _ => Some(Attendance::Done),
    }
}

/// When the patient arrived, half an hour or more before the visit, and when they were called in.
fn presence(starts_at: Timestamp, attendance: Option<Attendance>, parts: [i64; 3]) -> (Option<i64>, Option<i64>) {
    let minutes = |sides| SignedDuration::from_mins(number_of(dice([parts[2], parts[0], parts[1]], sides)));
    let after = |span: SignedDuration| Some(starts_at.checked_add(span).unwrap_or(starts_at).as_millisecond());
    let arrived_at = || after(-(minutes(20) + SignedDuration::from_mins(31)));
    match attendance {
        Some(Attendance::Done) => (arrived_at(), after(minutes(35) - SignedDuration::from_mins(10))),
        Some(Attendance::Called) => (arrived_at(), after(SignedDuration::ZERO)),
        Some(Attendance::Arrived) => (arrived_at(), None),
        Some(Attendance::Absent) | None => (None, None),
    }
}

/// Created some hours to some days before the visit, and never in the future.
fn booked_at(starts_at: Timestamp, chance: usize, now: Timestamp) -> Timestamp {
    let before = SignedDuration::from_mins(number_of(chance) * 50 + 90);
    let booked = starts_at.checked_sub(before).unwrap_or(starts_at);
    let latest = now.checked_sub(SignedDuration::from_mins(number_of(chance) * 7 + 5)).unwrap_or(now);
    booked.min(latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_show_every_side_and_always_the_same() {
        let mut seen = [0; 6];
        for throw in 0..600 {
            seen[dice([throw, 3, 5], 6)] += 1;
            assert_eq!(dice([throw, 3, 5], 6), dice([throw, 3, 5], 6));
        }
        assert!(seen.iter().all(|count| *count > 60), "{seen:?}");
    }

    #[test]
    fn no_booking_was_made_in_the_future() {
        let now: Timestamp = "2026-11-15T03:30:00Z".parse().unwrap();
        for hours in [-500, -1, 1, 100] {
            let visit = now.checked_add(SignedDuration::from_hours(hours)).unwrap();
            assert!((0..100).all(|chance| booked_at(visit, chance, now) < now.min(visit)));
        }
    }
}
