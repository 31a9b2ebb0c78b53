//! The SQL of the list of doctors who were ever approved, suspended ones included.

use super::people::Place;
use super::{Listing, MOST_FOUND, Part};
use crate::admin::sought::Sought;
use crate::directory::DayTime;
use crate::platform::db::{Error, Result, Row, Tx};
use crate::platform::search;

const COLUMNS: &str = "d.id, d.doctor_id, d.full_name, d.gender, d.specialization, d.experience, d.consultation_fee, \
     d.consultation_address, d.district, d.image, a.phone, d.suspended_at, a.email, d.dob, d.state, d.pincode, \
     d.start_minute, d.end_minute";
const APPROVED: &str = "d.approved_at IS NOT NULL";

const PLACE: Place = Place {
    kind: "doctor",
    account: "role = 'doctor' AND state <> 'deleted'",
    one: Some("SELECT count(*) FROM doctors o WHERE o.approved_at IS NOT NULL AND o.id ="),
    numbers: Some("doctors"),
};

/// A doctor in a list.
#[derive(Debug, Clone)]
pub struct DoctorRow {
    pub id: String,
    pub doctor_id: String,
    pub full_name: String,
    pub gender: String,
    pub specialization: String,
    pub experience: i64,
    pub fee: i64,
    pub address: String,
    pub district: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
    pub phone: String,
    pub suspended: bool,
    pub email: String,
    pub dob: String,
    pub state: String,
    pub pincode: String,
    pub start: DayTime,
    pub end: DayTime,
}

fn doctor(row: &Row<'_>) -> Result<DoctorRow> {
    let time = |index| {
        let unreadable = || Error::Other("a doctor's row cannot be read".into());
        DayTime::from_minutes(row.get(index)?).ok_or_else(unreadable)
    };
    Ok(DoctorRow {
        id: row.get(0)?,
        doctor_id: row.get(1)?,
        full_name: row.get(2)?,
        gender: row.get(3)?,
        specialization: row.get(4)?,
        experience: row.get(5)?,
        fee: row.get(6)?,
        address: row.get(7)?,
        district: row.get(8)?,
        image: row.get(9)?,
        phone: row.get::<Option<String>>(10)?.unwrap_or_default(),
        suspended: row.get::<Option<i64>>(11)?.is_some(),
        email: row.get(12)?,
        dob: row.get(13)?,
        state: row.get(14)?,
        pincode: row.get(15)?,
        start: time(16)?,
        end: time(17)?,
    })
}

/// What the list is narrowed to, in the words of our lists.
#[derive(Debug, Default)]
pub struct Filter {
    pub gender: Option<String>,
    pub specialization: Option<String>,
    pub district: Option<String>,
    pub sought: Option<Sought>,
}

/// A page of doctors, the newest first, with one row more than asked for, and how many there are.
pub async fn list(tx: &mut Tx<'_>, filter: &Filter, part: Part<'_>) -> Result<(Vec<DoctorRow>, i64)> {
    // Nothing is asked of the account, so that counting reads the doctors alone.
    let mut listing = Listing::new("doctors d", APPROVED);
    let equal = [
        ("d.specialization =", &filter.specialization),
        ("d.district =", &filter.district),
        ("d.gender =", &filter.gender),
    ];
    for (start, value) in equal {
        if let Some(value) = value {
            listing.and_value(start, value);
        }
    }
    if let Some(sought) = &filter.sought {
        let ids = PLACE.find(tx, sought, MOST_FOUND, &mut listing).await?;
        listing.led_by(&ids, "d.id");
    }
    let total = listing.count(tx).await?;
    with_account(&mut listing);
    let before = part.cursor.unwrap_or(search::LAST);
    listing.and_value("d.id <", &before);
    Ok((listing.list(tx, COLUMNS, "d.id DESC", part.limit + 1, doctor).await?, total))
}

fn with_account(listing: &mut Listing<'_>) {
    listing.from.push_str(" CROSS JOIN accounts a");
    listing.and("a.id = d.id".into());
}

/// The first few doctors of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, sought: &Sought, limit: i64) -> Result<Vec<DoctorRow>> {
    let mut listing = Listing::new("doctors d", APPROVED);
    let ids = PLACE.find(tx, sought, limit, &mut listing).await?;
    listing.led_by(&ids, "d.id");
    with_account(&mut listing);
    listing.list(tx, COLUMNS, "d.id DESC", limit, doctor).await
}
