//! Creates many users and bookings fast: a thousand users per transaction, one password hash for all, and all bookings in one transaction.

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Zoned};

use super::life::dice;
use super::{Error, Size};
use doccare::app::App;
use doccare::appointments;
use doccare::appointments::{Appointment, Status};
use doccare::directory::{self, DayTime, Doctor, Offer, Schedule, VisitMode};
use doccare::identity::person::{Mobile, PersonName};
use doccare::identity::{Email, NewAccount, Role};
use doccare::platform::db::{self, Tx};
use doccare::platform::lang::Lang;
use doccare::scheduling::Slot;

pub const CHUNK: usize = 1000;
/// The time between two new accounts: lists that show the newest first keep their order.
pub const ACCOUNT_INTERVAL: SignedDuration = SignedDuration::from_millis(1);
/// Visits of a doctor on each past day.
const VISITS_A_DAY: usize = 16;
/// Of the coming week, one slot in three is booked.
const BOOKED_EVERY: usize = 3;

/// Adds the users and bookings that `size` asks for beyond the usual demo.
pub async fn fill(app: &App, doctors: &[String], size: Size) -> Result<(), Error> {
    let hash = app.passwords.hash("demo-crowd-1".into()).await?;
    let (mut users, wanted) = (Vec::new(), size.users.saturating_sub(1));
    for start in (0..wanted).step_by(CHUNK) {
        users.extend(add_users(app, start..wanted.min(start + CHUNK), &hash).await?);
    }
    // The newer half of the users has no bookings.
    users.truncate(users.len().div_ceil(2));
    let wanted = size.bookings.saturating_sub(3);
    if doctors.is_empty() || users.is_empty() || wanted == 0 {
        return Ok(());
    }
    let (doctors, now) = (doctors.to_vec(), app.clock.india());
    let added = app.db.write(async move |tx| {
        let add = async |tx: &mut Tx<'_>| add_bookings(tx, &doctors, &users, wanted, &now).await;
        tx.without_indexes("appointments", add).await
    });
    Ok(added.await?)
}

async fn add_users(app: &App, numbers: std::ops::Range<usize>, hash: &str) -> Result<Vec<String>, Error> {
    let mut accounts = Vec::with_capacity(CHUNK);
    for number in numbers {
        let account = NewAccount {
            role: Role::User,
            email: Email::parse(&format!("user{number}@demo.example"))?,
            phone: Some(Mobile::parse(&format!("70{number:08}"))?),
            password_hash: hash.into(),
            lang: Lang::En,
        };
        accounts.push((account, PersonName::parse(&format!("Patient {number}"))?));
    }
    Ok(super::add_users(app, accounts).await?.into_iter().flatten().collect())
}

/// The same number for each doctor: a part of the coming week, then past days, backwards from yesterday. Slots that the demo's own doctors
/// have booked already are skipped.
async fn add_bookings(
    tx: &mut Tx<'_>,
    doctors: &[String],
    users: &[String],
    wanted: usize,
    now: &Zoned,
) -> db::Result<()> {
    let each = wanted.div_ceil(doctors.len());
    let mut number = 0;
    for id in doctors {
        let Some(doctor) = directory::find(tx, id).await? else { continue };
        let slots = coming(&doctor, now.date()).chain(past(&doctor, now.date()));
        let visits = slots.take(each.min(wanted - number)).zip(number..);
        let visits = visits.filter_map(|(slot, number)| visit(&doctor, slot, number, users, now));
        let rows: Vec<Appointment> = visits.collect();
        number += rows.len();
        appointments::insert_all(tx, &rows).await?;
    }
    Ok(())
}

/// One slot in three of today and the six days after it.
fn coming(doctor: &Doctor, today: Date) -> impl Iterator<Item = Slot> {
    let days = (0..7).filter_map(move |days| today.checked_add(Span::new().days(days)).ok());
    days.flat_map(|day| slots(doctor, day)).step_by(BOOKED_EVERY)
}

/// The first slots of every day before today, the latest day first: an endless iterator.
fn past(doctor: &Doctor, today: Date) -> impl Iterator<Item = Slot> {
    let days = (1..).map_while(move |days| today.checked_sub(Span::new().days(days)).ok());
    days.flat_map(|day| slots(doctor, day).take(VISITS_A_DAY))
}

/// Every quarter of an hour of a day on which the doctor works.
fn slots(doctor: &Doctor, day: Date) -> impl Iterator<Item = Slot> {
    let Schedule { start, end, .. } = doctor.schedule;
    let times = (start.minutes()..end.minutes()).step_by(15).filter_map(DayTime::from_minutes);
    let works = move |time: &DayTime| {
        doctor.schedule.works_on(day) && doctor.schedule.worked_at(day, *time, Slot::MINUTES).is_some()
    };
    times.filter(works).map(move |time| Slot { day, time })
}

fn visit(doctor: &Doctor, slot: Slot, number: usize, users: &[String], now: &Zoned) -> Option<Appointment> {
    let (starts_at, now) = (slot.starts_at(), now.timestamp());
    let status = match (starts_at > now, number % 5) {
        (true, 0..=1) => Status::Pending,
        (false, 0) => Status::Rejected,
        _ => Status::Checked,
    };
    let hours = SignedDuration::from_hours(i64::try_from(number % 30).ok()? + 1);
    let created_at = starts_at.min(now).checked_sub(hours).ok()?;
    let user_id = &users[dice([i64::try_from(number).ok()?, 0, 0], users.len())];
    let (name, phone) = (format!("Patient {number}"), format!("{}", 7_000_000_000 + number));
    let offer = Offer { place: None, fee: doctor.fee, mode: VisitMode::Clinic };
    let request = Appointment::request(&doctor.id, (user_id, &name, &phone), slot, offer, created_at);
    Some(Appointment { status, sequence: i64::from(status != Status::Pending), ..request })
}
