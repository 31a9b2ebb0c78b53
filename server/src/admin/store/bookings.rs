//! The SQL of the list of all bookings.

use super::{Listing, MOST_FOUND, Part};
use crate::admin::sought::Sought;
use crate::booking::{Slot, Status};
use crate::platform::db::{Error, Result, Row, Tx};
use crate::platform::search::{self, Range};

const COLUMNS: &str = "a.id, a.patient_name, a.contact_number, a.doctor_id, d.full_name, a.user_id, u.username, \
     a.starts_at, a.status, a.fee, a.created_at, a.reason";

/// A booking with the names of its doctor and of the user who made it.
#[derive(Debug, Clone)]
pub struct BookingRow {
    pub id: String,
    pub patient_name: String,
    pub contact_number: String,
    pub doctor_id: String,
    pub doctor_name: String,
    pub user_id: String,
    pub username: String,
    pub slot: Slot,
    pub status: Status,
    pub fee: i64,
    pub created_at: i64,
    pub reason: Option<String>,
}

fn booking(row: &Row<'_>) -> Result<BookingRow> {
    let unreadable = || Error::Other("a booking's row cannot be read".into());
    Ok(BookingRow {
        id: row.get(0)?,
        patient_name: row.get(1)?,
        contact_number: row.get(2)?,
        doctor_id: row.get(3)?,
        doctor_name: row.get(4)?,
        user_id: row.get(5)?,
        username: row.get(6)?,
        slot: Slot::from_millis(row.get(7)?).ok_or_else(unreadable)?,
        status: Status::from_stored(&row.get::<String>(8)?).ok_or_else(unreadable)?,
        fee: row.get(9)?,
        created_at: row.get(10)?,
        reason: row.get(11)?,
    })
}

fn listing<'a>() -> Listing<'a> {
    let condition = "d.id = a.doctor_id AND u.id = a.user_id";
    Listing::new("appointments a CROSS JOIN doctors d CROSS JOIN users u", condition)
}

/// The one column that a text is looked for in: a number, an id, or the beginning of the patient's name.
fn place(sought: &Sought) -> (&'static str, &Range) {
    match (&sought.phone, &sought.id) {
        (Some(phone), _) => ("contact_number", phone),
        (None, Some(id)) => ("id", id),
        (None, None) => ("patient_key", &sought.name),
    }
}

/// A page of bookings, the newest first, with one row more than asked for, and how many fit: `None` where the caller
/// knows that better.
pub async fn list(
    tx: &mut Tx<'_>,
    status: Option<Status>,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> Result<(Vec<BookingRow>, Option<i64>)> {
    let (mut listing, limit) = (listing(), part.limit + 1);
    let before = part.cursor.unwrap_or(search::LAST);
    let (fitting, total) = if let Some(sought) = sought {
        let found = found(sought, status, MOST_FOUND, &mut listing);
        let total = listing.count_of(tx, &found).await?;
        (format!("({found}) AS found WHERE id > ''"), Some(total))
    } else {
        let of_status = status.map_or("id > ''".into(), |status| format!("status = '{}'", status.as_str()));
        (format!("appointments WHERE {of_status}"), None)
    };
    // A page is cut before anything else is fetched of its bookings.
    let (before, most) = (listing.value(&before), listing.value(&limit));
    let page = format!("SELECT id FROM {fitting} AND id < {before} ORDER BY id DESC LIMIT {most}");
    listing.led_by(&page, "a.id");
    Ok((listing.list(tx, COLUMNS, "a.id DESC", limit, booking).await?, total))
}

/// A statement of the ids of those who fit: of each status the first so many.
fn found<'a>(sought: &'a Sought, status: Option<Status>, most: i64, listing: &mut Listing<'a>) -> String {
    let (column, range) = place(sought);
    let within = listing.within(column, range);
    let statuses = Status::ALL.into_iter().filter(|known| status.is_none_or(|status| status == *known));
    let parts = statuses.map(|status| {
        let status = status.as_str();
        format!(
            "SELECT id FROM (SELECT id FROM appointments WHERE status = '{status}' AND {within}
                             ORDER BY {column}, id LIMIT {most}) AS of_{status}"
        )
    });
    parts.collect::<Vec<_>>().join(" UNION ALL ")
}

/// The first few bookings that fit, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, sought: &Sought, limit: i64) -> Result<Vec<BookingRow>> {
    let mut listing = listing();
    let ids = found(sought, None, limit, &mut listing);
    listing.led_by(&ids, "a.id");
    listing.list(tx, COLUMNS, "a.id DESC", limit, booking).await
}

/// A user's active visits that have not started, the soonest first.
pub async fn list_coming_of_user(tx: &mut Tx<'_>, user_id: &str, now: i64) -> Result<Vec<BookingRow>> {
    let mut listing = listing();
    listing.and_value("a.user_id =", &user_id);
    listing.and_value("a.starts_at >", &now);
    listing.and("a.status IN ('Pending', 'Checked')".into());
    listing.list(tx, COLUMNS, "a.starts_at, a.id", 1000, booking).await
}
