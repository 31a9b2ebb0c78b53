//! When a doctor works: hours, a break, days off and leave.

pub mod http;
mod model;
mod store;

pub use model::{Away, DayTime, DaysOff, Leave, Schedule, check_hours, minutes};
pub use store::{delete_leave, insert_leave, list_coming_leave, list_leave};
