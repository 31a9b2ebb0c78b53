//! Booking: free slots, appointments, and everything that counts them.
//!
//! The walk of one booking is in `docs/ARCHITECTURE.md`.

pub mod absence;
pub mod answering;
pub mod clinic_moves;
pub mod desk;
pub mod figures;
pub mod finding;
pub mod follow_ups;
mod http;
pub mod leaving;
mod mails;
mod model;
pub mod oversight;
pub mod page;
pub mod people;
pub mod practice;
pub mod queue;
pub mod reminders;
pub mod retention;
mod rules;
pub mod schedule;
mod service;
pub mod sessions;
mod slots;
mod store;
mod texts;
pub mod visits;
pub mod waiting;
pub mod waitlist;
mod week;

pub use finding::find_doctor;
pub use leaving::delete as delete_account;
pub use model::{Appointment, Attendance, PatientDetails, Slot, Status};
pub use service::{Error, day_bounds};
pub use store::{NAMES, count_of_user, has_visits_at, insert_all, list_upcoming_of_user};
pub use visits::{NewBooking, book};
pub use waiting::{count_unanswered, count_unanswered_anew, end_unanswered, send_digests};
pub use week::{Week, forget_notes};
