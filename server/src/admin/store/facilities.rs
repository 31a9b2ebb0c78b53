//! The SQL of the lists of approved hospitals and pharmacies.

use super::people::Place;
use crate::admin::sought::Sought;
use crate::directory::facilities::Category;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};

/// As the index `facilities_approved` has it.
fn approved<'a>(category: Category) -> List<'a> {
    List::new("facilities f", format!("f.category = '{}' AND f.listed_at IS NOT NULL", category.as_str()))
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

columns! {
    /// A hospital or pharmacy in a list.
    pub struct FacilityRow as FACILITY in "facilities f LEFT JOIN accounts a ON a.id = f.id" {
        id: String = "f.id",
        license_number: String = "f.license_number",
        name: String = "f.name",
        city: String = "f.city",
        district: String = "f.district",
        email: String = "a.email",
        phone: String = "COALESCE(a.phone, '')",
        address: String = "f.address",
        state: String = "f.state",
        pincode: String = "f.pincode",
        /// The id of a photo in the store.
        image: Option<String> = "f.image",
    }
}

/// A page of a category, the newest first.
pub async fn list(
    tx: &mut Tx<'_>,
    category: Category,
    sought: Option<&Sought>,
    part: Part<'_>,
) -> Result<Page<FacilityRow>> {
    let mut list = approved(category);
    if let Some(sought) = sought {
        place(category).find(tx, &mut list, sought, MOST_FOUND).await?;
    }
    list.page(tx, &FACILITY, Order::NEWEST, part).await
}

/// The first few of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, category: Category, sought: &Sought, limit: i64) -> Result<Vec<FacilityRow>> {
    let mut list = approved(category);
    place(category).find(tx, &mut list, sought, limit).await?;
    list.first(tx, &FACILITY, Order::NEWEST, limit).await
}
