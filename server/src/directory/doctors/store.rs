//! The SQL of doctors.

use std::collections::HashMap;

use futures::future::join;
use jiff::civil::Date;

use super::model::{Doctor, NamedHospital, NewDoctor, Profile};
use crate::directory::approval_policy::ApprovalPolicy;
use crate::directory::profile_changes::{self, CHANGE_REQUEST};
use crate::directory::schedule::{
    self, Schedule, SessionPlan, list_coming_leave, list_coming_sessions, list_leave, list_sessions, minutes,
    replace_weekly,
};
use crate::directory::workplaces::{self, WORKPLACE};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::fold::{bare_number, fold};
use crate::platform::list::{List, Order, Page, Part};
use crate::platform::search;

/// The kind under which doctors' words are indexed.
const KIND: &str = "doctor";

columns! {
    /// A doctor without leave and sessions, which have tables of their own.
    DOCTOR: Doctor in "doctors d LEFT JOIN facilities h ON h.id = d.hospital_id" {
        id: "d.id",
        doctor_id: "d.doctor_id",
        full_name: "d.full_name",
        name_ml: "d.name_ml",
        gender: "d.gender",
        specialization: "d.specialization",
        experience: "d.experience",
        fee: "d.consultation_fee",
        address: "d.consultation_address",
        address_ml: "d.address_ml",
        state: "d.state",
        district: "d.district",
        pincode: "d.pincode",
        image: "d.image",
        schedule: SCHEDULE,
        answering: ANSWERING,
        hospital: [HOSPITAL],
        waited: "d.has_waitlist",
        door_tokens: "d.door_tokens",
        desk_may_call: "d.desk_may_call",
    }
}

columns! {
    SCHEDULE: Schedule {
        start: "d.start_minute",
        end: "d.end_minute",
        rest: ["d.break_start", "d.break_end"],
        days_off: "d.days_off",
        notice: "d.notice_minutes",
        leave: (Vec::new()),
        sessions: (Vec::new()),
    }
}

columns! {
    /// A doctor, and whether there are sessions: most have none, so their statement is saved.
    WITH_SESSIONS: DoctorRow in "doctors d LEFT JOIN facilities h ON h.id = d.hospital_id" {
        doctor: DOCTOR,
        has_sessions: "EXISTS (SELECT 1 FROM doctor_sessions s WHERE s.doctor_id = d.id)",
    }
}

columns! {
    ANSWERING: ApprovalPolicy {
        by: "d.approval_mode",
        at_once_a_day: "d.auto_approvals_per_day",
        digests: "d.digest_enabled",
    }
}

columns! {
    HOSPITAL: NamedHospital {
        place: WORKPLACE,
        confirmed: "d.hospital_confirmed_at IS NOT NULL",
        listed: "h.listed_at IS NOT NULL",
    }
}

struct DoctorRow {
    doctor: Doctor,
    has_sessions: bool,
}

columns! {
    PROFILE: Profile in "doctors d LEFT JOIN facilities h ON h.id = d.hospital_id LEFT JOIN accounts a ON a.id = d.id LEFT JOIN profile_change_requests c ON c.facility_id = d.id" {
        doctor: DOCTOR,
        dob: "d.dob",
        email: "COALESCE(a.email, '')",
        phone: "COALESCE(a.phone, '')",
        applied_at: "a.created_at",
        is_email_confirmed: "a.email_confirmed_at IS NOT NULL",
        waiting: [CHANGE_REQUEST],
    }
}

/// Adds a doctor to an account; listed at once when `listed_at` is given. `Conflict` when the number is taken.
pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewDoctor, listed_at: Option<i64>) -> Result<()> {
    let name = new.full_name.as_str();
    let (break_start, break_end) = minutes(new.schedule.rest);
    search::add(tx, KIND, id, &[name]).await?;
    tx.insert(
        "doctors",
        &[
            ("id", &id),
            ("doctor_id", &new.doctor_id),
            ("doctor_id_key", &fold(&new.doctor_id)),
            ("number_stripped", &bare_number(&new.doctor_id)),
            ("full_name", &name),
            ("gender", &new.gender.as_str()),
            ("dob", &new.dob.to_string()),
            ("specialization", &new.specialization),
            ("experience", &new.experience),
            ("consultation_fee", &new.fee),
            ("consultation_address", &new.address),
            ("state", &new.state),
            ("district", &new.district),
            ("pincode", &new.pincode),
            ("image", &new.image),
            ("start_minute", &new.schedule.start.minutes()),
            ("end_minute", &new.schedule.end.minutes()),
            ("break_start", &break_start),
            ("break_end", &break_end),
            ("days_off", &new.schedule.days_off.bits()),
            ("listed_at", &listed_at),
            ("approved_at", &listed_at),
        ],
    )
    .await
}

pub async fn is_number_taken(tx: &mut Tx<'_>, doctor_id: &str) -> Result<bool> {
    let sql = "SELECT count(*) FROM doctors WHERE doctor_id_key = $1";
    Ok(tx.count(sql, &[&fold(doctor_id)]).await? > 0)
}

/// A doctor, listed or not: patients see the doctor of their bookings.
pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Doctor>> {
    find_where(tx, "WHERE d.id = $1", id).await
}

pub async fn find_listed(tx: &mut Tx<'_>, id: &str) -> Result<Option<Doctor>> {
    find_where(tx, "WHERE d.id = $1 AND d.listed_at IS NOT NULL", id).await
}

async fn find_where(tx: &mut Tx<'_>, condition: &str, id: &str) -> Result<Option<Doctor>> {
    let (found, leave) =
        join(WITH_SESSIONS.find(&mut tx.concurrent(), condition, &[&id]), list_leave(&mut tx.concurrent(), id)).await;
    let (Some(DoctorRow { mut doctor, has_sessions }), leave) = (found?, leave?) else { return Ok(None) };
    doctor.schedule.leave = leave;
    if has_sessions {
        doctor.plan(list_sessions(tx, id).await?);
    }
    Ok(Some(doctor))
}

/// The ids of all listed doctors, in their order.
pub async fn list_listed_ids(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.all("SELECT id FROM doctors WHERE listed_at IS NOT NULL ORDER BY id", &[]).await
}

/// The listed ones of these doctors, with sessions and leave that have not ended before `today`.
pub async fn list_listed(tx: &mut Tx<'_>, ids: &[String], today: Date) -> Result<Vec<Doctor>> {
    let (listed, mut beside) = (List::new(WITH_SESSIONS.tables, "d.listed_at IS NOT NULL"), tx.concurrent());
    let (doctors, leave) =
        join(listed.of_each(tx, ("d.id", ids), &WITH_SESSIONS, "d.id"), list_coming_leave(&mut beside, ids, today))
            .await;
    let mut doctors = doctors?;
    let with_sessions = doctors.iter().filter(|(_, found)| found.has_sessions).map(|(id, _)| id.clone());
    let mut sessions = HashMap::<String, Vec<SessionPlan>>::new();
    for (doctor_id, session) in list_coming_sessions(tx, &with_sessions.collect::<Vec<_>>(), today).await? {
        sessions.entry(doctor_id).or_default().push(session);
    }
    for (id, found) in &mut doctors {
        found.doctor.plan(sessions.remove(id).unwrap_or_default());
    }
    for (doctor_id, leave) in leave? {
        if let Ok(place) = doctors.binary_search_by(|(id, _)| id.cmp(&doctor_id)) {
            doctors[place].1.doctor.schedule.leave.push(leave);
        }
    }
    Ok(doctors.into_iter().map(|(_, found)| found.doctor).collect())
}

pub async fn list_images(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let sql = "SELECT image FROM doctors WHERE image IS NOT NULL
               UNION SELECT image FROM facilities WHERE image IS NOT NULL";
    tx.all(sql, &[]).await
}

pub async fn find_profile(tx: &mut Tx<'_>, id: &str) -> Result<Option<Profile>> {
    let Some(mut found) = PROFILE.find(tx, "WHERE d.id = $1", &[&id]).await? else { return Ok(None) };
    let (leave, sessions) = join(list_leave(&mut tx.concurrent(), id), list_sessions(&mut tx.concurrent(), id)).await;
    found.doctor.schedule.leave = leave?;
    found.doctor.plan(sessions?);
    Ok(Some(found))
}

/// Doctors who wait for approval. Their account's state is read one by one: few doctors are not listed.
fn pending<'a>() -> List<'a> {
    List::new("doctors d", "d.listed_at IS NULL AND (SELECT a.state FROM accounts a WHERE a.id = d.id) = 'pending'")
}

pub async fn list_pending(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<Profile>> {
    pending().page(tx, &PROFILE, Order::NEWEST, part).await
}

pub async fn count_pending(tx: &mut Tx<'_>) -> Result<i64> {
    pending().count(tx).await
}

/// Stores the fields that a profile can change, with the weekly sessions. Another hospital must confirm first, and a name in
/// Malayalam can only be removed.
pub async fn update(tx: &mut Tx<'_>, changed: &Doctor) -> Result<()> {
    let sql = "UPDATE doctors SET consultation_fee = $2, consultation_address = $3, state = $4, district = $5,
               pincode = $6, image = $7, start_minute = $8, end_minute = $9, break_start = $11, break_end = $12,
               days_off = $13, approval_mode = $14, auto_approvals_per_day = $15, digest_enabled = $16, name_ml = $17, address_ml = $18, notice_minutes = $19,
               door_tokens = $20, desk_may_call = $21,
               hospital_confirmed_at = CASE WHEN hospital_id = $10 THEN hospital_confirmed_at ELSE NULL END,
               hospital_id = $10 WHERE id = $1";
    let Doctor { id, fee, address, state, district, pincode, image, schedule, answering, name_ml, address_ml, .. } =
        changed;
    let ApprovalPolicy { by, at_once_a_day, digests } = answering;
    let hospital = changed.hospital.as_ref().map(|hospital| hospital.place.id.as_str());
    let (start, end) = (schedule.start.minutes(), schedule.end.minutes());
    let (rest, days_off) = (minutes(schedule.rest), schedule.days_off.bits());
    workplaces::note_clinic_move(tx, id, (address, district, state, pincode)).await?;
    let of_place: [&dyn Param; 7] = [id, fee, address, state, district, pincode, image];
    let of_week: [&dyn Param; 6] = [&start, &end, &hospital, &rest.0, &rest.1, &days_off];
    let of_answers: [&dyn Param; 5] = [&by.as_str(), at_once_a_day, digests, name_ml, address_ml];
    let notice = schedule.notice.minutes();
    tx.execute(
        sql,
        &[&of_place[..], &of_week, &of_answers, &[&notice, &changed.door_tokens, &changed.desk_may_call]].concat(),
    )
    .await?;
    let weekly: Vec<&SessionPlan> = schedule.weekly().into_iter().map(|(_, planned)| planned).collect();
    replace_weekly(tx, id, &weekly).await
}

/// Stores the fields that only administrators can change. `Conflict` if the number is taken.
pub async fn correct(tx: &mut Tx<'_>, corrected: &Doctor) -> Result<()> {
    let Doctor { id, full_name, doctor_id, specialization, experience, .. } = corrected;
    search::index(tx, KIND, id, &[full_name.as_str()]).await?;
    let (key, bare) = (fold(doctor_id), bare_number(doctor_id));
    let values: [(&str, &dyn Param); 6] = [
        ("full_name", full_name),
        ("doctor_id", doctor_id),
        ("doctor_id_key", &key),
        ("number_stripped", &bare),
        ("specialization", specialization),
        ("experience", experience),
    ];
    tx.update("doctors", id, &values).await
}

pub async fn update_name_ml(tx: &mut Tx<'_>, id: &str, name_ml: &str) -> Result<()> {
    tx.update("doctors", id, &[("name_ml", &name_ml)]).await
}

/// Deletes a doctor whom no other row names; the caller deletes the account.
pub async fn remove(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM doctors WHERE id = $1", &[&id]).await.map(drop)
}

/// Erases the personal data of a doctor. Data of appointments stays: the speciality, the district and the fee.
pub async fn erase(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    schedule::erase(tx, id).await?;
    tx.execute("DELETE FROM doctor_digests WHERE doctor_id = $1", &[&id]).await?;
    workplaces::delete_move(tx, id).await?;
    profile_changes::delete_of(tx, id).await?;
    let sql = "UPDATE doctors SET doctor_id = '', doctor_id_key = id, number_stripped = NULL, full_name = '',
                 dob = '1900-01-01', experience = 0, consultation_address = '', pincode = '', image = NULL,
                 name_ml = NULL, address_ml = NULL,
                 listed_at = NULL, approved_at = NULL, suspended_at = NULL, hospital_id = NULL,
                 hospital_confirmed_at = NULL
               WHERE id = $1";
    tx.execute(sql, &[&id]).await.map(drop)
}

/// The listed doctors who name a hospital, unconfirmed ones first.
pub async fn list_of_hospital(tx: &mut Tx<'_>, hospital_id: &str) -> Result<Vec<Doctor>> {
    let rest = "WHERE d.hospital_id = $1 AND d.listed_at IS NOT NULL
                ORDER BY CASE WHEN d.hospital_confirmed_at IS NULL THEN 0 ELSE 1 END, d.full_name, d.id";
    DOCTOR.list_all(tx, rest, &[&hospital_id]).await
}

/// Names a doctor's hospital, confirmed at once when `confirmed_at` is given.
pub async fn name_hospital(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    hospital_id: &str,
    confirmed_at: Option<i64>,
) -> Result<()> {
    let values: [(&str, &dyn Param); 2] = [("hospital_id", &hospital_id), ("hospital_confirmed_at", &confirmed_at)];
    tx.update("doctors", doctor_id, &values).await
}

/// Confirms a doctor. Whether the doctor names that hospital; a second confirmation changes nothing.
pub async fn confirm_hospital(tx: &mut Tx<'_>, hospital_id: &str, doctor_id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE doctors SET hospital_confirmed_at = COALESCE(hospital_confirmed_at, $3)
               WHERE id = $1 AND hospital_id = $2";
    Ok(tx.execute(sql, &[&doctor_id, &hospital_id, &now]).await? == 1)
}

/// Removes the hospital from a doctor. Whether the doctor named it.
pub async fn leave_hospital(tx: &mut Tx<'_>, hospital_id: &str, doctor_id: &str) -> Result<bool> {
    let sql = "UPDATE doctors SET hospital_id = NULL, hospital_confirmed_at = NULL WHERE id = $1 AND hospital_id = $2";
    Ok(tx.execute(sql, &[&doctor_id, &hospital_id]).await? == 1)
}
