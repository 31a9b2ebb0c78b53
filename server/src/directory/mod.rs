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

pub use joining::{
    Applicant, Credentials, Decision, Error as ApplicationError, Kind, apply_as_doctor, apply_as_facility, decide,
    find_pending,
};
pub use model::{Doctor, Filter, NamedHospital, NewDoctor, Profile};
pub use schedule::{DayTime, DaysOff, Leave, Schedule, check_hours};
pub use service::sweep_photos;
pub use store::{
    Standing, count_pending, delete_leave, find, find_listed, find_profile, find_standing, insert, insert_leave,
    list_listed, name_hospital, restore, suspend,
};
