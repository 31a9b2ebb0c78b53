//! The SQL of appointments. "Active" is always spelled as in the unique index: `status IN ('Pending', 'Checked')`.
//! That no two active ones of a doctor overlap is for the database to say (`migrations/0004_appointments.sql`).

use std::collections::{HashMap, HashSet};

use super::model::{Appointment, Attendance, Follows, Status, WithDoctor};
use super::phone_consultations::{self, PHONE_CONSULTATION};
use super::visit_note::{VisitNote, VisitReason, VisitType};
use crate::directory::desk::DeskScope;
use crate::directory::workplaces::WORKPLACE;
use crate::identity::Contact;
use crate::identity::users::NOBODY;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::fold::name_key;
use crate::platform::list::{List, Order, Page, Part};
use crate::scheduling::reservations::count_held;
use crate::statistics::Tally;

columns! {
    pub APPOINTMENT: Appointment in "appointments a LEFT JOIN facilities h ON h.id = a.hospital_id \
                                     LEFT JOIN phone_consultations p ON p.visit_id = a.id" {
        id: "a.id",
        doctor_id: "a.doctor_id",
        user_id: "a.user_id",
        person_id: "a.person_id",
        follows: [FOLLOWS],
        patient_name: "a.patient_name",
        contact_number: "a.contact_number",
        slot: "a.starts_at",
        place: [WORKPLACE],
        fee: "a.fee",
        status: "a.status",
        sequence: "a.sequence",
        created_at: "a.created_at",
        note: NOTE,
        reason: "a.reason",
        answer_by: "COALESCE(a.answer_due_at, a.starts_at)",
        unanswered_at: "a.auto_rejected_at",
        token: "a.token",
        attendance: "a.attendance",
        called_at: "a.called_at",
        arrived_at: "a.arrived_at",
        // The contract has the field; the schema lets no two active visits overlap.
        overlaps: (false),
        offered: "a.offered_at",
        desk_booking: "(SELECT b.disclaimed_at IS NOT NULL FROM desk_bookings b WHERE b.visit_id = a.id)",
        phone: [PHONE_CONSULTATION],
    }
}

columns! {
    NOTE: VisitNote { reason: "a.visit_reason", visit_type: "a.visit_type" }
}

columns! {
    FOLLOWS: Follows { visit_id: "a.follows_id", without_fee: "a.fee_waived" }
}

columns! {
    pub WITH_DOCTOR: WithDoctor in "appointments a LEFT JOIN facilities h ON h.id = a.hospital_id \
                                    LEFT JOIN phone_consultations p ON p.visit_id = a.id \
                                    LEFT JOIN doctors d ON d.id = a.doctor_id" {
        appointment: APPOINTMENT,
        registration_number: "d.doctor_id",
        full_name: "d.full_name",
        name_ml: "d.name_ml",
        image: "d.image",
        specialization: "d.specialization",
        address: "d.consultation_address",
        address_ml: "d.address_ml",
        district: "d.district",
    }
}

/// The columns of a booking with their values.
fn row_of(new: &Appointment) -> [(&'static str, Box<dyn Param + '_>); 24] {
    [
        ("id", Box::new(&new.id)),
        ("doctor_id", Box::new(&new.doctor_id)),
        ("user_id", Box::new(&new.user_id)),
        ("person_id", Box::new(&new.person_id)),
        ("follows_id", Box::new(new.follows.as_ref().map(|follows| &follows.visit_id))),
        ("fee_waived", Box::new(new.follows.as_ref().is_some_and(|follows| follows.without_fee))),
        ("patient_name", Box::new(&new.patient_name)),
        ("patient_key", Box::new(name_key(&new.patient_name))),
        ("contact_number", Box::new(&new.contact_number)),
        ("starts_at", Box::new(new.slot.starts_at().as_millisecond())),
        ("hospital_id", Box::new(new.place.as_ref().map(|place| &place.id))),
        ("fee", Box::new(new.fee)),
        ("status", Box::new(new.status.as_str())),
        ("sequence", Box::new(new.sequence)),
        ("created_at", Box::new(new.created_at)),
        ("reason", Box::new(&new.reason)),
        ("answer_due_at", Box::new(new.answer_by)),
        ("auto_rejected_at", Box::new(new.unanswered_at)),
        ("token", Box::new(&new.token)),
        ("attendance", Box::new(new.attendance.map(Attendance::as_str))),
        ("called_at", Box::new(new.called_at)),
        ("arrived_at", Box::new(new.arrived_at)),
        ("visit_reason", Box::new(new.note.reason.as_ref().map(VisitReason::as_str))),
        ("visit_type", Box::new(new.note.visit_type.map(VisitType::as_str))),
    ]
}

/// `false` if another visit overlaps the slot: the database decides. The transaction can go on either way.
pub async fn insert(tx: &mut Tx<'_>, new: &Appointment) -> Result<bool> {
    let row = row_of(new);
    match tx.insert_new("appointments", &row.each_ref().map(|(column, value)| (*column, &**value))).await {
        // SQLite's trigger undoes the statement with an error, where PostgreSQL's constraint does nothing, as asked.
        Err(error) if error.is_conflict("appointments_overlap") => Ok(false),
        outcome => outcome,
    }
}

/// Bookings per statement.
const ROWS_PER_INSERT: usize = 49;

/// Adds bookings of any status together with their sums; one whose slot is taken is skipped.
pub async fn insert_all(tx: &mut Tx<'_>, rows: &[Appointment]) -> Result<()> {
    let mut tally = Tally::default();
    for some in rows.chunks(ROWS_PER_INSERT) {
        let added = insert_together(tx, some).await?;
        for row in some.iter().filter(|row| added.contains(row.id.as_str())) {
            tally.add(&row.counted());
        }
    }
    tally.save(tx).await
}

/// The ids of those whose slots were free.
async fn insert_together(tx: &mut Tx<'_>, rows: &[Appointment]) -> Result<HashSet<String>> {
    match tx.insert_new_rows("appointments", &rows.iter().map(row_of).collect::<Vec<_>>()).await {
        // On SQLite one that is refused undoes the statement: then one by one.
        Err(error) if error.is_conflict("appointments_overlap") => {}
        outcome => return Ok(outcome?.into_iter().collect()),
    }
    let mut added = HashSet::new();
    for row in rows {
        if insert(tx, row).await? {
            added.insert(row.id.clone());
        }
    }
    Ok(added)
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Appointment>> {
    APPOINTMENT.find(tx, "WHERE a.id = $1", &[&id]).await
}

pub async fn find_with_doctor(tx: &mut Tx<'_>, id: &str) -> Result<Option<WithDoctor>> {
    WITH_DOCTOR.find(tx, "WHERE a.id = $1", &[&id]).await
}

/// The doctor of a visit, and the hospital where it is, if it is not at the doctor's own clinic.
pub async fn find_place(tx: &mut Tx<'_>, visit_id: &str) -> Result<Option<(String, Option<String>)>> {
    tx.first("SELECT doctor_id, hospital_id FROM appointments WHERE id = $1", &[&visit_id]).await
}

/// A condition on a table with a `hospital_id`: the caller sees what happens there. `limit` is the number of the parameter with
/// [`DeskScope::limit`].
pub fn in_sight(table: &str, limit: usize) -> String {
    format!("(CAST(${limit} AS TEXT) IS NULL OR {table}.hospital_id = ${limit})")
}

/// The same as a condition of a list.
pub fn keep_in_sight<'a>(list: &mut List<'a>, table: &str, sight: &'a DeskScope) {
    list.and_if(&format!("{table}.hospital_id ="), sight.limit());
}

/// An appointment that the caller sees.
pub async fn find_seen(tx: &mut Tx<'_>, id: &str, sight: &DeskScope) -> Result<Option<Appointment>> {
    APPOINTMENT.find(tx, &format!("WHERE a.id = $1 AND {}", in_sight("a", 2)), &[&id, &sight.limit()]).await
}

columns! {
    /// The contact of the number of a desk booking.
    DESK_CONTACT: Contact in "desk_bookings b JOIN appointments a ON a.id = b.visit_id" {
        email: (String::new()),
        lang: "b.lang",
        phone: ["b.channel", "a.contact_number"],
        has_push: (false),
        has_desk_push: (false),
    }
}

/// Of these visits, the contacts of desk bookings that are neither claimed nor disclaimed, by the ids of the visits.
pub async fn list_desk_contacts(tx: &mut Tx<'_>, visits: &[Appointment]) -> Result<HashMap<String, Contact>> {
    let ids: Vec<String> =
        visits.iter().filter(|visit| visit.user_id == NOBODY).map(|visit| visit.id.clone()).collect();
    let unclaimed = List::new("desk_bookings b JOIN appointments a ON a.id = b.visit_id", "b.disclaimed_at IS NULL");
    Ok(unclaimed.of_each(tx, ("b.visit_id", &ids), &DESK_CONTACT, "b.visit_id").await?.into_iter().collect())
}

/// Of these visits, those within the caller's scope.
pub async fn list_seen(tx: &mut Tx<'_>, ids: &[String], sight: &DeskScope) -> Result<HashSet<String>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let mut seen = List::whole("appointments a");
    keep_in_sight(&mut seen, "a", sight);
    seen.and_one_of("a.id", ids);
    Ok(seen.all(tx, "a.id", "").await?.into_iter().collect())
}

/// A user's active visit with a doctor that begins then: there is one at most.
pub async fn find_active_of(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: &str,
    starts_at: i64,
) -> Result<Option<Appointment>> {
    let rest = "WHERE a.doctor_id = $1 AND a.starts_at = $2 AND a.status IN ('Pending', 'Checked') AND a.user_id = $3";
    APPOINTMENT.find(tx, rest, &[&doctor_id, &starts_at, &user_id]).await
}

/// Of a user's bookings that have not started, without the one that is being moved: the number of pending ones, of active ones with a
/// doctor from `from` up to `to`, and of those made after `since` in any status. A slot that is held for the user counts like a pending
/// booking, unless it is the one that is about to be booked. The fourth: the number of rejections of that doctor that offer the user the
/// slot that is about to be booked.
pub async fn count_coming(
    tx: &mut Tx<'_>,
    user_id: &str,
    (now, since): (i64, i64),
    (doctor_id, from, to): (&str, i64, i64),
    (except, wanted): (&str, i64),
) -> Result<(i64, i64, (i64, i64))> {
    let held = count_held(1, 2, 8, "");
    let held_with_doctor = count_held(1, 2, 8, " AND w.doctor_id = $3 AND h.starts_at >= $4 AND h.starts_at < $5");
    let sql = format!(
        "SELECT count(*) FILTER (WHERE status = 'Pending') + {held},
           count(*) FILTER (WHERE doctor_id = $3 AND starts_at >= $4 AND starts_at < $5
                              AND status IN ('Pending', 'Checked')) + {held_with_doctor},
           count(*) FILTER (WHERE created_at > $7),
           (SELECT count(*) FROM appointments o WHERE o.user_id = $1 AND o.offered_at = $8 AND o.doctor_id = $3)
         FROM appointments WHERE user_id = $1 AND starts_at > $2 AND id <> $6"
    );
    let params: [&dyn Param; 8] = [&user_id, &now, &doctor_id, &from, &to, &except, &since, &wanted];
    Ok(tx.first(&sql, &params).await?.unwrap_or_default())
}

/// The status and attendance of a visit before it was cancelled, and its new sequence.
#[derive(Debug, Clone, Copy)]
pub struct Cancelled {
    pub before: Status,
    pub attendance: Option<Attendance>,
    pub sequence: i64,
}

/// Locks visits until the transaction ends, in the order of their ids. All who lock several use this order; with another one two transactions
/// could wait for each other.
pub async fn lock_rows(tx: &mut Tx<'_>, ids: &[String]) -> Result<()> {
    // A single row is locked by the statement that changes it.
    if ids.len() < 2 || tx.holding().is_empty() {
        return Ok(());
    }
    let (mut list, in_order) = (List::whole("appointments a"), format!("ORDER BY a.id {}", tx.holding()));
    list.and_one_of("a.id", ids);
    list.all::<String>(tx, "a.id", &in_order).await.map(drop)
}

/// Of these, the active ones, locked until the transaction ends in the order of [`lock_rows`].
pub async fn lock_active(tx: &mut Tx<'_>, ids: &[String]) -> Result<HashSet<String>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let (mut active, in_order) = (List::new("appointments a", ACTIVE), format!("ORDER BY a.id {}", tx.holding()));
    active.and_one_of("a.id", ids);
    Ok(active.all(tx, "a.id", &in_order).await?.into_iter().collect())
}

/// Whether any visit was ever booked at a hospital.
pub async fn has_visits_at(tx: &mut Tx<'_>, hospital_id: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM appointments WHERE hospital_id = $1)";
    Ok(tx.first(sql, &[&hospital_id]).await?.unwrap_or(false))
}

/// Cancels those that are still active, for one reason, and returns by id the status of each before. The caller holds the lock of the user
/// or of the doctor. A concurrent approval can turn a pending visit into an approved one but not the other way round, so this order of
/// statements misses neither.
pub async fn cancel(tx: &mut Tx<'_>, ids: &[String], reason: Option<&str>) -> Result<HashMap<String, Cancelled>> {
    let mut cancelled = HashMap::with_capacity(ids.len());
    lock_rows(tx, ids).await?;
    for before in [Status::Pending, Status::Checked] {
        if cancelled.len() == ids.len() {
            break;
        }
        let mut list = List::whole("appointments");
        list.and("status =", before.as_str());
        let set = format!("status = 'Cancelled', reason = {}, sequence = sequence + 1", list.value(reason));
        let changed: Vec<(String, i64, Option<Attendance>)> =
            list.update(tx, ("id", ids), &set, "id, sequence, attendance").await?;
        let each = changed.into_iter();
        cancelled.extend(each.map(|(id, sequence, attendance)| (id, Cancelled { before, attendance, sequence })));
    }
    Ok(cancelled)
}

/// Whether it still waited for the doctor.
pub async fn decide(tx: &mut Tx<'_>, id: &str, status: Status, reason: Option<&str>) -> Result<bool> {
    let sql = "UPDATE appointments SET status = $2, reason = $3, sequence = sequence + 1
               WHERE id = $1 AND status = 'Pending'";
    Ok(tx.execute(sql, &[&id, &status.as_str(), &reason]).await? == 1)
}

/// Gives an approved visit its token: the number, or, if other approved visits from `from` up to `to` have that number since a change of
/// hours, the number with a suffix (`7-2`) one higher than the highest. The highest, not the count, keeps tokens unique after
/// cancellations. `None` if the visit is not approved.
pub async fn save_token(
    tx: &mut Tx<'_>,
    visit: &Appointment,
    number: &str,
    (from, to): (i64, i64),
) -> Result<Option<String>> {
    let sql = "UPDATE appointments SET token = CAST($2 AS TEXT) || (
                 SELECT CASE count(*) WHEN 0 THEN '' ELSE '-' || CAST(max(CASE
                     WHEN o.token = CAST($2 AS TEXT) THEN 1
                     ELSE CAST(substr(o.token, length(CAST($2 AS TEXT)) + 2) AS BIGINT) END) + 1 AS TEXT) END
                 FROM appointments o
                 WHERE o.doctor_id = $3 AND o.status = 'Checked' AND o.starts_at >= $4 AND o.starts_at < $5 AND o.id <> $1
                   AND (o.token = CAST($2 AS TEXT)
                        OR substr(o.token, 1, length(CAST($2 AS TEXT)) + 1) = CAST($2 AS TEXT) || '-'))
               WHERE id = $1 AND status = 'Checked' RETURNING token";
    let params: [&dyn Param; 5] = [&visit.id, &number, &visit.doctor_id, &from, &to];
    Ok(tx.first::<Option<String>>(sql, &params).await?.flatten())
}

/// Moves an appointment to its slot and place, fee, status and reason if it is still active. `Conflict` when a part of the slot is taken: call it
/// last.
pub async fn update_slot(tx: &mut Tx<'_>, moved: &Appointment) -> Result<bool> {
    let sql = "UPDATE appointments SET starts_at = $2, status = $3, hospital_id = $4, fee = $5, answer_due_at = $6, reason = $7,
               sequence = sequence + 1, reminder_stage = 0, turn_notice_at = NULL, token = NULL, attendance = NULL, called_at = NULL, arrived_at = NULL
               WHERE id = $1 AND status IN ('Pending', 'Checked')";
    let (starts_at, status) = (moved.slot.starts_at().as_millisecond(), moved.status.as_str());
    let hospital_id = moved.place.as_ref().map(|place| &place.id);
    let params: [&dyn Param; 7] =
        [&moved.id, &starts_at, &status, &hospital_id, &moved.fee, &moved.answer_by, &moved.reason];
    Ok(tx.execute(sql, &params).await? == 1)
}

/// A page of a user's appointments, with one doctor or with all, the latest first.
pub async fn list_of_user(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: Option<&str>,
    part: Part<'_>,
) -> Result<Page<WithDoctor>> {
    let mut list = of_user(user_id);
    list.and_if("a.doctor_id =", doctor_id);
    list.page(tx, &WITH_DOCTOR, LATEST, part).await
}

pub async fn count_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<i64> {
    of_user(user_id).count(tx).await
}

fn of_user(user_id: &str) -> List<'_> {
    let mut list = List::whole("appointments a");
    list.and("a.user_id =", user_id);
    list
}

/// A user's active appointments that have not started.
pub async fn list_upcoming_of_user(tx: &mut Tx<'_>, user_id: &str, now: i64) -> Result<Vec<Appointment>> {
    let rest = "WHERE a.user_id = $1 AND a.starts_at > $2 AND a.status IN ('Pending', 'Checked') ORDER BY a.starts_at";
    APPOINTMENT.list_all(tx, rest, &[&user_id, &now]).await
}

/// Empties why a doctor refused or cancelled visits.
pub async fn erase_reasons_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    let sql = "UPDATE appointments SET reason = NULL WHERE doctor_id = $1 AND reason IS NOT NULL";
    tx.execute(sql, &[&doctor_id]).await.map(drop)
}

/// The ids of all that a user ever booked, locked until the transaction ends in the order of [`lock_rows`].
pub async fn lock_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<String>> {
    let sql = format!("SELECT id FROM appointments WHERE user_id = $1 ORDER BY id {}", tx.holding());
    tx.all(&sql, &[&user_id]).await
}

/// Moves a user's appointments to another user, and returns their number. The caller holds the locks of both.
pub async fn hand_over(tx: &mut Tx<'_>, from: &str, to: &str) -> Result<i64> {
    let booked = lock_of_user(tx, from).await?;
    tx.execute("UPDATE appointments SET user_id = $2 WHERE user_id = $1", &[&from, &to]).await?;
    Ok(i64::try_from(booked.len()).unwrap_or(i64::MAX))
}

/// Erases the patients' data from the appointments that a deleted user booked, and the doctor's reasons, which may name a patient.
pub async fn erase_patients_of(tx: &mut Tx<'_>, user_id: &str) -> Result<()> {
    let sql = "UPDATE appointments SET patient_name = '', contact_number = '', patient_key = '', reason = NULL,
               visit_reason = NULL, visit_type = NULL, person_id = NULL WHERE user_id = $1";
    tx.execute(sql, &[&user_id]).await?;
    phone_consultations::erase_of_user(tx, user_id).await
}

/// In any status.
pub const ALL: &str = "a.status IN ('Pending', 'Checked', 'Rejected', 'Cancelled')";
pub const ACTIVE: &str = "a.status IN ('Pending', 'Checked')";
pub const PENDING: &str = "a.status = 'Pending'";
pub const APPROVED: &str = "a.status = 'Checked'";
/// Requests that the doctor has approved or rejected.
pub const DECIDED: &str = "a.status IN ('Checked', 'Rejected')";

/// Which of a doctor's appointments a list shows.
pub struct OfDoctor<'a> {
    pub doctor_id: &'a str,
    /// [`ALL`] or one of the others: written by us, never by a caller.
    pub status: &'static str,
    pub from: i64,
    /// Not included.
    pub to: i64,
    /// A part of the patient's name or number, in small letters.
    pub search: Option<&'a str>,
    pub sight: &'a DeskScope,
}

/// More than the coming week of a doctor can hold.
pub const MAX_LISTED: i64 = 1000;
/// The latest visit first.
pub const LATEST: Order = Order::latest("a.starts_at");
/// Requests, the earliest deadline first.
pub const ENDING: Order = Order::soonest("COALESCE(a.answer_due_at, a.starts_at)");

impl<'a> OfDoctor<'a> {
    /// All of these, at every place, that begin from the first instant up to the second.
    pub fn between(doctor_id: &'a str, status: &'static str, (from, to): (i64, i64)) -> Self {
        Self { doctor_id, status, from, to, search: None, sight: &DeskScope::Everything }
    }

    pub fn list(&self) -> List<'a> {
        let mut list = List::new("appointments a", self.status);
        list.and("a.doctor_id =", self.doctor_id);
        list.and("a.starts_at >=", self.from);
        list.and("a.starts_at <", self.to);
        keep_in_sight(&mut list, "a", self.sight);
        if let Some(search) = self.search {
            // LIKE differs between the engines; a text that loses a part was holding it.
            // The number of a visit by phone is shown only around its time; the search must not reveal it digit by digit.
            let number = "CASE WHEN EXISTS (SELECT 1 FROM phone_consultations c WHERE c.visit_id = a.id) THEN ''
                          ELSE a.contact_number END";
            let (part, text) = (list.value(search), format!("lower(a.patient_name || ' ' || {number})"));
            list.and_also(format!("replace({text}, {part}, '') <> {text}"));
        }
        list
    }
}

/// A doctor's appointments, the soonest visit first.
pub async fn list_coming_of_doctor(tx: &mut Tx<'_>, wanted: &OfDoctor<'_>) -> Result<Vec<Appointment>> {
    wanted.list().first(tx, &APPOINTMENT, Order::soonest("a.starts_at"), MAX_LISTED).await
}
