//! What an administrator sees of a user, and what they decide. Pure.

use serde::Serialize;
use utoipa::ToSchema;

use super::AdminUser;
use crate::admin::audit::AuditRow;
use crate::admin::bookings::{BookingRow, Coming};
use crate::platform::format;

/// A user with what an administrator wants to know before deciding about them.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminUserDetails {
    #[serde(flatten)]
    pub user: AdminUser,
    pub bookings: UserBookings,
    /// What was done to the user, the latest first
    pub audit: Vec<AuditRow>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct UserBookings {
    /// All that the user ever made
    pub total: i64,
    pub coming: Vec<UserVisit>,
}

/// A visit that has not started.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserVisit {
    _id: String,
    /// The doctor's name
    doctor: String,
    patient_name: String,
    date: String,
    time: String,
    #[serde(rename = "startsAt")]
    starts_at: String,
    status: &'static str,
}

impl From<BookingRow> for UserVisit {
    fn from(row: BookingRow) -> Self {
        Self {
            date: format::spec_date(row.slot.day),
            time: row.slot.time.to_string(),
            starts_at: row.slot.rfc3339(),
            status: row.status.as_str(),
            _id: row.id,
            doctor: row.doctor_name,
            patient_name: row.patient_name,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UserOrder {
    #[default]
    Newest,
    Oldest,
    Name,
}

pub struct Blocking {
    pub user_id: String,
    /// The state that the administrator wants; without it, the other one than now.
    pub wanted: Option<bool>,
    pub reason: Option<String>,
    pub coming: Coming,
}
