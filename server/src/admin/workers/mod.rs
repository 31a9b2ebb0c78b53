//! Approved doctors, hospitals and pharmacies: their lists, each of them, and the staff of their desks.

pub mod http;
mod service;
mod store;

pub(super) use store::{AdminDoctor, AdminDoctorFilter, AdminFacility, DoctorSort};
pub(super) use store::{find_doctors, find_facilities};
