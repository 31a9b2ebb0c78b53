//! What the administrator's decisions about people mean for their bookings.

mod service;

pub use service::{Cancellation, list_coming_of_doctor, list_latest_of_doctor, publish_doctor_changed, tell_doctors};
