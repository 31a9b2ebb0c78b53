//! Hospitals where a doctor has sessions and visits take place, and their changes of address. The doctor's own clinic is not a
//! [`Workplace`]; where there is none, it is meant.

pub mod http;
mod model;
mod store;

pub use model::{Workplace, in_language};
pub use store::{
    ClinicMove, WORKPLACE, delete_move, hold_move, list_due_moves, note_clinic_move, note_hospital_move, notice_move,
    set_announced_to,
};
