//! Doctors: the list with its filters, and each of them.

pub mod http;
mod service;
mod store;

pub(super) use service::list;
pub(super) use store::{AdminDoctor, AdminDoctorFilter, DoctorSort, find_first};
