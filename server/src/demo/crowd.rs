//! Many users and bookings fast: a thousand rows in a unit, one password hash for all.

use jiff::{SignedDuration, Timestamp};

use super::{Error, Size};
use crate::app::App;
use crate::booking::{self, Appointment, Slot, Status};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::{self, Email, NewAccount, Role, users};
use crate::platform::db;
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;

const CHUNK: usize = 1000;
/// Slots of a doctor's invented past day.
const SLOTS_A_DAY: usize = 16;

/// Adds what `size` asks for beyond the usual demo.
pub async fn fill(app: &App, doctors: &[String], size: Size) -> Result<(), Error> {
    let hash = app.passwords.hash("demo-crowd-1".into()).await?;
    let (mut users, wanted) = (Vec::new(), size.users.saturating_sub(1));
    for start in (0..wanted).step_by(CHUNK) {
        users.extend(add_users(app, start..wanted.min(start + CHUNK), &hash).await?);
    }
    let wanted = size.bookings.saturating_sub(3);
    if doctors.is_empty() || users.is_empty() {
        return Ok(());
    }
    let each = wanted.div_ceil(doctors.len());
    for start in (0..wanted).step_by(CHUNK) {
        let rows = (start..wanted.min(start + CHUNK))
            .filter_map(|number| past(app.clock.now(), number, each, doctors, &users));
        let rows: Vec<Appointment> = rows.collect();
        app.db.write(async move |tx| booking::insert_all(tx, &rows).await).await?;
    }
    Ok(())
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
    let now = app.clock.now();
    let ids = app.db.write(async move |tx| {
        let mut ids = Vec::with_capacity(accounts.len());
        for (account, name) in accounts {
            if let Some(id) = identity::insert_account(tx, account, now).await? {
                users::insert(tx, &id, &name).await?;
                ids.push(id);
            }
        }
        Ok::<_, db::Error>(ids)
    });
    Ok(ids.await?)
}

/// The `number`-th booking of the past, so many of each doctor: their days fill up backwards from yesterday. A doctor's
/// come one after the other, so that a unit adds to the counts of few.
fn past(now: Timestamp, number: usize, each: usize, doctors: &[String], users: &[String]) -> Option<Appointment> {
    let (doctor, nth) = (number / each, number % each);
    let (day, slot) = (nth / SLOTS_A_DAY + 1, nth % SLOTS_A_DAY);
    let midnight = now.as_second() / 86_400 * 86_400;
    let minutes = i64::try_from(9 * 60 + slot * 15).ok()?;
    // 09:00 in India is 03:30 UTC.
    let start = midnight - 86_400 * i64::try_from(day).ok()? + (minutes - 330) * 60;
    let starts_at = Timestamp::from_second(start).ok()?;
    let created_at = starts_at.checked_sub(SignedDuration::from_hours(30)).ok()?;
    Some(Appointment {
        id: new_id(created_at),
        doctor_id: doctors[doctor].clone(),
        user_id: users[number * 31 % users.len()].clone(),
        patient_name: format!("Patient {number}"),
        contact_number: format!("{}", 7_000_000_000 + number),
        slot: Slot::from_millis(starts_at.as_millisecond())?,
        fee: 200 + 50 * i64::try_from(number % 7).ok()?,
        status: if number.is_multiple_of(5) { Status::Rejected } else { Status::Checked },
        reason: None,
        overlaps: false,
        sequence: 1,
        created_at: created_at.as_millisecond(),
    })
}
