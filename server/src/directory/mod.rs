//! The directory: doctors, hospitals and pharmacies, how they join, what people may know of them, and when they work.

pub mod facilities;
pub mod http;
mod joining;
mod mails;
pub mod model;
mod schedule;
mod service;
mod store;
pub mod texts;

pub use joining::{Credentials, Decision, Kind, apply_as_doctor, apply_as_facility, decide};
pub use model::{Doctor, Filter, NamedHospital, NewDoctor, Profile};
pub use schedule::{DayTime, DaysOff, Leave, Schedule, check_hours};
pub use service::sweep_photos;
pub use store::{
    count_listed, delete_leave, find, find_listed, find_profile, insert, insert_leave, list_listed, name_hospital,
    update, update_week,
};
