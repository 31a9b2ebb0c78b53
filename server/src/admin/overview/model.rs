//! What waits, and the lines of a search. Pure.

use serde::Serialize;
use utoipa::ToSchema;

use crate::admin::bookings::BookingRow;
use crate::admin::doctors::AdminDoctor;
use crate::admin::users::AdminUser;
use crate::admin::workers::AdminFacility;
use crate::blood::alarm::Jumps;
use crate::blood::donors::Donor;
use crate::platform::format;

/// Applications that wait, by category.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingWorkers {
    #[serde(rename = "Doctor")]
    pub doctor: i64,
    #[serde(rename = "Hospital")]
    pub hospital: i64,
    #[serde(rename = "Pharmacy")]
    pub pharmacy: i64,
}

/// What waits for the administrator.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notifications {
    pub pending: WaitingWorkers,
    #[serde(rename = "bloodRequests")]
    pub blood_requests: i64,
    /// Of those, how many wait for a look before they go on
    #[serde(rename = "heldRequests")]
    pub held_requests: i64,
    /// Names and licence numbers that wait for approval
    pub changes: i64,
    pub messages: i64,
    pub total: i64,
    pub jumps: JumpsView,
}

/// How many came in the last hour, where that is far more than usual.
#[derive(Debug, Serialize, ToSchema)]
pub struct JumpsView {
    #[serde(rename = "bloodRequests")]
    requests: Option<i64>,
    donors: Option<i64>,
}

impl From<Jumps> for JumpsView {
    fn from(Jumps { requests, donors }: Jumps) -> Self {
        Self { requests, donors }
    }
}

/// One line of a search.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResult {
    _id: String,
    title: String,
    detail: String,
}

impl From<AdminUser> for SearchResult {
    fn from(row: AdminUser) -> Self {
        Self { _id: row.id, title: row.username, detail: format!("{} · {}", row.email, row.phone_number) }
    }
}

impl From<AdminDoctor> for SearchResult {
    fn from(row: AdminDoctor) -> Self {
        let detail = format!("{} · {} · {}", row.doctor_id, row.specialization, row.district);
        Self { _id: row.id, title: row.full_name, detail }
    }
}

impl From<AdminFacility> for SearchResult {
    fn from(row: AdminFacility) -> Self {
        Self { _id: row.id, title: row.name, detail: format!("{} · {}", row.license_number, row.district) }
    }
}

impl From<Donor> for SearchResult {
    fn from(donor: Donor) -> Self {
        let details = donor.details;
        let detail = format!("{} · {} · {}", details.group, details.phone.as_str(), details.district);
        Self { _id: donor.id, title: details.name.as_str().into(), detail }
    }
}

impl From<BookingRow> for SearchResult {
    fn from(row: BookingRow) -> Self {
        let (day, time) = (format::spec_date(row.slot.day), row.slot.time);
        Self { _id: row.id, title: row.patient_name, detail: format!("{day} {time} · Dr. {}", row.doctor_name) }
    }
}

/// At most five of each kind.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct SearchResults {
    pub users: Vec<SearchResult>,
    pub doctors: Vec<SearchResult>,
    pub hospitals: Vec<SearchResult>,
    pub pharmacies: Vec<SearchResult>,
    pub donors: Vec<SearchResult>,
    pub bookings: Vec<SearchResult>,
}

/// The rows of one kind, each as a line.
pub fn lines<T: Into<SearchResult>>(rows: Vec<T>) -> Vec<SearchResult> {
    rows.into_iter().map(T::into).collect()
}
