//! Booking: free slots, appointments, and everything that counts them.
//!
//! The walk of one booking is in `docs/ARCHITECTURE.md`.

pub mod figures;
pub mod finding;
mod http;
pub mod leaving;
mod mails;
mod model;
pub mod oversight;
pub mod page;
pub mod practice;
mod rules;
pub mod schedule;
mod service;
mod store;
mod texts;
pub mod visits;
mod week;

pub use finding::find_doctor;
pub use leaving::delete as delete_account;
pub use model::{Appointment, PatientDetails, Slot, Status};
pub use service::Error;
pub use store::{NAMES, count_of_user, insert_all, list_upcoming_of_user};
pub use visits::{NewBooking, book};
pub use week::{Week, forget_notes};
