//! The SQL of the names and licence numbers that wait for approval.

use serde::Serialize;
use utoipa::ToSchema;

use crate::directory::facilities::model::{Category, Waiting};
use crate::identity::person::PersonName;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, Order, Page, Part};

columns! {
    pub WAITING: Waiting { id: "c.id", name: "c.name", license_number: "c.license_number", asked_at: "c.asked_at" }
}

columns! {
    /// What a hospital or pharmacy is called, and what it wants to be called.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct ChangeRow as CHANGE in "facility_changes c JOIN facilities f ON f.id = c.facility_id" {
        /// The change's own: another one whenever something else is asked for
        #[serde(rename = "_id")]
        id: String = "c.id",
        /// The hospital's or pharmacy's
        worker_id: String = "c.facility_id",
        /// Hospital or Pharmacy
        #[schema(value_type = String)]
        category: Category = "f.category",
        name: String = "f.name",
        /// `null` when the name stays
        #[schema(value_type = Option<String>)]
        new_name: Option<PersonName> = "c.name",
        /// The licence number
        number: String = "f.license_number",
        /// `null` when the licence number stays
        new_number: Option<String> = "c.license_number",
        #[schema(value_type = String)]
        asked_at: Instant = "c.asked_at",
    }
}

/// Makes a change wait, in the place of whatever waited before.
pub async fn save(tx: &mut Tx<'_>, facility_id: &str, waiting: &Waiting) -> Result<()> {
    let sql =
        "INSERT INTO facility_changes (id, facility_id, name, license_number, asked_at) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (facility_id) DO UPDATE SET id = excluded.id, name = excluded.name,
                   license_number = excluded.license_number, asked_at = excluded.asked_at";
    let Waiting { id, name, license_number, asked_at } = waiting;
    let name = name.as_ref().map(PersonName::as_str);
    tx.execute(sql, &[id, &facility_id, &name, license_number, asked_at]).await.map(drop)
}

/// A page of what waits, the newest first.
pub async fn list(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<ChangeRow>> {
    List::whole("facility_changes c").page(tx, &CHANGE, Order::NEWEST, part).await
}

pub async fn count(tx: &mut Tx<'_>) -> Result<i64> {
    List::whole("facility_changes c").count(tx).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<ChangeRow>> {
    CHANGE.find(tx, "WHERE c.id = $1", &[&id]).await
}

/// Whether something of a hospital or pharmacy waited; it waits no longer.
pub async fn delete_of(tx: &mut Tx<'_>, facility_id: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM facility_changes WHERE facility_id = $1", &[&facility_id]).await? == 1)
}
