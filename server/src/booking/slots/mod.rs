//! The slots of a doctor's day, made of the schedule.

mod rules;

pub use rules::{Minutes, NoneFree, Taken, WHOLE_DAY, closed_slots, free_slots, has_slots, why_none};
