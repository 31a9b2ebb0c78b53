//! The SQL of donors.

use jiff::civil::Date;

use super::model::{Details, Donor, Narrowed};
use crate::identity::Email;
use crate::identity::person::{self, Gender, Mobile, PersonName};
use crate::platform::db::{Error, Param, Result, Row, Tx, Wanted};
use crate::platform::fold::fold;
use crate::platform::lang::Lang;
use crate::platform::search;

const KIND: &str = "donor";
const COLUMNS: &str = "d.id, d.name, d.blood_group, d.gender, d.born, d.email, d.phone, d.state, d.district, \
     d.consented_at, d.lang, d.created_at, d.paused_until, d.last_given";

fn unreadable() -> Error {
    Error::Other("a donor's row cannot be read".into())
}

/// An empty text is no day.
fn day(text: &str) -> Result<Option<Date>> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| unreadable()) }
}

fn text_of(day: Option<Date>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

fn donor(row: &Row<'_>) -> Result<Donor> {
    let unread = |_| unreadable();
    let text = |index| row.get::<String>(index);
    let state = person::parse_state(&text(7)?).map_err(unread)?;
    Ok(Donor {
        id: row.get(0)?,
        details: Details {
            name: PersonName::parse(&text(1)?).map_err(unread)?,
            group: text(2)?.parse().map_err(|_| unreadable())?,
            gender: Gender::parse(&text(3)?).map_err(unread)?,
            born: text(4)?.parse().map_err(|_| unreadable())?,
            email: Email::parse(&text(5)?).map_err(unread)?,
            phone: Mobile::parse(&text(6)?).map_err(unread)?,
            state,
            district: person::parse_district(state, &text(8)?).map_err(unread)?,
            consent: row.get::<Option<i64>>(9)?.is_some(),
        },
        lang: Lang::from_tag(&text(10)?).ok_or_else(unreadable)?,
        created_at: row.get(11)?,
        paused_until: day(&text(12)?)?,
        last_given: day(&text(13)?)?,
    })
}

/// `Conflict` when the same number and name are registered.
pub async fn insert(tx: &mut Tx<'_>, donor: &Donor) -> Result<()> {
    let sql = "INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district,
                                   state, lang, created_at, consented_at, paused_until, last_given, quiet_until)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0)";
    let Donor { id, details, lang, created_at, paused_until, last_given } = donor;
    let (name, email, phone) = (details.name.as_str(), details.email.as_str(), details.phone.as_str());
    let (name_key, email_key, group) = (fold(name), details.email.key(), details.group.as_str());
    let (gender, born, consented_at) =
        (details.gender.as_str(), details.born.to_string(), details.consent.then_some(*created_at));
    let (paused, given, lang) = (text_of(*paused_until), text_of(*last_given), lang.code());
    let params: [&dyn Param; 16] = [
        id,
        &name,
        &name_key,
        &group,
        &gender,
        &born,
        &email,
        &email_key,
        &phone,
        &details.district,
        &details.state,
        &lang,
        created_at,
        &consented_at,
        &paused,
        &given,
    ];
    tx.execute(sql, &params).await?;
    search::index(tx, KIND, id, &[name, email, phone]).await
}

/// Saves everything that a donor can change.
pub async fn update(tx: &mut Tx<'_>, donor: &Donor, now: i64) -> Result<()> {
    let sql = "UPDATE donors SET name = $2, name_key = $3, blood_group = $4, gender = $5, born = $6, email = $7,
               email_key = $8, phone = $9, district = $10, state = $11, paused_until = $12, last_given = $13,
               consented_at = CASE WHEN CAST($14 AS BIGINT) = 0 THEN NULL ELSE COALESCE(consented_at, $15) END WHERE id = $1";
    let Donor { id, details, paused_until, last_given, .. } = donor;
    let (name, email, phone) = (details.name.as_str(), details.email.as_str(), details.phone.as_str());
    let (name_key, email_key, group) = (fold(name), details.email.key(), details.group.as_str());
    let (gender, born, consent) = (details.gender.as_str(), details.born.to_string(), i64::from(details.consent));
    let (paused, given) = (text_of(*paused_until), text_of(*last_given));
    let params: [&dyn Param; 15] = [
        id,
        &name,
        &name_key,
        &group,
        &gender,
        &born,
        &email,
        &email_key,
        &phone,
        &details.district,
        &details.state,
        &paused,
        &given,
        &consent,
        &now,
    ];
    tx.execute(sql, &params).await?;
    search::index(tx, KIND, id, &[name, email, phone]).await
}

pub async fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM donors WHERE id = $1", &[&id]).await?;
    Ok(())
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Donor>> {
    let sql = format!("SELECT {COLUMNS} FROM donors d WHERE d.id = $1");
    tx.find(&sql, &[&id], donor).await
}

/// Somebody is one donor for one number and name, however the name is spaced.
pub async fn find_person(tx: &mut Tx<'_>, phone: &Mobile, name: &PersonName) -> Result<Option<Donor>> {
    let sql = format!("SELECT {COLUMNS} FROM donors d WHERE d.phone = $1 AND d.name_key = $2");
    tx.find(&sql, &[&phone.as_str(), &fold(name.as_str())], donor).await
}

pub async fn list_by_email(tx: &mut Tx<'_>, email: &Email) -> Result<Vec<Donor>> {
    let sql = format!("SELECT {COLUMNS} FROM donors d WHERE d.email_key = $1 ORDER BY d.id");
    tx.query(&sql, &[&email.key()], donor).await
}

pub async fn save_change(tx: &mut Tx<'_>, donor_id: &str, details: &Details) -> Result<()> {
    delete_change(tx, donor_id).await?;
    let sql = "INSERT INTO donor_changes (donor_id, name, blood_group, gender, born, email, district, state, consent)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let (name, email, group) = (details.name.as_str(), details.email.as_str(), details.group.as_str());
    let (gender, born, consent) = (details.gender.as_str(), details.born.to_string(), i64::from(details.consent));
    let Details { district, state, .. } = details;
    tx.execute(sql, &[&donor_id, &name, &group, &gender, &born, &email, district, state, &consent]).await?;
    Ok(())
}

/// The change that waits, with the donor's number: it is part of who they are.
pub async fn find_change(tx: &mut Tx<'_>, donor_id: &str) -> Result<Option<Details>> {
    let sql = "SELECT d.id, c.name, c.blood_group, c.gender, c.born, c.email, d.phone, c.state, c.district,
                      CASE WHEN c.consent = 1 THEN d.created_at END, d.lang, d.created_at, d.paused_until, d.last_given
               FROM donor_changes c JOIN donors d ON d.id = c.donor_id WHERE c.donor_id = $1";
    Ok(tx.find(sql, &[&donor_id], donor).await?.map(|donor| donor.details))
}

pub async fn delete_change(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    tx.execute("DELETE FROM donor_changes WHERE donor_id = $1", &[&donor_id]).await?;
    Ok(())
}

async fn wanted<'a>(tx: &mut Tx<'_>, narrowed: &'a Narrowed) -> Result<Wanted<'a>> {
    let mut wanted = Wanted::new("1 = 1");
    if let Some(group) = &narrowed.group {
        wanted.and("d.blood_group =", group);
    }
    if let Some(district) = &narrowed.district {
        wanted.and("d.district =", district);
    }
    search::narrow(tx, &mut wanted, (KIND, "d.id"), &narrowed.words).await?;
    Ok(wanted)
}

/// A page of donors, the newest first.
pub async fn list(tx: &mut Tx<'_>, narrowed: &Narrowed, before: Option<&str>, limit: i64) -> Result<Vec<Donor>> {
    let mut wanted = wanted(tx, narrowed).await?;
    if let Some(before) = &before {
        wanted.and("d.id <", before);
    }
    let last = wanted.param(&limit);
    let condition = wanted.sql();
    let sql = format!("SELECT {COLUMNS} FROM donors d WHERE {condition} ORDER BY d.id DESC LIMIT ${last}");
    tx.query(&sql, &wanted.params, donor).await
}

pub async fn count(tx: &mut Tx<'_>, narrowed: &Narrowed) -> Result<i64> {
    let wanted = wanted(tx, narrowed).await?;
    let sql = format!("SELECT count(*) FROM donors d WHERE {}", wanted.sql());
    Ok(tx.find(&sql, &wanted.params, |row| row.get(0)).await?.unwrap_or(0))
}

/// The first few who are found by all these words, or whose id lies in the range.
pub async fn find_first(
    tx: &mut Tx<'_>,
    words: &[search::Range],
    ids: Option<&search::Range>,
    limit: i64,
) -> Result<Vec<Donor>> {
    if let Some(ids) = ids {
        let sql = format!("SELECT {COLUMNS} FROM donors d WHERE d.id >= $1 AND d.id < $2 ORDER BY d.id LIMIT $3");
        let found = tx.query(&sql, &[&ids.from, &ids.to, &limit], donor).await?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let narrowed = Narrowed { words: words.to_vec(), ..Narrowed::default() };
    if words.is_empty() { Ok(Vec::new()) } else { list(tx, &narrowed, None, limit).await }
}

/// How many may be asked at all, by district and group.
pub async fn count_by_place(tx: &mut Tx<'_>, state: &str) -> Result<Vec<(String, String, i64)>> {
    let sql = "SELECT district, blood_group, count(*) FROM donors
               WHERE state = $1 AND consented_at IS NOT NULL GROUP BY district, blood_group";
    tx.query(sql, &[&state], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).await
}

/// Whom to look for.
pub struct Sought<'a> {
    pub request_id: &'a str,
    pub state: &'a str,
    /// Men and women who gave on these days or before have rested long enough.
    pub rested_since: (Date, Date),
    /// Born after the first and up to the second.
    pub born: (Date, Date),
    pub today: Date,
    pub now: i64,
}

/// Donors of one district and group whom a request has not asked yet, the longest rested first, with the day on which
/// they gave last.
pub async fn list_ready(
    tx: &mut Tx<'_>,
    sought: &Sought<'_>,
    district: &str,
    group: &str,
    limit: i64,
) -> Result<Vec<Donor>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM donors d
         WHERE d.consented_at IS NOT NULL AND d.state = $1 AND d.district = $2 AND d.blood_group = $3
           AND d.last_given <= $4
           AND (d.gender = 'Male' AND d.last_given <= $5 OR d.gender = 'Female' AND d.last_given <= $6)
           AND d.born > $7 AND d.born <= $8 AND d.paused_until < $9 AND d.quiet_until <= $10
           AND d.id NOT IN (SELECT donor_id FROM blood_asks WHERE request_id = $11)
         ORDER BY d.last_given, d.id LIMIT $12"
    );
    let (men, women) = sought.rested_since;
    let (latest, men, women) = (men.max(women).to_string(), men.to_string(), women.to_string());
    let (after, until, today) = (sought.born.0.to_string(), sought.born.1.to_string(), sought.today.to_string());
    let Sought { request_id, state, now, .. } = sought;
    let params: [&dyn Param; 12] =
        [state, &district, &group, &latest, &men, &women, &after, &until, &today, now, request_id, &limit];
    tx.query(&sql, &params, donor).await
}

pub async fn keep_quiet(tx: &mut Tx<'_>, id: &str, until: i64) -> Result<()> {
    tx.execute("UPDATE donors SET quiet_until = $2 WHERE id = $1", &[&id, &until]).await?;
    Ok(())
}
