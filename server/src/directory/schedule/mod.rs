//! When a doctor works: sessions at places or plain hours, a break, days off and leave.

pub mod http;
mod model;
mod rules;
mod store;

pub use model::{
    Away, DayTime, DaysOff, Leave, Notice, Schedule, Session, SessionDay, SessionPlan, check_hours, minutes,
    parse_weekday, weekday_name,
};
pub use rules::{Pause, check_weekly, meets};
pub use store::{
    delete_extra, delete_leave, delete_old_extra, delete_old_leave, erase, insert_leave, insert_sessions,
    list_coming_leave, list_coming_sessions, list_leave, list_sessions, replace_weekly,
};
