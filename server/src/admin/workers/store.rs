//! The SQL of the lists of doctors, hospitals and pharmacies that were ever approved, suspended ones included.

use serde::Serialize;
use utoipa::ToSchema;

use crate::admin::people_search::{PeopleIndex, SearchTerm};
use crate::directory::DayTime;
use crate::directory::facilities::Category;
use crate::identity::Role;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::as_text;
use crate::platform::list::{List, MAX_SEARCH_RESULTS, Order, Page, Part};
use crate::platform::photos::http::PhotoPath;

const DOCTORS: PeopleIndex =
    PeopleIndex { kind: "doctor", role: Role::Doctor, listed: Some(("doctors", "o.approved_at IS NOT NULL")) };

columns! {
    /// A doctor in the administrator's lists.
    #[derive(Serialize, ToSchema)]
    pub struct AdminDoctor as DOCTOR in "doctors d LEFT JOIN accounts a ON a.id = d.id" {
        #[serde(rename = "_id")]
        id: String = "d.id",
        #[serde(rename = "Image")]
        #[schema(value_type = Option<String>)]
        image: Option<PhotoPath> = "d.image",
        #[serde(rename = "full_Name")]
        full_name: String = "d.full_name",
        #[serde(rename = "doctor_ID")]
        doctor_id: String = "d.doctor_id",
        specialization: String = "d.specialization",
        experience: i64 = "d.experience",
        gender: String = "d.gender",
        district: String = "d.district",
        #[serde(rename = "consultation_Address")]
        address: String = "d.consultation_address",
        #[serde(rename = "consultation_Fee")]
        fee: i64 = "d.consultation_fee",
        #[serde(rename = "phone_Number")]
        phone: String = "COALESCE(a.phone, '')",
        email: String = "COALESCE(a.email, '')",
        /// `YYYY-MM-DD`
        #[serde(rename = "DOB")]
        dob: String = "d.dob",
        state: String = "d.state",
        pincode: String = "d.pincode",
        #[serde(rename = "startTime", serialize_with = "as_text")]
        #[schema(value_type = String)]
        start: DayTime = "d.start_minute",
        #[serde(rename = "endTime", serialize_with = "as_text")]
        #[schema(value_type = String)]
        end: DayTime = "d.end_minute",
        suspended: bool = "d.suspended_at IS NOT NULL",
        /// Requests of the last 30 days that nobody answered before their time began
        unanswered: i64 = "d.unanswered",
    }
}

#[derive(Debug, Default)]
pub struct AdminDoctorFilter {
    pub gender: Option<String>,
    pub specialization: Option<String>,
    pub district: Option<String>,
    pub term: Option<SearchTerm>,
    pub sort: DoctorSort,
}

#[derive(Debug, Default, Clone, Copy)]
pub enum DoctorSort {
    #[default]
    Newest,
    /// The most unanswered requests first.
    Unanswered,
}

fn approved_doctors<'a>() -> List<'a> {
    List::new("doctors d", "d.approved_at IS NOT NULL")
}

pub async fn list_doctors(tx: &mut Tx<'_>, filter: &AdminDoctorFilter, part: Part<'_>) -> Result<Page<AdminDoctor>> {
    let mut list = approved_doctors();
    list.and_if("d.specialization =", filter.specialization.as_deref());
    list.and_if("d.district =", filter.district.as_deref());
    list.and_if("d.gender =", filter.gender.as_deref());
    if let Some(term) = &filter.term {
        DOCTORS.find(tx, &mut list, term, MAX_SEARCH_RESULTS).await?;
    }
    let order = match filter.sort {
        DoctorSort::Newest => Order::NEWEST,
        DoctorSort::Unanswered => Order::latest("d.unanswered"),
    };
    list.page(tx, &DOCTOR, order, part).await
}

/// How many requests to a doctor expired unanswered in the last 30 days.
pub async fn count_unanswered(tx: &mut Tx<'_>, id: &str) -> Result<i64> {
    tx.count("SELECT unanswered FROM doctors WHERE id = $1", &[&id]).await
}

/// The first matches in each index, for search suggestions.
pub async fn find_doctors(tx: &mut Tx<'_>, term: &SearchTerm, limit: i64) -> Result<Vec<AdminDoctor>> {
    DOCTORS.find_first(tx, approved_doctors(), &DOCTOR, term, limit).await
}

/// As the index `facilities_ever_approved` has it, suspended ones included.
fn approved_facilities<'a>(category: Category) -> List<'a> {
    List::new("facilities f", format!("f.category = '{}' AND f.approved_at IS NOT NULL", category.as_str()))
}

fn facility_index(category: Category) -> PeopleIndex {
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
        email: String = "COALESCE(a.email, '')",
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

pub async fn list_facilities(
    tx: &mut Tx<'_>,
    category: Category,
    term: Option<&SearchTerm>,
    part: Part<'_>,
) -> Result<Page<AdminFacility>> {
    let mut list = approved_facilities(category);
    if let Some(term) = term {
        facility_index(category).find(tx, &mut list, term, MAX_SEARCH_RESULTS).await?;
    }
    list.page(tx, &FACILITY, Order::NEWEST, part).await
}

/// The first matches in each index, for search suggestions.
pub async fn find_facilities(
    tx: &mut Tx<'_>,
    category: Category,
    term: &SearchTerm,
    limit: i64,
) -> Result<Vec<AdminFacility>> {
    facility_index(category).find_first(tx, approved_facilities(category), &FACILITY, term, limit).await
}
