//! The directory: doctors, hospitals and pharmacies, how they join, what people may know of them, when they work, how they
//! answer, and who sits at their desks.

mod answering;
pub mod desk;
pub mod doctors;
pub mod facilities;
pub mod joining;
pub mod listing;
pub mod schedule;
pub mod texts;

pub use answering::{AnsweredBy, Answering, MOST_AT_ONCE};
pub use doctors::{
    Doctor, DoctorFilter, NamedHospital, NewDoctor, Profile, count_pending, find, find_listed, find_profile, insert,
    list_listed, list_listed_ids, list_of_hospital, name_hospital, sweep_photos,
};
pub use joining::{Applicant, Application, Kind, Newcomer, apply, find_pending};
pub use schedule::{Away, DayTime, DaysOff, Leave, Schedule, check_hours, delete_leave, insert_leave};
