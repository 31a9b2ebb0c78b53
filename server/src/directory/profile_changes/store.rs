//! The SQL of profile changes that wait for approval, of hospitals, pharmacies and doctors.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::{ChangedFields, ProfileChangeRequest};
use crate::directory::WorkerKind;
use crate::identity::person::PersonName;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, Order, Page, Part};

columns! {
    pub CHANGE_REQUEST: ProfileChangeRequest { id: "c.id", fields: CHANGED_FIELDS, asked_at: "c.asked_at" }
}

columns! {
    CHANGED_FIELDS: ChangedFields {
        name: "c.name",
        name_ml: "c.name_ml",
        license_number: "c.license_number",
        location: ["c.state", "c.district"],
    }
}

columns! {
    /// What a doctor, hospital or pharmacy is called and where it is, and what it asks for.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct ChangeRow as CHANGE in "profile_change_requests c LEFT JOIN facilities f ON f.id = c.facility_id LEFT JOIN doctors d ON d.id = c.facility_id" {
        /// The change's own: another one whenever something else is asked for
        #[serde(rename = "_id")]
        id: String = "c.id",
        /// The doctor's, hospital's or pharmacy's
        worker_id: String = "c.facility_id",
        /// Doctor, Hospital or Pharmacy
        #[schema(value_type = String)]
        category: WorkerKind = "COALESCE(f.category, 'Doctor')",
        name: String = "COALESCE(f.name, d.full_name)",
        /// `null` when the name stays
        #[schema(value_type = Option<String>)]
        new_name: Option<PersonName> = "c.name",
        /// In Malayalam, if there is one
        name_ml: Option<String> = "COALESCE(f.name_ml, d.name_ml)",
        /// `null` when the name in Malayalam stays
        new_name_ml: Option<String> = "c.name_ml",
        /// The licence number, a doctor's registration number
        number: String = "COALESCE(f.license_number, d.doctor_id)",
        /// `null` when the licence number stays
        new_number: Option<String> = "c.license_number",
        state: String = "COALESCE(f.state, d.state)",
        /// `null` when state and district stay
        new_state: Option<String> = "c.state",
        district: String = "COALESCE(f.district, d.district)",
        /// `null` when state and district stay
        new_district: Option<String> = "c.district",
        #[schema(value_type = String)]
        asked_at: Instant = "c.asked_at",
    }
}

pub async fn save(tx: &mut Tx<'_>, worker_id: &str, request: &ProfileChangeRequest) -> Result<()> {
    let sql = "INSERT INTO profile_change_requests (id, facility_id, name, name_ml, license_number, state, district, asked_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
               ON CONFLICT (facility_id) DO UPDATE SET id = excluded.id, name = excluded.name, name_ml = excluded.name_ml,
                   license_number = excluded.license_number, state = excluded.state, district = excluded.district,
                   asked_at = excluded.asked_at";
    let ProfileChangeRequest { id, fields, asked_at } = request;
    let (name, (state, district)) = (fields.name.as_ref().map(PersonName::as_str), fields.location.clone().unzip());
    let ChangedFields { name_ml, license_number, .. } = fields;
    tx.execute(sql, &[id, &worker_id, &name, name_ml, license_number, &state, &district, asked_at]).await.map(drop)
}

pub async fn list(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<ChangeRow>> {
    List::whole("profile_change_requests c").page(tx, &CHANGE, Order::NEWEST, part).await
}

pub async fn count(tx: &mut Tx<'_>) -> Result<i64> {
    List::whole("profile_change_requests c").count(tx).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<ChangeRow>> {
    CHANGE.find(tx, "WHERE c.id = $1", &[&id]).await
}

/// Deletes the request of a doctor, hospital or pharmacy. Whether there was one.
pub async fn delete_of(tx: &mut Tx<'_>, worker_id: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM profile_change_requests WHERE facility_id = $1", &[&worker_id]).await? == 1)
}

impl ChangeRow {
    /// The old value and the new one of each field that changes, in the order of a profile.
    pub fn old_and_new(&self) -> [Option<String>; 4] {
        let arrow = |old: &str, new: &str| format!("{old} → {new}");
        let place = |state: &str, district: &str| {
            // The state's name is omitted if it stays the same.
            if self.new_state.as_ref() == Some(&self.state) { district.into() } else { format!("{district}, {state}") }
        };
        let location = self.new_state.as_ref().zip(self.new_district.as_ref());
        [
            self.new_name.as_ref().map(|new| arrow(&self.name, new.as_str())),
            self.new_name_ml.as_ref().map(|new| arrow(self.name_ml.as_deref().unwrap_or("-"), new)),
            self.new_number.as_ref().map(|new| arrow(&self.number, new)),
            location.map(|(state, district)| arrow(&place(&self.state, &self.district), &place(state, district))),
        ]
    }

    /// `Old name → New name, KL-1 → KL-2`
    pub fn in_words(&self) -> String {
        self.old_and_new().into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
