//! The directory: doctors, hospitals and pharmacies, how they apply, what is public, when and where they work, how booking requests
//! are approved, and the people at their desks.

pub mod applications;
mod approval_policy;
pub mod desk;
pub mod doctors;
pub mod facilities;
pub mod listing;
mod model;
pub mod profile_change_review;
pub mod profile_changes;
pub mod schedule;
pub mod texts;
pub mod workplaces;

pub use applications::{Applicant, Application, Registrant, apply, find_pending};
pub use approval_policy::{ApprovalMode, ApprovalPolicy, MAX_AUTO_APPROVALS_PER_DAY};
pub use doctors::{
    Doctor, DoctorFilter, NamedHospital, NewDoctor, Offer, Profile, count_pending, find, find_listed, find_profile,
    insert, list_listed, list_listed_ids, list_of_hospital, name_hospital, sweep_photos,
};
pub use model::{Decision, WorkerKind};
pub use schedule::{
    Away, DayTime, DaysOff, Leave, Notice, Pause, Schedule, Session, SessionDay, SessionPlan, check_hours,
    delete_extra, delete_leave, delete_old_extra, delete_old_leave, insert_leave, insert_sessions,
};
pub use workplaces::{ClinicMove, Workplace};
