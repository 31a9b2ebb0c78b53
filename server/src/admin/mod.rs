//! The administrator's area: lists and details of all accounts, and administrators' decisions other than approving applications.
//!
//! Every list and search reads an index; no statement walks through a table.

pub mod administrators;
pub mod applicants;
pub mod audit;
pub mod bookings;
pub mod bounces;
pub mod client_errors;
pub mod erasure;
pub mod impersonation;
pub mod imports;
pub mod operations;
pub mod overview;
mod people_search;
pub mod returned_visits;
mod texts;
pub mod users;
pub mod worker_logins;

/// Approved doctors, hospitals and pharmacies: their lists, and each of them.
pub mod workers {
    pub mod http;
    mod mails;
    mod model;
    mod service;
    mod store;

    pub(super) use service::{UpcomingBookings, publish, suspend};
    pub(super) use store::{AdminDoctor, AdminDoctorFilter, AdminFacility, DoctorSort};
    pub(super) use store::{find_doctors, find_facilities};
}
