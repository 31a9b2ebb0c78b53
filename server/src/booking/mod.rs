//! Booking: free slots, appointments, and everything that counts them.
//!
//! The walk of one booking is in `docs/ARCHITECTURE.md`.

mod account;
mod calendar;
pub mod http;
mod mails;
mod model;
mod practice;
mod rules;
mod service;
mod store;
mod texts;

pub use model::{Appointment, PatientDetails, Slot, Status};
pub use service::{Booked, Error, Request, book, find_doctor};
pub use store::insert;
