//! The directory: doctors, hospitals and pharmacies, how they join, what people may know of them, when and where they work, how
//! they answer, and who sits at their desks.

mod answering;
pub mod changes;
pub mod desk;
pub mod doctors;
pub mod facilities;
pub mod joining;
pub mod listing;
pub mod places;
pub mod schedule;
pub mod texts;

pub use answering::{AnsweredBy, Answering, MOST_AT_ONCE};
pub use doctors::{
    Doctor, DoctorFilter, NamedHospital, NewDoctor, Offer, Profile, count_pending, find, find_listed, find_profile,
    insert, list_listed, list_listed_ids, list_of_hospital, name_hospital, sweep_photos,
};
pub use joining::{Applicant, Application, Kind, Newcomer, apply, find_pending};
pub use places::{ClinicMove, Place};
pub use schedule::{
    Away, DayTime, DaysOff, Leave, Notice, On, Pause, Planned, Schedule, Session, check_hours, delete_extra,
    delete_leave, delete_old_extra, delete_old_leave, insert_leave, insert_sessions,
};
