//! The SQL of the lists of approved hospitals and pharmacies.

use serde::Serialize;
use utoipa::ToSchema;

use crate::admin::people::{PeopleIndex, Typed};
use crate::directory::facilities::Category;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};
use crate::platform::photos::http::PhotoPath;

/// As the index `facilities_ever_approved` has it, suspended ones included.
fn approved<'a>(category: Category) -> List<'a> {
    List::new("facilities f", format!("f.category = '{}' AND f.approved_at IS NOT NULL", category.as_str()))
}

fn index(category: Category) -> PeopleIndex {
    let listed = match category {
        Category::Hospital => "o.category = 'Hospital' AND o.approved_at IS NOT NULL",
        Category::Pharmacy => "o.category = 'Pharmacy' AND o.approved_at IS NOT NULL",
    };
    PeopleIndex { kind: "facility", role: category.role(), listed: Some(("facilities", listed)) }
}

columns! {
    /// A hospital in the dashboard's data.
    #[derive(Serialize, ToSchema)]
    pub struct AdminFacility as FACILITY in "facilities f LEFT JOIN accounts a ON a.id = f.id" {
        #[serde(rename = "_id")]
        id: String = "f.id",
        #[serde(rename = "Hospital_name")]
        name: String = "f.name",
        #[serde(rename = "License_number")]
        license_number: String = "f.license_number",
        #[serde(rename = "Email")]
        email: String = "a.email",
        #[serde(rename = "Phone_Number")]
        phone: String = "COALESCE(a.phone, '')",
        #[serde(rename = "Address")]
        address: String = "f.address",
        #[serde(rename = "City")]
        city: String = "f.city",
        #[serde(rename = "District")]
        district: String = "f.district",
        #[serde(rename = "State")]
        state: String = "f.state",
        #[serde(rename = "Pincode")]
        pincode: String = "f.pincode",
        #[serde(rename = "Image")]
        #[schema(value_type = Option<String>)]
        image: Option<PhotoPath> = "f.image",
        suspended: bool = "f.suspended_at IS NOT NULL",
    }
}

/// A page of a category, the newest first.
pub async fn list(
    tx: &mut Tx<'_>,
    category: Category,
    typed: Option<&Typed>,
    part: Part<'_>,
) -> Result<Page<AdminFacility>> {
    let mut list = approved(category);
    if let Some(typed) = typed {
        index(category).find(tx, &mut list, typed, MOST_FOUND).await?;
    }
    list.page(tx, &FACILITY, Order::NEWEST, part).await
}

/// The first few of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, category: Category, typed: &Typed, limit: i64) -> Result<Vec<AdminFacility>> {
    index(category).find_first(tx, approved(category), &FACILITY, typed, limit).await
}
