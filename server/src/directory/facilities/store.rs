//! The SQL of hospitals and pharmacies.

use super::model::{Category, Facility, NewFacility};
use crate::directory::schedule::{DayTime, DaysOff};
use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::db::{Error, Param, Result, Row, Tx, Wanted};
use crate::platform::fold::{bare_number, fold};
use crate::platform::search;

const COLUMNS: &str = "f.id, f.category, f.license_number, f.name, f.address, f.city, f.state, f.district, f.pincode, \
     f.image, f.start_minute, f.end_minute, f.days_off, a.email, a.phone, a.created_at";
const FROM: &str = "facilities f JOIN accounts a ON a.id = f.id";
/// The kind under which their words are indexed.
const KIND: &str = "facility";

fn unreadable() -> Error {
    Error::Other("a facility's row cannot be read".into())
}

fn facility(row: &Row<'_>) -> Result<Facility> {
    let unread = |_| unreadable();
    let hours = match (row.get::<Option<i64>>(10)?, row.get::<Option<i64>>(11)?) {
        (Some(from), Some(to)) => DayTime::from_minutes(from).zip(DayTime::from_minutes(to)),
        _ => None,
    };
    Ok(Facility {
        id: row.get(0)?,
        category: Category::parse(&row.get::<String>(1)?).ok_or_else(unreadable)?,
        license_number: row.get(2)?,
        name: PersonName::parse(&row.get::<String>(3)?).map_err(unread)?,
        address: row.get(4)?,
        city: row.get(5)?,
        state: row.get(6)?,
        district: row.get(7)?,
        pincode: row.get(8)?,
        image: row.get(9)?,
        hours,
        days_off: DaysOff::from_stored(row.get(12)?),
        email: Email::parse(&row.get::<String>(13)?).map_err(unread)?,
        phone: Mobile::parse(&row.get::<Option<String>>(14)?.unwrap_or_default()).map_err(unread)?,
        applied_at: row.get(15)?,
    })
}

fn minutes(hours: Option<(DayTime, DayTime)>) -> (Option<i64>, Option<i64>) {
    hours.map(|(from, to)| (from.minutes(), to.minutes())).unzip()
}

/// Adds one to an account; listed at once when `listed_at` is given. `Conflict` when the licence is taken.
pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewFacility, listed_at: Option<i64>) -> Result<()> {
    let sql = "INSERT INTO facilities
                 (id, category, license_number, license_key, name, address, city, state, district, pincode, image,
                  start_minute, end_minute, days_off, listed_at, number_bare)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
    let NewFacility { license_number, address, city, state, district, pincode, image, .. } = new;
    let (category, key, name) = (new.category.as_str(), fold(license_number), new.name.as_str());
    let (hours, days_off) = (minutes(new.hours), new.days_off.bits());
    let bare = bare_number(license_number);
    let params: [&dyn Param; 16] = [
        &id,
        &category,
        license_number,
        &key,
        &name,
        address,
        city,
        state,
        district,
        pincode,
        image,
        &hours.0,
        &hours.1,
        &days_off,
        &listed_at,
        &bare,
    ];
    search::add(tx, KIND, id, &[name]).await?;
    tx.execute(sql, &params).await?;
    Ok(())
}

pub async fn is_license_taken(tx: &mut Tx<'_>, license_number: &str) -> Result<bool> {
    let sql = "SELECT count(*) FROM facilities WHERE license_key = $1";
    Ok(tx.find(sql, &[&fold(license_number)], |row| row.get::<i64>(0)).await? != Some(0))
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Facility>> {
    tx.find(&format!("SELECT {COLUMNS} FROM {FROM} WHERE f.id = $1"), &[&id], facility).await
}

/// One of that category that everybody may see.
pub async fn find_listed(tx: &mut Tx<'_>, category: Category, id: &str) -> Result<Option<Facility>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE f.id = $1 AND f.category = $2 AND f.listed_at IS NOT NULL");
    tx.find(&sql, &[&id, &category.as_str()], facility).await
}

/// What somebody looks for.
pub struct Filter {
    pub category: Category,
    /// One of these; any when there are none.
    pub districts: Vec<String>,
    /// Beginnings of words of the name; all must fit.
    pub words: Vec<search::Range>,
}

/// As the indexes of the listed ones have it.
async fn wanted<'a>(tx: &mut Tx<'_>, filter: &'a Filter) -> Result<Wanted<'a>> {
    let mut wanted = Wanted::new(&format!("f.category = '{}' AND f.listed_at IS NOT NULL", filter.category.as_str()));
    wanted.and_one_of("f.district", &filter.districts);
    search::narrow(tx, &mut wanted, (KIND, "f.id"), &filter.words).await?;
    Ok(wanted)
}

/// A page of the listed ones, the newest first.
pub async fn list_listed(tx: &mut Tx<'_>, filter: &Filter, before: Option<&str>, limit: i64) -> Result<Vec<Facility>> {
    let mut wanted = wanted(tx, filter).await?;
    if let Some(before) = &before {
        wanted.and("f.id <", before);
    }
    let last = wanted.param(&limit);
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE {} ORDER BY f.id DESC LIMIT ${last}", wanted.sql());
    tx.query(&sql, &wanted.params, facility).await
}

pub async fn count_listed(tx: &mut Tx<'_>, filter: &Filter) -> Result<i64> {
    let wanted = wanted(tx, filter).await?;
    let sql = format!("SELECT count(*) FROM facilities f WHERE {}", wanted.sql());
    Ok(tx.find(&sql, &wanted.params, |row| row.get(0)).await?.unwrap_or(0))
}

/// A page of those who wait for the administrator, the newest first.
pub async fn list_pending(
    tx: &mut Tx<'_>,
    category: Category,
    before: Option<&str>,
    limit: i64,
) -> Result<Vec<Facility>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE f.category = $1 AND f.listed_at IS NULL AND a.state = 'pending'
         AND f.id < $2 ORDER BY f.id DESC LIMIT $3"
    );
    tx.query(&sql, &[&category.as_str(), &before.unwrap_or(search::LAST), &limit], facility).await
}

pub async fn count_pending(tx: &mut Tx<'_>, category: Category) -> Result<i64> {
    let sql =
        format!("SELECT count(*) FROM {FROM} WHERE f.category = $1 AND f.listed_at IS NULL AND a.state = 'pending'");
    Ok(tx.find(&sql, &[&category.as_str()], |row| row.get(0)).await?.unwrap_or(0))
}

/// Shows one to everybody.
pub async fn list(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE facilities SET listed_at = $2 WHERE id = $1", &[&id, &now]).await?;
    Ok(())
}

/// Removes one that was never listed; its account is for the caller to remove.
pub async fn remove(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM facilities WHERE id = $1", &[&id]).await?;
    Ok(())
}

pub async fn update(tx: &mut Tx<'_>, changed: &Facility) -> Result<()> {
    let sql = "UPDATE facilities SET name = $2, address = $3, city = $4, state = $5, district = $6, pincode = $7,
               image = $8, start_minute = $9, end_minute = $10, days_off = $11 WHERE id = $1";
    let Facility { id, address, city, state, district, pincode, image, .. } = changed;
    let (name, hours, days_off) = (changed.name.as_str(), minutes(changed.hours), changed.days_off.bits());
    search::index(tx, KIND, id, &[name]).await?;
    tx.execute(sql, &[id, &name, address, city, state, district, pincode, image, &hours.0, &hours.1, &days_off])
        .await?;
    Ok(())
}
