//! The SQL of doctors and their leave.

use jiff::civil::Date;

use super::model::{Doctor, Filter, NamedHospital, NewDoctor, Profile};
use super::schedule::{DayTime, DaysOff, Leave, Schedule};
use crate::identity::Email;
use crate::identity::person::{Gender, Mobile};
use crate::platform::db::{Error, Param, Result, Row, Tx, Wanted};
use crate::platform::fold::{bare_number, fold};
use crate::platform::search;

const COLUMNS: &str = "d.id, d.doctor_id, d.full_name, d.gender, d.specialization, d.experience, d.consultation_fee, \
     d.consultation_address, d.state, d.district, d.pincode, d.image, d.start_minute, d.end_minute, d.break_start, \
     d.break_end, d.days_off, d.hospital_id, d.hospital_confirmed_at, h.name";
const FROM: &str = "doctors d LEFT JOIN facilities h ON h.id = d.hospital_id";
/// The kind under which doctors' words are indexed.
const KIND: &str = "doctor";

fn unreadable() -> Error {
    Error::Other("a doctor's row cannot be read".into())
}

/// A doctor without leave, which has a table of its own.
fn doctor(row: &Row<'_>) -> Result<Doctor> {
    let time = |index| DayTime::from_minutes(row.get(index)?).ok_or_else(unreadable);
    let rest = match (row.get::<Option<i64>>(14)?, row.get::<Option<i64>>(15)?) {
        (Some(from), Some(to)) => DayTime::from_minutes(from).zip(DayTime::from_minutes(to)),
        _ => None,
    };
    let hospital = match (row.get::<Option<String>>(17)?, row.get::<Option<String>>(19)?) {
        (Some(id), Some(name)) => Some(NamedHospital { id, name, confirmed: row.get::<Option<i64>>(18)?.is_some() }),
        _ => None,
    };
    Ok(Doctor {
        id: row.get(0)?,
        doctor_id: row.get(1)?,
        full_name: row.get(2)?,
        gender: Gender::parse(&row.get::<String>(3)?).map_err(|_| unreadable())?,
        specialization: row.get(4)?,
        experience: row.get(5)?,
        fee: row.get(6)?,
        address: row.get(7)?,
        state: row.get(8)?,
        district: row.get(9)?,
        pincode: row.get(10)?,
        image: row.get(11)?,
        schedule: Schedule {
            rest,
            days_off: DaysOff::from_stored(row.get(16)?),
            ..Schedule::daily(time(12)?, time(13)?)
        },
        hospital,
    })
}

/// Adds a doctor to an account; listed at once when `listed_at` is given. `Conflict` when the number is taken.
pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewDoctor, listed_at: Option<i64>) -> Result<()> {
    let sql = "INSERT INTO doctors
                 (id, doctor_id, full_name, gender, specialization, experience, consultation_fee, consultation_address,
                  state, district, pincode, image, start_minute, end_minute, doctor_id_key, dob, listed_at, break_start,
                  break_end, days_off, approved_at, number_bare)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $17,
                       $21)";
    let NewDoctor { doctor_id, specialization, experience, fee, address, state, district, pincode, image, .. } = new;
    let (name, gender, key, dob) = (new.full_name.as_str(), new.gender.as_str(), fold(doctor_id), new.dob.to_string());
    let (start, end) = (new.schedule.start.minutes(), new.schedule.end.minutes());
    let (rest, days_off) = (minutes(new.schedule.rest), new.schedule.days_off.bits());
    let bare = bare_number(doctor_id);
    let params: [&dyn Param; 21] = [
        &id,
        doctor_id,
        &name,
        &gender,
        specialization,
        experience,
        fee,
        address,
        state,
        district,
        pincode,
        image,
        &start,
        &end,
        &key,
        &dob,
        &listed_at,
        &rest.0,
        &rest.1,
        &days_off,
        &bare,
    ];
    search::add(tx, KIND, id, &[name]).await?;
    tx.execute(sql, &params).await?;
    Ok(())
}

fn minutes(times: Option<(DayTime, DayTime)>) -> (Option<i64>, Option<i64>) {
    times.map(|(from, to)| (from.minutes(), to.minutes())).unzip()
}

pub async fn is_number_taken(tx: &mut Tx<'_>, doctor_id: &str) -> Result<bool> {
    let sql = "SELECT count(*) FROM doctors WHERE doctor_id_key = $1";
    Ok(tx.find(sql, &[&fold(doctor_id)], |row| row.get::<i64>(0)).await? != Some(0))
}

/// A doctor, listed or not: whoever has a booking may know who it is with.
pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Doctor>> {
    find_where(tx, "d.id = $1", id).await
}

/// A doctor whom patients may see and book.
pub async fn find_listed(tx: &mut Tx<'_>, id: &str) -> Result<Option<Doctor>> {
    find_where(tx, "d.id = $1 AND d.listed_at IS NOT NULL", id).await
}

async fn find_where(tx: &mut Tx<'_>, condition: &str, id: &str) -> Result<Option<Doctor>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE {condition}");
    let Some(mut found) = tx.find(&sql, &[&id], doctor).await? else { return Ok(None) };
    found.schedule.leave = list_leave(tx, id).await?;
    Ok(Some(found))
}

/// A page of listed doctors, the newest first, beginning after the doctor of the cursor.
pub async fn list_listed(tx: &mut Tx<'_>, filter: &Filter, after: Option<&str>, limit: i64) -> Result<Vec<Doctor>> {
    let mut wanted = wanted(tx, filter).await?;
    if let Some(after) = &after {
        wanted.and("d.id <", after);
    }
    let last = wanted.param(&limit);
    let condition = wanted.sql();
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE {condition} ORDER BY d.id DESC LIMIT ${last}");
    let mut doctors = tx.query(&sql, &wanted.params, doctor).await?;
    let (Some(newest), Some(oldest)) = (doctors.first(), doctors.last()) else { return Ok(doctors) };
    // Leave is rare: reading that of the whole range of ids is one short query.
    let sql = "SELECT doctor_id, id, first_day, last_day, note FROM doctor_leave
               WHERE doctor_id >= $1 AND doctor_id <= $2 ORDER BY first_day, id";
    let all = tx.query(sql, &[&oldest.id, &newest.id], |row| Ok((row.get::<String>(0)?, leave(row, 1)?))).await?;
    for (doctor_id, leave) in all {
        if let Ok(place) = doctors.binary_search_by(|doctor| doctor_id.cmp(&doctor.id)) {
            doctors[place].schedule.leave.push(leave);
        }
    }
    Ok(doctors)
}

/// What an administrator knows of a doctor beyond the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub approved_at: Option<i64>,
    pub suspended: bool,
}

pub async fn find_standing(tx: &mut Tx<'_>, id: &str) -> Result<Option<Standing>> {
    let sql = "SELECT approved_at, suspended_at FROM doctors WHERE id = $1";
    let standing =
        |row: &Row<'_>| Ok(Standing { approved_at: row.get(0)?, suspended: row.get::<Option<i64>>(1)?.is_some() });
    tx.find(sql, &[&id], standing).await
}

pub async fn count_listed(tx: &mut Tx<'_>, filter: &Filter) -> Result<i64> {
    let wanted = wanted(tx, filter).await?;
    let sql = format!("SELECT count(*) FROM doctors d WHERE {}", wanted.sql());
    Ok(tx.find(&sql, &wanted.params, |row| row.get(0)).await?.unwrap_or(0))
}

/// Every photo that a row names.
pub async fn list_images(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let sql = "SELECT image FROM doctors WHERE image IS NOT NULL
               UNION SELECT image FROM facilities WHERE image IS NOT NULL";
    tx.query(sql, &[], |row| row.get(0)).await
}

const PROFILE_FROM: &str = "doctors d LEFT JOIN facilities h ON h.id = d.hospital_id JOIN accounts a ON a.id = d.id";
const PROFILE_COLUMNS: &str = "d.dob, a.email, a.phone, a.created_at";

fn profile(row: &Row<'_>) -> Result<Profile> {
    let unread = |_| unreadable();
    Ok(Profile {
        doctor: doctor(row)?,
        dob: row.get::<String>(20)?.parse().map_err(|_| unreadable())?,
        email: Email::parse(&row.get::<String>(21)?).map_err(unread)?,
        phone: Mobile::parse(&row.get::<Option<String>>(22)?.unwrap_or_default()).map_err(unread)?,
        applied_at: row.get(23)?,
    })
}

pub async fn find_profile(tx: &mut Tx<'_>, id: &str) -> Result<Option<Profile>> {
    let sql = format!("SELECT {COLUMNS}, {PROFILE_COLUMNS} FROM {PROFILE_FROM} WHERE d.id = $1");
    let Some(mut found) = tx.find(&sql, &[&id], profile).await? else { return Ok(None) };
    found.doctor.schedule.leave = list_leave(tx, id).await?;
    Ok(Some(found))
}

/// A page of doctors who wait for the administrator, the newest first.
pub async fn list_pending(tx: &mut Tx<'_>, before: Option<&str>, limit: i64) -> Result<Vec<Profile>> {
    let sql = format!(
        "SELECT {COLUMNS}, {PROFILE_COLUMNS} FROM {PROFILE_FROM}
         WHERE d.listed_at IS NULL AND a.state = 'pending' AND d.id < $1 ORDER BY d.id DESC LIMIT $2"
    );
    tx.query(&sql, &[&before.unwrap_or(search::LAST), &limit], profile).await
}

pub async fn count_pending(tx: &mut Tx<'_>) -> Result<i64> {
    // A cross join keeps its order on SQLite: the few who are not listed first.
    let sql = "SELECT count(*) FROM doctors d CROSS JOIN accounts a
               WHERE d.listed_at IS NULL AND a.id = d.id AND a.state = 'pending'";
    Ok(tx.find(sql, &[], |row| row.get(0)).await?.unwrap_or(0))
}

/// Saves what a profile may change. Another hospital has yet to confirm.
pub async fn update(tx: &mut Tx<'_>, changed: &Doctor) -> Result<()> {
    let sql = "UPDATE doctors SET consultation_fee = $2, consultation_address = $3, state = $4, district = $5,
               pincode = $6, image = $7, start_minute = $8, end_minute = $9, break_start = $11, break_end = $12,
               days_off = $13, hospital_confirmed_at =
               CASE WHEN hospital_id = $10 THEN hospital_confirmed_at ELSE NULL END, hospital_id = $10 WHERE id = $1";
    let Doctor { id, fee, address, state, district, pincode, image, schedule, .. } = changed;
    let hospital = changed.hospital.as_ref().map(|hospital| hospital.id.as_str());
    let (start, end) = (schedule.start.minutes(), schedule.end.minutes());
    let (rest, days_off) = (minutes(schedule.rest), schedule.days_off.bits());
    let params: [&dyn Param; 13] =
        [id, fee, address, state, district, pincode, image, &start, &end, &hospital, &rest.0, &rest.1, &days_off];
    tx.execute(sql, &params).await?;
    Ok(())
}

/// Shows a doctor to patients.
pub async fn list(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE doctors SET listed_at = $2, approved_at = $2 WHERE id = $1", &[&id, &now]).await?;
    Ok(())
}

/// Hides an approved doctor from patients. Whether they were not hidden already.
pub async fn suspend(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE doctors SET listed_at = NULL, suspended_at = $2
               WHERE id = $1 AND approved_at IS NOT NULL AND suspended_at IS NULL";
    Ok(tx.execute(sql, &[&id, &now]).await? == 1)
}

/// Shows a suspended doctor again. Whether they were suspended.
pub async fn restore(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let sql = "UPDATE doctors SET listed_at = approved_at, suspended_at = NULL
               WHERE id = $1 AND suspended_at IS NOT NULL";
    Ok(tx.execute(sql, &[&id]).await? == 1)
}

/// Removes a doctor who was never listed; their account is for the caller to remove.
pub async fn remove(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM doctors WHERE id = $1", &[&id]).await?;
    Ok(())
}

fn leave(row: &Row<'_>, from: usize) -> Result<Leave> {
    let day = |index| row.get::<String>(index)?.parse::<Date>().map_err(|_| unreadable());
    Ok(Leave { id: row.get(from)?, first: day(from + 1)?, last: day(from + 2)?, note: row.get(from + 3)? })
}

/// A doctor's leave, past and coming, the first first.
async fn list_leave(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<Leave>> {
    let sql = "SELECT id, first_day, last_day, note FROM doctor_leave WHERE doctor_id = $1 ORDER BY first_day, id";
    tx.query(sql, &[&doctor_id], |row| leave(row, 0)).await
}

pub async fn insert_leave(tx: &mut Tx<'_>, doctor_id: &str, leave: &Leave) -> Result<()> {
    let sql = "INSERT INTO doctor_leave (id, doctor_id, first_day, last_day, note) VALUES ($1, $2, $3, $4, $5)";
    let (first, last) = (leave.first.to_string(), leave.last.to_string());
    tx.execute(sql, &[&leave.id, &doctor_id, &first, &last, &leave.note]).await?;
    Ok(())
}

/// Whether the doctor had that leave.
pub async fn delete_leave(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> Result<bool> {
    let sql = "DELETE FROM doctor_leave WHERE id = $1 AND doctor_id = $2";
    Ok(tx.execute(sql, &[&id, &doctor_id]).await? == 1)
}

/// The listed doctors who name a hospital, those who wait for it first.
pub async fn list_of_hospital(tx: &mut Tx<'_>, hospital_id: &str) -> Result<Vec<Doctor>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE d.hospital_id = $1 AND d.listed_at IS NOT NULL
         ORDER BY CASE WHEN d.hospital_confirmed_at IS NULL THEN 0 ELSE 1 END, d.full_name, d.id"
    );
    tx.query(&sql, &[&hospital_id], doctor).await
}

/// Names a doctor's hospital, confirmed at once when `confirmed_at` is given.
pub async fn name_hospital(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    hospital_id: &str,
    confirmed_at: Option<i64>,
) -> Result<()> {
    let sql = "UPDATE doctors SET hospital_id = $2, hospital_confirmed_at = $3 WHERE id = $1";
    tx.execute(sql, &[&doctor_id, &hospital_id, &confirmed_at]).await?;
    Ok(())
}

/// Whether the doctor names that hospital; a second confirmation changes nothing.
pub async fn confirm_hospital(tx: &mut Tx<'_>, hospital_id: &str, doctor_id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE doctors SET hospital_confirmed_at = COALESCE(hospital_confirmed_at, $3)
               WHERE id = $1 AND hospital_id = $2";
    Ok(tx.execute(sql, &[&doctor_id, &hospital_id, &now]).await? == 1)
}

/// Whether the doctor named that hospital; from now on they name none.
pub async fn leave_hospital(tx: &mut Tx<'_>, hospital_id: &str, doctor_id: &str) -> Result<bool> {
    let sql = "UPDATE doctors SET hospital_id = NULL, hospital_confirmed_at = NULL WHERE id = $1 AND hospital_id = $2";
    Ok(tx.execute(sql, &[&doctor_id, &hospital_id]).await? == 1)
}

async fn wanted<'a>(tx: &mut Tx<'_>, filter: &'a Filter) -> Result<Wanted<'a>> {
    let mut wanted = Wanted::new("d.listed_at IS NOT NULL");
    wanted.and_one_of("d.district", &filter.districts);
    if let Some(specialization) = &filter.specialization {
        wanted.and("d.specialization =", specialization);
    }
    search::narrow(tx, &mut wanted, (KIND, "d.id"), &filter.words).await?;
    Ok(wanted)
}
