//! Booking: free slots, appointments, and everything that counts them.
//!
//! The walk of one booking is in `docs/ARCHITECTURE.md`.

mod account;
mod calendar;
pub mod figures;
pub mod http;
mod mails;
mod model;
pub mod oversight;
mod practice;
mod rules;
mod service;
mod store;
pub mod tally;
mod texts;

pub use account::delete as delete_account;
pub use model::{Appointment, PatientDetails, Slot, Status};
pub use service::{Booked, Error, Request, book, find_doctor};
pub use store::{NAMES, count_of_user, insert_all, list_upcoming_of_user};
