//! The SQL of appointments. "Active" is always spelled as in the unique index: `status IN ('Pending', 'Checked')`.
//! That no two active ones of a doctor overlap is for the database to say (`migrations/0009_overlaps.sql`).

use super::model::{Appointment, PatientDetails, Slot, Status, WithDoctor};
use super::tally::Tally;
use crate::platform::db::{Error, Param, Result, Row, Tx};
use crate::platform::fold::name_key;

/// The last one looks for another visit at the same time only where there can be one.
const COLUMNS: &str = "a.id, a.doctor_id, a.user_id, a.patient_name, a.contact_number, a.starts_at, a.fee, a.status, \
     a.sequence, a.created_at, a.reason, a.old_overlap AND a.status IN ('Pending', 'Checked') AND EXISTS (\
       SELECT 1 FROM appointments o WHERE o.doctor_id = a.doctor_id AND o.status IN ('Pending', 'Checked') \
       AND o.id <> a.id AND o.starts_at > a.starts_at - 900000 AND o.starts_at < a.starts_at + 900000)";

fn appointment(row: &Row<'_>) -> Result<Appointment> {
    let unreadable = || Error::Other("an appointment's row cannot be read".into());
    Ok(Appointment {
        id: row.get(0)?,
        doctor_id: row.get(1)?,
        user_id: row.get(2)?,
        patient_name: row.get(3)?,
        contact_number: row.get(4)?,
        slot: Slot::from_millis(row.get(5)?).ok_or_else(unreadable)?,
        fee: row.get(6)?,
        status: Status::from_stored(&row.get::<String>(7)?).ok_or_else(unreadable)?,
        sequence: row.get(8)?,
        created_at: row.get(9)?,
        reason: row.get(10)?,
        overlaps: row.get(11)?,
    })
}

/// Whether the slot was still free, no part of it taken: the database decides. The unit can go on either way.
pub async fn insert(tx: &mut Tx<'_>, new: &Appointment) -> Result<bool> {
    let sql = "INSERT INTO appointments
                 (id, doctor_id, user_id, patient_name, contact_number, starts_at, fee, status, sequence, created_at, reason,
                  patient_key)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING";
    let Appointment { id, doctor_id, user_id, patient_name, contact_number, fee, sequence, created_at, reason, .. } =
        new;
    let (starts_at, status) = (new.slot.starts_at().as_millisecond(), new.status.as_str());
    let key = name_key(patient_name);
    let params: [&dyn Param; 12] = [
        id,
        doctor_id,
        user_id,
        patient_name,
        contact_number,
        &starts_at,
        fee,
        &status,
        sequence,
        created_at,
        reason,
        &key,
    ];
    match tx.execute(sql, &params).await {
        Ok(rows) => Ok(rows == 1),
        // SQLite's trigger undoes the statement with an error, where PostgreSQL's constraint does nothing, as asked.
        Err(error) if error.is_conflict("appointments_overlap") => Ok(false),
        Err(error) => Err(error),
    }
}

/// Adds bookings of any status together with what they count for; one whose slot is taken is left out.
pub async fn insert_all(tx: &mut Tx<'_>, rows: &[Appointment]) -> Result<()> {
    let mut tally = Tally::default();
    for row in rows {
        if insert(tx, row).await? {
            tally.added(row);
        }
    }
    tally.save(tx).await
}

/// Folds the patients' names of bookings that came before names were folded: so many after that id. Answers the last one's id.
pub async fn fold_names(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Option<String>> {
    let sql = "SELECT id, patient_name FROM appointments WHERE patient_key IS NULL AND id > $1 ORDER BY id LIMIT $2";
    let mut rows = tx.query(sql, &[&after, &limit], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?))).await?;
    for (id, name) in &rows {
        tx.execute("UPDATE appointments SET patient_key = $2 WHERE id = $1", &[id, &name_key(name)]).await?;
    }
    Ok(rows.pop().map(|(id, _)| id))
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Appointment>> {
    tx.find(&format!("SELECT {COLUMNS} FROM appointments a WHERE a.id = $1"), &[&id], appointment).await
}

/// The same form sent again: the user's own active booking of that slot for that patient.
pub async fn find_same(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: &str,
    slot: Slot,
    patient: &PatientDetails,
) -> Result<Option<Appointment>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM appointments a WHERE a.doctor_id = $1 AND a.starts_at = $2
         AND a.status IN ('Pending', 'Checked') AND a.user_id = $3 AND a.patient_name = $4 AND a.contact_number = $5"
    );
    let starts_at = slot.starts_at().as_millisecond();
    let params: [&dyn Param; 5] = [&doctor_id, &starts_at, &user_id, &patient.name.as_str(), &patient.phone.as_str()];
    tx.find(&sql, &params, appointment).await
}

/// How many pending bookings of future slots a user holds, leaving one out that is being moved.
pub async fn count_pending(tx: &mut Tx<'_>, user_id: &str, now: i64, except: &str) -> Result<i64> {
    let sql = "SELECT count(*) FROM appointments
               WHERE user_id = $1 AND starts_at > $2 AND status = 'Pending' AND id <> $3";
    Ok(tx.find(sql, &[&user_id, &now, &except], |row| row.get(0)).await?.unwrap_or(0))
}

/// How many active bookings a user holds with a doctor from `from` up to `to`.
pub async fn count_with_doctor(
    tx: &mut Tx<'_>,
    user_id: &str,
    doctor_id: &str,
    (from, to): (i64, i64),
    except: &str,
) -> Result<i64> {
    let sql = "SELECT count(*) FROM appointments WHERE user_id = $1 AND starts_at >= $2 AND starts_at < $3
               AND doctor_id = $4 AND status IN ('Pending', 'Checked') AND id <> $5";
    Ok(tx.find(sql, &[&user_id, &from, &to, &doctor_id, &except], |row| row.get(0)).await?.unwrap_or(0))
}

/// The slots of a doctor's active visits that begin from `from` up to `to`.
pub async fn list_taken(tx: &mut Tx<'_>, doctor_id: &str, from: i64, to: i64) -> Result<Vec<Slot>> {
    let sql = "SELECT starts_at FROM appointments WHERE doctor_id = $1 AND starts_at >= $2 AND starts_at < $3
               AND status IN ('Pending', 'Checked') ORDER BY starts_at";
    let slots = tx.query(sql, &[&doctor_id, &from, &to], |row| row.get(0)).await?;
    Ok(slots.into_iter().filter_map(Slot::from_millis).collect())
}

/// The same of several doctors, as pairs of doctor and slot.
pub async fn list_taken_of(tx: &mut Tx<'_>, doctors: &[&str], from: i64, to: i64) -> Result<Vec<(String, Slot)>> {
    let Some(last) = doctors.last() else { return Ok(Vec::new()) };
    // A few sizes only, so that the statement cache holds them all; the last id fills the gap.
    let size = [1, 12, 36, 100, 300, 1000].into_iter().find(|size| *size >= doctors.len()).unwrap_or(doctors.len());
    let places = (3..size + 3).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "SELECT doctor_id, starts_at FROM appointments WHERE doctor_id IN ({places})
         AND starts_at >= $1 AND starts_at < $2 AND status IN ('Pending', 'Checked')"
    );
    let mut params: Vec<&dyn Param> = vec![&from, &to];
    params.extend(doctors.iter().map(|id| id as &dyn Param));
    params.resize(size + 2, last);
    let rows = tx.query(&sql, &params, |row| Ok((row.get(0)?, row.get(1)?))).await?;
    Ok(rows.into_iter().filter_map(|(doctor, at)| Some((doctor, Slot::from_millis(at)?))).collect())
}

/// The status it had, if it was still active. Whoever cancels holds the lock of the user or of the doctor; so meanwhile a
/// pending visit can become an approved one but not the other way round, and asking in this order misses neither.
pub async fn cancel(tx: &mut Tx<'_>, id: &str, reason: Option<&str>) -> Result<Option<Status>> {
    let sql = "UPDATE appointments SET status = 'Cancelled', reason = $2, sequence = sequence + 1
               WHERE id = $1 AND status = $3";
    for before in [Status::Pending, Status::Checked] {
        if tx.execute(sql, &[&id, &reason, &before.as_str()]).await? == 1 {
            return Ok(Some(before));
        }
    }
    Ok(None)
}

/// Whether it still waited for the doctor.
pub async fn decide(tx: &mut Tx<'_>, id: &str, status: Status, reason: Option<&str>) -> Result<bool> {
    let sql = "UPDATE appointments SET status = $2, reason = $3, sequence = sequence + 1
               WHERE id = $1 AND status = 'Pending'";
    Ok(tx.execute(sql, &[&id, &status.as_str(), &reason]).await? == 1)
}

/// Moves an appointment, which then waits for the doctor again, if it is still active. `Conflict` when a part of the slot
/// is taken: call it last.
pub async fn update_slot(tx: &mut Tx<'_>, id: &str, slot: Slot) -> Result<bool> {
    let sql = "UPDATE appointments SET starts_at = $2, status = 'Pending', sequence = sequence + 1, old_overlap = FALSE
               WHERE id = $1 AND status IN ('Pending', 'Checked')";
    Ok(tx.execute(sql, &[&id, &slot.starts_at().as_millisecond()]).await? == 1)
}

/// A page of a user's appointments, the latest first, beginning after `(starts_at, id)`.
pub async fn list_of_user(tx: &mut Tx<'_>, user_id: &str, after: (i64, &str), limit: i64) -> Result<Vec<WithDoctor>> {
    let sql = format!(
        "SELECT {COLUMNS}, d.full_name, d.image, d.specialization, d.consultation_address, d.district
         FROM appointments a JOIN doctors d ON d.id = a.doctor_id
         WHERE a.user_id = $1 AND (a.starts_at, a.id) < ($2, $3) ORDER BY a.starts_at DESC, a.id DESC LIMIT $4"
    );
    tx.query(&sql, &[&user_id, &after.0, &after.1, &limit], |row| {
        Ok(WithDoctor {
            appointment: appointment(row)?,
            full_name: row.get(12)?,
            image: row.get(13)?,
            specialization: row.get(14)?,
            address: row.get(15)?,
            district: row.get(16)?,
        })
    })
    .await
}

pub async fn count_of_user(tx: &mut Tx<'_>, user_id: &str) -> Result<i64> {
    let sql = "SELECT count(*) FROM appointments WHERE user_id = $1";
    Ok(tx.find(sql, &[&user_id], |row| row.get(0)).await?.unwrap_or(0))
}

/// A user's active appointments that have not started.
pub async fn list_upcoming_of_user(tx: &mut Tx<'_>, user_id: &str, now: i64) -> Result<Vec<Appointment>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM appointments a WHERE a.user_id = $1 AND a.starts_at > $2
         AND a.status IN ('Pending', 'Checked') ORDER BY a.starts_at"
    );
    tx.query(&sql, &[&user_id, &now], appointment).await
}

/// Empties what appointments tell of the people a deleted user booked for.
pub async fn erase_patients_of(tx: &mut Tx<'_>, user_id: &str) -> Result<()> {
    let sql = "UPDATE appointments SET patient_name = '', contact_number = '', patient_key = '' WHERE user_id = $1";
    tx.execute(sql, &[&user_id]).await?;
    Ok(())
}

/// Which of a doctor's appointments a list shows.
pub struct OfDoctor<'a> {
    pub doctor_id: &'a str,
    /// A condition on the status, such as `a.status = 'Pending'`: written by us, never by a caller.
    pub status: &'static str,
    pub from: i64,
    /// Not included.
    pub to: i64,
    /// A part of the patient's name or number, in small letters.
    pub search: Option<&'a str>,
}

impl OfDoctor<'_> {
    /// LIKE differs between the engines; a text that loses a part was holding it.
    fn condition(&self) -> String {
        let status = self.status;
        let text = "lower(a.patient_name || ' ' || a.contact_number)";
        format!(
            "a.doctor_id = $1 AND a.starts_at >= $2 AND a.starts_at < $3 AND {status}
             AND (CAST($4 AS TEXT) IS NULL OR replace({text}, $4, '') <> {text})"
        )
    }
}

/// A page of a doctor's appointments, the latest visit first, beginning after `(starts_at, id)`.
pub async fn list_of_doctor(
    tx: &mut Tx<'_>,
    wanted: &OfDoctor<'_>,
    after: (i64, &str),
    limit: i64,
) -> Result<Vec<Appointment>> {
    let condition = wanted.condition();
    let sql = format!(
        "SELECT {COLUMNS} FROM appointments a WHERE {condition} AND (a.starts_at, a.id) < ($5, $6)
         ORDER BY a.starts_at DESC, a.id DESC LIMIT $7"
    );
    let OfDoctor { doctor_id, from, to, search, .. } = wanted;
    tx.query(&sql, &[doctor_id, from, to, search, &after.0, &after.1, &limit], appointment).await
}

/// A doctor's appointments, the soonest visit first.
pub async fn list_coming_of_doctor(tx: &mut Tx<'_>, wanted: &OfDoctor<'_>, limit: i64) -> Result<Vec<Appointment>> {
    let condition = wanted.condition();
    let sql = format!("SELECT {COLUMNS} FROM appointments a WHERE {condition} ORDER BY a.starts_at, a.id LIMIT $5");
    let OfDoctor { doctor_id, from, to, search, .. } = wanted;
    tx.query(&sql, &[doctor_id, from, to, search, &limit], appointment).await
}

/// A page of a doctor's appointments, the newest request first, beginning before that id.
pub async fn list_newest_of_doctor(
    tx: &mut Tx<'_>,
    wanted: &OfDoctor<'_>,
    before: &str,
    limit: i64,
) -> Result<Vec<Appointment>> {
    let condition = wanted.condition();
    let sql =
        format!("SELECT {COLUMNS} FROM appointments a WHERE {condition} AND a.id < $5 ORDER BY a.id DESC LIMIT $6");
    let OfDoctor { doctor_id, from, to, search, .. } = wanted;
    tx.query(&sql, &[doctor_id, from, to, search, &before, &limit], appointment).await
}

pub async fn count_of_doctor(tx: &mut Tx<'_>, wanted: &OfDoctor<'_>) -> Result<i64> {
    let sql = format!("SELECT count(*) FROM appointments a WHERE {}", wanted.condition());
    let OfDoctor { doctor_id, from, to, search, .. } = wanted;
    Ok(tx.find(&sql, &[doctor_id, from, to, search], |row| row.get(0)).await?.unwrap_or(0))
}

/// How many appointments of each status a doctor has from `from` up to `to`.
pub async fn count_by_status(tx: &mut Tx<'_>, doctor_id: &str, from: i64, to: i64) -> Result<Vec<(Status, i64)>> {
    let sql = "SELECT status, count(*) FROM appointments
               WHERE doctor_id = $1 AND starts_at >= $2 AND starts_at < $3 GROUP BY status";
    let rows = tx.query(sql, &[&doctor_id, &from, &to], |row| Ok((row.get::<String>(0)?, row.get(1)?))).await?;
    Ok(rows.into_iter().filter_map(|(status, count)| Some((Status::from_stored(&status)?, count))).collect())
}

/// What approved visits of a doctor earned, in equal parts of time: the number of the part since 1970 in India, and the
/// sum of the fees.
pub async fn sum_fees(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    (from, to): (i64, i64),
    part: i64,
    offset: i64,
) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT (starts_at + $5) / $4, CAST(sum(fee) AS BIGINT) FROM appointments
               WHERE doctor_id = $1 AND status = 'Checked' AND starts_at >= $2 AND starts_at < $3
               GROUP BY 1 ORDER BY 1";
    tx.query(sql, &[&doctor_id, &from, &to, &part, &offset], |row| Ok((row.get(0)?, row.get(1)?))).await
}
