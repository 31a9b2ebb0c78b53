//! The SQL of the directory.

use super::model::{DayTime, Doctor, Filter, NewDoctor, Schedule};
use crate::identity::person::Gender;
use crate::platform::db::{Error, Param, Result, Row, Tx};
use crate::platform::fold::fold;
use crate::platform::search;

const COLUMNS: &str = "id, doctor_id, full_name, gender, specialization, experience, consultation_fee, \
     consultation_address, state, district, pincode, image, start_minute, end_minute";
/// The kind under which doctors' words are indexed.
const KIND: &str = "doctor";

fn doctor(row: &Row<'_>) -> Result<Doctor> {
    let unreadable = || Error::Other("a doctor's row cannot be read".into());
    let time = |index| DayTime::from_minutes(row.get(index)?).ok_or_else(unreadable);
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
        schedule: Schedule { start: time(12)?, end: time(13)? },
    })
}

/// Adds a doctor to an account; listed at once when `listed_at` is given. `Conflict` when the number is taken.
pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewDoctor, listed_at: Option<i64>) -> Result<()> {
    let sql = format!(
        "INSERT INTO doctors ({COLUMNS}, doctor_id_key, dob, listed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
    );
    let NewDoctor { doctor_id, specialization, experience, fee, address, state, district, pincode, image, .. } = new;
    let (name, gender, key, dob) = (new.full_name.as_str(), new.gender.as_str(), fold(doctor_id), new.dob.to_string());
    let (start, end) = (new.schedule.start.minutes(), new.schedule.end.minutes());
    let params: [&dyn Param; 17] = [
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
    ];
    search::index(tx, KIND, id, &[name]).await?;
    tx.execute(&sql, &params).await?;
    Ok(())
}

/// A doctor, listed or not: whoever has a booking may know who it is with.
pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Doctor>> {
    tx.find(&format!("SELECT {COLUMNS} FROM doctors WHERE id = $1"), &[&id], doctor).await
}

/// A doctor whom patients may see and book.
pub async fn find_listed(tx: &mut Tx<'_>, id: &str) -> Result<Option<Doctor>> {
    let sql = format!("SELECT {COLUMNS} FROM doctors WHERE id = $1 AND listed_at IS NOT NULL");
    tx.find(&sql, &[&id], doctor).await
}

/// A page of listed doctors, the newest first, beginning after the doctor of the cursor.
pub async fn list_listed(tx: &mut Tx<'_>, filter: &Filter, after: Option<&str>, limit: i64) -> Result<Vec<Doctor>> {
    let mut wanted = Wanted::new(filter);
    if let Some(after) = &after {
        wanted.and("id <", after);
    }
    wanted.params.push(&limit);
    let (condition, last) = (wanted.sql(), wanted.params.len());
    let sql = format!("SELECT {COLUMNS} FROM doctors WHERE {condition} ORDER BY id DESC LIMIT ${last}");
    tx.query(&sql, &wanted.params, doctor).await
}

/// Every photo that a row names.
pub async fn list_images(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.query("SELECT image FROM doctors WHERE image IS NOT NULL", &[], |row| row.get(0)).await
}

pub async fn count_listed(tx: &mut Tx<'_>, filter: &Filter) -> Result<i64> {
    let wanted = Wanted::new(filter);
    let sql = format!("SELECT count(*) FROM doctors WHERE {}", wanted.sql());
    Ok(tx.find(&sql, &wanted.params, |row| row.get(0)).await?.unwrap_or(0))
}

/// Conditions that grow with the filter; the few texts they can become stay in the statement cache.
struct Wanted<'a> {
    conditions: Vec<String>,
    params: Vec<&'a dyn Param>,
}

impl<'a> Wanted<'a> {
    fn new(filter: &'a Filter) -> Self {
        let mut wanted = Self { conditions: vec!["listed_at IS NOT NULL".into()], params: Vec::new() };
        if let Some(district) = &filter.district {
            wanted.and("district =", district);
        }
        if let Some(specialization) = &filter.specialization {
            wanted.and("specialization =", specialization);
        }
        for (from, to) in &filter.words {
            let (from_at, to_at) = (wanted.params.len() + 1, wanted.params.len() + 2);
            wanted.params.extend([from as &dyn Param, to as &dyn Param]);
            wanted.conditions.push(format!(
                "id IN (SELECT subject FROM search_words
                        WHERE kind = '{KIND}' AND word >= ${from_at} AND word < ${to_at})"
            ));
        }
        wanted
    }

    fn and(&mut self, condition: &str, value: &'a dyn Param) {
        self.params.push(value);
        self.conditions.push(format!("{condition} ${}", self.params.len()));
    }

    fn sql(&self) -> String {
        self.conditions.join(" AND ")
    }
}
