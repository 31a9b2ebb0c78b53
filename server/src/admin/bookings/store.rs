//! The SQL of the list of all bookings.

use jiff::civil::Date;

use crate::admin::doctors;
use crate::admin::people::Typed;
use crate::booking::{Slot, Status, day_bounds, figures};
use crate::directory::places::{PLACE, Place};
use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};

columns! {
    /// A booking with the names of its doctor and of the user who made it.
    pub struct BookingRow as BOOKING in "appointments a LEFT JOIN doctors d ON d.id = a.doctor_id LEFT JOIN users u ON u.id = a.user_id \
                                         LEFT JOIN facilities h ON h.id = a.hospital_id" {
        id: String = "a.id",
        patient_name: String = "a.patient_name",
        contact_number: String = "a.contact_number",
        doctor_id: String = "a.doctor_id",
        doctor_name: String = "d.full_name",
        user_id: String = "a.user_id",
        username: String = "u.username",
        slot: Slot = "a.starts_at",
        place: Option<Place> = [PLACE],
        status: Status = "a.status",
        fee: i64 = "a.fee",
        created_at: i64 = "a.created_at",
        reason: Option<String> = "a.reason",
    }
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<BookingRow>> {
    BOOKING.find(tx, "WHERE a.id = $1", &[&id]).await
}

/// What the list is narrowed to.
#[derive(Debug)]
pub struct BookingFilter {
    pub status: Option<Status>,
    pub typed: Option<Typed>,
    /// The day of the visit.
    pub day: Option<Date>,
    /// What was typed to find the doctor.
    pub doctor: Option<Typed>,
}

/// More doctors than this fit one typed text only while it is a letter or two.
const MAX_DOCTORS: i64 = 256;

/// A page of bookings, the newest first; of a day the earliest visit first, of a doctor the latest.
pub async fn list(tx: &mut Tx<'_>, wanted: &BookingFilter, part: Part<'_>) -> Result<Page<BookingRow>> {
    let (status, mut list) = (wanted.status, List::whole("appointments a"));
    let mut is_cut = false;
    if let Some(doctor) = &wanted.doctor {
        let found = doctors::find_first(tx, doctor, MAX_DOCTORS).await?;
        is_cut = i64::try_from(found.len()).is_ok_and(|found| found >= MAX_DOCTORS);
        if found.is_empty() {
            return Ok(Page::whole(Vec::new()));
        }
        let ids: Vec<String> = found.into_iter().map(|doctor| doctor.id).collect();
        list.and_one_of("a.doctor_id", &ids);
    }
    if let Some(day) = wanted.day {
        let (from, to) = day_bounds(day);
        list.and("a.starts_at >=", from);
        list.and("a.starts_at <", to);
    }
    let order = match (wanted.day, &wanted.doctor) {
        (Some(_), _) => Order::soonest("a.starts_at"),
        (None, Some(_)) => Order::latest("a.starts_at"),
        (None, None) => Order::NEWEST,
    };
    if let Some(typed) = &wanted.typed {
        narrow(&mut list, typed, status, MOST_FOUND);
    } else if wanted.day.is_some() || wanted.doctor.is_some() {
        // Not a plain column: SQLite would take the index of the status, which holds most of the table.
        list.and_if("a.status || '' =", status.map(Status::as_str));
    } else {
        list.and_if("a.status =", status.map(Status::as_str));
        let counts = figures::count_all(tx).await?;
        let fits = |known: Status| status.is_none_or(|status| status == known);
        list.total(counts.iter().filter(|(known, _)| fits(*known)).map(|(_, count)| count).sum());
    }
    let mut page = list.page(tx, &BOOKING, order, part).await?;
    page.cut |= is_cut;
    Ok(page)
}

/// Only those who fit, of each status the first so many. A text is looked for in one column: a number, an id, or the
/// beginning of the patient's name.
fn narrow<'a>(list: &mut List<'a>, typed: &'a Typed, status: Option<Status>, most: i64) {
    let (column, range) = match (&typed.phone, &typed.id) {
        (Some(phone), _) => ("contact_number", phone),
        (None, Some(id)) => ("id", id),
        (None, None) => ("patient_key", &typed.name),
    };
    let within = list.within(column, range);
    let statuses = Status::ALL.into_iter().filter(|known| status.is_none_or(|status| status == *known));
    let parts = statuses.map(|status| {
        let status = status.as_str();
        format!("SELECT id FROM appointments WHERE status = '{status}' AND {within} ORDER BY {column}, id")
    });
    list.found(&parts.collect::<Vec<_>>(), most);
}

/// The first few bookings that fit, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, typed: &Typed, limit: i64) -> Result<Vec<BookingRow>> {
    let mut list = List::whole("appointments a");
    narrow(&mut list, typed, None, limit);
    list.first(tx, &BOOKING, Order::NEWEST, limit).await
}

/// A user's active visits that have not started, the soonest first.
pub async fn list_coming_of_user(tx: &mut Tx<'_>, user_id: &str, now: i64) -> Result<Vec<BookingRow>> {
    let mut list = List::new("appointments a", "a.status IN ('Pending', 'Checked')");
    list.and("a.user_id =", user_id);
    list.and("a.starts_at >", now);
    list.first(tx, &BOOKING, Order::soonest("a.starts_at"), 1000).await
}
