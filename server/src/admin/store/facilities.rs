//! The SQL of the lists of approved hospitals and pharmacies.

use super::people::Place;
use super::{Listing, MOST_FOUND, Part};
use crate::admin::sought::Sought;
use crate::directory::facilities::Category;
use crate::platform::db::{Result, Row, Tx};
use crate::platform::search;

const COLUMNS: &str = "f.id, f.license_number, f.name, f.city, f.district, a.email, a.phone, f.address, f.state, \
     f.pincode, f.image";

/// As the index `facilities_approved` has it.
fn approved<'a>(category: Category) -> Listing<'a> {
    let condition = format!("f.category = '{}' AND f.listed_at IS NOT NULL AND a.id = f.id", category.as_str());
    Listing::new("facilities f CROSS JOIN accounts a", &condition)
}

fn place(category: Category) -> Place {
    let (account, one) = match category {
        Category::Hospital => (
            "role = 'hospital' AND state <> 'deleted'",
            "SELECT count(*) FROM facilities o WHERE o.category = 'Hospital' AND o.listed_at IS NOT NULL AND o.id =",
        ),
        Category::Pharmacy => (
            "role = 'pharmacy' AND state <> 'deleted'",
            "SELECT count(*) FROM facilities o WHERE o.category = 'Pharmacy' AND o.listed_at IS NOT NULL AND o.id =",
        ),
    };
    Place { kind: "facility", account, one: Some(one), numbers: Some("facilities") }
}

/// A hospital or pharmacy in a list.
#[derive(Debug, Clone)]
pub struct FacilityRow {
    pub id: String,
    pub license_number: String,
    pub name: String,
    pub city: String,
    pub district: String,
    pub email: String,
    pub phone: String,
    pub address: String,
    pub state: String,
    pub pincode: String,
    /// The id of a photo in the store.
    pub image: Option<String>,
}

fn facility(row: &Row<'_>) -> Result<FacilityRow> {
    Ok(FacilityRow {
        id: row.get(0)?,
        license_number: row.get(1)?,
        name: row.get(2)?,
        city: row.get(3)?,
        district: row.get(4)?,
        email: row.get(5)?,
        phone: row.get::<Option<String>>(6)?.unwrap_or_default(),
        address: row.get(7)?,
        state: row.get(8)?,
        pincode: row.get(9)?,
        image: row.get(10)?,
    })
}

/// A page of a category, the newest first, with one row more than asked for, and how many there are.
pub async fn list(
    tx: &mut Tx<'_>,
    category: Category,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> Result<(Vec<FacilityRow>, i64)> {
    let mut listing = approved(category);
    if let Some(sought) = sought {
        let ids = place(category).find(tx, sought, MOST_FOUND, &mut listing).await?;
        listing.led_by(&ids, "f.id");
    }
    let total = listing.count(tx).await?;
    let before = part.cursor.unwrap_or(search::LAST);
    listing.and_value("f.id <", &before);
    Ok((listing.list(tx, COLUMNS, "f.id DESC", part.limit + 1, facility).await?, total))
}

/// The first few of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, category: Category, sought: &Sought, limit: i64) -> Result<Vec<FacilityRow>> {
    let mut listing = approved(category);
    let ids = place(category).find(tx, sought, limit, &mut listing).await?;
    listing.led_by(&ids, "f.id");
    listing.list(tx, COLUMNS, "f.id DESC", limit, facility).await
}
