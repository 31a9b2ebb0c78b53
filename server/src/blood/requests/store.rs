//! The SQL of requests, of whom they asked, and of who saw whose number.

use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{Ask, AskStatus, Listed, Party, Report, Request, Reveal, Shown, Status, Tally, Wish};
use crate::identity::Email;
use crate::identity::person::{self, Mobile, PersonName};
use crate::platform::db::{Error, Param, Result, Row, Tx, Wanted};
use crate::platform::ids::new_id;
use crate::platform::lang::Lang;

const COLUMNS: &str = "r.id, r.patient_name, r.blood_group, r.units, r.hospital, r.state, r.district, r.needed_by, \
     r.contact_name, r.phone, r.email, r.reason, r.lang, r.status, r.created_at, r.confirmed_at, r.waves, \
     r.next_wave_at";

fn unreadable() -> Error {
    Error::Other("a blood request's row cannot be read".into())
}

fn request(row: &Row<'_>) -> Result<Request> {
    let unread = |_| unreadable();
    let text = |index| row.get::<String>(index);
    let state = person::parse_state(&text(5)?).map_err(unread)?;
    Ok(Request {
        id: row.get(0)?,
        wish: Wish {
            patient_name: PersonName::parse(&text(1)?).map_err(unread)?,
            group: text(2)?.parse().map_err(|_| unreadable())?,
            units: row.get(3)?,
            hospital: row.get(4)?,
            state,
            district: person::parse_district(state, &text(6)?).map_err(unread)?,
            needed_by: text(7)?.parse().map_err(|_| unreadable())?,
            contact_name: PersonName::parse(&text(8)?).map_err(unread)?,
            phone: Mobile::parse(&text(9)?).map_err(unread)?,
            email: Email::parse(&text(10)?).map_err(unread)?,
            reason: row.get(11)?,
        },
        lang: Lang::from_tag(&text(12)?).ok_or_else(unreadable)?,
        status: Status::parse(&text(13)?).ok_or_else(unreadable)?,
        created_at: row.get(14)?,
        confirmed_at: row.get(15)?,
        waves: row.get(16)?,
        next_wave_at: row.get(17)?,
    })
}

pub async fn insert(tx: &mut Tx<'_>, request: &Request) -> Result<()> {
    let sql = "INSERT INTO blood_requests
                 (id, patient_name, blood_group, units, hospital, state, district, needed_by, contact_name, phone,
                  email, email_key, reason, lang, status, created_at, confirmed_at, waves, next_wave_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)";
    let Request { id, wish, lang, status, created_at, confirmed_at, waves, next_wave_at } = request;
    let (patient, contact) = (wish.patient_name.as_str(), wish.contact_name.as_str());
    let (phone, email, email_key) = (wish.phone.as_str(), wish.email.as_str(), wish.email.key());
    let (group, needed_by, lang, status) =
        (wish.group.as_str(), wish.needed_by.to_string(), lang.code(), status.as_str());
    let params: [&dyn Param; 19] = [
        id,
        &patient,
        &group,
        &wish.units,
        &wish.hospital,
        &wish.state,
        &wish.district,
        &needed_by,
        &contact,
        &phone,
        &email,
        &email_key,
        &wish.reason,
        &lang,
        &status,
        created_at,
        confirmed_at,
        waves,
        next_wave_at,
    ];
    tx.execute(sql, &params).await?;
    Ok(())
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Request>> {
    let sql = format!("SELECT {COLUMNS} FROM blood_requests r WHERE r.id = $1");
    tx.find(&sql, &[&id], request).await
}

/// Saves how far a request has come.
pub async fn update(tx: &mut Tx<'_>, request: &Request) -> Result<()> {
    let sql = "UPDATE blood_requests SET status = $2, confirmed_at = $3, waves = $4, next_wave_at = $5, needed_by = $6
               WHERE id = $1";
    let Request { id, status, confirmed_at, waves, next_wave_at, wish, .. } = request;
    tx.execute(sql, &[id, &status.as_str(), confirmed_at, waves, next_wave_at, &wish.needed_by.to_string()]).await?;
    Ok(())
}

/// Those of one address or number since an instant, the newest first.
pub async fn list_of_contact(tx: &mut Tx<'_>, email: &Email, phone: &Mobile, since: i64) -> Result<Vec<Request>> {
    // Two indexes, so two questions: OR over both would read the table.
    let sql = format!(
        "SELECT {COLUMNS} FROM blood_requests r WHERE r.email_key = $1 AND r.created_at >= $3
         UNION SELECT {COLUMNS} FROM blood_requests r WHERE r.phone = $2 AND r.created_at >= $3"
    );
    tx.query(&sql, &[&email.key(), &phone.as_str(), &since], request).await
}

/// Open requests whose next donors are due, the most overdue first.
pub async fn list_due(tx: &mut Tx<'_>, now: i64, limit: i64) -> Result<Vec<String>> {
    let sql = "SELECT id FROM blood_requests WHERE next_wave_at <= $1 ORDER BY next_wave_at LIMIT $2";
    tx.query(sql, &[&now, &limit], |row| row.get(0)).await
}

/// Running requests whose day has passed.
pub async fn list_overdue(tx: &mut Tx<'_>, today: Date) -> Result<Vec<String>> {
    let sql = "SELECT id FROM blood_requests WHERE status IN ('Open', 'Matched') AND needed_by < $1";
    tx.query(sql, &[&today.to_string()], |row| row.get(0)).await
}

/// Forgets requests that nobody confirmed before an instant.
pub async fn delete_unconfirmed(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    let sql = "DELETE FROM blood_requests WHERE status = 'Unconfirmed' AND created_at < $1";
    tx.execute(sql, &[&before]).await
}

/// Forgets requests that ended and were needed before a day.
pub async fn delete_ended(tx: &mut Tx<'_>, before: Date) -> Result<u64> {
    let sql = "DELETE FROM blood_requests WHERE status IN ('Fulfilled', 'Closed', 'Expired') AND needed_by < $1";
    tx.execute(sql, &[&before.to_string()]).await
}

/// Links whose request or question is gone.
pub async fn delete_loose_links(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "DELETE FROM blood_links WHERE kind = 'request' AND subject NOT IN (SELECT id FROM blood_requests)
                  OR kind = 'ask' AND subject NOT IN (SELECT id FROM blood_asks)";
    tx.execute(sql, &[]).await
}

const ASK_COLUMNS: &str = "a.id, a.request_id, a.donor_id, a.wave, a.blood_group, a.district, a.asked_at, a.status, \
     a.answered_at, a.accepted_at";

fn ask(row: &Row<'_>) -> Result<Ask> {
    Ok(Ask {
        id: row.get(0)?,
        request_id: row.get(1)?,
        donor_id: row.get(2)?,
        wave: row.get(3)?,
        group: row.get::<String>(4)?.parse().map_err(|_| unreadable())?,
        district: row.get(5)?,
        asked_at: row.get(6)?,
        status: AskStatus::from_stored(&row.get::<String>(7)?).ok_or_else(unreadable)?,
        answered_at: row.get(8)?,
        accepted_at: row.get(9)?,
    })
}

pub async fn insert_ask(tx: &mut Tx<'_>, ask: &Ask) -> Result<()> {
    let sql = "INSERT INTO blood_asks (id, request_id, donor_id, wave, blood_group, district, asked_at, status,
                                       answered_at, accepted_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Ask { id, request_id, donor_id, wave, group, district, asked_at, status, answered_at, accepted_at } = ask;
    let (group, status) = (group.as_str(), status.as_str());
    let params: [&dyn Param; 10] =
        [id, request_id, donor_id, wave, &group, district, asked_at, &status, answered_at, accepted_at];
    tx.execute(sql, &params).await?;
    Ok(())
}

pub async fn find_ask(tx: &mut Tx<'_>, id: &str) -> Result<Option<Ask>> {
    let sql = format!("SELECT {ASK_COLUMNS} FROM blood_asks a WHERE a.id = $1");
    tx.find(&sql, &[&id], ask).await
}

/// Everybody whom a request asked, the first wave first.
pub async fn list_asks(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Ask>> {
    let sql = format!("SELECT {ASK_COLUMNS} FROM blood_asks a WHERE a.request_id = $1 ORDER BY a.wave, a.id");
    tx.query(&sql, &[&request_id], ask).await
}

/// Where a donor said yes to a request that runs, or that may run again.
pub async fn list_accepted_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<Vec<Ask>> {
    let sql = format!(
        "SELECT {ASK_COLUMNS} FROM blood_asks a JOIN blood_requests r ON r.id = a.request_id
         WHERE a.donor_id = $1 AND a.status = 'accepted' AND r.status IN ('Open', 'Matched', 'Expired')
         ORDER BY a.request_id"
    );
    tx.query(&sql, &[&donor_id], ask).await
}

pub async fn answer(tx: &mut Tx<'_>, ask: &Ask) -> Result<()> {
    let sql = "UPDATE blood_asks SET status = $2, answered_at = $3, accepted_at = $4 WHERE id = $1";
    tx.execute(sql, &[&ask.id, &ask.status.as_str(), &ask.answered_at, &ask.accepted_at]).await?;
    Ok(())
}

pub async fn tally(tx: &mut Tx<'_>, request_id: &str) -> Result<Tally> {
    let sql = "SELECT status, count(*) FROM blood_asks WHERE request_id = $1 GROUP BY status";
    let counts = tx.query(sql, &[&request_id], |row| Ok((row.get::<String>(0)?, row.get::<i64>(1)?))).await?;
    let of = |wanted: AskStatus| counts.iter().find(|(status, _)| status == wanted.as_str()).map_or(0, |(_, n)| *n);
    let (accepted, declined) = (of(AskStatus::Accepted), of(AskStatus::Declined));
    Ok(Tally { asked: of(AskStatus::Asked) + accepted + declined, accepted, declined })
}

/// Writes down that one of the two is shown a name and number of the other. Shown again after `look_before` it is the
/// same look still.
pub async fn record_reveal(
    tx: &mut Tx<'_>,
    ask: &Ask,
    seen_by: Party,
    shown: &Shown,
    look_before: i64,
    now: Timestamp,
) -> Result<()> {
    let sql = "INSERT INTO blood_reveals
                 (id, at, request_id, ask_id, donor_id, seen_by, name, phone, last_at, times)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $2, 1)
               ON CONFLICT (ask_id, seen_by, name, phone) DO UPDATE SET
                 times = blood_reveals.times + CASE WHEN blood_reveals.last_at < $9 THEN 1 ELSE 0 END,
                 last_at = excluded.last_at";
    let (id, at, seen_by) = (new_id(now), now.as_millisecond(), seen_by.as_str());
    let Shown { name, phone } = shown;
    let params: [&dyn Param; 9] =
        [&id, &at, &ask.request_id, &ask.id, &ask.donor_id, &seen_by, name, phone, &look_before];
    tx.execute(sql, &params).await?;
    Ok(())
}

const REVEAL_COLUMNS: &str = "request_id, ask_id, name, phone, at, last_at, times";

fn reveal(row: &Row<'_>) -> Result<Reveal> {
    let (name, phone) = (row.get::<Option<String>>(2)?, row.get::<Option<String>>(3)?);
    Ok(Reveal {
        request_id: row.get(0)?,
        ask_id: row.get(1)?,
        shown: name.zip(phone).map(|(name, phone)| Shown { name, phone }),
        first_at: row.get(4)?,
        last_at: row.get(5)?,
        times: row.get(6)?,
    })
}

/// What the requester saw of donors, the first first.
pub async fn list_reveals(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Reveal>> {
    let sql = format!(
        "SELECT {REVEAL_COLUMNS} FROM blood_reveals WHERE request_id = $1 AND seen_by = 'requester' ORDER BY id"
    );
    tx.query(&sql, &[&request_id], reveal).await
}

/// What requesters saw of a donor, the newest first.
pub async fn list_reveals_of(tx: &mut Tx<'_>, donor_id: &str, limit: i64) -> Result<Vec<Reveal>> {
    let sql = format!(
        "SELECT {REVEAL_COLUMNS} FROM blood_reveals WHERE donor_id = $1 AND seen_by = 'requester'
         ORDER BY id DESC LIMIT $2"
    );
    tx.query(&sql, &[&donor_id, &limit], reveal).await
}

/// A donor leaves: that something was shown and when stays, what it was goes.
pub async fn erase_shown_of(tx: &mut Tx<'_>, donor_id: &str) -> Result<()> {
    let sql = "UPDATE blood_reveals SET name = NULL, phone = NULL WHERE donor_id = $1 AND seen_by = 'requester'";
    tx.execute(sql, &[&donor_id]).await?;
    Ok(())
}

/// The requesters of forgotten requests, as donors saw them.
pub async fn erase_forgotten_requesters(tx: &mut Tx<'_>) -> Result<u64> {
    let sql = "UPDATE blood_reveals SET name = NULL, phone = NULL
               WHERE seen_by = 'donor' AND phone IS NOT NULL AND request_id NOT IN (SELECT id FROM blood_requests)";
    tx.execute(sql, &[]).await
}

pub async fn insert_report(tx: &mut Tx<'_>, ask: &Ask, by: Party, reason: &str, now: Timestamp) -> Result<()> {
    let sql = "INSERT INTO blood_reports (id, at, request_id, ask_id, told_by, reason) VALUES ($1, $2, $3, $4, $5, $6)";
    let (id, at) = (new_id(now), now.as_millisecond());
    tx.execute(sql, &[&id, &at, &ask.request_id, &ask.id, &by.as_str(), &reason]).await?;
    Ok(())
}

pub async fn list_reports(tx: &mut Tx<'_>, request_id: &str) -> Result<Vec<Report>> {
    let sql = "SELECT at, ask_id, told_by, reason FROM blood_reports WHERE request_id = $1 ORDER BY id";
    let report =
        |row: &Row<'_>| Ok(Report { at: row.get(0)?, ask_id: row.get(1)?, told_by: row.get(2)?, reason: row.get(3)? });
    tx.query(sql, &[&request_id], report).await
}

/// The two names under which a requester can be blocked.
fn contacts(email: &Email, phone: &Mobile) -> [String; 2] {
    [format!("email:{}", email.key()), format!("phone:{}", phone.as_str())]
}

pub async fn block(tx: &mut Tx<'_>, email: &Email, phone: &Mobile, now: i64) -> Result<()> {
    for contact in contacts(email, phone) {
        let sql = "INSERT INTO blood_blocks (contact, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        tx.execute(sql, &[&contact, &now]).await?;
    }
    Ok(())
}

pub async fn unblock(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<()> {
    let [email, phone] = contacts(email, phone);
    tx.execute("DELETE FROM blood_blocks WHERE contact IN ($1, $2)", &[&email, &phone]).await?;
    Ok(())
}

pub async fn is_blocked(tx: &mut Tx<'_>, email: &Email, phone: &Mobile) -> Result<bool> {
    let [email, phone] = contacts(email, phone);
    let sql = "SELECT count(*) FROM blood_blocks WHERE contact IN ($1, $2)";
    Ok(tx.find(sql, &[&email, &phone], |row| row.get::<i64>(0)).await? != Some(0))
}

fn listed(row: &Row<'_>) -> Result<Listed> {
    let tally = Tally { asked: row.get(18)?, accepted: row.get(19)?, declined: row.get(20)? };
    let (reports, blocked) = (row.get(21)?, row.get::<i64>(22)? > 0);
    Ok(Listed { request: request(row)?, tally, reports, blocked })
}

const COUNTS: &str = "(SELECT count(*) FROM blood_asks a WHERE a.request_id = r.id),
     (SELECT count(*) FROM blood_asks a WHERE a.request_id = r.id AND a.status = 'accepted'),
     (SELECT count(*) FROM blood_asks a WHERE a.request_id = r.id AND a.status = 'declined'),
     (SELECT count(*) FROM blood_reports p WHERE p.request_id = r.id),
     (SELECT count(*) FROM blood_blocks b WHERE b.contact IN ('email:' || r.email_key, 'phone:' || r.phone))";

/// A page of requests, the newest first.
pub async fn list(tx: &mut Tx<'_>, status: Option<Status>, before: Option<&str>, limit: i64) -> Result<Vec<Listed>> {
    let status = status.map(Status::as_str);
    let mut wanted = Wanted::new("1 = 1");
    if let Some(status) = &status {
        wanted.and("r.status =", status);
    }
    if let Some(before) = &before {
        wanted.and("r.id <", before);
    }
    let last = wanted.param(&limit);
    let condition = wanted.sql();
    let sql =
        format!("SELECT {COLUMNS}, {COUNTS} FROM blood_requests r WHERE {condition} ORDER BY r.id DESC LIMIT ${last}");
    tx.query(&sql, &wanted.params, listed).await
}

pub async fn find_listed(tx: &mut Tx<'_>, id: &str) -> Result<Option<Listed>> {
    let sql = format!("SELECT {COLUMNS}, {COUNTS} FROM blood_requests r WHERE r.id = $1");
    tx.find(&sql, &[&id], listed).await
}

pub async fn count(tx: &mut Tx<'_>, status: Option<Status>) -> Result<i64> {
    let counted = match status {
        None => tx.find("SELECT count(*) FROM blood_requests", &[], |row| row.get(0)).await?,
        Some(status) => {
            let sql = "SELECT count(*) FROM blood_requests WHERE status = $1";
            tx.find(sql, &[&status.as_str()], |row| row.get(0)).await?
        }
    };
    Ok(counted.unwrap_or(0))
}

pub async fn count_open(tx: &mut Tx<'_>) -> Result<i64> {
    count(tx, Some(Status::Open)).await
}
