//! The SQL of the list of doctors who were ever approved, suspended ones included.

use serde::Serialize;
use utoipa::ToSchema;

use crate::admin::people::{PeopleIndex, Typed};
use crate::directory::DayTime;
use crate::identity::Role;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::as_text;
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};
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
        email: String = "a.email",
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

/// What the list is narrowed to, in the words of our lists.
#[derive(Debug, Default)]
pub struct AdminDoctorFilter {
    pub gender: Option<String>,
    pub specialization: Option<String>,
    pub district: Option<String>,
    pub typed: Option<Typed>,
    pub sort: DoctorSort,
}

/// In which order the list is.
#[derive(Debug, Default, Clone, Copy)]
pub enum DoctorSort {
    #[default]
    Newest,
    /// Those who let the most requests die come first.
    Unanswered,
}

fn approved<'a>() -> List<'a> {
    List::new("doctors d", "d.approved_at IS NOT NULL")
}

/// A page of doctors.
pub async fn list(tx: &mut Tx<'_>, filter: &AdminDoctorFilter, part: Part<'_>) -> Result<Page<AdminDoctor>> {
    let mut list = approved();
    list.and_if("d.specialization =", filter.specialization.as_deref());
    list.and_if("d.district =", filter.district.as_deref());
    list.and_if("d.gender =", filter.gender.as_deref());
    if let Some(typed) = &filter.typed {
        DOCTORS.find(tx, &mut list, typed, MOST_FOUND).await?;
    }
    let order = match filter.sort {
        DoctorSort::Newest => Order::NEWEST,
        DoctorSort::Unanswered => Order::latest("d.unanswered"),
    };
    list.page(tx, &DOCTOR, order, part).await
}

/// How many requests of a doctor nobody answered in the last 30 days.
pub async fn count_unanswered(tx: &mut Tx<'_>, id: &str) -> Result<i64> {
    tx.count("SELECT unanswered FROM doctors WHERE id = $1", &[&id]).await
}

/// The first few doctors of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, typed: &Typed, limit: i64) -> Result<Vec<AdminDoctor>> {
    DOCTORS.find_first(tx, approved(), &DOCTOR, typed, limit).await
}
