//! The SQL of hospitals and pharmacies.

use super::model::{Category, Facility, NewFacility, OwnFacility};
use crate::directory::profile_changes::{self, CHANGE_REQUEST};
use crate::directory::schedule::minutes;
use crate::directory::workplaces;
use crate::identity::person::PersonName;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::fold::{bare_number, fold, name_key};
use crate::platform::list::{List, Order, Page, Part};
use crate::platform::search;

/// The kind under which their words are indexed.
const KIND: &str = "facility";

columns! {
    FACILITY: Facility in "facilities f LEFT JOIN accounts a ON a.id = f.id" {
        id: "f.id",
        category: "f.category",
        license_number: "f.license_number",
        name: "f.name",
        name_ml: "f.name_ml",
        email: "COALESCE(a.email, '')",
        phone: "COALESCE(a.phone, '')",
        address: "f.address",
        address_ml: "f.address_ml",
        city: "f.city",
        state: "f.state",
        district: "f.district",
        pincode: "f.pincode",
        image: "f.image",
        hours: ["f.start_minute", "f.end_minute"],
        days_off: "f.days_off",
        applied_at: "a.created_at",
        is_email_confirmed: "a.email_confirmed_at IS NOT NULL",
    }
}

columns! {
    OWN_FACILITY: OwnFacility in "facilities f LEFT JOIN accounts a ON a.id = f.id LEFT JOIN profile_change_requests c ON c.facility_id = f.id" {
        facility: FACILITY,
        waiting: [CHANGE_REQUEST],
    }
}

/// Adds one to an account; listed at once when `listed_at` is given. `Conflict` when the licence is taken.
pub async fn insert(tx: &mut Tx<'_>, id: &str, new: &NewFacility, listed_at: Option<i64>) -> Result<()> {
    let (name, (start, end)) = (new.name.as_str(), minutes(new.hours));
    search::add(tx, KIND, id, &[name]).await?;
    tx.insert(
        "facilities",
        &[
            ("id", &id),
            ("category", &new.category.as_str()),
            ("license_number", &new.license_number),
            ("license_key", &fold(&new.license_number)),
            ("number_stripped", &bare_number(&new.license_number)),
            ("name", &name),
            ("address", &new.address),
            ("city", &new.city),
            ("state", &new.state),
            ("district", &new.district),
            ("pincode", &new.pincode),
            ("image", &new.image),
            ("start_minute", &start),
            ("end_minute", &end),
            ("days_off", &new.days_off.bits()),
            ("listed_at", &listed_at),
            ("approved_at", &listed_at),
        ],
    )
    .await
}

pub async fn find_licensed(tx: &mut Tx<'_>, license_number: &str) -> Result<Option<String>> {
    tx.first("SELECT id FROM facilities WHERE license_key = $1", &[&fold(license_number)]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Facility>> {
    FACILITY.find(tx, "WHERE f.id = $1", &[&id]).await
}

pub async fn find_own(tx: &mut Tx<'_>, id: &str) -> Result<Option<OwnFacility>> {
    OWN_FACILITY.find(tx, "WHERE f.id = $1", &[&id]).await
}

/// A listed one of that category.
pub async fn find_listed(tx: &mut Tx<'_>, category: Category, id: &str) -> Result<Option<Facility>> {
    let rest = "WHERE f.id = $1 AND f.category = $2 AND f.listed_at IS NOT NULL";
    FACILITY.find(tx, rest, &[&id, &category.as_str()]).await
}

/// The listed one of that name in a district, in any spelling.
pub async fn find_named(
    tx: &mut Tx<'_>,
    category: Category,
    (state, district): (&str, &str),
    name: &str,
) -> Result<Option<String>> {
    let sql = "SELECT id, name FROM facilities
               WHERE category = $1 AND district = $2 AND listed_at IS NOT NULL AND state = $3 ORDER BY id";
    let known: Vec<(String, String)> = tx.all(sql, &[&category.as_str(), &district, &state]).await?;
    Ok(known.into_iter().find(|(_, known)| name_key(known) == name_key(name)).map(|(id, _)| id))
}

pub struct FacilityFilter {
    pub category: Category,
    /// One of these districts; any if empty.
    pub districts: Vec<String>,
    /// Beginnings of words of the name; all must fit.
    pub words: Vec<search::Range>,
}

pub async fn list_listed(tx: &mut Tx<'_>, filter: &FacilityFilter, part: Part<'_>) -> Result<Page<Facility>> {
    // The condition of the partial indexes.
    let listed = format!("f.category = '{}' AND f.listed_at IS NOT NULL", filter.category.as_str());
    let mut list = List::new("facilities f", listed);
    list.and_one_of("f.district", &filter.districts);
    search::narrow(tx, &mut list, (KIND, "f.id"), &filter.words).await?;
    list.page(tx, &FACILITY, Order::NEWEST, part).await
}

/// Pending applications. Their account's state is read one by one, because few are not listed.
fn pending<'a>(category: Category) -> List<'a> {
    let category = category.as_str();
    let pending = "f.listed_at IS NULL AND (SELECT a.state FROM accounts a WHERE a.id = f.id) = 'pending'";
    List::new("facilities f", format!("f.category = '{category}' AND {pending}"))
}

pub async fn list_pending(tx: &mut Tx<'_>, category: Category, part: Part<'_>) -> Result<Page<Facility>> {
    pending(category).page(tx, &FACILITY, Order::NEWEST, part).await
}

pub async fn count_pending(tx: &mut Tx<'_>, category: Category) -> Result<i64> {
    pending(category).count(tx).await
}

/// Deletes a facility that no other row names; the caller deletes the account.
pub async fn remove(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    tx.execute("DELETE FROM facilities WHERE id = $1", &[&id]).await.map(drop)
}

pub async fn update_name(tx: &mut Tx<'_>, id: &str, name: &PersonName) -> Result<()> {
    search::index(tx, KIND, id, &[name.as_str()]).await?;
    tx.update("facilities", id, &[("name", &name.as_str())]).await
}

pub async fn update_name_ml(tx: &mut Tx<'_>, id: &str, name_ml: &str) -> Result<()> {
    tx.update("facilities", id, &[("name_ml", &name_ml)]).await
}

/// Stores another state and district. Patients with bookings there are notified.
pub async fn update_location(tx: &mut Tx<'_>, id: &str, state: &str, district: &str) -> Result<()> {
    if let Some(Facility { address, city, pincode, .. }) = find(tx, id).await? {
        workplaces::note_hospital_move(tx, id, (&address, &city, district, state, &pincode)).await?;
    }
    tx.update("facilities", id, &[("state", &state), ("district", &district)]).await
}

/// `Conflict` when the licence is taken.
pub async fn update_license(tx: &mut Tx<'_>, id: &str, license_number: &str) -> Result<()> {
    tx.update(
        "facilities",
        id,
        &[
            ("license_number", &license_number),
            ("license_key", &fold(license_number)),
            ("number_stripped", &bare_number(license_number)),
        ],
    )
    .await
}

/// Erases a hospital or pharmacy. Doctors no longer name it. If there are bookings, its name and address stay: patients still have
/// to find it.
pub async fn erase(tx: &mut Tx<'_>, id: &str, has_visits: bool) -> Result<()> {
    search::index(tx, KIND, id, &[]).await?;
    let sql = "UPDATE doctors SET hospital_id = NULL, hospital_confirmed_at = NULL WHERE hospital_id = $1";
    tx.execute(sql, &[&id]).await?;
    profile_changes::delete_of(tx, id).await?;
    workplaces::delete_move(tx, id).await?;
    if !has_visits {
        let sql =
            "UPDATE facilities SET name = '', address = '', name_ml = NULL, address_ml = NULL, city = '', pincode = ''
                   WHERE id = $1";
        tx.execute(sql, &[&id]).await?;
    }
    let sql = "UPDATE facilities SET license_number = '', license_key = id, number_stripped = NULL, image = NULL,
                 listed_at = NULL, approved_at = NULL, suspended_at = NULL
               WHERE id = $1";
    tx.execute(sql, &[&id]).await.map(drop)
}

/// Stores the fields that need no approval. A name in Malayalam can only be removed.
pub async fn update(tx: &mut Tx<'_>, changed: &Facility) -> Result<()> {
    let (start, end) = minutes(changed.hours);
    let Facility { address, city, district, state, pincode, .. } = changed;
    workplaces::note_hospital_move(tx, &changed.id, (address, city, district, state, pincode)).await?;
    tx.update(
        "facilities",
        &changed.id,
        &[
            ("name_ml", &changed.name_ml),
            ("address", &changed.address),
            ("address_ml", &changed.address_ml),
            ("city", &changed.city),
            ("pincode", &changed.pincode),
            ("image", &changed.image),
            ("start_minute", &start),
            ("end_minute", &end),
            ("days_off", &changed.days_off.bits()),
        ],
    )
    .await
}
