//! Doctors: profile, public data and search.

pub mod http;
mod model;
mod service;
pub(super) mod store;

pub use model::{Doctor, DoctorFilter, NamedHospital, NewDoctor, Offer, Profile, districts_begun};
pub use service::sweep_photos;
pub use store::{
    correct, count_pending, erase, find, find_listed, find_profile, insert, list_listed, list_listed_ids,
    list_of_hospital, name_hospital,
};
