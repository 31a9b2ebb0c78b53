//! All bookings, and what becomes of those to come when somebody is kept out.

pub mod http;
mod model;
mod service;
mod store;

pub(super) use model::Coming;
pub(super) use store::{BookingFilter, BookingRow, find_first, list_coming_of_user};
